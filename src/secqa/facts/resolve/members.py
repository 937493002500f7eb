"""Find values of segments, regions and products, with the document's names for them.

Tags identify a part by the member of an axis; the printed name is in the row, in the line above or
in the column header, depending on the table. Values of parts have separate metrics, so that they
are never mixed with values of the whole company.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial

from secqa.facts.fact import Fact, ResolvedValue, full_name
from secqa.facts.fiscal import FiscalPeriod, fiscal_period_of
from secqa.facts.resolve.amounts import Amounts, kind_of, merged
from secqa.facts.tags.transforms import country_names
from secqa.filings.dates import YEAR
from secqa.filings.document import Document, Table
from secqa.metrics.catalogue import Catalogue
from secqa.metrics.metric import Metric

_SAME_PART = ("srt:ConsolidationItemsAxis", "us-gaap:OperatingSegmentsMember")
"""A second dimension that only says that a segment's value is before eliminations."""

_NO_PART = ("Reportable", "OperatingSegments", "Consolidated")
"""Prefixes of members that are sums of the others."""

MemberLabels = dict[str, dict[str, Counter[str]]]
"""Counts of printed labels by member and concept."""

_NOTE = re.compile(r"\s*\((?:\d{1,2}|[A-Za-z])\)")
_NOTE_NUMBER = re.compile(r"(?<=[a-z]) ?\d$")
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def part_values(
    facts: Sequence[Fact], of_whole: Mapping[str, str], document: Document, catalogue: Catalogue
) -> list[ResolvedValue]:
    """Values of all metrics that are split along an axis.

    All values of a metric in a document have one concept: that of most parts in the current
    period, and in a tie the concept of the whole company's value. `of_whole` maps a metric to
    the latter. Parts that no table names are left out.
    """
    axes = {axis for metric in catalogue.split() for axis in metric.axes}
    part_of = cache(partial(_part_of, axes=axes))  # Dozens of facts share their dimensions.
    by_axis: defaultdict[str, list[tuple[str, bool, Fact]]] = defaultdict(list)
    for fact in facts:
        if fact.dimensions and fact.value is not None:
            part = part_of(fact.dimensions)
            if part is not None:
                axis, member, operating = part
                by_axis[axis].append((member, operating, fact))
    labels = {axis: _labels(found, document, catalogue) for axis, found in by_axis.items()}
    return [
        value
        for metric in catalogue.split()
        for axis in metric.axes
        if axis in by_axis
        for value in _values(
            metric, by_axis[axis], labels[axis], of_whole.get(metric.of, ""), document
        )
    ]


def _part_of(
    dimensions: tuple[tuple[str, str], ...], axes: set[str]
) -> tuple[str, str, bool] | None:
    """Axis, member, and whether it is tagged as an operating segment; None if not a single part."""
    others = [pair for pair in dimensions if pair != _SAME_PART]
    if len(others) != 1 or others[0][0] not in axes:
        return None
    member = others[0][1].partition(":")[2]
    if member.startswith(_NO_PART) or "Eliminat" in member:
        return None
    return (*others[0], len(dimensions) > 1)


def _values(
    metric: Metric,
    parts: Sequence[tuple[str, bool, Fact]],
    labels: MemberLabels,
    of_whole: str,
    document: Document,
) -> Iterator[ResolvedValue]:
    kind = kind_of(metric.unit)
    wanted = list(map(full_name, metric.concepts))
    concepts = set(wanted)
    stated = [each for each in parts if each[2].concept in concepts]
    names = _names(labels, wanted) if stated else {}
    series: defaultdict[tuple[str, bool], defaultdict[str, list[tuple[FiscalPeriod, Fact]]]]
    series = defaultdict(lambda: defaultdict(list))
    for member, operating, fact in stated:
        if member not in names or kind_of(fact.unit) != kind:
            continue
        period = fiscal_period_of(fact.start, fact.end, document.metadata)
        if period is not None and (metric.period == "instant") == (fact.start is None):
            series[fact.concept, operating][member].append((period, fact))
    end = document.metadata.period_end

    def rank(key: tuple[str, bool]) -> tuple[int, bool, int, bool]:
        now = sum(
            any(fact.end == end and fact.value for _, fact in dated)
            for dated in series[key].values()
        )
        concept, operating = key
        return (-now, concept != f"us-gaap:{of_whole}", wanted.index(concept), operating)

    split = [key for key, members in series.items() if len(members) > 1]
    if not split:
        return  # A single part is not a split of the whole.
    concept, operating = min(split, key=rank)
    ends = Counter(fact.end for dated in series[concept, operating].values() for _, fact in dated)
    for member, dated in series[concept, operating].items():
        amounts: Amounts = merged(dated, ends)
        for period, amount in amounts.items():
            yield ResolvedValue(
                metric=metric.id,
                period=period,
                start=amount.fact.start,
                end=amount.fact.end,
                value=amount.value,
                unit=amount.fact.unit,
                decimals=amount.fact.decimals,
                concept=f"{concept.removeprefix('us-gaap:')}@{member}",
                facts=amount.facts,
                member=names[member],
            )


def _names(labels_of: MemberLabels, concepts: Sequence[str]) -> dict[str, str]:
    """The document's name of each member: the label most like the member's name, or the commonest.
    Uses labels of these concepts if there are any, else of all concepts. If two members have the
    same label, only the one whose name is more like it is kept."""
    likely: dict[str, tuple[float, int, str]] = {}
    for member, by_concept in labels_of.items():
        of_concepts = [labels for concept, labels in by_concept.items() if concept in concepts]
        labels = sum(of_concepts or by_concept.values(), Counter[str]())
        likely[member] = max((_likeness(label, member), n, label) for label, n in labels.items())
    owners: dict[str, str] = {}
    for member, (_, _, label) in sorted(likely.items(), key=lambda item: item[1][:2]):
        owners[label.lower()] = member
    return {member: _without_note(likely[member][2], member) for member in owners.values()}


def _without_note(label: str, member: str) -> str:
    """Remove the number of a note from a label ("Canada1") if the member's name lacks it."""
    return label if label[-1] in member else _NOTE_NUMBER.sub("", label)


def _labels(
    parts: Sequence[tuple[str, bool, Fact]], document: Document, catalogue: Catalogue
) -> MemberLabels:
    """The labels of each member of an axis in tables, by concept."""
    in_row: defaultdict[tuple[int, int], set[str]] = defaultdict(set)
    in_column: defaultdict[tuple[int, int], set[str]] = defaultdict(set)
    placed = []
    for member, _, fact in parts:
        place = fact.place
        if place is not None and place.row >= 0:
            in_row[place.element, place.row].add(member)
            in_column[place.element, place.column].add(member)
            placed.append((member, fact.concept, place))
    lines = {label for metric in catalogue.metrics.values() for label in metric.printed}
    labels: MemberLabels = {}
    for member, concept, place in placed:
        table = _table(document, place.element)
        if len(in_column[place.element, place.column]) > 1:
            label = _row_name(table, place.row, lines)
        elif len(in_row[place.element, place.row]) > 1:
            label = _column_name(table, place.column)
        else:
            continue
        if label:
            labels.setdefault(member, {}).setdefault(concept, Counter())[label] += 1
    return labels


def _table(document: Document, index: int) -> Table:
    table = document.by_index[index].table
    assert table is not None
    return table


def _row_name(table: Table, row: int, lines: set[str]) -> str:
    """The row's label, or the heading above it if all parts have a row with this label."""
    label = _plain(table.cells[row][0])
    if label and not _is_line(label, lines):
        return label
    for above in range(row - 1, table.header_rows - 1, -1):
        cells = table.cells[above]
        if cells[0] and not any(cells[1:]):
            heading = _plain(cells[0])
            return "" if _is_line(heading, lines) else heading
    return ""


def _is_line(label: str, lines: set[str]) -> bool:
    lowered = label.lower()
    return lowered in lines or lowered.startswith("total") or bool(YEAR.search(lowered))


def _column_name(table: Table, column: int) -> str:
    """The lowest header cell of a column without a year or a unit."""
    for row in range(table.header_rows - 1, -1, -1):
        name = _plain(table.cells[row][column])
        if name and not name.startswith("(") and not YEAR.search(name):
            return name
    return ""


def _plain(label: str) -> str:
    plain = " ".join(_NOTE.sub("", label).split()).strip(" :")
    # Several dots are a leader to the figures; a single one ends an abbreviation.
    return plain.rstrip(". ") if plain.endswith("..") else plain


def _likeness(label: str, member: str) -> float:
    """Similarity of a label and a member's name by their words, 0 to 1."""
    prefix, _, local = member.partition(":")
    words = _words(label)
    names = country_names(local) if prefix == "country" else (local,)
    others = [_words(name) for name in names]
    return max((len(words & one) / max(len(words | one), 1) for one in others), default=0.0)


def _words(text: str) -> set[str]:
    words = {word.lower() for word in _WORD.findall(text.replace(".", ""))}
    return words - {"member", "segment", "segments", "and", "the"}
