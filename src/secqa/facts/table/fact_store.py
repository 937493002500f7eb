"""Store facts and metric values in a corpus's database of facts, and load them again."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from secqa.corpus.corpus_address import CorpusPath
from secqa.corpus.corpus_rows import Entry
from secqa.corpus.corpus_schema import (
    FACTS,
    FOOTNOTES,
    MEMBER_VALUES,
    METRIC_VALUES,
    SCHEMAS,
    TRUTH,
)
from secqa.corpus.corpus_store import open_corpus
from secqa.corpus.lance_tables import Tables, rows_of
from secqa.errors import SecqaError
from secqa.facts.fact import Evidence, Fact, MetricFact
from secqa.filings.document import Location, Metadata, Statement

TEXT_KEPT = 1000
"""Maximum characters kept of a text fact; whole notes are tagged, and are also in the pages."""

_OF_FACT = (
    *("fact_id", "concept", "value", "printed", "unit", "decimals", "start", "end"),
    *("nil", "hidden", "statement"),
)
_OF_PLACE = ("page", "element", "row", "column")
_OF_VALUE = (
    *("fiscal_year", "fiscal_period", "period_start", "period_end", "metric", "value"),
    *("unit", "decimals", "concept"),
)
_OF_EVIDENCE = (*_OF_PLACE, "grade", "quote")


def database_rows(
    revision: str,
    facts: Sequence[Fact],
    values: Sequence[MetricFact],
    parts: Sequence[MetricFact] = (),
) -> dict[str, pa.Table]:
    """Make the rows of a document for the database of facts, by table.

    `parts` are values of parts of the company, `values` those of the whole.
    """
    members = _value_columns(revision, parts) | {"member": [value.member for value in parts]}
    notes = [(fact.fact_id, text) for fact in facts for text in fact.footnotes]
    footnotes = {
        "revision": [revision] * len(notes),
        "fact_id": [fact_id for fact_id, _ in notes],
        "text": [text for _, text in notes],
    }
    return {
        FACTS: _fact_rows(revision, facts),
        METRIC_VALUES: pa.table(_value_columns(revision, values), schema=SCHEMAS[METRIC_VALUES]),
        MEMBER_VALUES: pa.table(members, schema=SCHEMAS[MEMBER_VALUES]),
        FOOTNOTES: pa.table(footnotes, schema=SCHEMAS[FOOTNOTES]),
    }


def _fact_rows(revision: str, facts: Sequence[Fact]) -> pa.Table:
    places = [fact.place or Location(page=0, element=-1) for fact in facts]
    columns = {name: [getattr(fact, name) for fact in facts] for name in _OF_FACT}
    columns |= {name: [getattr(place, name) for place in places] for name in _OF_PLACE}
    columns |= {
        "revision": [revision] * len(facts),
        "text": [fact.text[:TEXT_KEPT] for fact in facts],
        "dimensions": [
            [{"axis": axis, "member": member} for axis, member in fact.dimensions] for fact in facts
        ],
    }
    return pa.table(columns, schema=SCHEMAS[FACTS])


def facts_from(rows: pa.Table, footnotes: pa.Table | None) -> tuple[Fact, ...]:
    """Convert rows of `facts` to facts, with their rows of `footnotes`."""
    notes: defaultdict[str, list[str]] = defaultdict(list)
    for note in footnotes.to_pylist() if footnotes is not None else ():
        notes[note["fact_id"]].append(note["text"])
    facts = []
    for row in rows.to_pylist():
        page, *where = (row[name] for name in _OF_PLACE)
        facts.append(
            Fact(
                text=row["text"],
                dimensions=tuple((pair["axis"], pair["member"]) for pair in row["dimensions"]),
                place=Location(page, *where) if page else None,
                statement=Statement(row["statement"]) if row["statement"] else None,
                footnotes=tuple(notes.get(row["fact_id"], ())),
                **{name: row[name] for name in _OF_FACT if name != "statement"},
            )
        )
    return tuple(facts)


def _value_columns(revision: str, values: Sequence[MetricFact]) -> dict[str, list[Any]]:
    return {
        "revision": [revision] * len(values),
        **{name: [getattr(value, name) for value in values] for name in _OF_VALUE},
        "evidence": [
            [{name: getattr(place, name) for name in _OF_EVIDENCE} for place in value.evidence]
            for value in values
        ],
    }


def metric_facts_from(rows: pa.Table, documents: Mapping[str, Metadata]) -> list[MetricFact]:
    """Convert rows of `metrics` or `members` to rows of the fact table; `documents` by revision."""
    facts = []
    for row in rows.to_pylist():
        metadata = documents[row.pop("revision")]
        evidence = tuple(
            Evidence(document_id=metadata.document_id, **place) for place in row.pop("evidence")
        )
        facts.append(
            MetricFact(
                company=metadata.company,
                ticker=metadata.ticker,
                cik=metadata.cik,
                document_id=metadata.document_id,
                form=metadata.form,
                evidence=evidence,
                **row,
            )
        )
    return facts


def load_facts(corpus: CorpusPath, document_id: str) -> tuple[Fact, ...]:
    """Load all facts of a document. Raises `SecqaError` if the corpus has no such document."""
    revision = open_corpus(corpus).entry(document_id).revision
    facts, notes = (Tables(corpus / TRUTH).opened(name) for name in (FACTS, FOOTNOTES))
    if facts is None:
        raise SecqaError(f"{corpus}: has no facts; ingest its filings again")
    return facts_from(
        rows_of(facts, [revision]), rows_of(notes, [revision]) if notes is not None else None
    )


def load_table(
    corpus: CorpusPath,
    *,
    tickers: Collection[str] = (),
    metrics: Collection[str] = (),
    parts: bool = False,
) -> tuple[MetricFact, ...]:
    """Load the fact table of a corpus, by document id; empty filters select everything.

    The rows are about whole companies or, if `parts` is set, about segments, regions and products;
    corpora written by older versions have none of these. Raises `SecqaError` if the folder is not a
    corpus.
    """
    entries = [
        entry
        for entry in open_corpus(corpus).entries
        if not tickers
        or entry.metadata.ticker in tickers
        or not set(entry.metadata.tickers).isdisjoint(tickers)
    ]
    return load_values(corpus, entries, metrics=metrics, parts=parts)


def load_values(
    corpus: CorpusPath,
    entries: Sequence[Entry],
    *,
    metrics: Collection[str] = (),
    parts: bool = False,
) -> tuple[MetricFact, ...]:
    """Load the rows of the fact table of some documents, as `load_table` does."""
    if not entries:
        return ()
    stored = Tables(corpus / TRUTH).opened(MEMBER_VALUES if parts else METRIC_VALUES)
    if stored is None:
        return ()
    rows = rows_of(stored, [entry.revision for entry in entries])
    if metrics:
        rows = rows.filter(pc.is_in(rows["metric"], value_set=pa.array(list(metrics))))
    documents = {entry.revision: entry.metadata for entry in entries}
    return tuple(sorted(metric_facts_from(rows, documents), key=lambda fact: fact.document_id))
