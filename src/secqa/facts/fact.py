"""Types of facts: what a filing tags, a metric's value made of it, and the places that show it."""

from datetime import date

from secqa.facts.fiscal import FiscalPeriod
from secqa.filings.document import Location, Statement
from secqa.record import record


@record
class Fact:
    """One tagged value."""

    concept: str
    """As tagged: `us-gaap:Revenues`."""
    value: float | None
    """Base units (dollars, not millions), tagged sign applied; None for texts and nil facts."""
    text: str
    """Texts in full, dates and the like in their canonical form; "" for numbers."""
    printed: str
    """As a reader sees it, with parentheses and signs: the table cell, else the tagged text."""
    unit: str
    """`USD`, `shares`, `USD/shares`, `pure`, …; "" for texts."""
    decimals: int | None
    """To how many places the value is exact, -6 is millions; None: exact, or a text."""
    start: date | None
    """None for an instant."""
    end: date
    dimensions: tuple[tuple[str, str], ...] = ()
    """(axis, member), sorted by axis."""
    nil: bool = False
    hidden: bool = False
    """True when the file tags it in its hidden header."""
    place: Location | None = None
    statement: Statement | None = None
    """The primary statement whose table it stands in."""
    fact_id: str = ""
    footnotes: tuple[str, ...] = ()
    """What the file says of this fact in notes to it."""

    @property
    def precision(self) -> float:
        """`decimals`, infinite where the value is exact."""
        return float("inf") if self.decimals is None else self.decimals

    @property
    def days(self) -> int:
        """Length of the period, both ends counted; 0 for an instant."""
        return (self.end - self.start).days + 1 if self.start is not None else 0


ROUNDING_HAIR = 1.000001
"""Slack of floating point on differences that rounding explains."""


def place_value(decimals: int | None) -> float:
    """The value of one unit of the last exact digit; 0 where all digits are exact."""
    return 10.0**-decimals if decimals is not None else 0.0


@record
class ResolvedValue:
    """A metric's value for a period, with the facts that say so."""

    metric: str
    period: FiscalPeriod
    start: date | None
    end: date
    value: float
    unit: str
    decimals: int | None
    concept: str
    facts: tuple[Fact, ...]
    """All facts that state it, the most precise first; of a sum, those of all its parts."""
    member: str = ""
    """The part of the company it is about, as the document names it: "Greater China"."""


def full_name(concept: str) -> str:
    """A concept with its prefix, "us-gaap:" where it is left out."""
    return concept if ":" in concept else f"us-gaap:{concept}"


def concepts_in(expression: str) -> list[str]:
    """The concepts of "a+b-c"; an empty one before a sign at the beginning."""
    return expression.replace("-", "+").split("+")


@record
class Evidence:
    """A place that shows a value."""

    document_id: str
    page: int
    element: int
    row: int
    """Row and column in the element's table; -1 outside tables."""
    column: int
    grade: int
    """2: tagged in a primary statement, the metric's own if it is there, or stated in prose
    only. 1: tagged elsewhere, or printed without a tag."""
    quote: str
    """The printed line: row label and cell, or the sentence."""


@record
class FactRow:
    """A value of a metric for a period, one document's own."""

    company: str
    ticker: str
    document_id: str
    fiscal_year: int
    fiscal_period: str
    """`FY`, `Q1` to `Q4`; `Q2 YTD`, `Q3 YTD`: from the start of the year to that quarter; `TP`: a
    transition period."""
    metric: str
    value: float
    unit: str

    def __hash__(self) -> int:
        # Its key: going through all evidence or parts takes a hundred times as long.
        return hash((self.document_id, self.metric, self.fiscal_year, self.fiscal_period))


@record
class StatedFact(FactRow):
    """A value that a document states, with all places that show it."""

    evidence: tuple[Evidence, ...]
    """The highest grade first, in reading order."""

    __hash__ = FactRow.__hash__

    @property
    def pages(self) -> dict[int, int]:
        """Evidence pages with the best grade each has: 2 primary statement, 1 elsewhere."""
        grades: dict[int, int] = {}
        for place in self.evidence:
            grades[place.page] = max(grades.get(place.page, 0), place.grade)
        return grades


@record
class MetricFact(StatedFact):
    """A stated row of the fact table."""

    cik: str
    form: str
    period_start: date | None
    """None for a balance."""
    period_end: date
    decimals: int | None
    concept: str
    """Source: a concept, concepts with "+" or "-", `concept@member` for a part of the company, or
    `stated` for values read from prose."""
    member: str = ""
    """The part of the company it is about, as the document names it: a segment, a region, a
    product; "" for the whole company."""

    __hash__ = FactRow.__hash__
