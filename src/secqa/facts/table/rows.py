"""Identify rows of the fact table, find how they are printed, and explain differences.

A `Doubt` says which check contradicts a row, and why. A later document with another value is not an
error: shares are split, lines are moved, years are restated, and figures are rounded. A company's
industry is determined from lines that only banks or insurers have.
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
"""Document, metric, fiscal year and period: the key of a row of the fact table."""


class Gate(StrEnum):
    """The kinds of checks."""

    NEGATIVE = "negative"
    """Tagged as negative, although it cannot be."""
    PERCENT = "percent"
    """68% tagged as 68."""
    DOCUMENTS = "documents"
    """Two filings differ widely on one period."""
    IDENTITY = "identity"
    """Violates an arithmetic identity."""
    SIGN = "sign"
    """Printed in parentheses and tagged as positive, or the reverse."""
    LABEL = "label"
    """The label of its row means another metric."""
    NOTE = "note"
    """In a note, in rows that do not name the metric."""
    MIXTURE = "mixture"
    """The concept includes something else."""
    PEOPLE = "people"
    """Counts only some of the people."""
    INDUSTRY = "industry"
    """The metric does not apply to the company's industry."""
    SERIES = "series"
    """Another value of the company's series is doubtful."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """The reason why a row is not used in questions."""

    gate: Gate
    why: str

    def __str__(self) -> str:
        return self.why


GateResult = Iterator[tuple[Key, Doubt]]
"""The items that a gate yields."""


def grouped(items: Iterable[Item], key: Callable[[Item], GroupKey]) -> dict[GroupKey, list[Item]]:
    """Group items by key, keeping the order of keys and items."""
    groups: dict[GroupKey, list[Item]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return groups


def key_of(row: MetricFact) -> Key:
    """The key of a row of the fact table."""
    return row.document_id, row.metric, row.fiscal_year, row.fiscal_period


def in_statement(row: MetricFact) -> bool:
    """Whether a row has evidence in its primary statement."""
    return any(place.grade == 2 for place in row.evidence)


def label_at(place: Evidence) -> str:
    """The row label at a location; in prose the sentence itself."""
    return place.quote.rpartition(" | ")[0] if place.row >= 0 else place.quote


def cell_at(place: Evidence) -> str:
    """The table cell at a location; "" in prose and for a label without a cell."""
    return place.quote.rpartition(" | ")[2] if place.row >= 0 and " | " in place.quote else ""


def is_one_figure(row: MetricFact) -> bool:
    """Whether a row is one tagged figure, not a sum and not with its sign changed."""
    return not any(sign in row.concept for sign in "+-")


def slack(rows: Iterable[MetricFact]) -> float:
    """The maximum difference of equal figures with this rounding: one unit each. Half a unit would
    be enough for figures rounded once; filers round sums and parts separately."""
    return sum(place_value(row.decimals) for row in rows) * ROUNDING_HAIR


_SPLIT_SLACK = 0.005
"""Maximum relative distance of a split's ratio from an integer, due to shares bought back."""
_CENT_SLACK = 0.006
"""Rounding of figures per share, half a cent, with slack for floating point."""
_HAIR = 1e-9
"""Slack for floating point."""


RESTATED = "restated by the later document"


def why_changed(earlier: MetricFact, later: MetricFact) -> str:
    """The reason why a later document has another value: a split, another concept, a
    restatement."""
    if earlier.period_end != later.period_end:
        return f"two dates: {earlier.period_end} and {later.period_end}"
    factor = split_between(earlier, later)
    if factor:
        return f"a split: {factor} for 1"
    return different_concepts([earlier, later]) or RESTATED


def split_between(earlier: MetricFact, later: MetricFact) -> int:
    """The number of new shares per old share; 0 if a split does not explain the difference."""
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
    """The concepts of rows if they differ, else ""."""
    names = list(dict.fromkeys(row.concept for row in rows))
    return f"tagged differently: {' and '.join(names)}" if len(names) > 1 else ""


def rounding(rows: Iterable[MetricFact]) -> float:
    """The maximum difference of values due to rounding: half a unit for each."""
    return sum(place_value(row.decimals) / 2 for row in rows) * ROUNDING_HAIR + _HAIR


_ENOUGH = 2
"""Least number of lines of an industry; one may belong to a division, such as a carmaker's
loans."""


def industry_of_rows(rows: Iterable[MetricFact], catalogue: Catalogue) -> str:
    """The industry whose specific lines are in the statements."""
    printed = {row.metric for row in rows if any(place.grade == 2 for place in row.evidence)}
    lines_of = Counter(catalogue[metric].marks for metric in printed)
    del lines_of[""]
    best, lines = max(lines_of.items(), key=lambda item: item[1], default=("", 0))
    return best if lines >= _ENOUGH else GENERAL


def without_strangers(rows: Sequence[MetricFact], catalogue: Catalogue) -> list[MetricFact]:
    """Remove rows of other industries' metrics, unless a standard concept in a table states them.

    Customers' advance payments may be called deposits, but are not a bank's. Also removes concepts
    that are the whole metric only in general companies: a bank's contracts are only part of its
    revenue.
    """
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
