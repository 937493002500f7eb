"""A comparison made in a browser: choices while one types, a value's parts."""

from playwright.sync_api import Page, expect
from tests.app.browser.conftest import press, visit


def test_a_metric_is_typed_found_and_added(page: Page) -> None:
    visit(page, "/compare?company=ACME&metric=revenue")
    field = page.get_by_label("Add a metric")
    field.press_sequentially("net profit m")  # "net profit" is net income
    expect(page.get_by_role("option", name="Net profit margin")).to_be_visible()
    press(page, "Enter")
    expect(page.get_by_role("link", name="Remove Net profit margin")).to_be_visible()
    expect(page.locator("#table")).to_contain_text("20.0%")


def test_the_parts_of_a_value_are_one_link_away(page: Page) -> None:
    visit(page, "/compare?company=ACME&metric=net_margin")
    page.get_by_role("link", name="20.0%").click()
    told = page.locator("#cell")
    expect(told).to_contain_text("Net income / total revenues")
    expect(told).to_be_in_viewport()
    told.get_by_role("link", name="ACME-10-K-2024 page 3").first.click()
    expect(page.locator("#page-3 mark.seen").first).to_have_text("$")
    expect(page.locator("#page-3 mark.seen").first).to_be_in_viewport()
