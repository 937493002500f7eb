"""Tell from a label or a concept whether its positive figures are earned or spent.

Half of all income statements print "Other expense (income), net" for what the others print as
"Other income (expense), net", and both are the same metric. The brackets in the label tell what
brackets around a figure mean, whatever comes first: "Net (loss) income" prints an income plain.
"""

import re
from functools import lru_cache

from secqa.word_lists import any_of

_AN_EARNED = any_of("income(s), gain(s), earnings, profit(s), benefit(s), credit(s)")
_A_SPENT = any_of("expense(s), loss, losses, provision(s), charge(s), cost(s), deduction(s)")
_NOT_A_SENSE = re.compile(r"\bincome tax(?:es)?\b|\bbefore\b.*")
"""Words that name an income and tell nothing of the sign: taxes on it, what it is before."""


@lru_cache(maxsize=16_384)
def printed_sense(label: str) -> int:
    """1 where a plain figure beside a label is earned and one in brackets spent, -1 where it is
    the other way round, 0 for a label that does not have both words."""
    return _sense(_PLAIN_EARNED, _PLAIN_SPENT, _NOT_A_SENSE.sub(" ", label.lower()))


@lru_cache(maxsize=4096)
def concept_sense(concept: str) -> int:
    """1 where a positive value of a concept is earned, -1 where it is spent, 0 where its name
    does not say: of "IncomeLoss" or "ExpenseBenefit" the first is positive."""
    words = _NOT_A_SENSE.sub(" ", concept_words(concept))
    return _sense(_FIRST_EARNED, _FIRST_SPENT, words)


def concept_words(concept: str) -> str:
    """ "us-gaap:NetIncomeLoss" as "net income loss"."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", concept.rpartition(":")[2]).lower()


def names_income(name: str) -> bool:
    """Whether a name has a word for what is earned: "net income (loss)", not "net loss"."""
    return _AN_EARNED.search(name.lower()) is not None


@lru_cache(maxsize=1024)
def name_sense(name: str) -> int:
    """1 for what is called an income, -1 for an expense, 0 for neither and for both."""
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
