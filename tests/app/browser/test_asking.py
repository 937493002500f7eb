"""A question asked in a browser: its cell in sight, changed and asked again, taken away."""

from playwright.sync_api import Page, expect
from tests.app.browser.conftest import press, visit
from tests.support.browser_addresses import HOSTILE, REVENUE, asking


def test_a_question_is_asked_changed_and_remembered(page: Page) -> None:
    page.goto("/ask")
    page.get_by_label("Question").fill(REVENUE)
    press(page, "Enter")
    expect(page.locator(".value")).to_contain_text("$1.2 billion")
    mark = page.locator(".paper mark.seen").first
    expect(mark).to_have_text("$")
    expect(mark).to_be_in_viewport()
    page.get_by_label("Metric").fill("profit")
    page.get_by_role("button", name="Ask again").click()
    expect(page.locator(".value")).to_contain_text("$240 million")
    assert "period" not in page.url, "what was not changed is not in the address"
    press(page, "Control+k")
    page.get_by_role("option", name=REVENUE).click()
    expect(page.locator(".value")).to_contain_text("$1.2 billion")


def test_the_answer_is_copied(page: Page) -> None:
    visit(page, asking(REVENUE))
    expect(page.locator(".printed")).to_contain_text("Total revenues")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("link", name="Copy as Markdown").click()
    expect(page.get_by_role("status")).to_have_text("Copied with its sources")
    assert "ACME-10-K-2024 page 3" in page.evaluate("navigator.clipboard.readText()")


def test_a_question_of_markup_is_shown_as_text(page: Page) -> None:
    page.goto(asking(HOSTILE))
    expect(page.get_by_role("heading", level=1)).to_have_text(HOSTILE)
    expect(page.get_by_label("Question")).to_have_value(HOSTILE)


def test_a_source_is_shown_over_its_link_and_saved(page: Page) -> None:
    visit(page, asking(REVENUE))
    page.locator(".sentence a").hover()
    expect(page.locator(".peek mark.seen").first).to_be_visible()
    page.mouse.move(5, 5)
    expect(page.locator(".peek")).to_be_hidden()
    page.get_by_role("button", name="Save").click()
    page.get_by_label("Note").fill("for him")
    page.get_by_role("button", name="Save note").click()
    expect(page.locator("#status")).to_have_text("Note saved")
    page.get_by_role("link", name="Saved").click()
    expect(page.locator("#status")).to_be_empty()
    page.get_by_label("Note").fill("for the board")
    press(page, "Enter")
    expect(page.get_by_label("Note")).to_have_value("for the board")
    expect(page.locator("#status")).to_have_text("Changes saved")
    page.get_by_role("button", name=f"Remove {REVENUE}").click()
    expect(page.get_by_text("Nothing is saved yet")).to_be_visible()


def test_the_mark_of_a_figure_does_not_break_at_its_sign(page: Page) -> None:
    visit(page, asking(REVENUE))
    marks = page.locator(".paper mark.cell")
    expect(marks).to_have_text(["$", "1,200"])
    boxes = marks.evaluate_all(
        """(marks) => marks.map((mark) => {
          const cell = mark.closest("td"), { left, right } = cell.getBoundingClientRect();
          return [left, right, getComputedStyle(cell).backgroundColor];
        })"""
    )
    (_, sign_ends, colour), (figure_begins, _, other) = boxes
    assert abs(figure_begins - sign_ends) < 1
    assert colour == other != "rgba(0, 0, 0, 0)"
