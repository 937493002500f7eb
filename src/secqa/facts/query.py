"""What a user asks of the fact table -> its rows, or one line that says what there is."""

import csv
import sys
from collections.abc import Iterable, Sequence
from dataclasses import fields
from pathlib import Path
from typing import IO

from secqa.corpus.store import open_corpus
from secqa.errors import SecqaError
from secqa.facts.fact import MetricFact
from secqa.facts.table import load_table
from secqa.metrics.catalogue import Catalogue, load_catalogue


def query(
    corpus: Path, *, ticker: str = "", metric: str = "", year: int | None = None, period: str = ""
) -> tuple[MetricFact, ...]:
    """Rows of T that fit; what is "" or None is not asked for.

    Raises SecqaError, naming what there is, when a ticker, metric, year or period is unknown.
    """
    documents = open_corpus(corpus).documents
    known = sorted({symbol for d in documents for symbol in (d.ticker, *d.tickers) if symbol})
    symbol = ticker.upper()
    if symbol and symbol not in known:
        raise SecqaError(f"{ticker}: no such ticker in {corpus}; there are {_listed(known)}")
    metric_id = _metric_id(metric, load_catalogue()) if metric else ""
    rows = load_table(
        corpus,
        tickers=[symbol] if symbol else (),
        metrics=[metric_id] if metric_id else (),
    )
    about = " of ".join(filter(None, (metric_id, symbol))) or "values"
    if not rows:
        raise SecqaError(f"{about}: no filing in {corpus} states it")
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


def _metric_id(asked: str, catalogue: Catalogue) -> str:
    wanted = asked.lower().strip()
    for metric in catalogue.metrics.values():
        if wanted in (metric.id, metric.name.lower(), *metric.synonyms):
            return metric.id
    return catalogue[asked].id


def _listed(values: Iterable[object]) -> str:
    return ", ".join(map(str, values)) or "none"


def write_csv(rows: Sequence[MetricFact], path: Path) -> None:
    """Write rows of T as CSV, one a line, places as `page:row:column` with their grade.

    `-` is standard output. Raises SecqaError when the file cannot be written.
    """
    if str(path) == "-":
        _write(rows, sys.stdout)
        return
    try:
        with path.open("w", newline="", encoding="utf-8") as file:
            _write(rows, file)
    except OSError as error:
        raise SecqaError(
            f"{path}: cannot be written ({error.strerror}); give another file"
        ) from error


def _write(rows: Sequence[MetricFact], file: IO[str]) -> None:
    names = [field.name for field in fields(MetricFact) if field.name != "evidence"]
    writer = csv.writer(file)
    writer.writerow([*names, "evidence"])
    for row in rows:
        places = (f"{e.page}:{e.row}:{e.column}/{e.grade}" for e in row.evidence)
        writer.writerow([*(getattr(row, name) for name in names), " ".join(places)])


def as_printed(value: float, unit: str) -> str:
    """A value with its unit for people: "391,035,000,000 USD", "16.2%", "6.08 USD/shares"."""
    if unit == "pure":
        return f"{value * 100:.6g}%"
    digits = f"{value:,.0f}" if value == int(value) and abs(value) >= 1000 else f"{value:,.10g}"
    return f"{digits} {unit}"
