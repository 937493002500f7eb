"""What need not be said of a look-up since it was said already, and how it is called then."""

from dataclasses import dataclass, replace

from secqa.query.leaves import Companies, Parts, Years
from secqa.query.period import EACH, Period
from secqa.query.query import lookups

EACH_PERIOD = Period(each=True)


@dataclass(frozen=True, slots=True)
class WordingContext:
    """What need not be said of a look-up, and how what is gone through is referred to."""

    company: object = None
    """A company that was said already."""
    period: object = None
    """A period that was said already."""
    part: object = None
    its: bool = False
    """Whether the company of `each` is called "its"; else it is left out."""
    span: str = "year"
    """What periods that are gone through are."""


def within(over: object, below: object, context: WordingContext) -> WordingContext:
    """What need not be said below an `over`."""
    match over:
        case Companies():
            alone = all(one.company == EACH for one in lookups(below))
            return replace(context, company=EACH, its=not alone)
        case Years():
            alone = all(one.period == EACH_PERIOD for one in lookups(below))
            periods = (*over.periods, *filter(None, (over.final,)))
            quarters = any(one.span == "quarter" for one in periods)
            span = "quarter" if quarters else "year"
            return replace(context, period=EACH_PERIOD if alone else None, span=span)
        case Parts():
            alone = all(one.part == EACH for one in lookups(below))
            return replace(context, part=EACH if alone else None)
    return context


def item_of(over: object, plural: bool = False) -> str:
    """What each of those that are gone through is."""
    match over:
        case Companies():
            return "companies" if plural else "company"
        case Parts():
            return f"{over.kind}s" if plural else over.kind
        case Years() if any(one.span == "quarter" for one in (*over.periods, over.final) if one):
            return "quarters" if plural else "quarter"
    return "years" if plural else "year"


def means_all(over: object) -> bool:
    """Whether all companies or parts are meant, and none is named."""
    return isinstance(over, Companies | Parts) and not over.names


def among(over: object) -> str:
    """The word before what is chosen from."""
    return "of" if isinstance(over, Years) else "among"


def preposition(over: object) -> str:
    """The word before what something holds for."""
    return "in" if isinstance(over, Years) else "for"
