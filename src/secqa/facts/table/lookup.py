"""What a user asks of the fact table -> its rows, or one line that says what there is."""

from collections.abc import Iterable

from secqa.corpus.corpus_address import CorpusPath
from secqa.corpus.corpus_store import open_corpus
from secqa.errors import SecqaError
from secqa.facts.table.compound import Found, compound_facts, missing_parts
from secqa.facts.table.load import load_table
from secqa.metrics.catalogue import Catalogue

_MOST_LISTED = 50
"""Names of what there is, in one line."""


def query(
    corpus: CorpusPath,
    *,
    ticker: str = "",
    metric: str = "",
    year: int | None = None,
    period: str = "",
) -> tuple[Found, ...]:
    """Values that fit; what is "" or None is not asked for.

    A metric that is worked out, or that some documents do not print, comes with its parts.
    Without a metric only what filings state is there.
    Raises SecqaError, naming what there is, when a ticker, metric, year or period is unknown.
    """
    opened = open_corpus(corpus)
    documents, catalogue = opened.documents, opened.catalogue
    known = sorted({symbol for d in documents for symbol in (d.ticker, *d.tickers) if symbol})
    symbol = ticker.upper()
    if symbol and symbol not in known:
        raise SecqaError(f"{ticker}: no such ticker in {corpus}; there are {_listed(known)}")
    metric_id = _metric_id(metric, catalogue) if metric else ""
    rows = _values(corpus, [symbol] if symbol else [], metric_id, catalogue)
    about = " of ".join(filter(None, (metric_id, symbol))) or "values"
    if not rows:
        why = _why_none(corpus, [symbol] if symbol else [], metric_id, catalogue)
        raise SecqaError(f"{about}: no filing in {corpus} states it{why}")
    if year is not None:
        years = sorted({row.fiscal_year for row in rows})
        rows = tuple(row for row in rows if row.fiscal_year == year)
        if not rows:
            raise SecqaError(f"{year}: no {about} for this year; there are {_listed(years)}")
    if period:
        periods = sorted({row.fiscal_period for row in rows})
        rows = tuple(row for row in rows if row.fiscal_period == period.upper())
        if not rows:
            raise SecqaError(f"{period}: no {about} for this period; there are {_listed(periods)}")
    return rows


def _values(
    corpus: CorpusPath, tickers: list[str], metric_id: str, catalogue: Catalogue
) -> tuple[Found, ...]:
    if not metric_id:
        whole = load_table(corpus, tickers=tickers)
        return (*whole, *load_table(corpus, tickers=tickers, parts=True))
    metric = catalogue[metric_id]
    if metric.axes:
        return load_table(corpus, tickers=tickers, metrics=[metric_id], parts=True)
    # A formula needs more than its parts: only its neighbours in the statement tell a part
    # that the company does not have from one that was not found.
    alone = [] if metric.formula or metric.fallback else [metric_id]
    rows = load_table(corpus, tickers=tickers, metrics=alone)
    stated = [row for row in rows if row.metric == metric_id]
    worked_out = compound_facts(rows, catalogue, [metric_id])
    both: list[Found] = [*stated, *worked_out]
    return tuple(sorted(both, key=lambda found: found.document_id))


def _why_none(corpus: CorpusPath, tickers: list[str], metric_id: str, catalogue: Catalogue) -> str:
    """What would have to be there to work a metric out, as an end of a sentence."""
    metric = catalogue[metric_id] if metric_id else None
    if metric is None or not (metric.formula or metric.fallback):
        return ""
    missing = missing_parts(load_table(corpus, tickers=tickers), catalogue, metric)
    return f", and to work it out {' and '.join(missing)} is missing" if missing else ""


def _metric_id(asked: str, catalogue: Catalogue) -> str:
    wanted = asked.lower().strip()
    for metric in catalogue.metrics.values():
        if wanted in (metric.id, metric.name.lower(), *metric.synonyms):
            return metric.id
    return catalogue[asked].id


def _listed(values: Iterable[object]) -> str:
    named = [str(value) for value in values]
    more = f" and {len(named) - _MOST_LISTED:,} more" if len(named) > _MOST_LISTED else ""
    return (", ".join(named[:_MOST_LISTED]) or "none") + more
