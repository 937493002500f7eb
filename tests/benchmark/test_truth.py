from tests.support.benchmark_tables import (
    CATALOGUE,
    QUARTERS,
    made_parts,
    made_rows,
    quarterly_amount,
    report,
    row,
)

from secqa.benchmark.fact_table import fact_table_of
from secqa.query.period import Period


def test_the_report_of_the_year_answers_before_a_later_one() -> None:
    own, later = report(1, 2023), report(1, 2024)
    rows = [row(later, "revenue", 2023, 100.2e6), row(own, "revenue", 2023, 100e6)]
    truth = fact_table_of(rows, [own, later])
    fact = truth.value(truth.companies[0].name, "revenue", Period(2023))
    assert fact is not None
    assert (fact.document_id, fact.value) == (own.document_id, 100e6)


def test_without_it_the_next_later_report_that_carries_the_year_answers() -> None:
    next_one, after = report(1, 2024), report(1, 2025)
    rows = [row(after, "revenue", 2023, 100e6), row(next_one, "revenue", 2023, 100e6)]
    truth = fact_table_of(rows, [after, next_one])
    fact = truth.value(truth.companies[0].name, "revenue", Period(2023))
    assert fact is not None
    assert fact.document_id == next_one.document_id


def test_a_value_that_documents_disagree_on_is_none() -> None:
    own, later = report(1, 2023), report(1, 2024)
    rows = [row(own, "revenue", 2023, 100e6), row(later, "revenue", 2023, 103e6)]
    truth = fact_table_of(rows, [own, later])
    assert truth.value(truth.companies[0].name, "revenue", Period(2023)) is None


def test_a_report_that_lacks_the_value_is_not_replaced_by_a_later_one() -> None:
    own, later = report(1, 2023), report(1, 2024)
    truth = fact_table_of([row(later, "revenue", 2023, 1e6)], [own, later])
    assert truth.value(truth.companies[0].name, "revenue", Period(2023)) is None


def test_quarters_come_from_quarterly_reports_only() -> None:
    truth = fact_table_of(*made_rows())
    first = truth.companies[0]
    assert truth.periods(first, "revenue", "quarter") == tuple(
        Period(year, "quarter", quarter) for year, quarter in QUARTERS[1]
    )
    assert truth.periods(first, "revenue", "to_date") == tuple(
        Period(year, "to_date", quarter) for year, quarter in QUARTERS[1] if quarter > 1
    )
    fact = truth.value(first.name, "revenue", Period(2025, "quarter", 2))
    assert fact is not None
    assert (fact.form, fact.value) == ("10-Q", quarterly_amount(1, "revenue", 2025, 2))
    fact = truth.value(first.name, "revenue", Period(2025, "to_date", 2))
    assert fact is not None
    halves = [quarterly_amount(1, "revenue", 2025, quarter) for quarter in (1, 2)]
    assert fact.value == sum(halves)


def test_parts_are_found_by_name_with_the_years_that_tell_of_them() -> None:
    truth = fact_table_of(*made_rows(), made_parts(), CATALOGUE)
    alpha, beta = truth.companies[:2]
    both = (Period(2023), Period(2024))
    assert truth.parts("revenue", {alpha.cik}) == (
        (alpha, "Cloud", both),
        (alpha, "Devices", both),
    )
    assert {part for _, part, _ in truth.parts("revenue", {beta.cik})} == {"Snacks", "Drinks"}
    fact = truth.value("Alpha Works", "revenue", Period(2024), "cloud")
    assert fact is not None
    assert (fact.metric, fact.value) == ("segment_revenue", 60e9)
    assert truth.parts("net_income", {alpha.cik}) == ()


def test_the_reports_that_tell_a_value_are_those_of_its_year_and_two_after() -> None:
    rows, documents = made_rows()
    truth = fact_table_of(rows, documents, made_parts(), CATALOGUE)
    (fact,) = (
        fact
        for fact in rows
        if (fact.document_id, fact.metric, fact.fiscal_year) == ("AW-10-K-2022", "revenue", 2022)
    )
    assert truth.carriers(fact) == {"AW-10-K-2022", "AW-10-K-2023", "AW-10-K-2024"}
    assert truth.carriers(made_parts()[0]) == {"AW-10-K-2024"}
