"""Compare an answer with a gold text: words, figures, and yes or no.

Words are compared by stem, without those of the question, so an answer that repeats the question
scores nothing. Of a passage of a report, the share that the answer quotes counts; of a gold text in
free words, the share of the shorter text in the longer. The same figure is printed in many ways:
rounded, or in the scale of the question ("1577.00" for a question in millions).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from secqa.evaluation.judging.case import JudgeCase
from secqa.evaluation.prose.conclusions import read_side
from secqa.evaluation.prose.expectation import scale_in
from secqa.evaluation.verdict import MARGIN
from secqa.parsing.lexicon import class_runs, stem, words
from secqa.reading.structure.text_figures import Figure, figures_in, sentences
from secqa.retrieval.terms import stems

_SIDES = {"Yes": True, "No": False}
_PRECISE_DIGITS = 2
"""Digits that a rounded figure must have for its own precision to excuse it: "1.6", not "2"."""
_EQUAL = 1 + 1e-9
"""So that a figure exactly on the margin counts as within it."""


def content(text: str, beside: str = "") -> frozenset[str]:
    """Stems of the content words, without those of `beside` unless nothing else is left."""
    own = frozenset(stem for stem in stems(text) if stem[0].isalpha())
    return own - frozenset(stems(beside)) or own


def coverage(content: frozenset[str], text: str) -> float:
    """Share of the stems that occur in a text; 1 if there are none."""
    return len(content & frozenset(stems(text))) / len(content) if content else 1.0


def wording(text: str, other: str) -> float:
    """Share of the neighbouring pairs of words that occur in another text; 1 if there are none."""
    own = _neighbours(text)
    return len(own & _neighbours(other)) / len(own) if own else 1.0


@lru_cache(maxsize=256)
def _neighbours(text: str) -> frozenset[tuple[str, str]]:
    return frozenset(pairwise(stem for stem in stems(text) if stem[0].isalpha()))


def sentence_coverage(passage: str, text: str) -> float:
    """Share of a passage's sentences that a text repeats word for word; 1 if there are none."""
    own = [words for part in sentences(passage) if (words := stems(part))]
    there = f" {' '.join(stems(text))} "
    count = sum(f" {' '.join(words)} " in there for words in own)
    return count / len(own) if own else 1.0


def yes_or_no(text: str) -> bool | None:
    """Whether a text says yes (True) or no (False); None for others."""
    return _SIDES.get(read_side(text))


def direction(text: str) -> bool | None:
    """True if a text speaks of rising only, False of falling only, None of both or neither."""
    classes = {name for _, _, run in class_runs([stem(w) for w in words(text)]) for name in run}
    sides = classes & {"up", "down"}
    return "up" in sides if len(sides) == 1 and "not" not in classes else None


def figures_agree(one: Figure, gold: Figure, scale: float = 1.0) -> bool:
    """Whether two figures agree in value, unit, sign, and year if both have one.

    `scale` is the scale of the question, in which a figure without a scale may be meant.
    """
    if "year" in (one.unit, gold.unit):
        return one.unit == gold.unit and one.value == gold.value
    if one.year and gold.year and one.year != gold.year:
        return False
    if (one.value < 0) != (gold.value < 0) and not (one.negative and gold.negative):
        return False
    return any(
        abs(one.size * f - gold.size * g) <= _margin(one, gold, f, g)
        for f, g in _factors(one, gold, scale)
    )


def missing_figures(
    golds: Sequence[Figure], given: Sequence[Figure], scale: float = 1.0
) -> tuple[Figure, ...]:
    """The gold figures that no given one agrees with."""
    return tuple(
        gold for gold in golds if not any(figures_agree(one, gold, scale) for one in given)
    )


def _factors(one: Figure, gold: Figure, scale: float) -> list[tuple[float, float]]:
    """Factors that bring two figures to one unit; empty if their units differ."""
    units = {one.unit, gold.unit}
    if units == {"percent", "money"}:
        return []
    if units == {"percent", ""}:
        # A bare number beside a percentage is one, or a fraction.
        return [(1, 1), (1, 100) if one.unit else (100, 1)]
    if "percent" in units:
        return [(1, 1)]
    own, other = (1.0 if each.scaled else scale for each in (one, gold))
    return [(1, 1), (own, 1), (1, other)]


def _margin(one: Figure, gold: Figure, factor: float, gold_factor: float) -> float:
    """The paper's 1% of the gold figure, or the rounding of either."""
    rounded = [MARGIN * gold.size * gold_factor, gold.half * gold_factor]
    if one.digits >= _PRECISE_DIGITS:
        rounded.append(one.half * factor)
    return max(rounded) * _EQUAL


@dataclass(frozen=True, slots=True)
class TextOverlap:
    """An answer compared with one gold text."""

    contradiction: str
    """Such as "says no for yes"; "" for none."""
    same_side: bool
    """Both begin with yes, or both with no."""
    lacking: tuple[Figure, ...]
    """Figures of the gold text that the answer does not have."""
    figures: float
    """Share of the gold figures that the answer has; 1 if there are none. In a passage, a missing
    figure counts by the share of its sentence that is quoted: omissions are not contradictions."""
    others: bool
    """The answer has figures, and none of them is in the gold text."""
    coverage: float
    """Share of the content words."""


def measure_overlap(gold: str, case: JudgeCase) -> TextOverlap:
    """Compare an answer with one gold text."""
    golds, given = (_new_figures(text, case.question) for text in (gold, case.answer))
    scale = scale_in(case.question)
    lacking = missing_figures(golds, given, scale)
    covered = coverage(content(gold, case.question), case.answer)
    if not case.quoted:
        added = missing_figures(given, golds, scale)
        covered = max(
            _shared(gold, case.answer, case.question, len(golds), len(lacking)),
            _shared(case.answer, gold, case.question, len(given), len(added)),
        )
    return TextOverlap(
        contradiction="" if case.quoted else _contradiction(gold, case),
        same_side=yes_or_no(gold) is not None and yes_or_no(gold) == yes_or_no(case.answer),
        lacking=lacking,
        figures=_figures(gold, case, scale),
        others=bool(given) and len(lacking) == len(golds) > 0,
        coverage=covered,
    )


def _shared(text: str, other: str, question: str, figures: int, lacking: int) -> float:
    """Share of a text's words and figures that another one has; 1 if there are none."""
    terms = content(text, question)
    words = coverage(terms, other) * len(terms) if terms else 0.0
    total = len(terms) + figures
    return (words + figures - lacking) / total if total else 1.0


def _figures(gold: str, case: JudgeCase, scale: float) -> float:
    given = _new_figures(case.answer, case.question)
    lacking = total = 0.0
    for sentence in sentences(gold):
        golds = _new_figures(sentence, case.question)
        there = wording(sentence, case.answer) if case.quoted and golds else 1.0
        lacking += there * len(missing_figures(golds, given, scale))
        total += len(golds)
    return 1 - lacking / total if total else 1.0


def _contradiction(gold: str, case: JudgeCase) -> str:
    """How the answer contradicts the gold text; "" if it does not."""
    for side, names in ((yes_or_no, ("no", "yes")), (direction, ("falling", "rising"))):
        expected, actual = side(gold), side(case.answer)
        if expected is not None and actual is not None:
            return "" if expected == actual else f"says {names[actual]} for {names[expected]}"
    return ""


def _new_figures(text: str, question: str) -> tuple[Figure, ...]:
    """Figures of a text that are not in the question."""
    in_question = {(figure.value, figure.unit) for figure in figures_in(question)}
    return tuple(one for one in figures_in(text) if (one.value, one.unit) not in in_question)
