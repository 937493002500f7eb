"""What has to be said of values in, numbered notes out: doubts, restatements, what is missing, why.

What is true of several periods of one company's metric is said once, with all of its periods.
"""

from dataclasses import dataclass, field
from typing import Literal

from secqa.app.compare.picked import Picked, Picker, name_of
from secqa.app.compare.places import Place, place_of
from secqa.facts.fact import MetricFact
from secqa.facts.fiscal import FiscalPeriod
from secqa.facts.table.compound import Found, stated_parts
from secqa.facts.table.gates.reason import key_of
from secqa.facts.table.restated import why_changed
from secqa.metrics.catalogue import Metric
from secqa.metrics.units import short

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
    periods: list[str] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)


class Notes:
    """The notes to a table, in the order in which its values need them."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str, str], Note] = {}

    @property
    def all(self) -> list[Note]:
        """Each once, by number."""
        return list(self._found.values())

    def add(self, kind: Kind, about: str, why: str, period: FiscalPeriod, *lines: Line) -> Note:
        """The note that says so, with a period more."""
        number = len(self._found) + 1
        note = self._found.setdefault((kind, about, why), Note(number, kind, about, why))
        if (name := name_of(period)) not in note.periods:
            note.periods.append(name)
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
        lines = [_line(picker, picked.found, other, period) for other in picked.others]
        found.append(notes.add("Restated", about, "", period, *lines))
    if why := _before_split(picker, picked.found):
        found.append(notes.add("Before a split", about, why, period))
    if picked.is_read and place_of(picked.found) is None:
        why = "no page prints it: it stands in the hidden part of its file only"
        found.append(notes.add("Hidden", about, why, period))
    return list({note.number: note for note in found}.values())


def _line(picker: Picker, found: Found, other: Found, period: FiscalPeriod) -> Line:
    """Another filing's value of the same period, and why it is another."""
    said = f"{name_of(period)}: {short(other.value, other.unit)} in {other.document_id}"
    if isinstance(found, MetricFact) and isinstance(other, MetricFact):
        order = picker.known.order
        earlier, later = sorted((found, other), key=lambda row: order[row.document_id])
        said = f"{said}, {why_changed(earlier, later)}"
    return Line(said, place_of(other))


def _before_split(picker: Picker, found: Found) -> str:
    """That a value counts shares as they were before a split, where a later filing tells of one."""
    order = picker.known.order
    for row in stated_parts(found):
        for split in picker.known.splits.get(row.metric, ()):
            if order[row.document_id] <= order[split.before]:
                return f"shares count {split.factor} for 1 from {split.told_in} on"
    return ""
