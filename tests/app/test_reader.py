"""Reading tagged filings: what is told of a figure, a company, a search, and of checks."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.app.conftest import BASE
from tests.support.ingest_filings import write_filing

from secqa.app.library.outline import table_title
from secqa.app.server import make_app
from secqa.app.workplace import Current, Folders
from secqa.corpus.corpus_rows import DocumentRows
from secqa.corpus.corpus_store import open_corpus
from secqa.corpus.corpus_writer import CorpusWriter
from secqa.filings.document import Document, Element, ElementType, Statement, Table
from secqa.ingest.ingest_worker import ingest_file
from secqa.retrieval.indexing.page_index import update_index

THIS_YEAR = "/filings/ACME-10-K-2024"


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two years of one company and one of another, with their tags."""
    made = tmp_path_factory.mktemp("reader")
    bolt = {"company": "Bolt Parts Corp", "ticker": "BOLT", "cik": "0008"}
    paths = [
        write_filing(made / "filings" / "ACME" / "10-K-2024.html"),
        write_filing(made / "filings" / "ACME" / "10-K-2023.html", year=2023, sales="1,050"),
        write_filing(made / "filings" / "BOLT" / "10-K-2024.html", sales="2,000", **bolt),
    ]
    with CorpusWriter(made / "corpus") as writer:
        for path in paths:
            (read,) = ingest_file(path)
            assert isinstance(read, DocumentRows)
            writer.add(read)
    update_index(open_corpus(made / "corpus"))
    return made / "corpus"


@pytest.fixture(scope="module")
def client(corpus: Path) -> Iterator[TestClient]:
    """A browser of their server."""
    place = Current(corpus, Folders((corpus.parent / "filings",)))
    with TestClient(make_app(place), base_url=BASE) as made:
        yield made


def place_of(corpus: Path, figure: str, name: str = "ACME-10-K-2024") -> dict[str, str]:
    """The address of the cell that prints a figure."""
    document: Document = open_corpus(corpus).document(name)
    for element in document.elements:
        for row, cells in enumerate(element.table.cells if element.table else ()):
            for column, text in enumerate(cells):
                if figure in text:
                    place = {"page": element.page, "element": element.index, "row": row}
                    return {key: str(at) for key, at in (place | {"column": column}).items()}
    raise AssertionError(f"{figure} is not printed")


def told(html: str) -> str:
    """The text of some markup."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def test_a_figure_is_told_with_its_tag_and_metric(client: TestClient, corpus: Path) -> None:
    html = client.get(f"{THIS_YEAR}/cell", params=place_of(corpus, "1,234")).text
    text = told(html)
    assert "Net sales, fiscal 2024 $1.234 billion ($1,234,000,000)" in text
    assert "Printed $ 1,234, in millions" in text
    assert "Stands for total revenues" in text
    assert "Concept us-gaap:Revenues Value $1,234,000,000" in text
    assert "Period 2024-01-01 to 2024-12-31" in text
    assert "page 3 (printed “2”): ACME-10-K-2024" in text
    assert "SHA-256" in text


def test_its_years_and_other_companies_link_to_their_pages(
    client: TestClient, corpus: Path
) -> None:
    html = client.get(f"{THIS_YEAR}/cell", params=place_of(corpus, "1,234")).text
    years, companies = re.findall(r'<table class="plot">.*?</table>', html, re.DOTALL)
    assert told(years).startswith("Over the years")
    # The year's own report says 1,050, the one after it still prints 1,100.
    assert "2023 $1.05 billion later restated to $1.1 billion in the report ACME-10-K-2024" in told(
        years
    )
    assert 'href="/filings/ACME-10-K-2023?page=3' in years
    assert told(companies).endswith("BOLT $2 billion ACME (selected) $1.234 billion")
    assert 'href="/filings/BOLT-10-K-2024?page=3' in companies


def test_it_can_be_asked_about_and_compared(client: TestClient, corpus: Path) -> None:
    html = client.get(f"{THIS_YEAR}/cell", params=place_of(corpus, "1,234")).text
    link = re.search(r'href="(/ask\?q=[^"]+)"', html)
    assert link is not None
    answer = client.get(unescape(link[1])).text
    assert "$1.234 billion" in told(answer)
    assert "/compare?company=ACME&amp;metric=revenue&amp;from=2019&amp;to=2024" in html


def test_an_address_with_a_cell_opens_what_is_told_of_it(client: TestClient, corpus: Path) -> None:
    html = client.get(THIS_YEAR, params=place_of(corpus, "42")).text
    assert "Net income, fiscal 2024" in html.partition('class="panel"')[2]
    assert 'id="cell"' not in client.get(THIS_YEAR).text


def test_where_there_is_no_figure_nothing_is_told(client: TestClient) -> None:
    reply = client.get(f"{THIS_YEAR}/cell", params={"page": "1", "element": "0"})
    assert reply.status_code == 404
    assert "no figure" in reply.text


def test_a_figure_in_a_sentence_is_told_too(client: TestClient, corpus: Path) -> None:
    document = open_corpus(corpus).document("ACME-10-K-2024")
    sentence = next(one for one in document.elements if "4,200" in one.text)
    params = {"page": "2", "element": str(sentence.index)}
    text = told(client.get(f"{THIS_YEAR}/cell", params=params).text)
    assert text.startswith("number of employees, FY 2024 4,200")


def test_figures_can_be_chosen_without_a_pointer(client: TestClient, corpus: Path) -> None:
    html = client.get(f"{THIS_YEAR}/pages/3/figures").text
    at = place_of(corpus, "1,234")
    address = f"{THIS_YEAR}?page=3&amp;element={at['element']}&amp;row={at['row']}&amp;column=1"
    assert f'<a href="{address}">$ 1,234</a>' in html


def test_statements_and_sections_are_beside_the_pages(client: TestClient) -> None:
    html = client.get(THIS_YEAR).text
    assert re.search(r'data-page="2">Item 1. Business</a>', html)
    assert re.search(r'href="/filings/ACME-10-K-2023">10-K\s+2023</a>', html)


def test_filings_are_sorted_and_filtered(client: TestClient) -> None:
    def listed(**given: str) -> list[str]:
        html = client.get("/filings", params=given).text
        return re.findall(r'<th scope="row"><a href="/filings/([^"]+)"', html)

    assert listed() == ["ACME-10-K-2023", "ACME-10-K-2024", "BOLT-10-K-2024"]
    assert listed(sort="company", order="falling")[0] == "BOLT-10-K-2024"
    assert listed(year="2023") == ["ACME-10-K-2023"]
    assert told(client.get("/filings").text).count("Acme Rockets 10-K") == 2
    assert '<option value="2023">2023 (1)</option>' in client.get("/filings").text


def test_a_company_has_its_statements_by_year(client: TestClient) -> None:
    html = client.get("/companies/ACME").text
    assert "Total revenues $ millions 1,100 1,100 note 1 1,234 +12.2% +5.9%" in told(html)
    assert "Restated Acme Rockets, total revenues FY2023: $1.05 billion" in told(html)
    assert '<svg class="spark' in html
    assert 'href="/compare.xlsx?company=ACME' in html
    growth = told(client.get("/companies/ACME?set=Income+statement&view=growth").text)
    assert "+12.2%" in growth
    assert 'href="/filings/ACME-10-K-2024?page=3' in html
    assert client.get("/companies/NOBODY").status_code == 404


def test_the_peers_of_a_company_are_other_companies(client: TestClient) -> None:
    html = client.get("/companies/ACME").text.partition("<h2>Peers</h2>")[2].partition("<h2>")[0]
    assert re.findall(r'href="/companies/([^"]+)"', html) == ["BOLT"]
    assert "/compare?company=ACME&amp;company=BOLT" in html


def test_a_search_over_all_filings_can_be_limited(client: TestClient) -> None:
    html = client.get("/search", params={"q": "employees"}).text
    assert "<mark>employees</mark>" in html
    assert html.count("<li><h2>") >= 3
    only = client.get("/search", params={"q": "employees", "company": "Bolt Parts"}).text
    assert "BOLT-10-K-2024" in only
    assert "/filings/ACME" not in only
    none = client.get("/search", params={"q": "employees", "year": "1999"}).text
    assert "No filing is of that company" in none


def test_checks_tell_what_disagrees(client: TestClient) -> None:
    text = told(client.get(f"{THIS_YEAR}/checks").text)
    # It restates net sales of the year before.
    assert "documents total revenues FY 2023 $1.1 billion $1.05 billion" in text


def test_a_restated_figure_says_so_in_ask(client: TestClient) -> None:
    html = client.get("/ask", params={"q": "What were the total revenues of Acme in 2023?"}).text
    note = "of Acme Rockets in FY2023: later restated to $1.1 billion in the report ACME-10-K-2024"
    assert "$1.05 billion" in told(html)
    assert note in told(html)
    now = client.get("/ask", params={"q": "What were the total revenues of Acme in 2024?"}).text
    assert "restated" not in told(now)


def test_a_worked_out_figure_of_a_company_leads_to_its_parts(client: TestClient) -> None:
    html = client.get("/companies/ACME?set=Margins").text
    link = re.search(r'href="(/companies/ACME\?[^"]*cell=[^"]*FY2024#cell)" title="([^"]*)"', html)
    assert link is not None
    shown = client.get(unescape(link[1])).text.partition('id="cell"')[2]
    assert link[2] in told(shown).lower()
    assert 'href="/filings/ACME-10-K-2024?page=3' in shown


def test_a_table_is_called_by_its_statement_or_title() -> None:
    def table(caption: str, *path: str, statement: Statement | None = None) -> Element:
        cells = (("", "2024"), ("Sales", "1"))
        own = Table(cells, 1, ("", "2024"), (0.0, 0.0), caption, statement)
        return Element(1, ElementType.TABLE, "Sales 1", 1, path=path, table=own)

    assert table_title(table("", "Internal Control", statement=Statement.INCOME)) == (
        "Income statement"
    )
    assert table_title(table("(In millions)", "Leases", "(Unaudited)")) == "Leases"
    assert table_title(table("Lease expense:", "Leases")) == "Lease expense:"
    assert table_title(table("")) == "Sales 1"
