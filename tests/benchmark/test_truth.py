from tests.benchmark.made import made_rows, report, row

from secqa.benchmark.truth import truth_of
from secqa.language.query import Period


def test_the_report_of_the_year_answers_before_a_later_one() -> None:
    own, later = report(1, 2023), report(1, 2024)
    rows = [row(later, "revenue", 2023, 100.2e6), row(own, "revenue", 2023, 100e6)]
    truth = truth_of(rows, [own, later])
    fact = truth.value(truth.called(truth.companies[0]), "revenue", Period(2023))
    assert fact is not None
    assert (fact.document_id, fact.value) == (own.document_id, 100e6)


def test_without_it_the_next_later_report_that_carries_the_year_answers() -> None:
    next_one, after = report(1, 2024), report(1, 2025)
    rows = [row(after, "revenue", 2023, 100e6), row(next_one, "revenue", 2023, 100e6)]
    truth = truth_of(rows, [after, next_one])
    fact = truth.value(truth.called(truth.companies[0]), "revenue", Period(2023))
    assert fact is not None
    assert fact.document_id == next_one.document_id


def test_a_value_that_documents_disagree_on_is_none() -> None:
    own, later = report(1, 2023), report(1, 2024)
    rows = [row(own, "revenue", 2023, 100e6), row(later, "revenue", 2023, 103e6)]
    truth = truth_of(rows, [own, later])
    assert truth.value(truth.called(truth.companies[0]), "revenue", Period(2023)) is None


def test_a_report_that_lacks_the_value_is_not_replaced_by_a_later_one() -> None:
    own, later = report(1, 2023), report(1, 2024)
    truth = truth_of([row(later, "revenue", 2023, 1e6)], [own, later])
    assert truth.value(truth.called(truth.companies[0]), "revenue", Period(2023)) is None


def test_quarters_come_from_quarterly_reports_only() -> None:
    truth = truth_of(*made_rows())
    first = truth.companies[0]
    assert truth.periods(first, "revenue", "quarter") == (Period(2025, "quarter", 2),)
    fact = truth.value(truth.called(first), "revenue", Period(2025, "quarter", 2))
    assert fact is not None
    assert fact.form == "10-Q"
