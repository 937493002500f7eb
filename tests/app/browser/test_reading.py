"""A filing read in a browser: opened from the list, scrolled, searched; and one full of orders."""

import re

from playwright.sync_api import Page, expect
from tests.app.browser.conftest import press, visit
from tests.app.conftest import EVIL_NAME


def test_a_filing_is_opened_scrolled_and_searched(page: Page) -> None:
    page.goto("/filings")
    page.get_by_role("link", name="ACME-10-K-2024").click()
    last = page.locator("#page-3 .paper")
    last.scroll_into_view_if_needed()
    expect(last).to_contain_text("Total revenues")
    page.get_by_label("Find in this filing").fill("coyote")
    page.get_by_role("button", name="Find").click()
    expect(page.get_by_text("1 hit on 1 page")).to_be_visible()
    expect(page.locator("#page-2 mark.seen")).to_be_in_viewport()


def test_a_figure_is_selected_told_of_and_left(page: Page) -> None:
    visit(page, "/filings/ACME-10-K-2024")
    page.get_by_role("link", name="Item 8. Financial Statements").click()
    page.get_by_role("button", name="1,200").click()
    told = page.get_by_label("Selected figure")
    expect(told).to_contain_text("$1.2 billion")
    expect(told).to_contain_text("in millions")
    expect(page).to_have_url(re.compile(r"page=3&element=\d+&row=1&column=1$"))
    page.reload()
    expect(told).to_contain_text("$1.2 billion")
    expect(page.get_by_role("cell", name="1,200")).to_be_in_viewport()
    press(page, "Escape")
    expect(told).not_to_contain_text("$1.2 billion")


def test_figures_are_gone_through_by_keys(page: Page) -> None:
    visit(page, "/filings/ACME-10-K-2024?page=3")
    page.get_by_role("button", name="1,200").focus()
    press(page, "ArrowRight")
    press(page, "ArrowDown")
    expect(page.get_by_role("button", name="610")).to_be_focused()
    press(page, "Enter")
    expect(page.get_by_role("heading", name="Cost of revenue, fiscal 2023")).to_be_focused()
    press(page, "Escape")
    expect(page.get_by_role("button", name="610")).to_be_focused()


def test_selected_text_is_linked_and_saved(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visit(page, "/filings/ACME-10-K-2024?page=2")
    page.get_by_text("We make anvils").click(click_count=3)
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("status")).to_have_text("Link copied")
    page.get_by_role("button", name="Save", exact=True).click()
    panel = page.get_by_label("Selected figure")
    expect(panel).to_contain_text("We make anvils & rockets.")
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    expect(page.locator("#page-2 mark.seen").first).to_be_in_viewport()
    panel.get_by_role("button", name="Saved").click()
    expect(panel.get_by_role("button", name="Save", exact=True)).to_be_visible()


def test_pages_are_gone_to_by_keys_and_number(page: Page) -> None:
    visit(page, "/filings/ACME-10-K-2024")
    field = page.get_by_label("Page", exact=True)
    press(page, "j")
    expect(field).to_have_value("2")
    press(page, "g")
    page.keyboard.type("3")
    press(page, "Enter")
    expect(page.locator("#page-3 .paper")).to_contain_text("Total revenues")
    expect(page.locator("#page-3")).to_be_in_viewport()


def test_a_filing_of_markup_and_orders_is_shown_as_text(page: Page) -> None:
    visit(page, "/filings/EVIL-10-K-2024?page=2")
    expect(page.get_by_role("heading", level=1)).to_contain_text(EVIL_NAME.removesuffix(" Corp"))
    printed = page.locator("#page-2 .printed")
    expect(printed).to_contain_text("<img src=x onerror=alert(6)>")
    expect(printed).to_contain_text("after all of this")
    assert printed.locator("script, iframe, form, img, [onclick], [href]").count() == 0


def test_a_wide_page_is_drawn_smaller_on_a_phone(page: Page) -> None:
    """The label of a figure and the figure are in sight together."""
    page.set_viewport_size({"width": 390, "height": 844})
    visit(page, "/filings/ACME-10-K-2024?page=3")
    page.locator("#page-3 table").evaluate("(table) => { table.style.width = '500px'; }")
    page.locator("#page-3 .paper").evaluate("(paper) => { fit(paper); }")
    box = page.locator("#page-3 table").bounding_box()
    assert box is not None
    assert box["width"] < 390
