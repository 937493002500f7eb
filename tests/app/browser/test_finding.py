"""Names while one types, the palette that leads everywhere, and filters that work as one types."""

import re

from playwright.sync_api import Page, expect
from tests.app.browser.conftest import press, visit
from tests.support.browser_addresses import REVENUE, asking
from tests.support.browser_audit import ALL, violations


def test_names_are_offered_while_a_question_is_typed(page: Page) -> None:
    visit(page, "/ask")
    field = page.get_by_label("Question")
    field.press_sequentially("What was the acm")
    option = page.get_by_role("option", name="Acme Tools")
    expect(option).to_be_visible()
    press(page, "ArrowDown")
    expect(option).to_have_attribute("aria-selected", "true")
    assert violations(page, ALL) == []
    press(page, "Enter")
    expect(field).to_have_value("What was the Acme Tools ")
    field.press_sequentially("gross mar")
    expect(page.get_by_role("option").first).to_contain_text("margin")
    press(page, "Escape")
    expect(page.get_by_role("listbox")).to_have_count(0)


def test_the_palette_leads_to_filings_and_questions(page: Page) -> None:
    visit(page, asking(REVENUE))
    press(page, "Control+k")
    field = page.get_by_role("dialog", name="Find").get_by_role("combobox")
    expect(field).to_be_focused()
    expect(page.get_by_role("option", name=REVENUE)).to_be_visible()
    assert violations(page, ALL) == []
    field.fill("evil")
    expect(page.get_by_role("option", name="EVIL-10-K-2024")).to_be_visible()
    field.fill("add fil")
    expect(page.get_by_role("option", name="Add filings")).to_be_visible()
    press(page, "Enter")  # takes the first
    expect(page.get_by_role("heading", level=1)).to_have_text("Add filings")


def test_a_list_is_filtered_while_one_types(page: Page) -> None:
    visit(page, "/filings")
    page.get_by_label("Company, symbol or document").press_sequentially("acme")
    expect(page.locator(".count")).to_contain_text("1 of 2 filings")
    expect(page.get_by_role("link", name="EVIL-10-K-2024")).to_have_count(0)
    assert page.url.endswith("?find=acme")


def test_a_link_is_copied(page: Page) -> None:
    visit(page, asking(REVENUE))
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("link", name="Copy link").click()
    expect(page.get_by_role("status")).to_have_text("Link copied")
    assert page.evaluate("navigator.clipboard.readText()") == page.url


def test_hits_stay_in_sight_while_the_contents_follow(page: Page) -> None:
    visit(page, "/filings/ACME-10-K-2024?find=2024")
    for _ in range(3):
        page.get_by_role("link", name="Next").click()
    expect(page.get_by_role("link", name="Next")).to_be_in_viewport()


def test_a_hit_has_an_address_and_a_number(page: Page) -> None:
    visit(page, "/filings/ACME-10-K-2024?find=2024")
    told = page.get_by_label("In this filing").get_by_role("status")
    expect(told).to_have_text("1 of 2 hits on 2 pages")
    page.get_by_role("link", name="Next").click()
    expect(told).to_have_text("2 of 2 hits on 2 pages")
    expect(page).to_have_url(re.compile("find=2024&page=3&hit=1$"))
    page.reload()
    expect(told).to_have_text("2 of 2 hits on 2 pages")
    expect(page.locator("#page-3 mark.now")).to_be_in_viewport()
    expect(page.get_by_label("Page", exact=True)).to_have_value("3")


def test_the_focus_stays_where_a_company_was_removed(page: Page) -> None:
    visit(page, "/compare?company=ACME&company=EVIL&metric=revenue")
    page.get_by_role("link", name="Remove Evil").click()
    expect(page.get_by_label("Add a company")).to_be_focused()
    page.get_by_role("link", name="Quarters").click()
    expect(page.get_by_role("link", name="Quarters")).to_be_focused()
