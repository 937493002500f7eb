"""`secqa sql`: a query over a corpus."""

from pathlib import Path
from typing import Annotated, Any

import typer

from secqa.cli.options import CorpusOption, JsonOption

_WIDEST = 60
"""Characters of a cell on the screen; JSON and CSV have all."""


def sql(
    query: Annotated[str, typer.Argument(help='As "select ticker, value from metrics".')],
    corpus: CorpusOption,
    as_json: JsonOption = False,
    csv: Annotated[
        Path | None, typer.Option("--csv", help="Write the rows to this file; - for the screen.")
    ] = None,
) -> None:
    """Query a corpus with SQL.

    Tables: documents, pages, elements, facts, footnotes, metrics (values by period), and members
    (those of segments, regions and products).
    """
    from secqa.cli.terminal import aligned, print_json
    from secqa.facts.table.sql import run_sql
    from secqa.facts.table.table_files import write_csv_rows

    answer = run_sql(query, corpus)
    if csv is not None:
        write_csv_rows(answer.columns, answer.rows, csv)
    elif as_json:
        print_json([dict(zip(answer.columns, row, strict=True)) for row in answer.rows])
    else:
        numeric = [
            bool(answer.rows) and all(isinstance(row[place], int | float) for row in answer.rows)
            for place in range(len(answer.columns))
        ]
        shown = [[_cell(value) for value in row] for row in answer.rows]
        for line in aligned([list(answer.columns), *shown], numeric):
            typer.echo(line)


def _cell(value: Any) -> str:
    from secqa.cli.terminal import cut

    if value is None:
        return ""
    return cut(f"{value:.15g}" if isinstance(value, float) else str(value), _WIDEST)
