"""How hard a question is: what it asks in; easy, medium or hard out, before anyone has answered.

A logistic model tells how likely a system is wrong, from what a question has by itself: factors of
complexity (SEC-QA, 3.3), and what must be found or worked out for it. It is fitted on what the four
systems of the paper got wrong, each counting alike, in questions of the default suite;
`benchmarks/difficulty.py` writes `difficulty.toml`, which tells how well it holds for other
companies. Questions that are answered in words have no difficulty: nothing was fitted on them.
"""

import math
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from secqa.benchmark.complexity import Complexity
from secqa.benchmark.dataset import Question
from secqa.benchmark.draft import Draft
from secqa.learning.linear import Odds
from secqa.query.query import Choose, Lookup, nodes

EASY, MEDIUM, HARD = LEVELS = ("easy", "medium", "hard")


@dataclass(frozen=True, slots=True)
class Fit:
    """What `difficulty.toml` holds."""

    start: float
    """Log-odds of a wrong answer to a question with no sign."""
    easy: float
    """A question is easy where an answer is less likely wrong than this: the easiest quarter of
    those fitted on."""
    hard: float
    """And hard where it is more likely wrong: the hardest quarter."""
    weights: dict[str, float]
    """Change of the log-odds for each unit of a sign."""


@lru_cache
def load_fit() -> Fit:
    """The fit of this version."""
    text = (files("secqa.benchmark") / "difficulty.toml").read_text(encoding="utf-8")
    return Fit(**tomllib.loads(text))


def difficulty_of(asked: Draft | Question, complexity: Complexity) -> str:
    """One of `LEVELS`; "" for what is answered in words."""
    if asked.passages:
        return ""
    fit = load_fit()
    wrong = chance_of_wrong(asked, complexity)
    return EASY if wrong < fit.easy else HARD if wrong > fit.hard else MEDIUM


def chance_of_wrong(asked: Draft | Question, complexity: Complexity) -> float:
    """How likely an answer is wrong, 0 to 1, whichever of the four systems gives it."""
    fit = load_fit()
    return Odds(fit.weights, fit.start).probability(signs(asked, complexity))


def signs(asked: Draft | Question, complexity: Complexity) -> dict[str, float]:
    """What makes a question easier or harder, each a number; 0 for one printed figure."""
    tree = tuple(nodes(asked.query))
    looked_up = [one for one in tree if isinstance(one, Lookup)]
    outputs = asked.query.outputs if asked.query else ()
    return {
        "several_figures": float(len(looked_up) != 1 or looked_up != list(outputs)),
        "chosen": float(any(isinstance(one, Choose) for one in tree)),
        "companies": math.log(max(complexity.entities, 1)),
        "periods": math.log(max(complexity.periods, 1)),
        "metrics": math.log(max(len(asked.metrics), 1)),
        "formula": float("formula" in complexity.structure),
        "part": float(any(one.part for one in looked_up)),
        "statement": float(any(one.place.statement for one in looked_up)),
        "unanswerable": float(bool(asked.why)),
    }
