"""From tags to the rows of T: which concept, which value, which places."""

from dataclasses import replace
from pathlib import Path

import pytest
from tests.support.fact_filings import document, filing, money
from tests.support.metric_rows_cases import (
    CATALOGUE,
    HIGHLIGHT,
    NOTE,
    SALES,
    SALES_BEFORE,
    pages,
)

from secqa.corpus.corpus_rows import rows_for
from secqa.corpus.corpus_writer import CorpusWriter
from secqa.errors import SecqaError
from secqa.facts.fact import MetricFact
from secqa.facts.table.fact_store import database_rows, load_table
from secqa.facts.table.metric_rows import metric_facts
from secqa.facts.tags.ixbrl import facts_of
from secqa.filings.document import Filing, Location, Tag


def rows_of(read: Filing) -> dict[tuple[str, int, str], MetricFact]:
    rows = metric_facts(read.document, facts_of(read), CATALOGUE)
    return {(row.metric, row.fiscal_year, row.fiscal_period): row for row in rows}


def test_statement_first_then_other_tags_then_untagged_mentions() -> None:
    read = filing(
        money("us-gaap:Revenues", "y24", "1,234", NOTE),
        money("us-gaap:Revenues", "y24", "1,234", SALES),
        money("us-gaap:Revenues", "y23", "1,100", SALES_BEFORE),
    )
    rows = rows_of(read)
    row = rows["revenue", 2024, "FY"]
    assert (row.value, row.unit, row.concept) == (1.234e9, "USD", "Revenues")
    # Page 1 says $1.234 billion in a sentence, page 4 prints it in an untagged table.
    assert pages(row) == [(2, 2), (3, 1), (1, 1), (4, 1)]
    assert [e.quote for e in row.evidence] == [
        "Net sales | $ 1,234",
        "Total net sales | 1,234",
        "Net sales rose to $1.234 billion.",
        "Net sales | 1,234",
    ]
    assert rows["revenue", 2023, "FY"].value == 1.1e9


def test_the_statement_is_the_main_place_even_where_only_a_note_is_tagged() -> None:
    rows = rows_of(filing(money("us-gaap:Revenues", "y24", "1,234", NOTE)))
    assert pages(rows["revenue", 2024, "FY"]) == [(2, 2), (3, 1), (1, 1), (4, 1)]


def test_the_concept_in_the_statement_wins_for_all_years() -> None:
    read = filing(
        money("us-gaap:Revenues", "y24", "1,300", NOTE),
        money("us-gaap:Revenues", "y23", "1,200", NOTE),
        money("us-gaap:SalesRevenueNet", "y24", "1,234", SALES),
    )
    rows = rows_of(read)
    assert rows["revenue", 2024, "FY"].value == 1.234e9
    assert ("revenue", 2023, "FY") not in rows, "the other concept would be another figure"


def test_the_most_precise_of_equal_facts_counts() -> None:
    read = filing(
        money("us-gaap:Revenues", "y24", "1.2", HIGHLIGHT, scale="9", decimals="-8"),
        money("us-gaap:Revenues", "y24", "1,234", SALES),
        money("us-gaap:Revenues", "y24", "9,999", NOTE, decimals="-9"),
    )
    row = rows_of(read)["revenue", 2024, "FY"]
    assert row.value == 1.234e9
    # 1.2 billion agrees as far as it goes; 9,999 million does not.
    assert {page for page, _ in pages(row)} == {1, 2, 3, 4}
    assert (4, 1) in pages(row)


def test_segments_are_not_the_company() -> None:
    rows = rows_of(filing(money("us-gaap:Revenues", "segment", "1,234", SALES)))
    assert ("revenue", 2024, "FY") not in rows


def test_nil_is_no_value() -> None:
    nil = money("us-gaap:Revenues", "y24", "—", SALES, **{"xsi:nil": "true"})
    assert ("revenue", 2024, "FY") not in rows_of(filing(nil))


def test_classes_of_shares_on_the_cover_add_up() -> None:
    def count(context: str, text: str) -> Tag:
        return money(
            "dei:EntityCommonStockSharesOutstanding",
            context,
            text,
            Location(1, 2),
            unitref="sh",
            scale="0",
            decimals="INF",
        )

    row = rows_of(filing(count("cover_a", "1,000"), count("cover_b", "250")))[
        "shares_outstanding", 2024, "FY"
    ]
    assert (row.value, row.unit) == (1250, "shares")
    assert [e.quote for e in row.evidence] == [
        "The Class A and Class B shares outstanding were 1,000 and 250."
    ]


def test_a_difference_needs_both_parts() -> None:
    sales = money("us-gaap:Revenues", "y24", "1,234", SALES)
    cost = money("us-gaap:CostOfRevenue", "y24", "34", NOTE)
    row = rows_of(filing(sales, cost))["gross", 2024, "FY"]
    assert (row.value, row.concept) == (1.2e9, "Revenues-CostOfRevenue")
    assert ("gross", 2024, "FY") not in rows_of(filing(sales))


def test_a_company_s_own_concept_is_known_by_its_printed_line() -> None:
    own = money("acme:RocketSales", "y24", "1,234", SALES)
    row = rows_of(filing(own))["revenue", 2024, "FY"]
    assert (row.value, row.concept) == (1.234e9, "acme:RocketSales")
    in_a_note = money("acme:RocketSales", "y24", "1,234", NOTE)
    assert ("revenue", 2024, "FY") not in rows_of(filing(in_a_note))
    two = money("acme:OtherSales", "y24", "1,234", SALES)
    assert ("revenue", 2024, "FY") not in rows_of(filing(own, two)), "which of the two?"


def test_per_share_values_may_stand_in_a_column_of_equity() -> None:
    eps = {"unitref": "eps", "scale": "0", "decimals": "2"}
    tag = money("us-gaap:DividendsPerShare", "retained", "6.08", Location(2, 3, 3, 1), **eps)
    dollars = money("us-gaap:Dividends", "retained", "56", Location(2, 3, 2, 1))
    rows = rows_of(filing(tag, dollars))
    assert rows["dividends_per_share", 2024, "FY"].value == 6.08
    assert ("dividends", 2024, "FY") not in rows, "a part of equity is not all of it"


def test_employees_are_read_from_the_text() -> None:
    row = rows_of(filing())["employees", 2024, "FY"]
    assert (row.value, row.unit, row.concept) == (12_300, "count", "stated")
    (place,) = row.evidence
    assert (place.page, place.element, place.grade) == (1, 1, 2)
    assert "12,300 full-time employees" in place.quote


def test_a_document_without_fiscal_year_has_no_rows() -> None:
    read = filing(money("us-gaap:Revenues", "y24", "1,234", SALES))
    silent = replace(read.document.metadata, fiscal_year=None)
    nameless = replace(read.document, metadata=silent)
    assert metric_facts(nameless, facts_of(read), CATALOGUE) == ()


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    read = filing(
        money("us-gaap:Revenues", "y24", "1,234", SALES),
        money("us-gaap:Revenues", "y23", "1,100", SALES_BEFORE),
    )
    facts = facts_of(read)
    revision = read.document.metadata.sha256[:16]
    values = metric_facts(read.document, facts, CATALOGUE)
    with CorpusWriter(tmp_path / "c") as writer:
        writer.add(rows_for(document(), database_rows(revision, facts, values)))
    return tmp_path / "c"


def test_rows_come_back_from_disk_as_they_were(corpus: Path) -> None:
    read = filing(
        money("us-gaap:Revenues", "y24", "1,234", SALES),
        money("us-gaap:Revenues", "y23", "1,100", SALES_BEFORE),
    )
    assert load_table(corpus) == metric_facts(read.document, facts_of(read), CATALOGUE)


def test_filters(corpus: Path) -> None:
    assert {row.metric for row in load_table(corpus, metrics=["employees"])} == {"employees"}
    assert [row.fiscal_year for row in load_table(corpus, metrics=["revenue"])] == [2024, 2023]
    assert load_table(corpus, tickers=["NONE"]) == ()
    assert load_table(corpus, tickers=["ACME"]) == load_table(corpus)


def test_no_corpus(tmp_path: Path) -> None:
    with pytest.raises(SecqaError, match="not a corpus"):
        load_table(tmp_path)
