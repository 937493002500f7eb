"""Determine from a label or a concept whether its positive figures are income or expense.

Half of all income statements print "Other expense (income), net", the others "Other income
(expense), net" for the same metric. The parentheses in the label show the meaning of parentheses
around a figure, regardless of the order: "Net (loss) income" prints an income without them.
"""

import re
from functools import lru_cache

from secqa.word_lists import any_of

_AN_EARNED = any_of("income(s), gain(s), earnings, profit(s), benefit(s), credit(s)")
_A_SPENT = any_of("expense(s), loss, losses, provision(s), charge(s), cost(s), deduction(s)")
_NOT_A_SENSE = re.compile(r"\bincome tax(?:es)?\b|\bbefore\b.*")
"""Uses of "income" that do not determine the sign: taxes on it, "before income"."""


@lru_cache(maxsize=16_384)
def printed_sense(label: str) -> int:
    """The sign of a figure without parentheses next to a label.

    1 if it is an income and one in parentheses an expense, -1 for the reverse, 0 for a label
    without both words.
    """
    return _sense(_PLAIN_EARNED, _PLAIN_SPENT, _NOT_A_SENSE.sub(" ", label.lower()))


@lru_cache(maxsize=4096)
def concept_sense(concept: str) -> int:
    """1 if a positive value of a concept is an income, -1 if an expense, 0 if its name is neutral.
    The first word decides for "IncomeLoss" or "ExpenseBenefit"."""
    words = _NOT_A_SENSE.sub(" ", concept_words(concept))
    return _sense(_FIRST_EARNED, _FIRST_SPENT, words)


def concept_words(concept: str) -> str:
    """Split a concept into words: "us-gaap:NetIncomeLoss" -> "net income loss"."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", concept.rpartition(":")[2]).lower()


def names_income(name: str) -> bool:
    """Whether a name has a word for income: "net income (loss)", not "net loss"."""
    return _AN_EARNED.search(name.lower()) is not None


@lru_cache(maxsize=1024)
def name_sense(name: str) -> int:
    """1 if a name has a word for income, -1 for expense, 0 for neither or both."""
    return _sense(_AN_EARNED, _A_SPENT, _NOT_A_SENSE.sub(" ", name.lower()))


def _sense(earned: re.Pattern[str], spent: re.Pattern[str], text: str) -> int:
    return bool(earned.search(text)) - bool(spent.search(text))


def _plain(plain: re.Pattern[str], bracketed: re.Pattern[str]) -> re.Pattern[str]:
    one, other = plain.pattern, bracketed.pattern
    inside, between = rf"\((?:net )?{other}[^()]*\)", r"[ /–—-]*(?:(?:and|or) )?"
    return re.compile(rf"{one}(?: from| for)?{between}{inside}|{inside}{between}(?:net )?{one}")


def _first(first: re.Pattern[str], second: re.Pattern[str]) -> re.Pattern[str]:
    return re.compile(rf"{first.pattern} (?:and |or )?{second.pattern}")


_PLAIN_EARNED, _PLAIN_SPENT = _plain(_AN_EARNED, _A_SPENT), _plain(_A_SPENT, _AN_EARNED)
_FIRST_EARNED, _FIRST_SPENT = _first(_AN_EARNED, _A_SPENT), _first(_A_SPENT, _AN_EARNED)
