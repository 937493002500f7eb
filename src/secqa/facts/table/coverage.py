"""Measure which metrics the fact table has for each annual report, and which are missing.

Whether a metric applies must not depend on the fact table, or coverage would be complete by
definition. The catalogue says which industries lack a metric, the pages whether such a line is
printed, the tags whether one of its concepts is used; if all say no, the report has no such value.
A line or a tag without a value in the table is missing, and is listed with its location.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from secqa.corpus.corpus_address import CorpusPath
from secqa.corpus.corpus_store import open_corpus
from secqa.facts.fact import Fact, MetricFact
from secqa.facts.resolve.concept_labels import Labels, bare_label, denied, printed_labels
from secqa.facts.resolve.untagged import label_pattern
from secqa.facts.table.compound import TableValue, compound_facts
from secqa.facts.table.fact_store import load_facts, load_table
from secqa.facts.table.rows import grouped, industry_of_rows
from secqa.filings.document import Document
from secqa.metrics.catalogue import Catalogue
from secqa.metrics.metric import Metric

HELD = "in T"
MISSING = "missing"
INDUSTRY = "not in this industry"
NO_STATEMENTS = "statements are in another document"
WITHIN = "within another line"
NO_LINE = "no such line, no such tag"

_FIGURE = frozenset("0123456789")


@dataclass(frozen=True, slots=True)
class CoverageCell:
    """One metric of one annual report, for its own year."""

    document_id: str
    ticker: str
    metric: str
    state: str
    """`in T`, `missing`, or the reason why it does not apply."""
    where: str = ""
    """For missing values the line and its page, or the concept."""


@dataclass(frozen=True, slots=True)
class _Line:
    """A table row with a figure."""

    label: str
    page: int
    statement: str
    taken: frozenset[str]
    """Metrics whose values in the fact table are in this row."""


def coverage(
    document: Document,
    facts: Sequence[Fact],
    values: Iterable[TableValue],
    rows: Sequence[MetricFact],
    catalogue: Catalogue,
) -> list[CoverageCell]:
    """The cells of an annual report, from its `rows` and all `values`, including calculated
    ones."""
    metadata = document.metadata
    known = {value.metric for value in values if value.fiscal_year == metadata.fiscal_year}
    lines = list(_lines(document, rows))
    labels = Labels(facts, document, catalogue)
    tagged: defaultdict[str, list[Fact]] = defaultdict(list)
    for fact in facts:
        if fact.value is not None and not fact.dimensions and fact.end == metadata.period_end:
            tagged[fact.concept.removeprefix("us-gaap:")].append(fact)
    industry = industry_of_rows(rows, catalogue)
    cells = []
    for metric in catalogue.base():
        if metric.stated:
            continue
        if metric.id in known:
            state, where = HELD, ""
        elif industry in metric.not_in:
            state, where = INDUSTRY, ""
        elif not any(line.statement for line in lines):
            state, where = NO_STATEMENTS, ""
        elif known & set(metric.outside):
            state, where = WITHIN, ""
        else:
            # A concept whose labels all name something else is not the metric.
            concepts = {
                concept
                for concept in metric.concepts
                if not all(labels.deny(metric, fact) for fact in tagged.get(concept, ()))
            }
            state, where = _lacking(metric, lines, concepts)
        cells.append(CoverageCell(metadata.document_id, metadata.ticker, metric.id, state, where))
    return cells


def _lacking(metric: Metric, lines: Sequence[_Line], concepts: set[str]) -> tuple[str, str]:
    """Whether a metric without a value is missing, and its location."""
    # If the statement was not recognised, the line may be in any table.
    own = [line for line in lines if line.statement == metric.statement != ""]
    named = label_pattern(metric)
    for line in own or lines:
        label = bare_label(line.label)
        # In the statement the name may be part of the label, in notes it must be the whole label.
        says = named.search(label) is not None if own else label in printed_labels(metric)
        other = denied(metric, label) or any(word in label for word in metric.not_printed)
        if says and not line.taken and not other:
            return MISSING, f"{line.label!r}, page {line.page}"
    tagged = [concept for concept in metric.concepts if concept in concepts]
    return (MISSING, f"tagged as {tagged[0]}") if tagged else (NO_LINE, "")


def _lines(document: Document, rows: Sequence[MetricFact]) -> Iterator[_Line]:
    taken: defaultdict[tuple[int, int], set[str]] = defaultdict(set)
    for row in rows:
        for place in row.evidence:
            taken[place.element, place.row].add(row.metric)
    for element in document.elements:
        table = element.table
        if table is None:
            continue
        for number, cells in enumerate(table.cells):
            has_figure = any(not _FIGURE.isdisjoint(cell) for cell in cells[1:])
            if number >= table.header_rows and cells[0] and has_figure:
                metrics = frozenset(taken[element.index, number])
                yield _Line(cells[0], element.page, str(table.statement or ""), metrics)


@dataclass(frozen=True, slots=True)
class Coverage:
    """The coverage of several reports."""

    cells: tuple[CoverageCell, ...]

    @property
    def counts(self) -> dict[str, int]:
        """Cells by state."""
        return dict(Counter(cell.state for cell in self.cells).most_common())

    @property
    def share(self) -> float:
        """Share of cells with a value among those to which the metric applies."""
        present, missing = self.counts.get(HELD, 0), self.counts.get(MISSING, 0)
        return present / (present + missing) if present + missing else 0.0

    @property
    def missing(self) -> dict[str, list[CoverageCell]]:
        """Missing cells by metric, the most frequent first."""
        by_metric: defaultdict[str, list[CoverageCell]] = defaultdict(list)
        for cell in self.cells:
            if cell.state == MISSING:
                by_metric[cell.metric].append(cell)
        return dict(sorted(by_metric.items(), key=lambda item: -len(item[1])))


def corpus_coverage(corpus: CorpusPath, tickers: Sequence[str] = ()) -> Coverage:
    """Measure the annual reports of a corpus, or those of some companies."""
    opened = open_corpus(corpus)
    rows = load_table(corpus, tickers=tickers)
    worked_out = compound_facts(rows, opened.catalogue)
    by_document = grouped(rows, lambda row: row.document_id)
    cells: list[CoverageCell] = []
    for entry in opened.entries:
        metadata = entry.metadata
        if not metadata.form.startswith("10-K") or (tickers and metadata.ticker not in tickers):
            continue
        document_rows = by_document.get(metadata.document_id, [])
        values: list[TableValue] = [*document_rows]
        values += (w for w in worked_out if w.document_id == metadata.document_id)
        facts = load_facts(corpus, metadata.document_id)
        document = opened.document(metadata.document_id)
        cells += coverage(document, facts, values, document_rows, opened.catalogue)
    return Coverage(tuple(cells))
