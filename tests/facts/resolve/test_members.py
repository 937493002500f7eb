"""Values of segments, regions and products, named as the tables name them."""

import csv
import json
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from tests.support.fact_filings import METADATA, money, table

from secqa.cli.main import app
from secqa.corpus.corpus_rows import rows_for
from secqa.corpus.corpus_schema import revision_of
from secqa.corpus.corpus_writer import CorpusWriter
from secqa.facts.fact import MetricFact
from secqa.facts.table.fact_store import database_rows, load_table
from secqa.facts.table.metric_rows import member_facts, metric_facts
from secqa.facts.table.sql import run_sql
from secqa.facts.tags.ixbrl import facts_of
from secqa.filings.document import (
    Context,
    Document,
    Element,
    ElementType,
    Filing,
    Location,
    Page,
    Table,
    Tag,
    Tagging,
)
from secqa.metrics.catalogue import load_catalogue

CATALOGUE = load_catalogue()
SEGMENTS, REGIONS = "us-gaap:StatementBusinessSegmentsAxis", "srt:StatementGeographicalAxis"
OPERATING = ("srt:ConsolidationItemsAxis", "us-gaap:OperatingSegmentsMember")

ROWS = table([["", "2024"], ["U.S. (1)", "70"], ["Canada1", "20"], ["Elsewhere", "10"]], None)
HEADED = table(
    [["", "2024"], ["Rockets:", ""], ["Net sales", "60"], ["Space Food:", ""], ["Net sales", "40"]],
    None,
)
COLUMNS = Table(
    cells=(
        ("", "Year ended December 31, 2024", ""),
        ("(In millions)", "Rockets", "Space Food"),
        ("Net sales", "61", "41"),
    ),
    header_rows=2,
    columns=("", "Year ended December 31, 2024 Rockets", "Space Food"),
    indents=(0.0,) * 3,
)


def read(grid: Table, *tags: tuple[str, int, int, tuple[tuple[str, str], ...]]) -> Filing:
    """A filing of one table; tags are concept, row, column and dimensions."""
    contexts = {}
    made: list[Tag] = []
    for number, (concept, row, column, dimensions) in enumerate(tags):
        contexts[f"c{number}"] = Context(date(2024, 1, 1), date(2024, 12, 31), dimensions)
        text = grid.cells[row][column] if row >= 0 else "5"
        place = Location(1, 0, row, column) if row >= 0 else None
        made.append(money(f"us-gaap:{concept}", f"c{number}", text, place))
    element = Element(0, ElementType.TABLE, "", 1, section="II/8", table=grid)
    document = Document(METADATA, (Page(1, "1", (element,)),))
    return Filing(document, Tagging(tuple(made), contexts, {"usd": "USD"}))


def members(filing: Filing) -> tuple[MetricFact, ...]:
    facts = facts_of(filing)
    rows = metric_facts(filing.document, facts, CATALOGUE)
    return member_facts(filing.document, facts, rows, CATALOGUE)


def named(filing: Filing) -> dict[tuple[str, str], float]:
    return {(fact.metric, fact.member): fact.value for fact in members(filing)}


def region(member: str) -> tuple[tuple[str, str], ...]:
    return ((REGIONS, member),)


def segment(member: str, *more: tuple[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(((SEGMENTS, member), *more)))


REGIONAL = read(
    ROWS,
    ("Revenues", 1, 1, region("country:US")),
    ("Revenues", 2, 1, region("country:CA")),
    ("Revenues", 3, 1, region("acme:OtherMember")),
)


def test_rows_name_regions() -> None:
    assert named(REGIONAL) == {
        ("geographic_revenue", "U.S."): 70e6,
        ("geographic_revenue", "Canada"): 20e6,
        ("geographic_revenue", "Elsewhere"): 10e6,
    }
    first = members(REGIONAL)[0]
    assert (first.concept, first.fiscal_year, first.unit) == ("Revenues@country:US", 2024, "USD")
    assert [(e.page, e.row, e.quote) for e in first.evidence] == [(1, 1, "U.S. (1) | 70")]


def test_headings_name_what_rows_call_alike() -> None:
    filing = read(
        HEADED,
        ("Revenues", 2, 1, segment("acme:RocketsSegmentMember")),
        ("Revenues", 4, 1, segment("acme:SpaceFoodMember")),
    )
    assert named(filing) == {
        ("segment_revenue", "Rockets"): 60e6,
        ("segment_revenue", "Space Food"): 40e6,
    }


def test_columns_name_segments() -> None:
    filing = read(
        COLUMNS,
        ("Revenues", 2, 1, segment("acme:RocketsSegmentMember", OPERATING)),
        ("Revenues", 2, 2, segment("acme:SpaceFoodMember", OPERATING)),
    )
    assert named(filing) == {
        ("segment_revenue", "Rockets"): 61e6,
        ("segment_revenue", "Space Food"): 41e6,
    }


def test_sums_eliminations_and_finer_parts_are_none() -> None:
    product = ("srt:ProductOrServiceAxis", "acme:FuelMember")
    filing = read(
        ROWS,
        ("Revenues", 1, 1, segment("us-gaap:IntersegmentEliminationMember")),
        ("Revenues", 2, 1, segment("us-gaap:ReportableSegmentAggregationMember")),
        ("Revenues", 3, 1, segment("acme:RocketsSegmentMember", product)),
    )
    assert named(filing) == {}


def test_a_part_alone_and_parts_that_no_table_names_are_left_out() -> None:
    assert named(read(ROWS, ("Revenues", 1, 1, region("country:US")))) == {}
    unnamed = (
        ("Revenues", -1, -1, region("country:US")),
        ("Revenues", -1, -1, region("a:BMember")),
    )
    assert named(read(ROWS, *unnamed)) == {}


def test_one_concept_gives_all_parts() -> None:
    filing = read(
        table(
            [["", "a", "b"], ["Rockets", "1", "10"], ["Food", "2", "20"], ["Toys", "3", ""]], None
        ),
        ("Revenues", 1, 2, segment("acme:RocketsMember")),
        ("Revenues", 2, 2, segment("acme:FoodMember")),
        ("SalesRevenueNet", 1, 1, segment("acme:RocketsMember")),
        ("SalesRevenueNet", 2, 1, segment("acme:FoodMember")),
        ("SalesRevenueNet", 3, 1, segment("acme:ToysMember")),
    )
    assert named(filing) == {
        ("segment_revenue", "Rockets"): 1e6,
        ("segment_revenue", "Food"): 2e6,
        ("segment_revenue", "Toys"): 3e6,
    }


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    document, facts = REGIONAL.document, facts_of(REGIONAL)
    revision = revision_of(document.metadata.sha256)
    whole = replace(members(REGIONAL)[0], metric="revenue", value=100e6, member="")
    with CorpusWriter(tmp_path / "c") as writer:
        writer.add(
            rows_for(
                document,
                database_rows(revision, facts, [whole], members(REGIONAL)),
            )
        )
    return tmp_path / "c"


def test_parts_and_wholes_are_kept_apart(corpus: Path) -> None:
    assert [(row.metric, row.value) for row in load_table(corpus)] == [("revenue", 100e6)]
    assert load_table(corpus, parts=True) == members(REGIONAL)
    answer = run_sql("select member, value from members order by value", corpus)
    assert answer.rows == (("Elsewhere", 10e6), ("Canada", 20e6), ("U.S.", 70e6))


def test_the_command_lists_them_by_name(corpus: Path, capfd: pytest.CaptureFixture[str]) -> None:
    def printed(*arguments: str) -> str:
        app(["facts", "--corpus", str(corpus), *arguments], standalone_mode=False)
        return capfd.readouterr().out

    out = printed("--metric", "sales by region", "--ticker", "ACME")
    assert "geographic_revenue of Canada  FY 2024  $20,000,000" in out
    assert "page 1, row 3, column 2: Canada1 | 20" in out
    found = json.loads(printed("--metric", "geographic_revenue", "--json"))
    assert {fact["member"] for fact in found} == {"U.S.", "Canada", "Elsewhere"}
    lines = csv.DictReader(printed("--csv", "-").splitlines())
    assert [line["member"] for line in lines] == ["", "U.S.", "Canada", "Elsewhere"]
    assert [fact["value"] for fact in json.loads(printed("--metric", "revenue", "--json"))] == [1e8]
