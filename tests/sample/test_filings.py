"""The bundled filings: that they say what they are, and read as real ones do."""

import gzip
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from secqa.facts.fact import Fact
from secqa.facts.tags.ixbrl import facts_of
from secqa.filings.document import Filing
from secqa.filings.read import read_filing
from secqa.sample import sample_filings

PATHS = sorted(sample_filings().glob("*/*.html.gz"))
NOTICE = (
    "An abridged sample made by the secqa project from public figures. It is not a filing: "
    "its words are not the company's, and most of the company's report is left out."
)
ANNUAL = [path for path in PATHS if path.name.startswith("10-K")]


def ids(path: Path) -> str:
    return f"{path.parent.name}/{path.name.partition('.')[0]}"


@pytest.fixture(scope="module")
def read() -> dict[Path, Filing]:
    return {path: read_filing(path) for path in PATHS}


def html(path: Path) -> str:
    return gzip.decompress(path.read_bytes()).decode("ascii")


def test_there_are_22_filings_of_six_companies_in_less_than_3_mb() -> None:
    assert len(PATHS) == 22
    assert len({path.parent.name for path in ANNUAL}) == 6
    assert len(ANNUAL) == 18
    assert sum(path.stat().st_size for path in PATHS) < 3_000_000


@pytest.mark.parametrize("path", PATHS, ids=ids)
def test_each_file_says_that_it_is_no_filing(path: Path) -> None:
    text = html(path)
    assert f"<!-- {NOTICE}" in text
    shown = " ".join(ElementTree.fromstring(text).itertext())
    assert NOTICE in shown[: shown.index("UNITED STATES")]


@pytest.mark.parametrize("path", PATHS, ids=ids)
def test_each_file_is_well_formed_and_points_only_to_what_it_defines(path: Path) -> None:
    root = ElementTree.fromstring(html(path))
    contexts = {node.get("id") for node in root.iter("{http://www.xbrl.org/2003/instance}context")}
    units = {node.get("id") for node in root.iter("{http://www.xbrl.org/2003/instance}unit")}
    tags = [node for node in root.iter() if node.tag.startswith("{http://www.xbrl.org/2013/")]
    assert {node.get("contextRef") for node in tags} - {None} == contexts
    assert {node.get("unitRef") for node in tags} - {None} == units
    identities = [node.get("id") for node in root.iter() if node.get("id")]
    assert len(identities) == len(set(identities))
    continued = {node.get("continuedAt") for node in tags} - {None}
    assert continued <= set(identities)


@pytest.mark.parametrize("path", PATHS, ids=ids)
def test_the_cover_states_what_the_document_is(path: Path, read: dict[Path, Filing]) -> None:
    metadata = read[path].document.metadata
    ticker, name = path.parent.name, path.name.removesuffix(".html.gz")
    assert metadata.ticker == ticker
    assert re.fullmatch(r"\d{10}", metadata.cik)
    assert not metadata.guessed
    if metadata.form == "8-K":
        assert name == f"8-K-{metadata.period_end}"
        return
    quarter = "" if metadata.fiscal_period == "FY" else f"-{metadata.fiscal_period}"
    assert name == f"{metadata.form}-{metadata.fiscal_year}{quarter}"


@pytest.mark.parametrize("path", PATHS, ids=ids)
def test_pages_print_their_numbers_except_the_cover(path: Path, read: dict[Path, Filing]) -> None:
    pages = read[path].document.pages
    assert pages[0].label == ""
    first = int(pages[1].label)
    assert [page.label for page in pages[1:]] == [
        str(first + place) for place in range(len(pages) - 1)
    ]


@pytest.mark.parametrize("path", ANNUAL, ids=ids)
def test_annual_reports_are_long_enough_to_search_in(path: Path, read: dict[Path, Filing]) -> None:
    assert 14 <= len(read[path].document.pages) <= 22


@pytest.mark.parametrize("path", PATHS, ids=ids)
def test_every_tag_in_a_table_stands_at_the_cell_that_prints_it(
    path: Path, read: dict[Path, Filing]
) -> None:
    filing = read[path]
    elements = {element.index: element for element in filing.document.elements}
    for fact in facts_of(filing):
        if fact.value is None or fact.place is None or fact.place.row < 0:
            continue
        table = elements[fact.place.element].table
        assert table is not None
        assert prints(table.cells[fact.place.row][fact.place.column], fact), fact


def prints(cell: str, fact: Fact) -> bool:
    """Whether a cell's digits are the fact's, in one of the scales of its unit."""
    assert fact.value is not None
    digits = re.sub(r"[^\d.]", "", cell)
    if not digits:
        return fact.value == 0
    scale = {"USD": 1e6, "shares": 1e6, "pure": 0.01}.get(fact.unit, 1)
    return float(digits) * scale == pytest.approx(abs(fact.value))


@pytest.mark.parametrize("path", ANNUAL, ids=ids)
def test_main_figures_stand_on_several_pages(path: Path, read: dict[Path, Filing]) -> None:
    filing = read[path]
    end = filing.document.metadata.period_end
    for concept in ("NetIncomeLoss", "EarningsPerShareDiluted", "IncomeTaxExpenseBenefit"):
        pages = {
            fact.place.page
            for fact in facts_of(filing)
            if fact.concept == f"us-gaap:{concept}"
            and fact.end == end
            and fact.place
            and not fact.dimensions
        }
        assert len(pages) >= 2, concept


def test_the_difficulties_of_real_markup_are_there() -> None:
    text = {ids(path): html(path) for path in PATHS}
    everything = "".join(text.values())
    assert 'sign="-"' in everything
    assert 'format="ixt:fixed-zero"' in everything
    assert 'xsi:nil="true"' in everything
    assert "-sec-ix-hidden:" in text["PG/10-K-2025"]
    assert re.search(r"<ix:nonFraction[^>]*><ix:nonFraction", text["META/10-K-2024"])
    assert "<ix:continuation" in text["NVDA/10-K-2025"]
    assert re.search(r'scale="9"[^>]*>159\.5</ix:nonFraction> billion', text["HD/10-K-2024"])
    assert re.search(r">\)</span></td>", text["KO/10-K-2024"])
    # A payment is tagged positive and printed in parentheses.
    assert re.search(
        r">\(<ix:nonFraction [^>]*PaymentsToAcquirePropertyPlantAndEquipment\"[^>]*>2,064<",
        text["KO/10-K-2024"],
    )


def test_a_year_known_from_comparative_columns_shows_no_more_than_they_state() -> None:
    text = html(sample_filings() / "META" / "10-K-2022.html.gz")
    assert "EntityCommonStockSharesOutstanding" not in text
    assert "116,609" in text
    assert "2020" not in re.sub(r"<[^>]*>", " ", text.partition("</ix:header>")[2])


def test_announcements_carry_plain_numbers() -> None:
    text = html(sample_filings() / "NVDA" / "8-K-2025-08-27.html.gz")
    assert "nonFraction" not in text
    assert "46,743" in text
