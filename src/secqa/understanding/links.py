"""A metric that a question names, and the words of questions that name none.

What is left of a question between companies, periods and metrics may be the label of a printed
line, or tell that the question asks for something else. So the words that only frame a question
or say what is done with values are listed here, once.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from secqa.metrics.catalogue import Metric

MASK = "¤"
"""Stands for every character of a company's name in masked text."""


@dataclass(frozen=True, slots=True)
class MetricLink:
    """A metric that the question names, `[start, end)` in characters."""

    metric: Metric | None
    """None: not in the catalogue, to be looked for under the label."""
    label: str
    """As the question has it."""
    start: int
    end: int
    apart: tuple[tuple[int, int], ...] = ()
    """Further words that belong to it: "pay … off" of "how much debt did it pay off"."""
    otherwise: str = ""
    """A printed label to look for where this one is not found: "Anvils" for "anvil sales"."""
    part: str = ""
    """The segment, region or product whose line it is: "AWS" of "AWS depreciation"."""
    whole: Metric | None = None
    """The metric that words narrow to this line: operating income in "AWS operating income"."""
    narrowed: str = ""
    """Those words."""
    over: str = ""
    """A label whose value this one's is divided by: "AWS revenue" for "AWS operating margin"."""

    @property
    def name(self) -> str:
        """What an atomic question calls it."""
        return self.metric.name if self.metric else f'"{self.label}"'


QUOTED = re.compile(r"[\"“”]([^\"“”]{3,120})[\"“”]")
"""A label in quotation marks."""
WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?|[&%]|" + MASK)
# Words around a metric in a question; what is left between them may be a printed label.
_FRAME_WORDS = """
    a about according all also amount amounts an and annual any answer are as at based be between
    billion billions by calculate can combined companies company compared compute could
    determine did disclosed do does dollar dollars during each figure filing filings find firm
    for form from fiscal get give had has have how i in information is it its level line item
    list many me million millions much need negative number of on or over per please provide
    question quarter recorded reported reports report reporting round s say shown show state
    statement statements stood tell than that the their there these they this thousand thousands
    to total us usd using value was we were what what's which who with would year years you your
    actually already e ever recently g just still
"""
# Words before a metric that leave it what it is.
_NEUTRAL_WORDS = """
    accounting actual aggregate approximate audited cash-based companywide consolidated corporate
    current disclosed ending entire exact final firmwide full gaap global group net official
    outstanding own positive printed published quarterly recent record reported respective stated
    unadjusted whole wide world worldwide yearly
"""
FRAME = frozenset(_FRAME_WORDS.split())
_ACTION_WORDS = """
    above absolute across add aggregate altogether among annualized average below best better
    bigger biggest both bring by cagr change changed combined compare comparing compound
    cumulative decline decrease differ difference divided drop earlier exceed exceeded fall fewer
    fewest generate generated generating gap greater greatest grew grow growth have high higher
    highest however if improve increase increased invest invested large larger largest last least
    less lower lowest made make maximum mean minimum minus more most multiple new one only
    overall own paid part pay percent percentage period plus positive produce produced proportion
    post posted raise range rank rate ratio relative respective respectively rise rose same second
    share since single smaller smallest so spend spending spent sum than then third times together
    top trend under up use used went where whether whose yearly pct them not out no off earn
    accumulate achieve after against allocate amass before book bring buy carry collect deliver
    devote distribute during end enjoy experience fund generate hit hold incur into issue log lose
    owe put reach realize receive register retire return run see sell stand suffer take
    through toward via
    fastest quickest steepest heaviest richest fattest heftiest widest deepest longest slowest
    lightest thinnest slimmest leanest narrowest shortest poorest
    sit throw back came come carry cover portion term leave left express size versus expand move
    far ahead often climb big large turn richer poorer whichever hand set aside reduce exceed
    worth typical pace factor swing gap runner figure vs stay remain closing close keep kept
    points basis bps harder two three four five either neither never ever saw
    grown better stronger strongest weaker weakest worse worst
"""
_ACTION = frozenset((_ACTION_WORDS + _NEUTRAL_WORDS).split())
_EXPLAINED = FRAME | _ACTION | {"&", "%", MASK, "µ"}


def plain_words(text: str) -> Iterator[str]:
    """Words that are neither frame of a question nor an operation on values."""
    for match in WORD.finditer(text):
        word = match.group()
        if not word[0].isdigit() and not _EXPLAINED.intersection(_inflections(word)):
            yield word


def _inflections(word: str) -> Iterator[str]:
    yield word
    yield from (word.removesuffix(ending) for ending in ("s", "ed", "ing"))
    # "Used" is "use", but "Ford" is not "for".
    yield word.removesuffix("d") if word.endswith("ed") else word
    yield word.removesuffix("ing") + "e"


def overlap(one: MetricLink, other: MetricLink) -> bool:
    """Whether two links have a character in common."""
    return any(
        start < other_end and other_start < end
        for start, end in ((one.start, one.end), *one.apart)
        for other_start, other_end in ((other.start, other.end), *other.apart)
    )
