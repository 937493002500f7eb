"""Formulas over the rows of one document."""

from dataclasses import replace
from datetime import date

from tests.support.fact_rows import metric_fact

from secqa.facts.fact import Evidence, MetricFact
from secqa.facts.table.compound import CompoundFact, compound_facts, missing_parts
from secqa.filings.document import Metadata
from secqa.metrics.catalogue import Catalogue
from secqa.metrics.metric import Metric


def base(metric_id: str, period: str, statement: str, fallback: str = "") -> Metric:
    return Metric(metric_id, metric_id, "USD", period, statement=statement, fallback=fallback)


def compound(metric_id: str, formula: str) -> Metric:
    return Metric(metric_id, metric_id, "USD", "duration", formula=formula)


CATALOGUE = Catalogue(
    {
        metric.id: metric
        for metric in (
            base("revenue", "duration", "income"),
            base("cost", "duration", "income"),
            base("gross", "duration", "income", fallback="revenue - cost"),
            base("tax", "duration", "income"),
            base("assets", "instant", "balance_sheet"),
            base("debt", "instant", "balance_sheet"),
            base("notes", "instant", "balance_sheet"),
            base("cash", "instant", "balance_sheet"),
            base("leases", "instant", ""),
            compound("debt_and_leases", "debt + leases?"),
            compound("total_debt", "debt + notes?"),
            compound("net_debt", "total_debt - cash"),
            compound("turnover", "revenue / avg(assets)"),
            compound("margin", "gross / revenue"),
        )
    }
)


def row(
    metric: str, value: float, year: int = 2024, period: str = "FY", document: str = "A"
) -> MetricFact:
    of = Metadata(document, "Acme", "ACME", "7", "10-K", year, period, date(year, 12, 31))
    more = {"period_start": None} if CATALOGUE[metric].period == "instant" else {}
    places = (Evidence(document, 1, 1, 1, 1, 2, "line"),)
    return metric_fact(of, metric, value, year, fiscal_period=period, evidence=places, **more)


def of(metric: str, *rows: MetricFact) -> list[CompoundFact]:
    return list(compound_facts(rows, CATALOGUE, [metric]))


def test_value_with_its_parts() -> None:
    sales, before, now = row("revenue", 90), row("assets", 40, 2023), row("assets", 50)
    (fact,) = of("turnover", sales, before, now)
    assert fact.value == 2
    assert fact.parts == (sales, now, before)
    assert (fact.fiscal_year, fact.fiscal_period, fact.document_id) == (2024, "FY", "A")


def test_what_the_balance_sheet_lacks_is_zero_and_said() -> None:
    rows = [row("debt", 7), row("cash", 2), row("assets", 50)]
    (fact,) = of("net_debt", *rows)
    assert (fact.value, fact.not_applicable) == (5, ("notes",))


def test_what_was_not_read_is_missing() -> None:
    assert of("total_debt", row("debt", 7)) == [], "no balance sheet: notes may be there"
    assert of("net_debt", row("cash", 2), row("assets", 5), row("notes", 1)) == [], "debt is needed"


def test_a_balance_sheet_without_its_total_is_not_there() -> None:
    """Cash flows and changes in equity tell cash and equity of years with no balance sheet."""
    total = base("total_assets", "instant", "balance_sheet")
    catalogue = Catalogue({**CATALOGUE.metrics, "total_assets": total})
    rows = [row("debt", 7), row("cash", 2), row("assets", 5)]
    assert compound_facts(rows, catalogue, ["total_debt"]) == ()
    rows.append(replace(rows[0], metric="total_assets", value=50))
    (fact,) = compound_facts(rows, catalogue, ["total_debt"])
    assert fact.value == 7


def test_a_quarterly_report_is_silent_on_what_only_notes_tell() -> None:
    rows = [row("debt", 7), row("cash", 2), row("assets", 50)]
    (fact,) = of("debt_and_leases", *rows)
    assert (fact.value, fact.not_applicable) == (7, ("leases",))
    quarterly = [replace(r, form="10-Q", fiscal_period="Q2") for r in rows]
    assert of("debt_and_leases", *quarterly) == []
    assert len(of("net_debt", *quarterly)) == 1, "notes payable would stand in the balance sheet"


def test_fallback_stands_in_only_where_nothing_is_stated() -> None:
    (fact,) = of("gross", row("revenue", 9), row("cost", 5))
    assert (fact.value, fact.formula) == (4, "revenue - cost")
    stated = [row("revenue", 9), row("cost", 5), row("gross", 4.5)]
    assert of("gross", *stated) == []
    (margin,) = of("margin", *stated)
    assert margin.value == 0.5


def test_documents_are_not_mixed() -> None:
    assert of("gross", row("revenue", 9), row("cost", 5, document="B")) == []


def test_year_to_date_takes_the_balance_of_its_quarter() -> None:
    rows = [
        row("revenue", 90, period="Q2 YTD"),
        row("assets", 50, period="Q2"),
        row("assets", 40, 2023, period="Q2"),
    ]
    (fact,) = of("turnover", *rows)
    assert (fact.value, fact.fiscal_period) == (2, "Q2 YTD")


def test_division_by_zero_is_no_value() -> None:
    assert of("turnover", row("revenue", 9), row("assets", 0), row("assets", 0, 2023)) == []


def test_what_a_value_lacks_is_told() -> None:
    def told(metric: str, *rows: MetricFact) -> tuple[str, ...]:
        return missing_parts(rows, CATALOGUE, CATALOGUE[metric])

    assert told("margin", row("revenue", 9.0)) == ("cost",)
    assert told("margin", row("revenue", 9.0), row("gross", 4.0)) == ()
    # The period that has most is the one to tell of.
    older = row("assets", 5.0, year=2023)
    assert told("turnover", row("revenue", 9.0), row("assets", 6.0), older) == ()
    assert told("turnover", row("revenue", 9.0), row("assets", 6.0)) == ("assets",)
    assert told("margin") == ()
