"""Judge by rule, with a reason and the shares behind it.

If the gold answer is yes or no, or a name of the question, only the side or name that the answer
takes counts. Any other answer is right if it contradicts nothing, gives the important figures, and
has the content words. Beside yes, no or a name, figures are optional but must not differ.

The required share of a text is fitted (`benchmarks/judging.py`), separately for passages of a
report and for free words.
"""

import json
from dataclasses import dataclass
from functools import lru_cache

from secqa.evaluation.judging.case import JudgeCase, Judgement
from secqa.evaluation.judging.text_overlap import TextOverlap, measure_overlap
from secqa.evaluation.prose.conclusions import read_name, read_side
from secqa.files import bundled_text
from secqa.parsing.lexicon import class_runs, stem, words
from secqa.reading.structure.text_figures import Figure

LIMITS = "limits.json"
_FIGURES_NAMED = 3
"""Most figures that a reason names."""
_SIDES = {"Yes", "No"}


@dataclass(frozen=True, slots=True)
class MinimumShares:
    """Shares of a gold text that an answer must have."""

    coverage: float
    figures: float


@dataclass(frozen=True, slots=True)
class JudgeLimits:
    """The fitted limits."""

    passages: MinimumShares
    own_words: MinimumShares


@lru_cache(maxsize=1)
def fitted() -> JudgeLimits:
    """The limits that come with this package."""
    text = bundled_text("secqa.evaluation.judging", LIMITS)
    return JudgeLimits(**{name: MinimumShares(**least) for name, least in json.loads(text).items()})


def judge_offline(case: JudgeCase) -> Judgement:
    """The verdict by the gold text that the answer comes closest to."""
    if (verdict := _judge_choice(case)) is not None:
        return verdict
    least = fitted().passages if case.quoted else fitted().own_words
    return max(
        (judge_by(measure_overlap(gold, case), case, least) for gold in case.golds),
        key=lambda verdict: (verdict.right, verdict.coverage or 0.0),
    )


def _judge_choice(case: JudgeCase) -> Judgement | None:
    """The verdict if the answer is one of a few; None if it takes none of them."""
    golds = set(case.golds)
    if golds <= _SIDES:
        choice = read_side(case.answer)
    elif golds <= set(case.choices):
        choice = read_name(case.answer, case.choices)
    else:
        return None
    return Judgement(choice in golds, f"says {choice}") if choice else None


def judge_by(overlap: TextOverlap, case: JudgeCase, least: MinimumShares) -> Judgement:
    """The verdict under these limits."""
    problem = overlap.contradiction or _shortfall(overlap, case, least)
    enough = f"has {overlap.coverage:.0%} of what tells something"
    return Judgement(not problem, problem or enough, overlap.coverage, overlap.figures)


def _shortfall(overlap: TextOverlap, case: JudgeCase, least: MinimumShares) -> str:
    """The reason why an answer has too little; "" where it has enough."""
    if overlap.others:
        return f"has none of {_figure_list(overlap.lacking)}, but other figures"
    if overlap.same_side and not case.quoted:
        return ""
    runs = class_runs(list(map(stem, words(case.question))))
    asks_which = any("which" in run for _, _, run in runs)
    if (case.quoted or not asks_which) and overlap.figures < least.figures:
        return f"lacks {_figure_list(overlap.lacking)}"
    if overlap.coverage < least.coverage:
        return f"has {overlap.coverage:.0%} of what tells something, not {least.coverage:.0%}"
    return ""


def _figure_list(figures: tuple[Figure, ...]) -> str:
    named = ", ".join(figure.text for figure in figures[:_FIGURES_NAMED])
    return f"{named} …" if len(figures) > _FIGURES_NAMED else named
