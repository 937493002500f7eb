"""Look up values in the fact table, for people, programs and agents.

Values can be written as CSV or Parquet and are offered to agents as a tool. Benchmarks are made
from these values, so a system that is being measured must not have the tool; its name says "ground
truth", and `secqa mcp --no-facts` leaves it out.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from secqa.corpus.corpus_address import CorpusPath
from secqa.corpus.corpus_store import open_corpus
from secqa.data_table import DataTable
from secqa.errors import SecqaError
from secqa.facts.fact import MetricFact
from secqa.facts.table.compound import TableValue, compound_facts, missing_parts, stated_parts
from secqa.facts.table.fact_store import load_table
from secqa.metrics.catalogue import Catalogue, find_metric

_MOST_LISTED = 50
"""Maximum number of known names in an error message."""


def query(
    corpus: CorpusPath,
    *,
    ticker: str = "",
    metric: str = "",
    year: int | None = None,
    period: str = "",
) -> tuple[TableValue, ...]:
    """Find values; "" and None match everything.

    A calculated metric, or one that some documents do not print, comes with its parts. Without a
    metric only stated values are returned. Raises `SecqaError`, which lists the known ones, for an
    unknown ticker, metric, year or period.
    """
    opened = open_corpus(corpus)
    documents, catalogue = opened.documents, opened.catalogue
    known = sorted({symbol for d in documents for symbol in (d.ticker, *d.tickers) if symbol})
    symbol = ticker.upper()
    if symbol and symbol not in known:
        raise SecqaError(f"{ticker}: no such ticker in {corpus}; there are {_names(known)}")
    metric_id = (find_metric(metric, catalogue) or catalogue[metric]).id if metric else ""
    rows = _values(corpus, [symbol] if symbol else [], metric_id, catalogue)
    about = " of ".join(filter(None, (metric_id, symbol))) or "values"
    if not rows:
        why = _why_none(corpus, [symbol] if symbol else [], metric_id, catalogue)
        raise SecqaError(f"{about}: no filing in {corpus} states it{why}")
    if year is not None:
        years = sorted({row.fiscal_year for row in rows})
        rows = tuple(row for row in rows if row.fiscal_year == year)
        if not rows:
            raise SecqaError(f"{year}: no {about} for this year; there are {_names(years)}")
    if period:
        periods = sorted({row.fiscal_period for row in rows})
        rows = tuple(row for row in rows if row.fiscal_period == period.upper())
        if not rows:
            raise SecqaError(f"{period}: no {about} for this period; there are {_names(periods)}")
    return rows


def _values(
    corpus: CorpusPath, tickers: list[str], metric_id: str, catalogue: Catalogue
) -> tuple[TableValue, ...]:
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
    both: list[TableValue] = [*stated, *worked_out]
    return tuple(sorted(both, key=lambda found: found.document_id))


def _why_none(corpus: CorpusPath, tickers: list[str], metric_id: str, catalogue: Catalogue) -> str:
    """The missing parts of a calculated metric, as the end of a sentence."""
    metric = catalogue[metric_id] if metric_id else None
    if metric is None or not (metric.formula or metric.fallback):
        return ""
    missing = missing_parts(load_table(corpus, tickers=tickers), catalogue, metric)
    return f"; to calculate it, {' and '.join(missing)} is missing" if missing else ""


def _names(values: Iterable[object]) -> str:
    named = [str(value) for value in values]
    more = f" and {len(named) - _MOST_LISTED:,} more" if len(named) > _MOST_LISTED else ""
    return (", ".join(named[:_MOST_LISTED]) or "none") + more


MOST = 20
"""Maximum number of values in one reply."""
_MOST_PLACES = 3
_WHAT = (
    "Ground truth: values as filers tagged them. Not to be used by a system that is being measured."
)


def facts_tool(corpus: CorpusPath) -> Callable[..., dict[str, Any]]:
    """Make the tool for one corpus."""

    def ground_truth_facts(
        ticker: str = "", metric: str = "", year: int | None = None, period: str = ""
    ) -> dict[str, Any]:
        """Ground truth: values of metrics as the filers tagged them, with the pages that show them.

        Not to be used by a system that is being measured. `metric` as revenue or net_income, `year`
        the fiscal year, `period` FY or Q1 to Q4. Ask for little: at most 20 values are returned.
        """
        values = query(corpus, ticker=ticker, metric=metric, year=year, period=period)
        return {
            "what": _WHAT,
            "found": len(values),
            "facts": [_as_json(value) for value in values[:MOST]],
        }

    return ground_truth_facts


def _as_json(found: TableValue) -> dict[str, Any]:
    worked_out = {} if isinstance(found, MetricFact) else {"formula": found.formula}
    part = {"part": found.member} if isinstance(found, MetricFact) and found.member else {}
    places = [place for row in stated_parts(found) for place in row.evidence[:_MOST_PLACES]]
    return {
        "company": found.company,
        "ticker": found.ticker,
        "metric": found.metric,
        **part,
        "fiscal_year": found.fiscal_year,
        "fiscal_period": found.fiscal_period,
        "period_end": found.period_end.isoformat(),
        "value": found.value,
        "unit": found.unit,
        **worked_out,
        "document_id": found.document_id,
        "evidence": [{"page": place.page, "filing_text": place.quote} for place in places],
    }


_COLUMNS = (
    *("company", "ticker", "cik", "document_id", "form", "fiscal_year", "fiscal_period"),
    *("period_start", "period_end", "metric", "member", "value", "unit", "decimals"),
    *("concept", "formula"),
)


def table_of(rows: Sequence[TableValue]) -> DataTable:
    """Make a table of values, one per row, each with its main page; `places` lists all evidence as
    `page:row:column/grade`."""

    def printed(row: TableValue) -> tuple[int | None, str, str]:
        places = [place for part in stated_parts(row) for place in part.evidence]
        best = max(places, key=lambda place: place.grade, default=None)
        named = (f"{place.page}:{place.row}:{place.column}/{place.grade}" for place in places)
        return (*((best.page, best.quote) if best else (None, "")), " ".join(named))

    columns = (*_COLUMNS, "page", "quote", "places")
    # Calculated values have no concept, stated ones no formula.
    cells = ((getattr(row, name, None) for name in _COLUMNS) for row in rows)
    return DataTable.of(
        columns, ((*own, *printed(row)) for own, row in zip(cells, rows, strict=True))
    )
