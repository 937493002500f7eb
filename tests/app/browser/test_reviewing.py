"""A benchmark reviewed in a browser: from the first page to a decision, and back."""

from playwright.sync_api import Page, expect
from tests.app.browser.conftest import press, visit


def test_questions_are_decided_by_one_key_each(page: Page) -> None:
    visit(page, "/ask")
    page.get_by_role("link", name="Benchmarks").click()
    page.get_by_role("link", name="made", exact=True).click()
    page.get_by_role("link", name="Begin the review").click()
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("What was the revenue of Acme in 2024?")
    expect(page.locator("mark.seen")).to_be_in_viewport()
    press(page, "a")
    expect(page.locator(".just")).to_contain_text("Accepted: What was the revenue")
    press(page, "z")
    expect(heading).to_have_text("What was the revenue of Acme in 2024?")
    expect(page.locator(".turns")).to_contain_text("0 of 3 decided")
    press(page, "e")
    text = page.get_by_label("The question as it is to be asked")
    expect(text).to_be_focused()
    text.fill("How much did Acme earn?")
    press(page, "a")
    expect(text).to_have_value("How much did Acme earn?a")
    press(page, "Escape")
    press(page, "a")
    expect(page.locator(".just")).to_contain_text("Edited:")
    press(page, "p")
    expect(page.get_by_role("button", name="Undo this decision")).to_be_visible()
    press(page, "u")
    expect(page.locator(".turns")).to_contain_text("0 of 3 decided")
