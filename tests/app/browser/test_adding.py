"""Filings added in a browser: chosen or dropped, sent, and what became of each."""

from playwright.sync_api import FilePayload, Page, expect
from tests.app.browser.conftest import visit

_DROP = """(area) => {
  const transfer = new DataTransfer();
  transfer.items.add(new File(["x"], "dropped.docx"));
  area.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true }));
}"""


def made(name: str, data: bytes) -> FilePayload:
    return FilePayload(name=name, mimeType="text/html", buffer=data)


def test_files_are_chosen_dropped_sent_and_refused_with_the_reason(page: Page) -> None:
    visit(page, "/filings")
    page.get_by_role("link", name="Add filings").click()
    page.wait_for_url("/filings/add")
    page.get_by_label("Choose files").set_input_files(made("chosen.docx", b"x" * 300_000))
    expect(page.get_by_text("chosen.docx: 0.3 MB")).to_be_visible()
    page.locator(".drop").evaluate(_DROP)
    expect(page.get_by_text("chosen.docx, dropped.docx: 0.3 MB")).to_be_visible()
    page.get_by_role("button", name="Add", exact=True).first.click()
    expect(page.get_by_role("alert")).to_have_text("Nothing was added.")
    expect(page.get_by_text("dropped.docx: not added: no filing by its name")).to_be_visible()


def test_what_cannot_be_sent_is_said_at_once(page: Page) -> None:
    visit(page, "/filings/add")
    page.get_by_role("button", name="Add", exact=True).first.click()
    expect(page.get_by_role("alert")).to_have_text("Choose files, or drop them.")
    many = [made(f"{at}.htm", b"x") for at in range(1_001)]
    page.get_by_label("Choose files").set_input_files(many)
    expect(page.get_by_role("alert")).to_contain_text("send up to 1000 files")
    expect(page.get_by_role("button", name="Add", exact=True).first).to_be_disabled()
    page.get_by_role("button", name="Clear").click()
    expect(page.get_by_role("alert")).to_be_hidden()


def test_a_form_is_taken_from_our_own_page(page: Page) -> None:
    visit(page, "/filings/add")
    page.get_by_label("Its whole path").fill("filings")
    page.get_by_label("Its whole path").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("give its whole path")
    expect(page.get_by_label("Its whole path")).to_have_value("filings")
