"""A filing read in a browser: opened from the list, scrolled, searched; and one full of orders."""

from playwright.sync_api import Page, expect
from tests.app.browser.conftest import visit
from tests.app.conftest import EVIL_NAME


def test_a_filing_is_opened_scrolled_and_searched(page: Page) -> None:
    page.goto("/filings")
    page.get_by_role("link", name="ACME-10-K-2024").click()
    last = page.locator("#page-3 .paper")
    last.scroll_into_view_if_needed()
    expect(last).to_contain_text("Total revenues")
    page.get_by_label("Find in this filing").fill("coyote")
    page.get_by_role("button", name="Find").click()
    expect(page.get_by_text("1 page has it")).to_be_visible()
    expect(page.locator("#page-2 mark.seen")).to_be_in_viewport()


def test_a_filing_of_markup_and_orders_is_shown_as_text(page: Page) -> None:
    visit(page, "/filings/EVIL-10-K-2024?page=2")
    expect(page.get_by_role("heading", level=1)).to_contain_text(EVIL_NAME)
    printed = page.locator("#page-2 .printed")
    expect(printed).to_contain_text("<img src=x onerror=alert(6)>")
    expect(printed).to_contain_text("after all of this")
    assert printed.locator("script, iframe, form, img, [onclick], [href]").count() == 0
