"""Gates: what is too close, too far apart or too small is not asked for, and all else is."""

from dataclasses import replace

import pytest
from tests.support.benchmark_tables import (
    CATALOGUE,
    full_table,
    printed,
    report,
    row,
    source_with,
)
from tests.support.value_reasons import reason_against

from secqa.benchmark.draft import Draft, interpret
from secqa.benchmark.fact_table import fact_table_of
from secqa.metrics.catalogue import load_catalogue
from secqa.parsing.ground import ground
from secqa.query.leaves import Companies, Years
from secqa.query.period import EACH, Period
from secqa.query.query import Arithmetic, Choose, Compare, Growth, Lookup, Output, Query

NAMES = ("Alpha Works", "Beta Foods", "Gamma's", "Delta & Sons")
Y = Period(2024)
BY_COMPANY = Lookup("revenue", EACH, Y)
ONE, OTHER = (Lookup("revenue", name, Y) for name in NAMES[:2])
LATER, EARLIER = (Lookup("revenue", NAMES[0], Period(year)) for year in (2024, 2023))


def reason(output: Output, *values: float, years: bool = False, metric: str = "revenue") -> str:
    """Why it is not asked where companies, or years of the first, have these values."""
    if years:
        rows = [row(report(1, 2024), metric, 2024 - n, v) for n, v in enumerate(values)]
        documents = [report(1, 2024)]
    else:
        documents = [report(number, 2024) for number in range(1, len(values) + 1)]
        rows = [
            row(document, metric, 2024, value)
            for document, value in zip(documents, values, strict=True)
        ]
    source = source_with(rows, documents, printed(rows))
    truth = fact_table_of(rows, documents)
    query = Query((output,))
    grounded = ground(query, truth.known)
    draft = Draft("gap", (), ("revenue",), query, grounded, interpret(grounded, truth, CATALOGUE))
    return reason_against(draft, CATALOGUE, replace(source, lines_of=lambda _: ()))


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ((1000e6, 1005e6), "too close to tell"),
        ((1005e6, 1000e6), "too close to tell"),
        ((-1000e6, -1005e6), "too close to tell"),
        ((1000e6, 1020e6), ""),
        ((1000e6, -1000e6), ""),
        ((-1000e6, -2000e6), "a comparison of values below zero"),
    ],
)
def test_comparisons_that_rounding_could_turn(values: tuple[float, ...], expected: str) -> None:
    assert reason(Compare(ONE, ">", OTHER), *values) == expected


@pytest.mark.parametrize(
    ("rank", "top", "highest", "values", "clear"),
    [
        (1, 1, True, (100e9, 98e9, 97.9e9), True),
        (1, 1, True, (100e9, 99.5e9, 50e9), False),
        (1, 1, False, (100e9, 50e9, 49.8e9), False),
        (1, 1, False, (100e9, 99.8e9, 50e9), True),
        # The second must be told from the first and from the third.
        (2, 1, True, (100e9, 80e9, 50e9), True),
        (2, 1, True, (100e9, 99.5e9, 50e9), False),
        (2, 1, True, (100e9, 50e9, 49.8e9), False),
        (2, 1, True, (100e9, 80e9, 50e9, 49.9e9), True),
        # The first two, in order.
        (1, 2, True, (100e9, 80e9, 50e9), True),
        (1, 2, True, (100e9, 99.5e9, 50e9), False),
        (1, 2, True, (100e9, 80e9, 79.5e9), False),
        (1, 2, True, (100e9, 80e9, 50e9, 49.9e9), True),
        # All of them, in order.
        (1, 0, True, (100e9, 80e9, 50e9, 30e9), True),
        (1, 0, True, (100e9, 80e9, 50e9, 49.9e9), False),
        (1, 0, False, (100e9, 99.9e9, 50e9, 30e9), False),
    ],
)
def test_winners_that_rounding_could_change(
    rank: int, top: int, highest: bool, values: tuple[float, ...], clear: bool
) -> None:
    over = Companies(NAMES[: len(values)])
    choice = Choose(over, BY_COMPANY, highest, rank, top)
    assert reason(choice, *values) == ("" if clear else "no clear winner")
    # The order in which they are named changes nothing.
    backwards = Choose(Companies(over.names[::-1]), BY_COMPANY, highest, rank, top)
    assert reason(backwards, *values) == ("" if clear else "no clear winner")


def test_a_winner_that_only_tells_what_to_look_up_must_lead_as_well() -> None:
    then = Lookup("revenue", Choose(Companies(NAMES[:2]), BY_COMPANY), Y)
    assert reason(then, 100e9, 99.5e9) == "no clear winner"
    assert reason(then, 100e9, 90e9) == ""
    each = Lookup("revenue", NAMES[0], Period(each=True))
    year = Choose(Years((Period(2023), Y)), each)
    assert reason(Lookup("revenue", NAMES[0], year), 100e9, 99.5e9, years=True) == "no clear winner"


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ((100e9, 19e9), "the companies are too far apart"),
        ((19e9, 100e9), "the companies are too far apart"),
        ((100e9, 25e9), ""),
        ((25e9, 100e9), "the other company's is higher"),
        ((100e9, -50e9), "the base is negative or near zero"),
        ((100e9, 0.5e9), "the base is negative or near zero"),
        ((100e9, 100.05e9), "the change is near zero"),
        ((100e9, 0.0), "a value is zero"),
    ],
)
def test_percentages_between_companies(values: tuple[float, float], expected: str) -> None:
    # A base of zero divides nothing: T has no answer to that.
    if values[1] == 0:
        assert reason(Arithmetic("-", ONE, OTHER), *values) == expected
    else:
        assert reason(Growth(ONE, OTHER), *values) == expected


def test_one_company_may_grow_as_much_as_it_likes() -> None:
    assert reason(Growth(LATER, EARLIER), 100e9, 4e9, years=True) == ""
    assert reason(Growth(LATER, EARLIER), 4e9, 100e9, years=True) == ""
    assert reason(Growth(LATER, EARLIER), 4e9, -1e9, years=True)


def test_a_difference_of_nothing_is_not_asked_for() -> None:
    assert reason(Arithmetic("-", ONE, OTHER), 5e9, 5e9) == "a value is zero"
    assert reason(Arithmetic("-", ONE, OTHER), 5e9, 4e9) == ""


def test_by_how_much_one_exceeds_another_is_asked_where_it_does() -> None:
    gap = Arithmetic("-", ONE, OTHER)
    assert reason(gap, 100e9, 60e9) == ""
    assert reason(gap, 60e9, 100e9) == "the other company's is higher"


def test_nothing_is_worked_out_of_what_is_printed_too_roughly() -> None:
    # Made reports print millions.
    assert reason(ONE, 40e6) == ""
    rough = reason(Arithmetic("-", ONE, OTHER), 40e6, 10e6)
    assert rough == "a value is printed too roughly"
    assert reason(Arithmetic("-", ONE, OTHER), 400e6, 100e6) == ""


def test_a_payment_that_brought_cash_is_none() -> None:
    paid = Lookup("dividends_paid", NAMES[0], Y)
    assert reason(paid, -400e6, metric="dividends_paid") == "a payment that was an income"
    assert reason(paid, 400e6, metric="dividends_paid") == ""


@pytest.mark.parametrize(
    ("before", "expected"), [(-860e6, "the base is negative or near zero"), (860e6, "")]
)
def test_a_growth_that_begins_at_a_loss_is_none(before: float, expected: str) -> None:
    catalogue = load_catalogue()
    report_ = report(1, 2024)
    rows = [
        row(report_, "net_income", year, value) for year, value in ((2024, 1e9), (2023, before))
    ]
    truth = full_table(rows, [report_], (), catalogue)
    query = ground(Query((Lookup("net_income_growth", NAMES[0], Y),)), truth.known)
    gold = interpret(query, truth, catalogue)
    draft = Draft("value_in_period", (), ("net_income_growth",), query, query, gold)
    source = source_with(rows, [report_], printed(rows))
    found = reason_against(draft, catalogue, replace(source, lines_of=lambda _: ()))
    assert found == expected
