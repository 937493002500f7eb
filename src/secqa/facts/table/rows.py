"""What can be told of rows of the fact table: their key, how they are printed, how two differ.

A `Doubt` says which check speaks against a row, and why. A later document that states another
value is no error in itself: shares are split, lines are moved, years are restated, and figures
are rounded. The lines that only banks or insurers have tell a company's industry.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from secqa.facts.fact import ROUNDING_HAIR, Evidence, MetricFact, place_value
from secqa.metrics.catalogue import Catalogue
from secqa.metrics.metric import GENERAL

Item = TypeVar("Item")
GroupKey = TypeVar("GroupKey")
Key = tuple[str, str, int, str]
"""Document, metric, fiscal year and period: what a row of the fact table is known by."""


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


GateResult = Iterator[tuple[Key, Doubt]]
"""What a gate yields."""


def grouped(items: Iterable[Item], key: Callable[[Item], GroupKey]) -> dict[GroupKey, list[Item]]:
    """Items by their key, keys and items in the order they come."""
    groups: dict[GroupKey, list[Item]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return groups


def key_of(row: MetricFact) -> Key:
    """What a row of the fact table is known by."""
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
    return sum(place_value(row.decimals) for row in rows) * ROUNDING_HAIR


_SPLIT_SLACK = 0.005
"""How far a ratio of values may be off a whole number: shares bought back between two reports."""
_CENT_SLACK = 0.006
"""Half a cent, in which figures per share are printed, and a hair."""
_HAIR = 1e-9
"""Slack for floating point."""


def why_changed(earlier: MetricFact, later: MetricFact) -> str:
    """Why a later document states another value: a split, another concept, a restatement."""
    if earlier.period_end != later.period_end:
        return f"two dates: {earlier.period_end} and {later.period_end}"
    factor = split_between(earlier, later)
    if factor:
        return f"a split: {factor} for 1"
    return different_concepts([earlier, later]) or "restated by the later document"


def split_between(earlier: MetricFact, later: MetricFact) -> int:
    """How many new shares are one old one, 0 where that explains nothing."""
    if "shares" not in earlier.unit or not earlier.value or not later.value:
        return 0
    ratio = earlier.value / later.value
    if earlier.unit == "shares":
        ratio = 1 / ratio
    factor = round(ratio)
    # Figures per share have two places: a split of 20 leaves a quarter of a percent of slack.
    slack = _CENT_SLACK / abs(later.value) if earlier.unit != "shares" else _SPLIT_SLACK
    return factor if factor > 1 and abs(ratio / factor - 1) <= max(slack, _SPLIT_SLACK) else 0


def different_concepts(rows: Sequence[MetricFact]) -> str:
    """The concepts of rows, where they are not all the same."""
    names = list(dict.fromkeys(row.concept for row in rows))
    return f"tagged differently: {' and '.join(names)}" if len(names) > 1 else ""


def rounding(rows: Iterable[MetricFact]) -> float:
    """The most that rounding can put values apart: half a unit for each, and a hair."""
    return sum(place_value(row.decimals) / 2 for row in rows) * ROUNDING_HAIR + _HAIR


_ENOUGH = 2
"""One line alone may be that of a division, such as the loans of a carmaker."""


def industry_of_rows(rows: Iterable[MetricFact], catalogue: Catalogue) -> str:
    """The industry whose own lines stand in the statements."""
    printed = {row.metric for row in rows if any(place.grade == 2 for place in row.evidence)}
    lines_of = Counter(catalogue[metric].marks for metric in printed)
    del lines_of[""]
    best, lines = max(lines_of.items(), key=lambda item: item[1], default=("", 0))
    return best if lines >= _ENOUGH else GENERAL


def without_strangers(rows: Sequence[MetricFact], catalogue: Catalogue) -> list[MetricFact]:
    """Rows without those of other industries' metrics that no standard concept in a table says:
    what customers paid in advance are no bank's deposits, though called so; and without parts
    that only other companies have nothing beside: a bank's contracts are not all it earns from."""
    industry = industry_of_rows(rows, catalogue)
    return [
        row
        for row in rows
        if (
            industry not in catalogue[row.metric].not_in
            or (":" not in row.concept and any(place.row >= 0 for place in row.evidence))
        )
        and (industry == GENERAL or row.concept not in catalogue[row.metric].only_general)
    ]
