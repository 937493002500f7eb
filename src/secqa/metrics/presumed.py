"""Choose the names of a metric that fit what is known of its values.

"Net loss" takes for granted that there is one, "annual sales" that a year is meant, "distributions
per unit" a partnership, "spread income" a bank; "full-time employees" are fewer than all. All of
them are understood in a question; but who asks for a value by such a name says something about
it, which must hold.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from secqa.metrics.metric import Metric


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What is known of the values that a question asks for."""

    values: tuple[float, ...] = ()
    years: bool = True
    """Whether all of them are of whole years."""
    units: bool = False
    """Whether the company's shares are units: it is a partnership."""
    industry: str = ""
    """"" where it is not known: metrics of other industries are not asked about anyway."""


def names_that_hold(metric: Metric, known: Circumstances) -> tuple[str, ...]:
    """The metric's name and those of its synonyms that presume nothing, or what holds."""
    presumes = dict(metric.presumes)
    held = (one for one in metric.synonyms if _holds(presumes.get(one, ""), known))
    return (metric.name, *held)


def _holds(presumption: str, known: Circumstances) -> bool:
    match presumption:
        case "":
            return True
        case "never":
            return False
        case "negative":
            return _all(value < 0 for value in known.values)
        case "positive":
            return _all(value > 0 for value in known.values)
        case "year":
            return known.years
        case "units":
            return known.units
    return known.industry in ("", presumption)


def _all(signs: Iterable[bool]) -> bool:
    """Whether all are so; not where there is none, which says nothing."""
    found = list(signs)
    return bool(found) and all(found)
