import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.benchmark.made import report, row

from secqa.benchmark.validate import leads, numbers_in, printed_as_such, printed_forms


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
    assert not printed_as_such(fact, lambda _, page: pages[page])
    assert printed_as_such(fact, lambda _, page: {40: "5,432"}[page])


def test_a_winner_needs_a_lead() -> None:
    assert leads([100.0, 98.0, 3.0])
    assert not leads([99.5, 100.0])
    assert leads([-5.0, -6.0])
