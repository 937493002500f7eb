"""`secqa design`: new shapes of questions, by chance and rule or by a model."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from secqa.cli.options import BudgetOption, CorpusOption, MaxCallsOption, ModelOption

if TYPE_CHECKING:
    from secqa.benchmark.basis import Basis
    from secqa.benchmark.generate import Chosen
    from secqa.systems.thinking import Thinking


def design(
    corpus: CorpusOption,
    out: Annotated[Path, typer.Option(help="Folder for the benchmark.")],
    count: Annotated[int, typer.Option(help="Number of questions.", min=1)] = 50,
    seed: Annotated[int, typer.Option(help="The same seed gives the same questions.")] = 7,
    wording: Annotated[
        str, typer.Option(help="varied or plain: how the offline designer says them.")
    ] = "varied",
    model: ModelOption = "offline",
    budget: BudgetOption = None,
    max_calls: MaxCallsOption = None,
) -> None:
    """Make questions of shapes that no built-in kind has (SEC-QA, 5.5).

    Offline they are composed at random, what is rare first. A model proposes queries and
    sentences; T gives the answers. Read them with `secqa review` before you trust them.
    """
    from secqa import __version__
    from secqa.benchmark.basis import basis_of
    from secqa.benchmark.card import card_of
    from secqa.benchmark.dataset import write_benchmark
    from secqa.benchmark.generate import Origin, written
    from secqa.benchmark.kinds.registry import DESIGNED
    from secqa.benchmark.source import source_of
    from secqa.benchmark.suite import Suite, checked
    from secqa.cli.model_options import thinking_from, usage_line
    from secqa.cli.terminal import command_line
    from secqa.corpus.store import open_corpus

    suite = checked(Suite(DESIGNED, wording=wording, metrics="all", count=count), "command line")
    thinking = thinking_from(model, "model", "model", budget, max_calls)
    basis = basis_of(source_of(corpus), open_corpus(corpus).catalogue, suite)
    chosen = _chosen(basis, seed, thinking)
    benchmark = written(chosen, basis, Origin(seed, __version__, command_line()))
    write_benchmark(benchmark, out, card_of(benchmark))
    typer.echo(f"{out}: {len(benchmark.questions)} questions ({benchmark.fingerprint})")
    if len(benchmark.questions) < count:
        typer.echo(f"the model proposed no more that can be used; {out}/card.md has the reasons")
    if line := usage_line(thinking):
        typer.echo(line)


def _chosen(basis: "Basis", seed: int, thinking: "Thinking") -> "Chosen":
    from secqa.benchmark.design.by_model import design_by_model
    from secqa.benchmark.design.offline import design as compose
    from secqa.benchmark.generate import Chosen

    if thinking.model is None:
        return compose(basis, seed, basis.suite.count)
    found = design_by_model(basis, seed, basis.suite.count, thinking.model.ask)
    return Chosen(tuple(found.drafts), found.rejected, texts=tuple(found.sentences))
