"""What can be done with the values of a question, as the planner is told.

An operation is a kind with its settings; which words stand for it is known to `operations`.
"""

from dataclasses import dataclass
from enum import StrEnum

from secqa.understanding.skeleton import Combination


class Kind(StrEnum):
    """What is done with the values."""

    VALUE = "value"
    SUM = "sum"
    AVERAGE = "average"
    DIFFERENCE = "difference"
    PERCENT_DIFFERENCE = "percent_difference"
    """(first - second) / second."""
    GROWTH = "growth"
    """(last - first) / first over years."""
    CAGR = "cagr"
    RATIO = "ratio"
    """First divided by second."""
    BEST = "best"
    """The highest or lowest of several; see `Operation.returns`."""
    CHECK = "check"
    """Yes or No."""
    COUNT = "count"
    """How many of several pass a check."""
    RANK = "rank"
    """All of several in order."""
    FILTER = "filter"
    """Those of several that pass a check."""


class Over(StrEnum):
    """What the values differ in."""

    NOTHING = ""
    COMPANIES = "companies"
    YEARS = "years"
    METRICS = "metrics"
    """Of one company and year: "did its µ exceed its µ", "which is larger, µ or µ"."""


class Quantifier(StrEnum):
    """How many of several must pass a check for "Yes"."""

    ALL = "all"
    ANY = "any"
    NONE = "none"


class Returns(StrEnum):
    """What a BEST operation answers with."""

    VALUE = "value"
    """The best value itself."""
    COMPANY = "company"
    YEAR = "year"
    METRIC = "metric"
    OTHER = "other"
    """Another metric of the best company or year."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """An operation and its settings."""

    kind: Kind
    over: Over = Over.NOTHING
    swapped: bool = False
    """Second minus first, second by first: "how much less", "which share of µ is µ"; over years
    the earlier minus the later: "by how much did it fall". What a percentage is of stays."""
    base_first: bool = False
    """The company named first is the one compared with: "compared to A, how much higher is B"."""
    highest: bool = True
    """BEST: the highest or the lowest."""
    top: int = 0
    """RANK: so many of them; 0 for all."""
    place: int = 1
    """2: the second highest."""
    returns: Returns = Returns.VALUE
    with_value: bool = False
    """BEST of companies or years: the best value is asked for as well, "and how much"."""
    lead: Kind | None = None
    """BEST of companies or years: how far the best is ahead of the next is asked for as well, as a
    DIFFERENCE or a PERCENT_DIFFERENCE, "and by how much"."""
    ranking: int = 0
    """Which of the question's metrics ranks, 0-based."""
    above: bool = True
    """CHECK and COUNT: whether values must lie above or below the other side."""
    limit: float | None = None
    """CHECK and COUNT: the other side; None: the other company, metric or year."""
    up_to: float | None = None
    """CHECK and COUNT: values must lie between `limit` and this."""
    inclusive: bool = False
    """CHECK and COUNT: the limits themselves pass, "at least", "between"."""
    denied: bool = False
    """FILTER and COUNT: what does not pass is meant, "did not pay"."""
    quantifier: Quantifier | None = None
    """CHECK: years or companies are looked at one by one, and so many of them must pass."""
    sides: Over = Over.NOTHING
    """FILTER and quantified CHECK: what is looked at is by how much the first of two METRICS or
    COMPANIES exceeds the second."""
    change: Kind | None = None
    """BEST, RANK, CHECK and COUNT: not the values are compared but their GROWTH or DIFFERENCE
    from the year before, or from the first of the years named."""
    combine: Combination | None = None
    """What makes one value of the first two metrics, before anything else is done."""
