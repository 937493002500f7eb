"""The fact table T of a corpus: every document's own value of every metric."""

from collections.abc import Collection, Sequence

import pyarrow as pa
import pyarrow.compute as pc

from secqa.corpus.corpus_address import CorpusPath
from secqa.corpus.corpus_rows import Entry
from secqa.corpus.corpus_schema import FACTS, FOOTNOTES, MEMBER_VALUES, METRIC_VALUES, TRUTH
from secqa.corpus.corpus_store import open_corpus
from secqa.corpus.lance_tables import Tables, rows_of
from secqa.errors import SecqaError
from secqa.facts.fact import Fact, MetricFact
from secqa.facts.table.truth_rows import facts_from, metric_facts_from


def load_facts(corpus: CorpusPath, document_id: str) -> tuple[Fact, ...]:
    """All facts of a document of a corpus; SecqaError when there is no such document."""
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
    """The rows of T of a corpus, by document id; an empty filter lets everything through.

    Those about whole companies or, when `parts` is set, those about their segments, regions and
    products; a corpus of an earlier version has none of these.

    Raises SecqaError when the folder is no corpus.
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
    """The rows of T of some documents of a corpus, as `load_table` gives them."""
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
