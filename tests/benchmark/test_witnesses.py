"""Values are read again by ways that do not go through their tags."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

import pytest
from tests.support.benchmark_tables import made_source, report
from tests.support.fact_rows import metric_fact
from tests.support.filing_markup import document
from tests.support.generate_cases import made

from secqa.benchmark.card import card_of
from secqa.benchmark.gates.witnesses import CELL, ELSEWHERE, REPORT, TOTAL, Witnesses
from secqa.errors import SecqaError
from secqa.facts.fact import Evidence, MetricFact
from secqa.metrics.catalogue import load_catalogue

CATALOGUE = load_catalogue()
BODY = """<p>CONSOLIDATED STATEMENTS OF INCOME (in millions)</p><table>
<tr><td></td><td colspan="2">Year ended December 31,</td></tr>
<tr><td></td><td>2024</td><td>2023</td></tr>
<tr><td>Revenue</td><td>5,000</td><td>4,000</td></tr>
<tr><td>Cost of revenue</td><td>3,000</td><td>2,500</td></tr>
<tr><td>Gross profit</td><td>2,000</td><td>1,500</td></tr>
</table>"""
READ = document(BODY)
TABLE = next(one for one in READ.elements if one.table is not None)
REPORT_2024 = report(1, 2024)


def place(row: int, column: int, cell: str, element: int = TABLE.index) -> Evidence:
    return Evidence(
        REPORT_2024.document_id, TABLE.page, element, row, column, 2, f"Revenue | {cell}"
    )


def fact(value: float, *places: Evidence, metric: str = "revenue", year: int = 2024) -> MetricFact:
    return metric_fact(REPORT_2024, metric, value, year, evidence=places)


def witnesses(rows: Sequence[MetricFact]) -> Witnesses:
    source = replace(
        made_source(), rows=tuple(rows), parts=(), documents=(REPORT_2024,), document=lambda _: READ
    )
    return Witnesses(source, CATALOGUE)


def test_a_cell_in_the_column_of_the_period_is_one() -> None:
    row = fact(5e9, place(2, 1, "5,000"))
    assert witnesses([row]).of(row) == {CELL}
    assert not witnesses([row]).is_of_other_period(row)


def test_a_cell_in_another_column_speaks_against_a_value() -> None:
    row = fact(4e9, place(2, 2, "4,000"))
    assert witnesses([row]).is_of_other_period(row)
    assert witnesses([row]).fewest([row]) == 0


def test_a_sentence_is_one_if_it_names_the_year() -> None:
    def sentence(text: str) -> MetricFact:
        return fact(5e9, Evidence(REPORT_2024.document_id, 1, 9, -1, -1, 2, text))

    assert witnesses([]).of(sentence("Revenue was $5.0 billion in 2024.")) == {CELL}
    assert not witnesses([]).of(sentence("Revenue was $5.0 billion."))


def test_sums_other_places_and_other_reports_are_others() -> None:
    revenue = fact(5e9, place(2, 1, "5,000"), place(9, 1, "5,000", TABLE.index + 1))
    cost = fact(3e9, place(3, 1, "3,000"), metric="cost_of_revenue")
    profit = fact(2e9, place(4, 1, "2,000"), metric="gross_profit")
    later = replace(revenue, document_id="AW-10-K-2025")
    known = witnesses([revenue, cost, profit, later])
    assert known.of(revenue) == {CELL, ELSEWHERE, TOTAL, REPORT}
    assert known.fewest([revenue, cost]) == 2


def test_a_sum_of_concepts_has_a_cell_for_each() -> None:
    row = replace(fact(7.5e9, place(2, 1, "5,000"), place(3, 1, "2,500")), concept="A+B")
    assert witnesses([row]).of(row) == {CELL}


def test_shares_before_and_after_a_split_are_not_compared() -> None:
    def shares(count: float, year: int, stated: int) -> MetricFact:
        row = metric_fact(report(1, stated), "shares_diluted", count, year, unit="shares")
        return replace(row, fiscal_year=year)

    old, new = shares(500e6, 2023, 2023), shares(10_000e6, 2023, 2024)
    first, last = shares(490e6, 2022, 2022), shares(10_100e6, 2024, 2024)
    documents = tuple(report(1, year) for year in (2022, 2023, 2024))
    source = replace(made_source(), rows=(first, old, new, last), parts=(), documents=documents)
    known = Witnesses(source, CATALOGUE)
    assert known.are_across_split([first, last])
    assert not known.are_across_split([first, old])
    assert not known.are_across_split([new, last])


def test_suites_ask_for_witnesses_and_cards_count_them() -> None:
    kinds = (("value_in_period", 1.0),)
    benchmark = made(kinds=kinds, count=20)
    assert all(question.witnesses for question in benchmark.questions)
    assert "## Questions by witnesses" in card_of(benchmark)
    twice = made(kinds=kinds, count=10, witnesses=2)
    assert all(question.witnesses >= 2 for question in twice.questions)
    with pytest.raises(SecqaError, match="fewer witnesses than wanted"):
        made(kinds=kinds, count=10, witnesses=4)


def test_balances_of_the_day_before_a_year_are_of_that_year() -> None:
    row = replace(fact(4e9, place(2, 2, "4,000")), period_end=date(2023, 12, 31), fiscal_year=2023)
    assert witnesses([row]).of(row) == {CELL}
