"""What a gate says: which row it is about, which check it was, and why, in words."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from secqa.facts.fact import Evidence, MetricFact

Key = tuple[str, str, int, str]
"""Document, metric, fiscal year and period: what a row of T is known by."""


class Gate(StrEnum):
    """The kinds of checks."""

    NEGATIVE = "negative"
    """Tagged below zero, where nothing can be."""
    PERCENT = "percent"
    """68% tagged as 68."""
    UNIT = "unit"
    """Tagged in another power of ten than its table."""
    DOCUMENTS = "documents"
    """Two filings far apart on one period."""
    SCALE = "scale"
    """Another power of ten than the company's other filings."""
    IDENTITY = "identity"
    """What must add up, divide or multiply does not."""
    SIGN = "sign"
    """Printed in brackets and tagged as positive, or the other way round."""
    LABEL = "label"
    """The row it stands in is called as another metric."""
    NOTE = "note"
    """Read from a note, from rows that do not say the metric."""
    MIXTURE = "mixture"
    """A concept that holds something else as well."""
    PEOPLE = "people"
    """A number of some of the people."""
    INDUSTRY = "industry"
    """A metric that companies of its kind do not have."""
    SERIES = "series"
    """Another value of the company's series is doubtful."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why no question is made of a row."""

    gate: Gate
    why: str

    def __str__(self) -> str:
        return self.why


Found = Iterator[tuple[Key, Doubt]]
"""What a gate yields."""


def key_of(row: MetricFact) -> Key:
    """What a row of T is known by."""
    return row.document_id, row.metric, row.fiscal_year, row.fiscal_period


def in_statement(row: MetricFact) -> bool:
    """Whether a row stands in its primary statement, as far as its evidence tells."""
    return any(place.grade == 2 for place in row.evidence)


def label_at(place: Evidence) -> str:
    """The label of the row that a place is in; the sentence itself in prose."""
    return place.quote.rpartition(" | ")[0] if place.row >= 0 else place.quote


def cell_at(place: Evidence) -> str:
    """The cell of a place in a table, "" for prose and for a label without a cell."""
    return place.quote.rpartition(" | ")[2] if place.row >= 0 and " | " in place.quote else ""


def is_one_figure(row: MetricFact) -> bool:
    """Whether a row is one tagged figure, not a sum of several or a figure turned round."""
    return not any(sign in row.concept for sign in "+-")


def slack(rows: Iterable[MetricFact]) -> float:
    """The most that figures rounded as these are can be apart: a unit each.

    Half a unit would do for figures rounded once; filers round sums and parts apart.
    """
    return sum(10.0**-row.decimals for row in rows if row.decimals is not None) * 1.000001
