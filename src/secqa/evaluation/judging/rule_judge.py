"""The judge by rule: a case in, a verdict with its reason and measures out.

An answer says what the gold text says where it does not answer yes for no, tells the figures that
matter, and has the words that tell something. What matters depends on what is asked: to yes or no
and to "which" figures only lend support, and must merely not be others; elsewhere they are the
answer. How much of a text must be there is fitted (`benchmarks/judging.py`), apart for passages of
a report and for somebody's own words.
"""

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from secqa.evaluation.judging.case import JudgeCase, Judgement
from secqa.evaluation.judging.closed import judge_closed
from secqa.evaluation.judging.measures import TextOverlap, measure
from secqa.evaluation.judging.model_judge import judged_case
from secqa.parsing.lexicon import class_runs, stem, words
from secqa.reading.structure.text_figures import Figure

LIMITS = "limits.json"
_SHOWN = 3
"""Figures named in a reason."""


@dataclass(frozen=True, slots=True)
class MinimumShares:
    """Shares of a gold text that an answer must have."""

    coverage: float
    figures: float


@dataclass(frozen=True, slots=True)
class JudgeLimits:
    """What was fitted."""

    passages: MinimumShares
    own_words: MinimumShares


@lru_cache(maxsize=1)
def fitted() -> JudgeLimits:
    """The limits that come with this package."""
    text = files("secqa.evaluation.judging").joinpath(LIMITS).read_text(encoding="utf-8")
    return JudgeLimits(**{name: MinimumShares(**least) for name, least in json.loads(text).items()})


def judge_offline(case: JudgeCase) -> Judgement:
    """The verdict by the gold text that the answer comes closest to."""
    if (settled := judge_closed(case)) is not None:
        return settled
    least = fitted().passages if case.quoted else fitted().own_words
    return max(
        (judge_by(measure(gold, case), case, least) for gold in case.golds),
        key=lambda one: (one.right, one.coverage or 0.0),
    )


def judge_by(found: TextOverlap, case: JudgeCase, least: MinimumShares) -> Judgement:
    """The verdict that measures come to under such limits."""
    problem = (
        found.contradiction
        or (f"has none of {_listed(found.lacking)}, but other figures" if found.others else "")
        or _shortfall(found, case, least)
    )
    enough = f"has {found.coverage:.0%} of what tells something"
    return Judgement(not problem, problem or enough, found.coverage, found.figures)


def _shortfall(found: TextOverlap, case: JudgeCase, least: MinimumShares) -> str:
    """What the answer lacks; "" where it has enough."""
    if found.same_side and not case.quoted:
        return ""
    matter = case.quoted or not _asks_which(case.question)
    if matter and found.figures < least.figures:
        return f"lacks {_listed(found.lacking)}"
    if found.coverage < least.coverage:
        return f"has {found.coverage:.0%} of what tells something, not {least.coverage:.0%}"
    return ""


def _asks_which(question: str) -> bool:
    return any("which" in run for _, _, run in class_runs([stem(w) for w in words(question)]))


def _listed(figures: tuple[Figure, ...]) -> str:
    named = ", ".join(figure.text for figure in figures[:_SHOWN])
    return f"{named} …" if len(figures) > _SHOWN else named


def judge_prompt_by_rule(prompt: str) -> str:
    """The reply to a prompt of `model_judge`, for tests and runs without a model."""
    judgement = judge_offline(judged_case(prompt))
    return json.dumps({"same": judgement.right, "reason": judgement.why})
