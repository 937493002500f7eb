"""Companies side by side: figures worked out by hand over a small T, each with its page."""

import csv
import io
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from zipfile import ZipFile

import pytest
from starlette.testclient import TestClient
from tests.app.conftest import BASE
from tests.support.compared_filings import write_compared_corpus

from secqa.app.server import make_app
from secqa.app.workplace import Current, Folders


@pytest.fixture(scope="module")
def compared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A browser of a corpus of four filings with tags."""
    corpus = write_compared_corpus(tmp_path_factory.mktemp("compared") / "corpus")
    with TestClient(make_app(Current(corpus, Folders())), base_url=BASE) as made:
        yield made


def page(client: TestClient, query: str) -> str:
    reply = client.get(f"/compare?{query}")
    assert reply.status_code == 200
    return reply.text


def cells(html: str, label: str) -> list[str]:
    """The texts of the first row that is called so, without the numbers of notes."""
    row = re.search(rf'<tr><th scope="row">{label}.*?</tr>', html, re.DOTALL)
    assert row is not None, label
    bare = re.sub(r"<sup>.*?</sup>", "", row.group().replace("<br>", " "), flags=re.DOTALL)
    return [re.sub(r"<.*?>", "", one).strip() for one in re.findall(r"<td.*?</td>", bare)]


def notes(html: str) -> list[str]:
    """The notes, in words."""
    found = re.findall(r'<li id="note-\d+"[^>]*>(.*?)</li>\n', html, re.DOTALL)
    return [unescape(" ".join(re.sub(r"<.*?>", " ", one).split())) for one in found]


def test_without_a_choice_some_companies_are_compared(compared: TestClient) -> None:
    html = page(compared, "")
    assert "Remove Acme Tools" in html
    assert "Remove Total revenues" in html
    assert cells(html, "Acme Tools") == [
        "500",
        "810",
        "1,000",
        "1,200",
        "+20.0%",
        "+33.9% FY2021 to FY2024",
    ]
    assert "<td class" in html.partition("Net income")[2]


def test_what_was_removed_does_not_come_back(compared: TestClient) -> None:
    html = page(compared, "company=ACME&metric=revenue")
    (without,) = re.findall(r'href="(/compare\?[^"]*)" aria-label="Remove Acme Tools"', html)
    left = compared.get(unescape(without)).text
    assert "Add a company above" in left
    assert "Remove Total revenues" in left
    assert 'aria-label="Remove Acme' not in left


def test_each_value_leads_to_its_page_with_the_line_marked(compared: TestClient) -> None:
    html = page(compared, "company=ACME&metric=revenue&from=2024")
    link = re.search(r'<td class="n"><a href="([^"]*)"[^>]*>1,200</a>', html)
    assert link is not None
    assert link[1].startswith("/filings/ACME-10-K-2024?page=1&amp;element=0")
    shown = compared.get(unescape(link[1])).text
    assert re.search(r'<mark class="seen">total revenues FY 2024', shown)


def test_a_restated_value_is_told_with_both(compared: TestClient) -> None:
    asked = "company=acme&metric=revenue&from=2022&to=2022"
    html = page(compared, asked)
    assert cells(html, "Total revenues")[0] == "810,000"
    assert notes(html) == [
        "Restated Acme Tools, total revenues FY2022: $800 million in ACME-10-K-2022, "
        "restated by the later document"
    ]
    assert cells(page(compared, f"{asked}&told=first"), "Total revenues")[0] == "800,000"


def test_growth_from_a_loss_is_none(compared: TestClient) -> None:
    html = page(compared, "company=ACME&metric=net_income&view=growth")
    assert cells(html, "Net income")[:4] == ["–", "–", "–", "+20.0%"]
    assert 'title="from zero or below no rate has a meaning"' in html
    assert cells(html, "Net income")[5] == "+68.7% FY2021 to FY2024"


def test_other_views_of_the_same_values(compared: TestClient) -> None:
    asked = "company=ACME&metric=revenue&metric=net_income&metric=total_assets&from=2023"
    shares = page(compared, f"{asked}&view=share")
    assert cells(shares, "Net income")[:2] == ["20.0%", "20.0%"]
    assert cells(shares, "Total revenues")[:2] == ["100.0%", "100.0%"]
    assert "% of total revenues" in shares
    assert cells(page(compared, f"{asked}&view=index"), "Net income")[:2] == ["100.0", "120.0"]


def test_what_is_worked_out_leads_to_its_parts(compared: TestClient) -> None:
    html = page(compared, "company=ACME&metric=net_margin")
    assert cells(html, "Net profit margin")[3] == "20.0%"
    link = re.search(r'href="([^"]*FY2024#cell)" title="([^"]*)"', html)
    assert link is not None
    assert link[2] == "net income / total revenues"
    told = compared.get(unescape(link[1])).text.partition('id="cell"')[2]
    assert "Net income / total revenues" in told
    assert "$240,000,000" in told
    assert '<a href="/filings/ACME-10-K-2024?page=1&amp;element=0' in told


def test_the_fourth_quarter_is_the_year_less_nine_months(compared: TestClient) -> None:
    html = page(compared, "company=ACME&metric=revenue&by=quarter")
    assert re.findall(r'<th scope="col" class="n">(Q\d \d+)', html) == ["Q3 2024", "Q4 2024"]
    assert cells(html, "Total revenues")[:2] == ["280,000", "380,000"]
    told = page(compared, "company=ACME&metric=revenue&by=quarter&cell=ACME:revenue:Q42024")
    assert "Total revenues of FY 2024 - total revenues of Q3 YTD 2024" in told


def test_days_have_no_quarters(compared: TestClient) -> None:
    html = page(compared, "company=ACME&metric=days_sales&metric=revenue&by=quarter")
    assert any("days of a whole year" in note for note in notes(html))


def test_earlier_values_are_counted_in_the_shares_of_today(compared: TestClient) -> None:
    asked = "company=ACME&metric=eps_diluted&metric=shares_diluted"
    html = page(compared, asked)
    assert cells(html, "Diluted earnings per share")[0] == "0.50"
    assert cells(html, "Diluted weighted")[:2] == ["100,000", "400,000"]
    told = page(compared, f"{asked}&cell=ACME:eps_diluted:FY2021")
    assert "Diluted earnings per share / 4, as shares count since ACME-10-K-2024" in told
    first = page(compared, f"{asked}&told=first")
    assert "No later filing here restates" not in first
    assert cells(first, "Diluted earnings per share")[0] == "2.00"
    assert any(note.startswith("Before a split") for note in notes(first))
    assert cells(first, "Diluted weighted")[5] == "–", "no rate over a split"


def test_doubtful_and_missing_values_say_why(compared: TestClient) -> None:
    html = page(compared, "company=BOLT&company=ACME&metric=cost_of_revenue&metric=revenue")
    told = notes(html)
    assert any(note.startswith("Doubtful") and "cost of revenue" in note for note in told)
    assert re.search(r'<td class="n doubtful"><a [^>]*>−30</a>', html)
    assert "Missing =Bolt & Sons <b>, FY2021, FY2022: no filing here covers it" in told
    lacking = "the income statement has no such line, or it was not found"
    assert any(note.endswith(lacking) for note in told)
    assert "no value a year before" in html
    assert cells(html, "=Bolt &amp; Sons &lt;b&gt;")[0] == "", "no filing covers the year"


def test_first_filed_values_that_nothing_restates_say_so(compared: TestClient) -> None:
    html = page(compared, "company=BOLT&metric=revenue&told=first")
    assert "No later filing here restates any of these figures" in html


def test_small_companies_keep_their_digits(compared: TestClient) -> None:
    html = page(compared, "company=ACME&company=BOLT&metric=revenue&from=2023")
    assert "$ millions" in html
    assert cells(html, "=Bolt &amp; Sons")[:2] == ["80.0", "90.5"]


def test_words_that_are_no_name_are_looked_for(compared: TestClient) -> None:
    html = page(compared, "company=tool&metric=margi")
    assert 'href="/compare?company=' in html.partition("found")[2]
    assert "Net profit margin" in html
    assert 'href="/compare?company=BOLT&amp;company=ACME&amp;metric=revenue"' in page(
        compared, "company=BOLT&company=acm&metric=revenue"
    )
    assert "Nothing is called" in page(compared, "company=BOLT&metric=zzz")
    by_name = page(compared, "company=Acme Tools Corp&metric=top line")
    assert "Remove Total revenues" in by_name
    assert by_name.count('class="chip"') == 2


def test_pictures_tell_their_values(compared: TestClient) -> None:
    html = page(compared, "company=ACME&company=BOLT&metric=revenue&metric=net_income")
    assert "Acme Tools FY2024: 1,200; " in html
    assert html.count("<svg") == 2


def test_a_comparison_is_taken_away_with_its_sources(compared: TestClient) -> None:
    asked = "company=ACME&company=BOLT&metric=revenue&metric=net_margin&from=2024"
    rows = list(csv.DictReader(io.StringIO(compared.get(f"/compare.csv?{asked}").text)))
    first = rows[0]
    assert (first["value"], first["document"], first["page"]) == (
        "1200000000.0",
        "ACME-10-K-2024",
        "1",
    )
    assert first["printed line"] == "total revenues FY 2024 1200000000.0"
    assert any(row["company"].startswith("'=Bolt") for row in rows)
    parts = [row["metric"] for row in rows if row["part of"] == "net_margin FY2024"]
    assert parts == ["net_income", "revenue"]
    told = compared.get(f"/compare.md?{asked}").text
    assert "| Acme Tools (ACME) | 1,200 | +20.0% | – |" in told
    assert "- ACME-10-K-2024 page 1: total revenues FY 2024 1200000000.0" in told
    assert "<b>" not in told
    book = compared.get(f"/compare.xlsx?{asked}")
    names = ZipFile(io.BytesIO(book.content)).read("xl/workbook.xml").decode()
    assert re.findall(r'sheet name="(\w+)"', names) == ["Table", "Values", "Notes"]


def test_the_workbook_of_a_comparison_works_itself_out(compared: TestClient) -> None:
    """Ratios are formulas over the sheet of values, changes over the table; both link to pages."""
    asked = "company=ACME&company=BOLT&metric=revenue&metric=net_margin"
    book = ZipFile(io.BytesIO(compared.get(f"/compare.xlsx?{asked}").content))
    sheet = book.read("xl/worksheets/sheet1.xml").decode()
    formulas = re.findall(r"<f>(.*?)</f><v>(.*?)</v>", sheet)
    ratios = [value for text, value in formulas if re.fullmatch(r"Values!\$G\$\d+ / .*", text)]
    changes = [float(value) for text, value in formulas if re.fullmatch(r"[A-Z]\d/[A-Z]\d-1", text)]
    assert ratios
    assert changes[0] == pytest.approx(0.2)
    assert "/filings/ACME-10-K-2024" in book.read("xl/worksheets/_rels/sheet1.xml.rels").decode()
    told = book.read("xl/sharedStrings.xml").decode()
    assert "net profit margin" in told
    assert "net_margin" not in told
    assert "total revenues ($ millions)" in told, "the unit that the page prints"
    assert 'formatCode="#,##0,,"' in book.read("xl/styles.xml").decode()
    assert "Acme Tools<" in told, "the usual name, as on the page"
    values = book.read("xl/worksheets/sheet2.xml").decode()
    assert re.search(r"<f>Values!\$G\$\d+ / Values!\$G\$\d+</f>", values)
    assert "/filings/ACME-10-K-2024" in book.read("xl/worksheets/_rels/sheet2.xml.rels").decode()


def test_the_workbook_has_no_empty_columns_or_sheets(compared: TestClient) -> None:
    asked = "company=ACME&metric=revenue&from=2024&to=2024"
    book = ZipFile(io.BytesIO(compared.get(f"/compare.xlsx?{asked}").content))
    assert 'sheet name="Notes"' not in book.read("xl/workbook.xml").decode()
    assert "growth a year" not in book.read("xl/sharedStrings.xml").decode()


def test_without_tags_the_way_on_is_told(folder: Path) -> None:
    with TestClient(make_app(Current(folder / "corpus", Folders())), base_url=BASE) as client:
        html = page(client, "company=EVIL&metric=revenue")
    assert "Evil &lt;script&gt;" in html
    assert "Nothing of this is tagged" in html
    assert any(note.endswith("its filing here has no tags") for note in notes(html))
