"""What a gold text and an answer have in common: a case in, shares and contradictions out.

A passage of a report is to be given as it stands: what counts is how much of it is there.
Somebody's own words may be said shorter or longer: what counts is how much of the one that says
less stands in the other, figures and words alike.
"""

from dataclasses import dataclass

from secqa.evaluation.judging.case import JudgeCase
from secqa.evaluation.judging.coverage import content, coverage, wording
from secqa.evaluation.judging.polarity import direction, named_before, yes_or_no
from secqa.evaluation.judging.stated import missing
from secqa.evaluation.prose.scale import scale_named
from secqa.reading.structure.text_figures import Figure, figures_in, sentences


@dataclass(frozen=True, slots=True)
class TextOverlap:
    """Of an answer beside one gold text."""

    contradiction: str
    """ "says no for yes"; "" for none."""
    same_side: bool
    """Both begin with yes, or both with no."""
    lacking: tuple[Figure, ...]
    """Figures of the gold text that the answer does not have."""
    figures: float
    """Share of those that it has; 1 of none. Of a passage, one that is lacking counts by how much
    of its sentence is there: what was left out altogether is no other figure."""
    others: bool
    """The answer tells figures, and none of them is the gold text's."""
    coverage: float
    """Share of what tells something."""


def measure(gold: str, case: JudgeCase) -> TextOverlap:
    """Compare an answer with one gold text."""
    golds, given = (_own_figures(text, case.question) for text in (gold, case.answer))
    scale = scale_named(case.question)
    lacking = missing(golds, given, scale)
    covered = coverage(content(gold, case.question), case.answer)
    if not case.quoted:
        added = missing(given, golds, scale)
        covered = max(
            _held(gold, case.answer, case.question, len(golds), len(lacking)),
            _held(case.answer, gold, case.question, len(given), len(added)),
        )
    return TextOverlap(
        contradiction="" if case.quoted else _contradiction(gold, case),
        same_side=yes_or_no(gold) is not None and yes_or_no(gold) == yes_or_no(case.answer),
        lacking=lacking,
        figures=_figures(gold, case, scale),
        others=bool(given) and len(lacking) == len(golds) > 0,
        coverage=covered,
    )


def _held(text: str, other: str, question: str, figures: int, lacking: int) -> float:
    """Share of a text's words and figures that another one has; 1 of none."""
    sought = content(text, question)
    words = coverage(sought, other) * len(sought) if sought else 0.0
    total = len(sought) + figures
    return (words + figures - lacking) / total if total else 1.0


def _figures(gold: str, case: JudgeCase, scale: float) -> float:
    given = _own_figures(case.answer, case.question)
    lacking = total = 0.0
    for sentence in sentences(gold):
        golds = _own_figures(sentence, case.question)
        there = wording(sentence, case.answer) if case.quoted and golds else 1.0
        lacking += there * len(missing(golds, given, scale))
        total += len(golds)
    return 1 - lacking / total if total else 1.0


def _contradiction(gold: str, case: JudgeCase) -> str:
    """What the answer says against the gold text; "" where both take one side, or either none."""
    for side, names in ((yes_or_no, ("no", "yes")), (direction, ("falling", "rising"))):
        known, said = side(gold), side(case.answer)
        if known is not None and said is not None:
            return "" if known == said else f"says {names[said]} for {names[known]}"
    other = named_before(gold, case.choices, case.answer)
    return f"names {other} first" if other else ""


def _own_figures(text: str, question: str) -> tuple[Figure, ...]:
    """Figures of a text that the question does not give."""
    asked = {(figure.value, figure.unit) for figure in figures_in(question)}
    return tuple(one for one in figures_in(text) if (one.value, one.unit) not in asked)
