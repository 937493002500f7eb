"""`secqa generate` and `design`: a benchmark from a corpus, of built-in kinds or of new shapes."""

from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

import typer

from secqa import __version__
from secqa.benchmark.basis import basis_of
from secqa.benchmark.card import card_of
from secqa.benchmark.complexity import LEVELS
from secqa.benchmark.corpus_facts import CorpusFacts, corpus_facts
from secqa.benchmark.dataset import Benchmark, read_benchmark, write_benchmark
from secqa.benchmark.design.model_designer import design_by_model
from secqa.benchmark.design.new_shapes import design as compose
from secqa.benchmark.generation import (
    Origin,
    Selection,
    capacity,
    check_is_answerable,
    write_questions,
)
from secqa.benchmark.grammar.question_kinds import DESIGNED, UNANSWERABLE, title_of
from secqa.benchmark.renewal.reissue import changes_text, reissue, summary
from secqa.benchmark.renewal.restrictions import (
    Against,
    all_of,
    choose_split,
    newer_than,
    not_in,
    parse_shares,
)
from secqa.benchmark.renewal.yearly import YearlyOptions, generate_versions, parse_versions
from secqa.benchmark.suite import Suite, checked, load_suite
from secqa.cli.model_options import open_thinking
from secqa.cli.options import ModelOptions, SpendingOptions, years_of
from secqa.cli.terminal import command_line
from secqa.corpus.corpus_address import CorpusPath
from secqa.corpus.corpus_store import open_corpus
from secqa.errors import SecqaError
from secqa.files import make_folder
from secqa.metrics.catalogue import Catalogue

_SEED = 7
_MOST_COUNTED = 100
"""Questions of a kind that `--dry-run` counts up to."""


@dataclass(frozen=True, slots=True)
class SuiteOptions:
    """Which questions are asked, and how."""

    suite: str = "default"
    count: int | None = None
    seed: int = _SEED
    metrics: str = ""
    wording: str = ""
    definitions: bool | None = None


@dataclass(frozen=True, slots=True)
class RenewalOptions:
    """Years, companies and other benchmarks that a benchmark keeps apart from."""

    years: str = ""
    filed_after: str = ""
    exclude: list[Path] | None = None
    split: str = ""
    versions: str = ""
    refresh: Path | None = None


_DEFAULTS = (RenewalOptions(), SuiteOptions())


def generate(
    corpus: CorpusPath,
    suite: SuiteOptions,
    renewal: RenewalOptions,
    out: Path | None = None,
    dry_run: bool = False,
) -> None:
    """Make a benchmark: questions with verified answers.

    Each with its evidence and the program that computes it, all from one corpus.
    """
    if dry_run:
        _count_kinds(corpus, suite, renewal)
    elif out is None:
        raise SecqaError("--out: missing; name a folder for the benchmark, or add --dry-run")
    elif renewal.refresh is not None:
        if (replace(renewal, refresh=None), replace(suite, seed=_SEED)) != _DEFAULTS:
            raise SecqaError(
                "--refresh: takes questions, words and splits from its benchmark; leave out other "
                "options than --corpus and --out"
            )
        _refresh(corpus, renewal.refresh, out)
    else:
        _generate(corpus, suite, renewal, out)


def _generate(
    corpus: CorpusPath, options: SuiteOptions, renewal: RenewalOptions, out: Path
) -> None:
    """Write one benchmark, or one of each year."""
    suite, against = _suite_of(options, renewal), _against(renewal)
    shares = parse_shares(renewal.split) if renewal.split else ()
    years = parse_versions(renewal.versions) if renewal.versions else ()
    source, catalogue = _opened(corpus)
    origin = _origin(options.seed)
    if not years:
        basis = basis_of(source, catalogue, suite)
        chosen = choose_split(basis, options.seed, shares, against(basis))
        _write(write_questions(chosen, basis, origin), out)
        return
    yearly = YearlyOptions(years, against, shares)
    made = generate_versions(source, catalogue, suite, origin, yearly)
    make_folder(out, [str(year) for year in years], "folder of these versions")
    for year, benchmark in made.items():
        note = (
            f"## The version of {year}\n\nAsked as of fiscal {year}: `secqa run` answers it from "
            f"the reports on fiscal years up to {year} alone.\n"
        )
        _write(benchmark, out / str(year), note)


def _refresh(corpus: CorpusPath, of: Path, out: Path) -> None:
    """Ask the questions of another benchmark again, and print what changed."""
    if out.resolve() == of.resolve():
        raise SecqaError(f"--out {out}: is the benchmark itself; give another folder")
    old = read_benchmark(of)
    source, catalogue = _opened(corpus)
    made, changes = reissue(old, source, catalogue, __version__, command_line())
    _write(made, out, changes_text(changes, old))
    typer.echo(summary(changes))
    for change in changes:
        if change.effect == "gone":
            typer.echo(f"  gone: {change.question.question_id}: {change.why}")


def _count_kinds(corpus: CorpusPath, options: SuiteOptions, renewal: RenewalOptions) -> None:
    """Print how many questions of each kind there are, and how hard they are."""
    if renewal.versions or renewal.split or renewal.refresh:
        raise SecqaError(
            "--dry-run: counts a whole corpus; leave out --versions, --split, --refresh"
        )
    suite, against = _suite_of(options, renewal), _against(renewal)
    kinds = capacity(*_opened(corpus), suite, options.seed, _MOST_COUNTED, against)
    check_is_answerable(suite, (kind in UNANSWERABLE for kind, n in kinds.items() if n.total()))
    for kind, counts in kinds.items():
        number = counts.total()
        more = "or more" if number == _MOST_COUNTED else ""
        levels = ", ".join(f"{counts[level]} {level}" for level in LEVELS if counts[level])
        in_levels = f" ({levels})" if levels else ""
        typer.echo(f"{kind:<30}{number:>6,} {more:<8} {title_of(kind)}{in_levels}")


def _suite_of(chosen: SuiteOptions, renewal: RenewalOptions) -> Suite:
    """The suite, with the changes that the options ask for."""
    suite = load_suite(chosen.suite)
    wanted = tuple(name.strip() for name in chosen.metrics.split(",") if name.strip())
    suite = replace(
        suite,
        count=suite.count if chosen.count is None else chosen.count,
        metrics=wanted or suite.metrics,
        wording=chosen.wording or suite.wording,
        definitions=suite.definitions if chosen.definitions is None else chosen.definitions,
        years=years_of(renewal.years) if renewal.years else suite.years,
    )
    return checked(suite, "command line")


def _against(renewal: RenewalOptions) -> Against:
    """Reasons against questions, beside those of the suite."""
    reasons = []
    if renewal.filed_after:
        try:
            reasons.append(newer_than(date.fromisoformat(renewal.filed_after)))
        except ValueError:
            raise SecqaError(
                f"--filed-after {renewal.filed_after}: not a date; write it as 2025-01-01"
            ) from None
    if renewal.exclude:
        questions = [
            question for one in renewal.exclude for question in read_benchmark(one).questions
        ]
        reasons.append(not_in(questions))
    return all_of(*reasons)


def _opened(path: CorpusPath) -> tuple[CorpusFacts, Catalogue]:
    return corpus_facts(path), open_corpus(path).catalogue


def _origin(seed: int) -> Origin:
    return Origin(seed, __version__, command_line())


def _write(benchmark: Benchmark, out: Path, note: str = "") -> None:
    write_benchmark(benchmark, out, "\n".join(filter(None, (card_of(benchmark), note))))
    typer.echo(f"{out}: {len(benchmark.questions)} questions ({benchmark.fingerprint})")


def design(
    corpus: CorpusPath,
    out: Path,
    spending: SpendingOptions,
    count: int = 50,
    seed: int = _SEED,
    model: str = "offline",
) -> None:
    """Make questions of shapes that no built-in kind has (SEC-QA, 5.5).

    Offline they are composed at random, rare shapes first. A model proposes queries and sentences;
    the fact table gives the answers. Read them with `secqa review` before you trust them.
    """
    suite = checked(Suite(DESIGNED, wording="varied", metrics="all", count=count), "command line")
    thinking = open_thinking(ModelOptions(model), spending)
    basis = basis_of(*_opened(corpus), suite)
    if thinking.model is None:
        chosen = compose(basis, seed, count)
    else:
        designed = design_by_model(basis, seed, count, thinking.model.ask)
        sentences = tuple(designed.sentences)
        chosen = Selection(tuple(designed.drafts), designed.rejected, texts=sentences)
    benchmark = write_questions(chosen, basis, _origin(seed))
    _write(benchmark, out)
    if len(benchmark.questions) < count:
        typer.echo(f"the model proposed no more that can be used; {out}/card.md has the reasons")
    if thinking.model:
        typer.echo(thinking.model.usage_line)
