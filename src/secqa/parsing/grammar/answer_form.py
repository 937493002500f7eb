"""Which forms of an answer a question can accept: yes or no, a name, a year, a count, an amount.

The words that ask leave little doubt: "how much" is never answered by "yes", "did it" never by an
amount. Where they leave the form open, every form is accepted.
"""

import re
from functools import lru_cache
from itertools import takewhile

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
_COUNTED = 4
"""Words after "how many" among which the thing counted is: "Class A ordinary shares"."""
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


def counts_what_is_unknown(mentions: Mentions) -> bool:
    """Whether "how many" is asked of things that are no metric, company, time or unit: stores,
    patents, restaurants. Of several companies, the companies may be counted."""
    asks = _pattern("counted_thing").search(mentions.question.lower())
    if (
        len(mentions.distinct_companies) > 1
        or asks is None
        or _pattern("countable").search(asks[1])
    ):
        return False
    at = next(place for place, word in enumerate(mentions.tokens) if word.end > asks.start(1))
    if mentions.classes[at] or mentions.time_tokens[at]:
        return False
    thing = list(takewhile(lambda place: "asks" not in mentions.classes[place],
                           range(at, min(at + _COUNTED, len(mentions.tokens)))))  # fmt: skip
    spans = [(link.first, link.last) for link in mentions.links]
    spans += [(amount.first, amount.last) for amount in mentions.amounts]
    spans += [(first, last) for _, first, last in mentions.companies]
    return not any(first <= place < last for place in thing for first, last in spans)


@lru_cache(maxsize=16)
def _pattern(name: str) -> re.Pattern[str]:
    return load_patterns("answer_forms")[name]
