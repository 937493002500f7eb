"""What has to be said of values in, numbered notes out: doubts, restatements, what is missing, why.

What is true of several periods of one company's metric is said once, with all of its periods.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from secqa.app.compare.picked import Picked, Picker, name_of
from secqa.app.compare.places import Place, place_of
from secqa.app.compare.words import value_said
from secqa.facts.fact import MetricFact
from secqa.facts.fiscal import FiscalPeriod
from secqa.facts.table.compound import Found, stated_parts
from secqa.facts.table.gates.reason import key_of
from secqa.facts.table.restated import why_changed
from secqa.metrics.catalogue import Metric

Kind = Literal["Doubtful", "Restated", "Before a split", "Hidden", "Missing"]


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that a note says, with the page that shows it."""

    text: str
    place: Place | None = None


@dataclass(slots=True)
class Note:
    """What has to be said of some values."""

    number: int
    kind: Kind
    about: str
    """ "Apple, total revenues"."""
    why: str
    columns: tuple[FiscalPeriod, ...]
    """All periods of the table."""
    periods: list[FiscalPeriod] = field(default_factory=list)
    """Those that it is about."""
    lines: list[Line] = field(default_factory=list)

    @property
    def when(self) -> str:
        """Its periods: "FY2020, FY2022 to FY2024"."""
        runs: list[list[FiscalPeriod]] = []
        for at, period in enumerate(self.columns):
            if period in self.periods:
                follows = at and self.columns[at - 1] in self.periods
                runs = [*runs[:-1], [*runs[-1], period]] if follows else [*runs, [period]]
        if not runs:
            return ", ".join(map(name_of, self.periods))
        return ", ".join(
            f"{name_of(run[0])} to {name_of(run[-1])}"
            if len(run) > 2
            else ", ".join(map(name_of, run))
            for run in runs
        )


class Notes:
    """The notes to a table, in the order in which its values need them."""

    def __init__(self, columns: tuple[FiscalPeriod, ...]) -> None:
        self._columns = columns
        self._found: dict[tuple[str, str, str], Note] = {}

    @property
    def all(self) -> list[Note]:
        """Each once, by number."""
        return list(self._found.values())

    def add(self, kind: Kind, about: str, why: str, period: FiscalPeriod, *lines: Line) -> Note:
        """The note that says so, with a period more."""
        number = len(self._found) + 1
        note = self._found.setdefault(
            (kind, about, why), Note(number, kind, about, why, self._columns)
        )
        if period not in note.periods:
            note.periods.append(period)
            note.lines += lines
        return note


def notes_on(
    notes: Notes, picker: Picker, metric: Metric, period: FiscalPeriod, picked: Picked
) -> list[Note]:
    """What has to be said of a value."""
    about = f"{picker.known.company.short_name}, {metric.name}"
    found = []
    for part in stated_parts(picked.found):
        doubt = picker.known.doubts.get(key_of(part))
        if doubt is not None:
            said = picker.catalogue[part.metric].name
            why = doubt.why if part.metric == metric.id else f"{said}: {doubt.why}"
            found.append(notes.add("Doubtful", about, why, period))
    if picked.others:
        lines = [_line(picker, picked.found, other, period) for other in _distinct(picked.others)]
        found.append(notes.add("Restated", about, "", period, *lines))
    for split in picker.splits(picked) if picker.first else ():
        why = f"shares count {split.factor} for 1 from {split.told_in} on"
        found.append(notes.add("Before a split", about, why, period))
    if picked.is_read and place_of(picked.found) is None:
        why = "no page prints it: it stands in the hidden part of its file only"
        found.append(notes.add("Hidden", about, why, period))
    return list({note.number: note for note in found}.values())


def _distinct(others: Sequence[Found]) -> list[Found]:
    """The first filing of each value."""
    return list({f"{one.value:.4g}": one for one in reversed(others)}.values())[::-1]


def _line(picker: Picker, found: Found, other: Found, period: FiscalPeriod) -> Line:
    """Another filing's value of the same period, and why it is another."""
    value = value_said(other.value, picker.catalogue[other.metric])
    parts = stated_parts(found)
    why = "its parts were restated"
    if len(parts) == 1 and isinstance(other, MetricFact):
        order = picker.known.order
        earlier, later = sorted((parts[0], other), key=lambda row: order[row.document_id])
        why = why_changed(earlier, later)
    return Line(f"{name_of(period)}: {value} in {other.document_id}, {why}", place_of(other))
