"""Find values of notes whose labels do not match the metric.

A tag alone makes a value of a note a metric: "Additions, interest accretion and other" tagged as
restructuring charges, "Other" of accrued liabilities as all other current liabilities. In a primary
statement the line is the filer's own choice for the metric; in a note only the words are evidence.
A statement may also print another figure under the metric's name: "Interest expense" is 2,224 gross
in a note, and 1,684 in the income statement, net of capitalized interest. The tag of that line may
not be a concept of the metric, so that the fact table has the value of the note.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache

from secqa.facts.fact import MetricFact, StatedFact, concepts_in
from secqa.facts.resolve.concept_labels import bare_label
from secqa.facts.resolve.untagged import label_pattern
from secqa.facts.table.rows import (
    Doubt,
    Gate,
    GateResult,
    Key,
    grouped,
    in_statement,
    is_one_figure,
    key_of,
    label_at,
)
from secqa.files import bundled_toml
from secqa.filings.document import Document, Statement
from secqa.filings.numbers import parse_number
from secqa.filings.tables.column_periods import ColumnPeriod, column_periods
from secqa.metrics.catalogue import Catalogue
from secqa.metrics.label_model import LabelledRow, LabelModel
from secqa.metrics.metric import Metric

_UNLIKELY, _LIKELY = 0.1, 0.5
"""A label is doubtful if the probability of its own metric is at most the first and that of another
at least the second. `LabelModel` was fitted to the training companies, where it doubts too few; for
other companies it ranks the right row first in nine of ten cases."""


def without_name(
    rows: Sequence[MetricFact], catalogue: Catalogue, confirmed: Collection[Key]
) -> GateResult:
    """Find rows of notes without a name of the metric.

    Skips rows in `confirmed` identities, and concepts that occur elsewhere in the document under a
    name of the metric, for example as the balance of an earlier year.
    """
    named = {
        (row.document_id, row.metric, row.concept)
        for row in rows
        if in_statement(row) or _has_name(row, catalogue)
    }
    for row in rows:
        metric = catalogue.metrics.get(row.metric)
        if metric is None or metric.people or metric.stated or metric.axes or not row.evidence:
            continue
        key = key_of(row)
        if (row.document_id, row.metric, row.concept) in named or key in confirmed:
            continue
        if is_one_figure(row):
            label = label_at(row.evidence[0]).strip()[:80]
            why = f"stands in notes only, where no row says {metric.name}: {label or '(no label)'}"
            yield key, Doubt(Gate.NOTE, why)


def _has_name(row: MetricFact, catalogue: Catalogue) -> bool:
    metric = catalogue.metrics.get(row.metric)
    labels = [label_at(place).lower() for place in row.evidence]
    # "Total operating lease obligation" is named as obligations are.
    return metric is not None and any(
        label_pattern(metric).search(words) for label in labels for words in (label, f"{label}s")
    )


def of_another_metric(rows: Iterable[MetricFact], catalogue: Catalogue) -> GateResult:
    """Find rows whose label, by the label model, means another metric of the same unit and kind."""
    model = LabelModel.load()
    labelled = [
        (row, metric, label)
        for row in rows
        if (metric := catalogue.metrics.get(row.metric)) is not None
        and metric.id in model.places
        and is_one_figure(row)
        and (label := _label(row))
        and label not in _printed(metric)
    ]
    wordings = list(dict.fromkeys(label for _, _, label in labelled))
    if not wordings:
        return
    scores = model.line_scores([LabelledRow(label) for label in wordings])[:, 1]
    by_label = dict(zip(wordings, scores, strict=True))
    for row, metric, label in labelled:
        likely = by_label[label]
        best = catalogue.metrics.get(model.metrics[int(likely.argmax())])
        if best is None or (best.unit, best.period) != (metric.unit, metric.period):
            continue
        if likely[model.places[metric.id]] < _UNLIKELY and likely.max() > _LIKELY:
            yield key_of(row), Doubt(Gate.LABEL, f"printed as {label!r}, which is {best.name}")


def _label(row: MetricFact) -> str:
    """The label of the row's first evidence in a table."""
    place = next((place for place in row.evidence if place.row >= 0), None)
    return bare_label(label_at(place)) if place is not None else ""


def _printed(metric: Metric) -> frozenset[str]:
    return frozenset(map(bare_label, (metric.name, *metric.synonyms, *metric.printed)))


# -- concepts that hold something else as well -----------------------------------------------


@dataclass(frozen=True, slots=True)
class Mixture:
    """A pattern of values of a metric that include or are something else."""

    metric: str
    why: str
    concepts: Sequence[str] = ()
    """Applies only to these concepts; empty for any."""
    beside: str = ""
    """Applies only if the document has a non-zero value of this metric."""
    unless: str = ""
    """Does not apply if this pattern matches the label or the sentence."""


@cache
def _mixtures() -> Mapping[str, Sequence[Mixture]]:
    """Load the mixtures of `mixtures.toml`, by metric."""
    tables = bundled_toml("secqa.facts.table.gates", "mixtures.toml")
    entries = [Mixture(**entry) for entry in tables["mixture"]]
    return grouped(entries, lambda entry: entry.metric)


def mixtures(rows: Sequence[MetricFact]) -> GateResult:
    """Find rows that may include something other than the metric."""
    stated = {(row.document_id, row.metric) for row in rows if row.value}
    for row in rows:
        for mixture in _mixtures().get(row.metric, ()):
            names = {name.rpartition(":")[2] for name in concepts_in(row.concept)}
            tagged = not mixture.concepts or not names.isdisjoint(mixture.concepts)
            beside = not mixture.beside or (row.document_id, mixture.beside) in stated
            if tagged and beside and row.evidence and not _matches_label(row, mixture.unless):
                yield key_of(row), Doubt(Gate.MIXTURE, mixture.why)


def _matches_label(row: MetricFact, pattern: str) -> bool:
    return any(re.search(pattern, label_at(place).lower()) for place in row.evidence)


_SCALES = (1.0, 1e3, 1e6, 1e9)
_SAME_DAY = 10
"""Maximum days between a column's date and a period's end; year-ends vary by a week."""
_NEAR = 1e-6
_NAMED = re.compile(r"^total | ?\([^)]*\)")
"""Words in a label around the name."""


@dataclass(frozen=True, slots=True)
class StatementLine:
    """A cell of a primary statement."""

    statement: Statement
    label: str
    """Normalised by `bare_label`."""
    period: ColumnPeriod
    value: float
    """The printed value, without scale and sign."""


LinesOf = Callable[[str], Iterable[StatementLine]]
"""Loads the cells of the statements of a document by its id."""


def statement_lines(document: Document) -> tuple[StatementLine, ...]:
    """The figures of a document's primary statements, with labels and periods."""
    lines = []
    for element in document.elements:
        table = element.table
        if table is None or table.statement is None:
            continue
        periods = column_periods(table, document.metadata, " ".join(element.path[-2:]))
        for cells in table.cells[table.header_rows :]:
            for column, period in enumerate(periods):
                number = parse_number(cells[column]) if column and period is not None else None
                if number is not None and period is not None and not number.dash:
                    label = bare_label(cells[0])
                    lines.append(StatementLine(table.statement, label, period, abs(number.value)))
    return tuple(lines)


def statement_differs(
    stated: StatedFact, metric: Metric, lines: Iterable[StatementLine], end: date | None = None
) -> Doubt | None:
    """The reason to doubt a value: a line of the metric's statement with its name has another
    figure for the same period.

    None for values in the statement, for values other than money ("Basic" may be shares or
    earnings), and without such a line. `end` is the last day of the period, which distinguishes
    balances of quarters.
    """
    noted = all(place.grade < 2 for place in stated.evidence)
    if not metric.statement or metric.unit != "USD" or not noted:
        return None
    # Not all labels it is printed under: some of them are those of other lines as well.
    names = {bare_label(name) for name in (metric.name, *metric.synonyms)}
    rivals = [
        line
        for line in lines
        if line.statement == metric.statement
        and line.label in names
        and _is_of(line.period, stated, metric, end)
    ]
    value = abs(stated.value)
    same = any(
        abs(value - line.value * scale) <= _NEAR * value for line in rivals for scale in _SCALES
    )
    if not rivals or same:
        return None
    line = rivals[0]
    return Doubt(
        Gate.NOTE,
        f"taken from a note, while the statement prints {line.label!r}: {line.value:,.10g}",
    )


def shares_name(stated: StatedFact, metric: Metric, lines: Iterable[StatementLine]) -> bool:
    """Whether a statement line with the metric's exact name has another figure for the same period.

    Examples: restructuring within and outside the cost of sales, net income before and after
    minorities, depreciation in the income and the cash flow statement. A line of a cash flow
    statement with the name of a balance is its change.
    """
    if metric.unit != "USD":
        return False
    # Leases, which notes break down, belong to no statement, but balance sheets have lines of them.
    statement = metric.statement or Statement.BALANCE_SHEET
    name, value = _name_in(bare_label(metric.name)), abs(stated.value)
    return any(
        _name_in(line.label) == name
        and (line.statement == statement or metric.period == "duration")
        and _is_of(line.period, stated, metric, None)
        and not any(abs(value - line.value * scale) <= _NEAR * value for scale in _SCALES)
        for line in lines
    )


@lru_cache(maxsize=65536)
def _name_in(label: str) -> str:
    return _NAMED.sub("", label)


def _is_of(period: ColumnPeriod, stated: StatedFact, metric: Metric, end: date | None) -> bool:
    """Whether a column is about this period."""
    if period.role != "value" or period.year != stated.fiscal_year:
        return False
    if metric.period == "instant":
        if end is not None and period.end is not None:
            return abs((period.end - end).days) <= _SAME_DAY
        return stated.fiscal_period == "FY" and period.quarter in ("", "Q4")
    if stated.fiscal_period == "FY":
        return period.months in (12, None) and period.quarter in ("", "Q4")
    quarter, _, to_date = stated.fiscal_period.partition(" ")
    months = 3 * int(quarter[1]) if to_date else 3
    return period.months == months and period.quarter in ("", quarter)
