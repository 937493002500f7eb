"""Read questions in steps: "Find the company with … . What was that company's … in that year?"

Each sentence is read separately, with a stand-in company and year for "that company" and "that
year"; the choices of earlier sentences then replace the stand-ins in the query.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from secqa.errors import CannotAnswer
from secqa.filings.dates import YEAR
from secqa.query.leaves import Companies, Years
from secqa.query.period import Period
from secqa.query.query import Choose, Lookup, Query
from secqa.query.tree import map_children, nodes

_SENTENCE = re.compile(r"(?<=[.?!])\s+(?=[A-Z])")
_COMPANY = re.compile(r"(?i)\b(?:that|this|the same|said) (?:company|firm|business)\b")
_YEAR = re.compile(r"(?i)\b(?:that|this|the same|said) (?:fiscal )?year\b")

Read = Callable[[str], tuple[Query, float]]
"""Reads a sentence as a query with a probability; raises CannotAnswer if it cannot."""


@dataclass(frozen=True, slots=True)
class Steps:
    """A question that was read sentence by sentence."""

    query: Query
    probability: float
    """Probability that all sentences were read correctly."""


def read_steps(question: str, read: Read) -> Steps | None:
    """Read a question in steps; None for other questions and unclear steps."""
    sentences = _sentences(question)
    if not any(_COMPANY.search(one) or _YEAR.search(one) for one in sentences[1:]):
        return None
    company: Choose | None = None
    year: Choose | None = None
    probability = 1.0
    for place, sentence in enumerate(sentences):
        try:
            found, likely = _read_in_place(sentence, company, year, read)
        except CannotAnswer:
            return None
        probability *= likely
        if place == len(sentences) - 1:
            return Steps(found, probability)
        match found.outputs:
            case (Choose(over=Companies(), top=1) as chosen,):
                company = chosen
            case (Choose(over=Years(), top=1) as chosen,):
                year = chosen
            case _:
                return None
    return None


def _sentences(question: str) -> list[str]:
    """Split a text into sentences, but not after an initial or "Inc."."""
    found: list[str] = []
    for piece in _SENTENCE.split(question.strip()):
        if found and re.search(r"\b(?:[A-Z]|Inc|Corp|Co|Ltd|St)\.$", found[-1]):
            found[-1] += f" {piece}"
        else:
            found.append(piece)
    return found


def _read_in_place(
    sentence: str, company: Choose | None, year: Choose | None, read: Read
) -> tuple[Query, float]:
    """Read a sentence, and insert the earlier choices."""
    chosen: dict[Any, Choose] = {}
    text = sentence
    if _COMPANY.search(sentence):
        name = _stand_in(company)
        text = _COMPANY.sub(name, text)
        chosen[name] = _require(company)
    if _YEAR.search(sentence):
        number = _stand_in_year(year, text)
        text = _YEAR.sub(f"fiscal {number}", text)
        chosen[Period(number)] = _require(year)
    query, likely = read(text)
    changed = Query(tuple(_replaced(one, chosen) for one in query.outputs), query.form)
    if chosen and not any(one in tuple(nodes(changed)) for one in chosen.values()):
        raise CannotAnswer("what was chosen before has no place in the sentence")
    return changed, likely


def _require(choice: Choose | None) -> Choose:
    if choice is None:
        raise CannotAnswer("nothing was chosen before")
    return choice


def _stand_in(company: Choose | None) -> str:
    """A company that replaces the choice while a sentence is read."""
    over = _require(company).over
    assert isinstance(over, Companies)
    if not over.names:
        raise CannotAnswer("chosen from all companies")
    return over.names[0]


def _stand_in_year(year: Choose | None, text: str) -> int:
    """A year that replaces the choice while a sentence is read, and that it does not contain."""
    named = {int(one) for one in YEAR.findall(text)}
    periods = [one for one in nodes(_require(year).over) if isinstance(one, Period) and one.year]
    latest = max((one.year or 0 for one in periods), default=2020)
    return next(number for number in range(latest, 0, -1) if number not in named)


def _replaced(tree: Any, chosen: dict[Any, Choose]) -> Any:
    """Replace stand-ins by the choices in all look-ups of a tree."""
    if isinstance(tree, Lookup):
        company = chosen.get(tree.company, tree.company)
        return replace(tree, company=company, period=chosen.get(tree.period, tree.period))
    return map_children(tree, lambda child: _replaced(child, chosen))
