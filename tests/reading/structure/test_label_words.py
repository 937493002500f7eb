"""Row labels folded to what tells them apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from secqa.metrics.metric import Metric
from secqa.reading.structure.label_words import label_words
from secqa.reading.structure.line_names import fit, names_of


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Net income (loss)", "Net earnings"),
        ("Net (loss) income", "Net income"),
        ("Net loss", "Net income (loss)"),
        ("Total shareowners’ equity", "Total stockholders' equity"),
        ("Net cash used in investing activities", "Net cash provided by investing activities"),
        (
            "Net cash provided by (used for) operating activities",
            "Net cash from operating activity",
        ),
        ("Inventories (Note 5)", "Inventory"),
        ("Income before provision for income taxes", "Income before provision for income tax"),
        ("Property, plant & equipment – net", "Property, plant and equipment, net"),
        ("Net earnings attributable to Somebody & Co.", "Net income attributable to"),
        ("Debt due within one year", "Debt, current"),
        ("Long-term debt currently due", "Long-term debt, current"),
        ("Current maturities of leases", "Current leases"),
        ("Treasury stock, 385,810 and 244,720 common shares at cost", "Treasury stock"),
        ("Cash at June 30, 2024", "Cash"),
        ("Total equity, beginning balances", "Total equity"),
        ("Consolidated", "Total"),
        ("Consolidated assets", "Assets"),
        ("Purchases of premises, net of sales: 2022, $1; 2021, $88", "Purchases of premises, net"),
        ("Borrowings, including notes: 2023—$3,565; 2022—$2,560", "Borrowings"),
        ("Total PP&E", "Total property, plant and equipment"),
    ],
)
def test_the_same_line_under_other_words(one: str, other: str) -> None:
    assert label_words(one) == label_words(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Net income", "Net income attributable to noncontrolling interests"),
        ("Net income", "Comprehensive income"),
        ("Total assets", "Total current assets"),
        ("Net income attributable to Acme", "Net income attributable to common shareholders"),
        ("Beginning of period", "End of period"),
        ("Debt due after one year", "Debt due within one year"),
        ("Debt, net of current portion", "Current portion of debt"),
    ],
)
def test_other_lines_stay_apart(one: str, other: str) -> None:
    assert label_words(one) != label_words(other)


def metric(**more: object) -> Metric:
    fields: dict[str, object] = {
        "id": "goodwill",
        "name": "goodwill",
        "unit": "USD",
        "period": "instant",
        "printed": ("goodwill", "goodwill, net"),
        "not_printed": ("acquired",),
    }
    return Metric(**(fields | more))  # type: ignore[arg-type]


def score(label: str, names: Metric, around: str = "") -> float:
    return fit(label, label_words(label), frozenset(label_words(around)), names_of(names))


def test_equal_words_go_before_words_that_are_only_held() -> None:
    goodwill = metric()
    assert score("Goodwill", goodwill) == 1.0
    assert 0 < score("Goodwill of the western stores", goodwill) < 0.8


def test_turning_and_refused_words_make_it_another_line() -> None:
    goodwill = metric()
    assert score("Impairment of goodwill", goodwill) == 0.0
    assert score("Goodwill acquired", goodwill) == 0.0


def test_a_label_that_says_nothing_needs_its_section() -> None:
    eps = metric(id="eps", printed=("diluted",), sections=("earnings per share",), not_printed=())
    assert score("Diluted", eps, "Earnings per common share") > score("Diluted", eps)


@given(st.text(max_size=80))
def test_any_label_is_folded_once_and_for_all(label: str) -> None:
    words = label_words(label)
    assert all(word for word in words)


def test_a_printed_name_is_not_refused_for_its_own_words() -> None:
    goodwill = metric(printed=("goodwill acquired in full",))
    assert score("Goodwill acquired in full", goodwill) > 0.9
