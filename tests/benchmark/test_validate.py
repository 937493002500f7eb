import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.benchmark_tables import report, row

from secqa.benchmark.corpus_facts import numbers_in, printed_forms
from secqa.benchmark.gates.value_gates import (
    leads,
    printed_anywhere,
    printed_as_such,
)
from secqa.metrics.metric import Metric


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (391_035e6, "USD", "Total net sales 391,035"),
        (391_035e6, "USD", "Sales were $391.035 billion"),
        (-1_234_567.0, "USD", "Net loss (1,234,567)"),
        (6.08, "USD/shares", "Diluted $ 6.08"),
        (0.5, "USD/shares", "dividends of $.50 a share"),
        (0.241, "pure", "Effective tax rate 24.1 %"),
        (164_000.0, "count", "approximately 164,000 employees"),
        (164_000.0, "count", "164 thousand employees"),
    ],
)
def test_a_figure_is_found_as_it_is_printed(value: float, unit: str, text: str) -> None:
    assert printed_forms(value, unit) & numbers_in(text)


@pytest.mark.parametrize("text", ["391", "391.0", "39,103", "3,910,35x 5", "about 400 billion", ""])
def test_a_rounded_or_other_figure_is_not_the_figure(text: str) -> None:
    assert not printed_forms(391_035e6, "USD") & numbers_in(text)


@given(st.integers(1, 10**6), st.sampled_from([1, 10**3, 10**6, 10**9]))
def test_any_whole_number_is_found_at_any_scale(number: int, scale: int) -> None:
    assert printed_forms(float(number * scale), "USD") & numbers_in(f"| {number:,} |")


def test_printed_as_such_looks_at_evidence_pages_alone() -> None:
    fact = row(report(1, 2024), "revenue", 2024, 5_432e6, places=[(40, 2)])
    pages = {40: "nothing", 41: "5,432"}
    assert not printed_as_such(fact, lambda _, page: numbers_in(pages[page]))
    assert printed_as_such(fact, lambda _, page: numbers_in({40: "5,432"}[page]))


def test_a_winner_needs_a_lead() -> None:
    assert leads([100.0, 98.0, 3.0])
    assert not leads([99.5, 100.0])
    assert leads([-5.0, -6.0])


MARGIN = Metric("net_margin", "net margin", "pure", "duration", ("profit margin",))
FREE_CASH = Metric("free_cash_flow", "free cash flow", "USD", "duration")


@pytest.mark.parametrize(
    ("value", "metric", "text"),
    [
        (0.24123, MARGIN, "it came to 24.1% of sales"),
        (0.24, MARGIN, "Our profit margin was 24%"),
        (108_807e6, FREE_CASH, "Free cash flow | 108,807"),
        (108_807e6, FREE_CASH, "generated $108.8 billion"),
        (-1_234e6, FREE_CASH, "burned (1,234)"),
    ],
)
def test_a_worked_out_value_that_is_printed_is_found(
    value: float, metric: Metric, text: str
) -> None:
    assert printed_anywhere(value, metric, f"One line\n{text}\nanother")


@pytest.mark.parametrize(
    ("value", "metric", "text"),
    [
        (0.24123, MARGIN, "24% of our people work abroad"),
        (0.24123, MARGIN, "profit margin of 23.9%"),
        (46_000e6, FREE_CASH, "46 stores"),
        (108_807e6, FREE_CASH, "free cash flow of 98,807"),
    ],
)
def test_short_figures_count_beside_the_metrics_name_alone(
    value: float, metric: Metric, text: str
) -> None:
    assert not printed_anywhere(value, metric, text)
