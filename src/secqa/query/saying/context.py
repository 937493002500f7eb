"""Track what a sentence has already named, and the words that refer back to it."""

from dataclasses import dataclass, replace

from secqa.query.leaves import Companies, Parts, Years
from secqa.query.period import EACH, Period
from secqa.query.query import lookups

EACH_PERIOD = Period(each=True)


@dataclass(frozen=True, slots=True)
class WordingContext:
    """What a phrase need not repeat, and how it refers to loop items."""

    company: object = None
    """A company that the sentence names already."""
    period: object = None
    """A period that the sentence names already."""
    part: object = None
    its: bool = False
    """Whether to refer to the company of `each` by "its" instead of omitting it."""
    span: str = "year"
    """The kind of period that an `over` iterates over."""


def within(over: object, below: object, context: WordingContext) -> WordingContext:
    """The context of a phrase below an `over`."""
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
    """The noun for an item of an `over`."""
    match over:
        case Companies():
            return "companies" if plural else "company"
        case Parts():
            return f"{over.kind}s" if plural else over.kind
        case Years() if any(one.span == "quarter" for one in (*over.periods, over.final) if one):
            return "quarters" if plural else "quarter"
    return "years" if plural else "year"


def means_all(over: object) -> bool:
    """Whether an `over` means all companies or parts without naming them."""
    return isinstance(over, Companies | Parts) and not over.names


def among(over: object) -> str:
    """The preposition of a choice."""
    return "of" if isinstance(over, Years) else "among"


def preposition(over: object) -> str:
    """The preposition of a condition."""
    return "in" if isinstance(over, Years) else "for"
