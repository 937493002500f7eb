"""`secqa generate`: a corpus into a benchmark."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from secqa.cli.options import CorpusOption

if TYPE_CHECKING:
    from secqa.benchmark.suite import Suite

_MOST_COUNTED = 1000
"""Questions of a kind that `--dry-run` counts up to."""


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
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only count how many questions the corpus holds.")
    ] = False,
) -> None:
    """Make a benchmark: questions with verified answers.

    Each with its evidence and the program that works it out, all from one corpus.
    """
    from secqa import __version__
    from secqa.benchmark.card import card_of
    from secqa.benchmark.dataset import write_benchmark
    from secqa.benchmark.generate import generate as make
    from secqa.benchmark.generate import source_of
    from secqa.cli.output import command_line
    from secqa.corpus.store import open_corpus
    from secqa.errors import SecqaError

    chosen = _chosen(suite, count, metrics, wording)
    if definitions is not None:
        chosen = replace(chosen, definitions=definitions)
    catalogue = open_corpus(corpus).catalogue
    source = source_of(corpus)
    if dry_run:
        from secqa.benchmark.generate import capacity
        from secqa.benchmark.kinds.registry import title_of

        for kind, found in capacity(source, catalogue, chosen, seed, _MOST_COUNTED).items():
            more = "or more" if found == _MOST_COUNTED else ""
            typer.echo(f"{kind:<30}{found:>6,} {more:<8} {title_of(kind)}")
        return
    if out is None:
        raise SecqaError("--out: missing; name a folder for the benchmark, or add --dry-run")
    benchmark = make(source, catalogue, chosen, seed, __version__, command_line())
    write_benchmark(benchmark, out, card_of(benchmark))
    typer.echo(f"{out}: {len(benchmark.questions)} questions ({benchmark.fingerprint})")


def _chosen(name: str, count: int | None, metrics: str, wording: str) -> "Suite":
    """The suite, with what the command says otherwise."""
    from secqa.benchmark.suite import checked, load_suite

    suite = load_suite(name)
    wanted = tuple(one.strip() for one in metrics.split(",") if one.strip())
    suite = replace(
        suite,
        count=suite.count if count is None else count,
        metrics=wanted or suite.metrics,
        wording=wording or suite.wording,
    )
    return checked(suite, "command line")
