"""`secqa generate`: a corpus into a benchmark, or into one for each of several years."""

from pathlib import Path
from typing import Annotated

import typer

from secqa.cli.options import CorpusOption


def generate(
    corpus: CorpusOption,
    out: Annotated[Path | None, typer.Option(help="Folder for the benchmark.")] = None,
    suite: Annotated[
        str,
        typer.Option(
            help="single, compound, multi-document or all: those of the SEC-QA paper; default: "
            "every kind; or a TOML file of your own."
        ),
    ] = "default",
    count: Annotated[
        int | None, typer.Option(help="Number of questions; what the suite says if not given.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same questions.")] = 7,
    metrics: Annotated[str, typer.Option(help="Ask only about these: ids, by comma.")] = "",
    wording: Annotated[
        str, typer.Option(help="paper: its exact words; varied: others as well; plain: in full.")
    ] = "",
    definitions: Annotated[
        bool | None,
        typer.Option(
            "--definitions/--no-definitions", help="Say what metrics that are worked out mean."
        ),
    ] = None,
    years: Annotated[str, typer.Option(help="Only values of fiscal years: 2022-2024, 2024.")] = "",
    filed_after: Annotated[
        str,
        typer.Option(
            help="Only what is told by reports on periods that ended after this day, as "
            "2025-01-01; no report is filed before."
        ),
    ] = "",
    exclude: Annotated[
        list[Path] | None,
        typer.Option(help="No question of this benchmark again; may be given several times."),
    ] = None,
    split: Annotated[str, typer.Option(help="Split by company: train=0.6,dev=0.2,test=0.2.")] = "",
    versions: Annotated[
        str,
        typer.Option(
            help="The same questions as of each of these years, as OUT/2021, OUT/2022: "
            "2021,2022,2023 (SEC-QA, 5.3)."
        ),
    ] = "",
    refresh: Annotated[
        Path | None,
        typer.Option(help="Ask the questions of this benchmark again, and tell what changed."),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only count how many questions the corpus holds.")
    ] = False,
) -> None:
    """Make a benchmark: questions with verified answers.

    Each with its evidence and the program that works it out, all from one corpus.
    """
    from secqa.cli.benchmark.generate_orders import (
        Fresh,
        Orders,
        count_kinds,
        make,
        make_again,
        make_versions,
    )
    from secqa.errors import SecqaError

    fresh = Fresh(years, filed_after, tuple(exclude or ()), split, versions, refresh)
    orders = Orders(corpus, suite, count, seed, metrics, wording, definitions, fresh)
    if dry_run:
        count_kinds(orders)
    elif out is None:
        raise SecqaError("--out: missing; name a folder for the benchmark, or add --dry-run")
    elif refresh is not None:
        make_again(orders, refresh, out)
    elif versions:
        make_versions(orders, out)
    else:
        make(orders, out)
