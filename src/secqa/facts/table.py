"""The fact table T: every document's own value of every metric, and all places that show it.

A filing carries three fiscal years of flows and two of balances, and later filings restate
earlier ones; T keeps each document's value as its own row. Evidence is a set: one figure is
tagged on several pages and printed untagged on others.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path

import lancedb
import pyarrow as pa
import pyarrow.compute as pc

from secqa.corpus.schema import METRIC_VALUES, TRUTH
from secqa.corpus.store import open_corpus, rows_of
from secqa.facts.fact import Evidence, Fact, MetricFact
from secqa.facts.mentions import Sought, sentence_at, untagged_mentions
from secqa.facts.resolve import Resolved, in_primary_statement, resolve_metrics
from secqa.facts.rows import metric_facts_from
from secqa.facts.stated import stated_metrics
from secqa.filings.document import Document, Element, Place
from secqa.metrics.catalogue import Catalogue, Metric


def metric_facts(
    document: Document, facts: Sequence[Fact], catalogue: Catalogue
) -> tuple[MetricFact, ...]:
    """The rows of T for one document, in the catalogue's order, the latest period first.

    Empty for a document that does not say which fiscal year and period it is about.
    """
    resolved = resolve_metrics(facts, document.metadata, catalogue)
    elements = {element.index: element for element in document.elements}
    rows = [
        _row(document, value, _tagged_evidence(value, catalogue[value.metric], document, elements))
        for value in resolved
    ]
    mentions = untagged_mentions(
        document,
        [
            Sought(
                metric=catalogue[value.metric],
                value=value.value,
                printed=_printed_forms(value),
                pages=frozenset(place.page for place in row.evidence),
            )
            for value, row in zip(resolved, rows, strict=True)
        ],
    )
    rows = [
        replace(
            row,
            evidence=row.evidence
            + tuple(_evidence(document, m.place, grade=1, quote=m.quote) for m in found),
        )
        for row, found in zip(rows, mentions, strict=True)
    ]
    rows += [
        _row(
            document,
            value.resolved,
            tuple(_evidence(document, m.place, grade=2, quote=m.quote) for m in value.mentions),
        )
        for value in stated_metrics(document, catalogue)
    ]
    order = {metric_id: place for place, metric_id in enumerate(catalogue.metrics)}
    return tuple(
        sorted(rows, key=lambda row: (order[row.metric], -row.fiscal_year, row.fiscal_period))
    )


def load_table(
    corpus: Path,
    *,
    tickers: Collection[str] = (),
    metrics: Collection[str] = (),
    years: Collection[int] = (),
    periods: Collection[str] = (),
) -> tuple[MetricFact, ...]:
    """The rows of T of a corpus, by document id; an empty filter lets everything through.

    Raises SecqaError when the folder is no corpus.
    """
    entries = [
        entry
        for entry in open_corpus(corpus).entries
        if not tickers
        or entry.metadata.ticker in tickers
        or not set(entry.metadata.tickers).isdisjoint(tickers)
    ]
    if not entries:
        return ()
    stored = lancedb.connect(corpus / TRUTH).open_table(METRIC_VALUES)
    rows = rows_of(stored, [entry.revision for entry in entries])
    for column, wanted in (
        ("metric", metrics),
        ("fiscal_year", years),
        ("fiscal_period", periods),
    ):
        if wanted:
            values = pa.array(list(wanted), type=rows.schema.field(column).type)
            rows = rows.filter(pc.is_in(rows[column], value_set=values))
    documents = {entry.revision: entry.metadata for entry in entries}
    return tuple(sorted(metric_facts_from(rows, documents), key=lambda fact: fact.document_id))


def _row(document: Document, value: Resolved, evidence: tuple[Evidence, ...]) -> MetricFact:
    metadata = document.metadata
    return MetricFact(
        company=metadata.company,
        ticker=metadata.ticker,
        cik=metadata.cik,
        document_id=metadata.document_id,
        form=metadata.form,
        fiscal_year=value.period.year,
        fiscal_period=value.period.period,
        period_start=value.start,
        period_end=value.end,
        metric=value.metric,
        value=value.value,
        unit=value.unit,
        decimals=value.decimals,
        concept=value.concept,
        evidence=evidence,
    )


def _tagged_evidence(
    value: Resolved, metric: Metric, document: Document, elements: dict[int, Element]
) -> tuple[Evidence, ...]:
    best: dict[Place, Evidence] = {}
    for fact in value.facts:
        if fact.place is None:
            continue
        grade = 2 if in_primary_statement(fact, metric) else 1
        element = elements.get(fact.place.element)
        quote = quote_at(fact.place, element, fact.printed)
        best.setdefault(fact.place, _evidence(document, fact.place, grade=grade, quote=quote))
    return tuple(sorted(best.values(), key=lambda e: (-e.grade, e.page, e.element, e.row)))


def _evidence(document: Document, place: Place, grade: int, quote: str) -> Evidence:
    return Evidence(
        document_id=document.metadata.document_id,
        page=place.page,
        element=place.element,
        row=place.row,
        column=place.column,
        grade=grade,
        quote=quote,
    )


def quote_at(place: Place, element: Element | None, printed: str) -> str:
    """The printed line at a place: row label and cell, or the sentence around the figure."""
    if element is None:
        return printed
    if element.table is not None and place.row >= 0:
        cells = element.table.cells[place.row]
        return cells[0] if place.column == 0 else f"{cells[0]} | {cells[place.column]}"
    return sentence_at(element.text, max(element.text.find(printed), 0))


def _printed_forms(value: Resolved) -> frozenset[str]:
    """How the value is printed where it is tagged; nothing for a sum of several figures."""
    return frozenset(fact.printed for fact in value.facts if fact.value == value.value)
