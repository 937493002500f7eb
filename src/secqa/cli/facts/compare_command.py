"""`secqa compare`: companies and metrics side by side over years or quarters."""

from dataclasses import dataclass
from pathlib import Path
from typing import cast

import typer

from secqa.api.corpus_tables import name_in_filings
from secqa.cli.options import years_of
from secqa.cli.terminal import aligned, print_csv, print_json
from secqa.corpus.corpus_address import CorpusPath
from secqa.corpus.corpus_store import open_corpus
from secqa.errors import SecqaError
from secqa.export.comparison import comparison_data, values_sheet
from secqa.export.table_formats import sheet_csv
from secqa.facts.comparison.compare import compare as compare_companies
from secqa.facts.comparison.figures import View
from secqa.facts.comparison.table import CompanyComparison, ComparisonOptions

_VIEWS = ("values", "growth", "share", "index")


@dataclass(frozen=True, slots=True)
class ComparedPeriods:
    """Which periods to compare, and how to show values."""

    years: str = ""
    quarters: bool = False
    view: str = "values"
    first_filed: bool = False


def compare(
    companies: list[str],
    corpus: CorpusPath,
    metric: list[str],
    periods: ComparedPeriods,
    csv: Path | None = None,
    as_json: bool = False,
) -> None:
    """Compare companies as their filings are tagged, and note what limits a value."""
    if periods.view not in _VIEWS:
        raise SecqaError(f"--view {periods.view}: choose one of {', '.join(_VIEWS)}")
    opened = open_corpus(corpus)
    start, end = years_of(periods.years) if periods.years else (0, 0)
    options = ComparisonOptions(
        start,
        end,
        "quarter" if periods.quarters else "year",
        cast(View, periods.view),
        first_filed=periods.first_filed,
    )
    names = [name_in_filings(name, opened) for name in companies]
    comparison = compare_companies(opened, names, metric, options)
    if csv is not None:
        print_csv(sheet_csv(values_sheet(comparison)), csv)
    elif as_json:
        print_json(comparison_data(comparison))
    else:
        _print(comparison)


def _print(comparison: CompanyComparison) -> None:
    for group in comparison.groups:
        typer.echo(f"{group.title}{f' ({group.unit})' if group.unit else ''}")
        lines = [["", *comparison.period_names, "change", "a year"]]
        for row in group.rows:
            label = row.label if group.unit else f"{row.label} ({row.unit})"
            cells = [f"{cell.text}{'*' if cell.notes else ''}" for cell in row.cells]
            lines.append([label, *cells, row.change_text, row.rate_text])
        if group.medians:
            lines.append(["Median", *group.medians, "", ""])
        for line in aligned(lines, [False, *(True for _ in lines[0][1:])]):
            typer.echo(f"  {line}")
    if comparison.notes:
        typer.echo("* notes:")
    for note in comparison.notes:
        typer.echo(f"  {note.kind}: {note.sentence}")
