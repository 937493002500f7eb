"""What labels and concepts say of the sign of their figures."""

import pytest

from secqa.metrics.senses import concept_sense, name_sense, printed_sense


@pytest.mark.parametrize(
    ("label", "sense"),
    [
        ("Total non-operating expense (income), net", -1),
        ("Other income (expense), net", 1),
        ("Other (gains) and losses", -1),
        ("Other (income)/deductions––net", -1),
        ("Net (loss) income", 1),
        ("Net (income) loss attributable to noncontrolling interests", -1),
        ("Benefit from (provision for) income taxes", 1),
        ("(Benefit) provision for income taxes", -1),
        ("Income tax expense (benefit)", -1),
        ("Income before provision (benefit) for income taxes", 0),
        ("Other income, net", 0),
        ("Gain on sale of plants (Note 5)", 0),
    ],
)
def test_brackets_in_a_label_tell_what_brackets_around_figures_mean(label: str, sense: int) -> None:
    assert printed_sense(label) == sense


@pytest.mark.parametrize(
    ("concept", "sense"),
    [
        ("us-gaap:NonoperatingIncomeExpense", 1),
        ("us-gaap:IncomeTaxExpenseBenefit", -1),
        ("us-gaap:GainLossOnDispositionOfAssets", 1),
        ("acme:OtherExpenseAndIncome", -1),
        ("us-gaap:InterestExpense", 0),
    ],
)
def test_the_first_word_of_a_pair_in_a_concept_is_positive(concept: str, sense: int) -> None:
    assert concept_sense(concept) == sense


@pytest.mark.parametrize(
    ("name", "sense"),
    [("other income, net", 1), ("income tax expense", -1), ("total assets", 0)],
)
def test_a_name_says_whether_it_is_earned(name: str, sense: int) -> None:
    assert name_sense(name) == sense
