"""What kind of company prints such lines, and what that kind does not have."""

import pytest

from secqa.corpus.company_wordings import RowLabel
from secqa.metrics.catalogue import load_catalogue
from secqa.parsing.entities.industry import industry_of, is_foreign, prints
from secqa.parsing.entities.label_mentions import Lines

CATALOGUE = load_catalogue()
BANK = ("Total deposits", "Net interest income", "Loans, net")
INSURER = ("Net premiums earned", "Losses and loss adjustment expenses", "Total revenues")


def lines(*labels: str, statements: int = 1) -> Lines:
    return Lines(tuple(RowLabel(label, 2, statements) for label in labels))


@pytest.mark.parametrize(
    ("printed", "industry"),
    [
        (lines(*BANK), "bank"),
        (lines(*INSURER), "insurer"),
        (lines("Net sales", "Customer deposits", "Interest expense, net"), "general"),
        (lines("Net sales", "Loans, net"), "general"),
        (lines(*BANK, statements=0), "general"),
    ],
)
def test_lines_of_statements_tell_the_industry(printed: Lines, industry: str) -> None:
    assert industry_of(printed) == industry


@pytest.mark.parametrize(
    ("metric", "bank", "insurer"),
    [
        ("current_ratio", True, True),
        ("gross_margin", True, True),
        ("ebitda", True, True),
        ("combined_ratio", True, False),
        ("net_interest_margin", False, True),
        ("return_on_equity", False, False),
        ("total_debt", False, False),
    ],
)
def test_a_ratio_without_its_parts_means_nothing(metric: str, bank: bool, insurer: bool) -> None:
    assert is_foreign(CATALOGUE[metric], "bank", CATALOGUE) is bank
    assert is_foreign(CATALOGUE[metric], "insurer", CATALOGUE) is insurer


def test_what_is_printed_all_the_same_is_there() -> None:
    assert prints(lines(*INSURER, "Operating income"), CATALOGUE["operating_income"])
    assert not prints(lines(*INSURER), CATALOGUE["operating_income"])
