"""Which forms of an answer a question can accept: yes or no, a name, a year, a count, an amount.

The words that ask leave little doubt: "how much" is never answered by "yes", "did it" never by an
amount. Where they leave the form open, every form is accepted.
"""

import re
from functools import lru_cache

from secqa.parsing.grammar.question_mentions import Mentions
from secqa.parsing.lexicon import load_patterns
from secqa.query.leaves import Companies, Parts, Years
from secqa.query.query import (
    Choose,
    Compare,
    Count,
    Filter,
    Holds,
    Logic,
    Options,
    Series,
)

_NAMES = frozenset({"company", "part", "option", "list"})
_FORMS = {
    "truth": frozenset({"truth"}),
    "figure": frozenset({"figure", "count"}),
    "count": frozenset({"count", "figure"}),
    "company": _NAMES,
    "year": frozenset({"year", "list"}),
}


def form_of(output: object) -> str:
    """`truth`, `figure`, `count`, `company`, `part`, `year`, `option`, `list` or `series`."""
    match output:
        case Compare() | Logic() | Holds():
            return "truth"
        case Count():
            return "count"
        case Series():
            return "series"
        case Filter():
            return "list"
        case Choose(top=top) if top != 1:
            return "list"
        case Choose(over=over):
            kinds = {Companies: "company", Years: "year", Parts: "part", Options: "option"}
            return kinds[type(over)]
    return "figure"


def demanded_forms(mentions: Mentions) -> frozenset[str]:
    """The forms that the words allow; empty where they allow all."""
    text = mentions.question.lower().replace("’", "'").strip()
    for name, forms in _FORMS.items():
        if _pattern(name).search(text) and not _pattern(f"not_{name}").search(text):
            return forms
    return frozenset()


def demands_number(question: str) -> bool:
    """Whether something is to be counted, which no amount of money answers."""
    return _pattern("number").search(question.lower().strip()) is not None


@lru_cache(maxsize=16)
def _pattern(name: str) -> re.Pattern[str]:
    return load_patterns("answer_forms")[name]
