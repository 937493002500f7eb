"""Define tagged facts, the metric values made of them, and the evidence for these values."""

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
    """In base units (dollars, not millions), with sign; None for texts and nil facts."""
    text: str
    """Texts in full, dates and the like in canonical form; "" for numbers."""
    printed: str
    """The printed table cell with parentheses and signs, or the tagged text outside tables."""
    unit: str
    """`USD`, `shares`, `USD/shares`, `pure`, …; "" for texts."""
    decimals: int | None
    """Number of exact decimal places; -6 for millions; None for exact values and texts."""
    start: date | None
    """None for an instant."""
    end: date
    dimensions: tuple[tuple[str, str], ...] = ()
    """(axis, member), sorted by axis."""
    nil: bool = False
    hidden: bool = False
    """True for facts in the hidden header of the file."""
    place: Location | None = None
    statement: Statement | None = None
    """The primary statement that prints it."""
    fact_id: str = ""
    footnotes: tuple[str, ...] = ()
    """Texts of the footnotes to this fact."""

    @property
    def precision(self) -> float:
        """`decimals`, or infinity for exact values."""
        return float("inf") if self.decimals is None else self.decimals

    @property
    def days(self) -> int:
        """Length of the period in days, including both ends; 0 for an instant."""
        return (self.end - self.start).days + 1 if self.start is not None else 0


ROUNDING_HAIR = 1.000001
"""Factor that allows for floating-point errors in comparisons of rounded values."""


def place_value(decimals: int | None) -> float:
    """The value of one unit of the last exact digit; 0 if all digits are exact."""
    return 10.0**-decimals if decimals is not None else 0.0


@record
class ResolvedValue:
    """A metric's value for a period, with the facts that state it."""

    metric: str
    period: FiscalPeriod
    start: date | None
    end: date
    value: float
    unit: str
    decimals: int | None
    concept: str
    facts: tuple[Fact, ...]
    """All facts that state it, the most precise first; for a sum, those of all its parts."""
    member: str = ""
    """The document's name of the part of the company: "Greater China"."""


def full_name(concept: str) -> str:
    """A concept with its prefix; the default is "us-gaap:"."""
    return concept if ":" in concept else f"us-gaap:{concept}"


def concepts_in(expression: str) -> list[str]:
    """The concepts of "a+b-c"; the first is "" if the expression starts with a sign."""
    return expression.replace("-", "+").split("+")


@record
class Evidence:
    """A location that shows a value."""

    document_id: str
    page: int
    element: int
    row: int
    """Row and column in the element's table; -1 outside tables."""
    column: int
    grade: int
    """2: tagged in a primary statement (the metric's own if possible), or stated only in prose.
    1: tagged elsewhere, or printed without a tag."""
    quote: str
    """The printed line: row label and cell, or the sentence."""


@record
class FactRow:
    """A value of a metric for a period in one document."""

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
        # Hashing all evidence or parts would take a hundred times as long.
        return hash((self.document_id, self.metric, self.fiscal_year, self.fiscal_period))


@record
class StatedFact(FactRow):
    """A value that a document states, with all locations that show it."""

    evidence: tuple[Evidence, ...]
    """Sorted by grade, highest first, and then in reading order."""

    __hash__ = FactRow.__hash__

    @property
    def pages(self) -> dict[int, int]:
        """The best grade of each page with evidence: 2 primary statement, 1 elsewhere."""
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
    """The document's name of the part of the company (a segment, a region, a product); "" for the
    whole company."""

    __hash__ = FactRow.__hash__
