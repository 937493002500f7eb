"""A conversation held in a browser: figures in sight, a question that is offered, undo."""

from playwright.sync_api import Page, expect
from tests.app.browser.conftest import press, visit
from tests.support.browser_addresses import talking


def test_a_page_is_talked_about_with_its_figures_in_sight(page: Page) -> None:
    visit(page, "/filings/ACME-10-K-2024?page=3")
    page.locator("#page-3").get_by_role("link", name="Talk about this page").click()
    field = page.get_by_role("searchbox")
    expect(field).to_be_focused()
    page.keyboard.type("total revenues in 2024?")
    press(page, "Enter")
    expect(page.locator(".value")).to_have_text("$1,200 in millions")
    page.get_by_role("link", name="And in 2023?").click()
    expect(field).to_be_focused()
    page.keyboard.type("what was the change?")
    press(page, "Enter")
    expect(page.locator("#turn-3 .value")).to_contain_text("200")
    for name in ("mark-1", "mark-2"):
        expect(page.locator(f"#{name}")).to_be_in_viewport()
    page.locator("#turn-3").get_by_role("link", name="2 1,000", exact=True).click()
    assert page.url.endswith("#mark-2")
    page.get_by_role("link", name="Undo", exact=True).click()
    expect(page.locator(".turn")).to_have_count(2)
    page.go_back()
    expect(page.locator(".turn")).to_have_count(3)


def test_a_turn_is_edited_in_its_place(page: Page) -> None:
    visit(page, talking("ACME-10-K-2024#3", "Total revenues in 2024?", "and in 2023?"))
    first = page.locator("#turn-1")
    first.get_by_text("Edit").click()
    first.get_by_label("Ask instead").fill("cost of revenue in 2024?")
    first.get_by_role("button", name="Ask again").click()
    expect(page.locator("#turn-2 .value")).to_contain_text("610")
