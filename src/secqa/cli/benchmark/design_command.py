"""`secqa design`: questions of new shapes, composed at random or by a model."""

from dataclasses import dataclass
from pathlib import Path

import typer

from secqa import __version__
from secqa.benchmark.basis import Basis, basis_of
from secqa.benchmark.card import card_of
from secqa.benchmark.corpus_facts import corpus_facts
from secqa.benchmark.dataset import write_benchmark
from secqa.benchmark.design.model_designer import design_by_model
from secqa.benchmark.design.new_shapes import design as compose
from secqa.benchmark.generation import Origin, Selection, write_questions
from secqa.benchmark.grammar.question_kinds import DESIGNED
from secqa.benchmark.suite import Suite, checked
from secqa.cli.model_options import open_thinking, usage_line
from secqa.cli.options import ModelOptions, SpendingOptions
from secqa.cli.terminal import command_line
from secqa.corpus.corpus_address import CorpusPath
from secqa.corpus.corpus_store import open_corpus
from secqa.systems.thinking import Thinking


@dataclass(frozen=True, slots=True)
class DesignOptions:
    """How many questions are composed, and how they are worded."""

    count: int = 50
    seed: int = 7
    wording: str = "varied"


def design(
    corpus: CorpusPath,
    out: Path,
    spending: SpendingOptions,
    options: DesignOptions,
    model: str = "offline",
) -> None:
    """Make questions of shapes that no built-in kind has (SEC-QA, 5.5).

    Offline they are composed at random, rare shapes first. A model proposes queries and sentences;
    the fact table gives the answers. Read them with `secqa review` before you trust them.
    """
    suite = checked(
        Suite(DESIGNED, wording=options.wording, metrics="all", count=options.count), "command line"
    )
    thinking = open_thinking(ModelOptions(model), spending)
    basis = basis_of(corpus_facts(corpus), open_corpus(corpus).catalogue, suite)
    chosen = _chosen(basis, options.seed, thinking)
    benchmark = write_questions(chosen, basis, Origin(options.seed, __version__, command_line()))
    write_benchmark(benchmark, out, card_of(benchmark))
    typer.echo(f"{out}: {len(benchmark.questions)} questions ({benchmark.fingerprint})")
    if len(benchmark.questions) < options.count:
        typer.echo(f"the model proposed no more that can be used; {out}/card.md has the reasons")
    if line := usage_line(thinking):
        typer.echo(line)


def _chosen(basis: Basis, seed: int, thinking: Thinking) -> Selection:
    if thinking.model is None:
        return compose(basis, seed, basis.suite.count)
    designed = design_by_model(basis, seed, basis.suite.count, thinking.model.ask)
    return Selection(tuple(designed.drafts), designed.rejected, texts=tuple(designed.sentences))
