"""Frames: the kinds of questions there are.

A frame says what is done (`kind`), how the metrics make one term (`shape`), and the choices that
words make within the kind: which way, which place, what is told. `compose` makes a `Query` of a
frame and what is mentioned; `decompose` finds the frame of a `Query`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from secqa.metrics.formula import metrics_in, parse
from secqa.parsing.periods.time_phrases import Step
from secqa.query.period import Period
from secqa.query.query import Comparison, Lookup, Years

LETTERS = "abcdef"
"""What metrics are called in a shape, in the order in which it names them."""
PART_OF_WHOLE = "part/a"
"""The shape of a part of the company beside the whole of it."""


def size_of(shape: str) -> int:
    """How many metrics a shape is made of."""
    return len(metrics_in(parse(shape)) - {"part"})


@dataclass(frozen=True, slots=True)
class QuestionFrame:
    """What a question does with what it mentions."""

    kind: str
    """`value`, `series`, `change`, `growth`, `cagr`, `multiple`, `between.HOW`, `fold.OVER.HOW`,
    `choice.OVER`, `rank.OVER`, `filter.OVER`, `count.OVER`, `yes.AGAINST`, `holds.OVER`."""
    shape: str = "a"
    """How metrics make one term: a formula over letters, `(a-b)/c`, or `PART_OF_WHOLE`."""
    by: str = "level"
    """What is compared: `level`, `growth` or `difference` to the year before."""
    output: str = "item"
    """What is told of what is chosen: `item`, `value`, `other`, `growth`, `lead`, or two of them
    joined by a comma."""
    high: bool = True
    rank: int = 1
    top: int = 1
    sign: Comparison = ">"
    against: str = "limit"
    """What a condition compares with: `limit`, `metric`, `prior`."""
    quantifier: str = "all"
    absolute: bool = False
    swapped: bool = False
    """The company named second comes first."""


class Unfit(Exception):
    """The mentions are not those that the frame needs."""


@dataclass(frozen=True, slots=True)
class Arguments:
    """What is mentioned, in the order in which it plays its parts."""

    companies: tuple[str, ...]
    """In order of mention; none for all of the collection."""
    terms: tuple[Lookup, ...]
    """Those of the shape in its order, then what is told of the choice or compared with; their
    companies and periods are open."""
    periods: tuple[Period, ...] = ()
    years: Years | None = None
    prior: Step = ""
    growths: Mapping[str, str] = field(default_factory=dict)
    """Metrics that are growth on the time before, and what grows."""
    limits: tuple[float, ...] = ()
    everyone: bool = False
    """All companies of the collection are meant where none is named."""
