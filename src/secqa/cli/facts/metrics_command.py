"""`secqa metrics` and `secqa sql`: what can be asked for, and SQL over a corpus."""

from pathlib import Path
from typing import Any

import typer

from secqa.cli.terminal import aligned, cut, numeric_columns, print_csv, print_json, print_rows
from secqa.corpus.corpus_address import CorpusPath
from secqa.corpus.corpus_store import open_corpus
from secqa.errors import SecqaError
from secqa.facts.table.sql import run_sql
from secqa.files import csv_text
from secqa.metrics.catalogue import load_catalogue

_CELL_WIDTH = 60
"""Characters of a cell on the screen; JSON and CSV are not cut."""


def metrics(text: str = "", corpus: CorpusPath | None = None, as_json: bool = False) -> None:
    """List the metrics that can be asked for.

    Each with its unit, its statement and its formula.
    """
    catalogue = open_corpus(corpus).catalogue if corpus is not None else load_catalogue()
    wanted = text.lower()
    matches = [
        metric
        for metric in catalogue.metrics.values()
        if any(wanted in name for name in (metric.id, metric.name.lower(), *metric.synonyms))
    ]
    if not matches:
        raise SecqaError(f"{text}: no metric has this in a name; `secqa metrics` lists all")
    if as_json:
        print_json(matches)
        return
    print_rows(
        ["metric", "name", "unit", "statement", "formula"],
        [[m.id, m.name, m.unit, m.statement, m.formula] for m in matches],
    )


def sql(query: str, corpus: CorpusPath, as_json: bool = False, csv: Path | None = None) -> None:
    """Query a corpus with SQL.

    Tables: documents, pages, elements, facts, footnotes, metrics (values by period), and members
    (those of segments, regions and products).
    """
    answer = run_sql(query, corpus)
    if csv is not None:
        print_csv(csv_text(answer.columns, answer.rows), csv)
    elif as_json:
        print_json(list(answer))
    else:
        rows = [[_cell(value) for value in row] for row in answer.rows]
        right = numeric_columns(answer.rows, len(answer.columns))
        for line in aligned([list(answer.columns), *rows], right):
            typer.echo(line)


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return cut(f"{value:.15g}" if isinstance(value, float) else str(value), _CELL_WIDTH)
