"""The keys of the app, beside those of every browser."""

from playwright.sync_api import Page, expect
from tests.app.browser.conftest import press, visit
from tests.support.browser_addresses import REVENUE, asking


def test_tab_first_offers_to_skip_and_slash_goes_to_the_search(page: Page) -> None:
    visit(page, "/filings")
    press(page, "Tab")
    skip = page.get_by_role("link", name="Skip to content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    press(page, "Enter")
    expect(page.locator("main")).to_be_focused()
    press(page, "/")
    field = page.get_by_label("Search all filings")
    expect(field).to_be_focused()
    page.keyboard.type("acme/tools")
    expect(field).to_have_value("acme/tools")


def test_the_evidence_of_an_answer_is_a_few_keys_away(page: Page) -> None:
    visit(page, asking(REVENUE))
    page.locator("main").focus()
    press(page, "Tab")
    expect(page.get_by_role("link", name="Skip to the evidence")).to_be_focused()
    press(page, "Enter")
    press(page, "Tab")
    assert page.evaluate("document.activeElement.closest('.evidence') !== null")


def test_tab_goes_through_the_pages_of_the_app_and_into_the_page(page: Page) -> None:
    visit(page, "/filings")
    names = page.get_by_role("navigation", name="Main").get_by_role("link").all_inner_texts()
    reached = []
    for _ in range(len(names) + 4):
        press(page, "Tab")
        reached.append(page.evaluate("document.activeElement.innerText.trim()"))
    assert reached[:2] == ["Skip to content", "secqa"]
    assert reached[2:-2] == names
    assert reached[-2].startswith("Find")
    assert page.evaluate("document.activeElement.closest('main') !== null")


def test_tab_goes_from_a_figure_to_the_buttons_of_its_panel(page: Page) -> None:
    visit(page, "/filings/ACME-10-K-2024?page=3")
    page.locator("#page-3").get_by_role("button", name="1,200").click()
    expect(page.locator("#cell")).to_be_visible()
    press(page, "Tab")
    expect(page.get_by_role("link", name="Ask about this")).to_be_focused()
