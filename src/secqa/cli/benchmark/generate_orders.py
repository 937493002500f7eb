"""What `secqa generate` was told in, the benchmark on disk out."""

import re
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from secqa.corpus.address import CorpusPath
from secqa.errors import SecqaError

if TYPE_CHECKING:
    from secqa.benchmark.dataset import Benchmark
    from secqa.benchmark.generate import Origin
    from secqa.benchmark.renewal.fresh import Against
    from secqa.benchmark.source import Source
    from secqa.benchmark.suite import Suite
    from secqa.metrics.catalogue import Catalogue

_MOST_COUNTED = 100
"""Questions of a kind that `--dry-run` counts up to."""


@dataclass(frozen=True, slots=True)
class Fresh:
    """Options about time, companies and other benchmarks, as they were written."""

    years: str = ""
    filed_after: str = ""
    exclude: tuple[Path, ...] = ()
    split: str = ""
    versions: str = ""
    refresh: Path | None = None


@dataclass(frozen=True, slots=True)
class Orders:
    """All options of the command, as they were written."""

    corpus: CorpusPath
    suite: str
    count: int | None
    seed: int
    metrics: str
    wording: str
    definitions: bool | None
    fresh: Fresh


def make(orders: Orders, out: Path) -> None:
    """One benchmark."""
    from secqa.benchmark.basis import basis_of
    from secqa.benchmark.generate import written
    from secqa.benchmark.renewal.splits import choose_split, parse_shares

    suite, against = chosen_suite(orders), _against(orders.fresh)
    shares = parse_shares(orders.fresh.split) if orders.fresh.split else ()
    source, catalogue = _opened(orders.corpus)
    basis = basis_of(source, catalogue, suite)
    chosen = choose_split(basis, orders.seed, shares, against(basis))
    _write(written(chosen, basis, _origin(orders)), out)


def make_versions(orders: Orders, out: Path) -> None:
    """A benchmark of each year."""
    from secqa.benchmark.renewal.splits import parse_shares
    from secqa.benchmark.renewal.versions import generate_versions, parse_versions
    from secqa.files import make_folder

    years, suite = parse_versions(orders.fresh.versions), chosen_suite(orders)
    against = _against(orders.fresh)
    shares = parse_shares(orders.fresh.split) if orders.fresh.split else ()
    source, catalogue = _opened(orders.corpus)
    made = generate_versions(source, catalogue, suite, years, _origin(orders), against, shares)
    make_folder(out, [str(year) for year in years], "folder of these versions")
    for year, benchmark in made.items():
        note = (
            f"## The version of {year}\n\nAsked as of fiscal {year}: `secqa run` answers it from "
            f"the reports on fiscal years up to {year} alone.\n"
        )
        _write(benchmark, out / str(year), note)


def make_again(orders: Orders, of: Path, out: Path) -> None:
    """The questions of another benchmark; what changed is told."""
    from secqa.benchmark.dataset import read_benchmark
    from secqa.benchmark.renewal.refresh import changes_text, refresh, summary

    fresh = replace(orders.fresh, refresh=None)
    given = replace(orders, corpus=Path(), seed=7, fresh=fresh)
    if given != Orders(Path(), "default", None, 7, "", "", None, Fresh()):
        raise SecqaError(
            "--refresh: takes questions, words and splits from its benchmark; leave out other "
            "options than --corpus and --out"
        )
    if out.resolve() == of.resolve():
        raise SecqaError(f"--out {out}: is the benchmark itself; give another folder")
    old = read_benchmark(of)
    source, catalogue = _opened(orders.corpus)
    origin = _origin(orders)
    made, changes = refresh(old, source, catalogue, origin.version, origin.command)
    _write(made, out, changes_text(changes, old))
    typer.echo(summary(changes))
    for change in changes:
        if change.what == "gone":
            typer.echo(f"  gone: {change.question.question_id}: {change.why}")


def count_kinds(orders: Orders) -> None:
    """Only how many questions of each kind there are, and how hard they are."""
    from secqa.benchmark.difficulty import LEVELS
    from secqa.benchmark.generate import capacity
    from secqa.benchmark.kinds.registry import title_of

    if orders.fresh.versions or orders.fresh.split or orders.fresh.refresh:
        raise SecqaError(
            "--dry-run: counts a whole corpus; leave out --versions, --split, --refresh"
        )
    suite, against = chosen_suite(orders), _against(orders.fresh)
    source, catalogue = _opened(orders.corpus)
    found = capacity(source, catalogue, suite, orders.seed, _MOST_COUNTED, against)
    for kind, counts in found.items():
        number = counts.total()
        more = "or more" if number == _MOST_COUNTED else ""
        levels = ", ".join(f"{counts[level]} {level}" for level in LEVELS if counts[level])
        told = f" ({levels})" if levels else ""
        typer.echo(f"{kind:<30}{number:>6,} {more:<8} {title_of(kind)}{told}")


def chosen_suite(orders: Orders) -> "Suite":
    """The suite, with what the command says otherwise."""
    from secqa.benchmark.suite import checked, load_suite

    suite = load_suite(orders.suite)
    wanted = tuple(one.strip() for one in orders.metrics.split(",") if one.strip())
    suite = replace(
        suite,
        count=suite.count if orders.count is None else orders.count,
        metrics=wanted or suite.metrics,
        wording=orders.wording or suite.wording,
        definitions=suite.definitions if orders.definitions is None else orders.definitions,
        years=years_of(orders.fresh.years) if orders.fresh.years else suite.years,
    )
    return checked(suite, "command line")


def years_of(text: str) -> tuple[int, int]:
    """ "2022-2024" or "2024" -> first and last year; SecqaError for anything else."""
    found = re.fullmatch(r"\s*((?:19|20)\d\d)\s*(?:[-–:]\s*((?:19|20)\d\d)\s*)?", text)
    if found is None:
        raise SecqaError(f"--years {text}: must be fiscal years: 2022-2024, or 2024")
    first, last = int(found[1]), int(found[2] or found[1])
    if first > last:
        raise SecqaError(f"--years {text}: the first year comes first; write {last}-{first}")
    return first, last


def _against(fresh: Fresh) -> "Against":
    """Further reasons against questions."""
    from secqa.benchmark.dataset import read_benchmark
    from secqa.benchmark.renewal.fresh import all_of, not_asked_before, told_after

    reasons = []
    if fresh.filed_after:
        try:
            reasons.append(told_after(date.fromisoformat(fresh.filed_after)))
        except ValueError:
            raise SecqaError(
                f"--filed-after {fresh.filed_after}: is no day; write it as 2025-01-01"
            ) from None
    if fresh.exclude:
        asked = [question for one in fresh.exclude for question in read_benchmark(one).questions]
        reasons.append(not_asked_before(asked))
    return all_of(*reasons)


def _opened(path: CorpusPath) -> tuple["Source", "Catalogue"]:
    from secqa.benchmark.source import source_of
    from secqa.corpus.store import open_corpus

    return source_of(path), open_corpus(path).catalogue


def _origin(orders: Orders) -> "Origin":
    from secqa import __version__
    from secqa.benchmark.generate import Origin
    from secqa.cli.terminal import command_line

    return Origin(orders.seed, __version__, command_line())


def _write(benchmark: "Benchmark", out: Path, note: str = "") -> None:
    from secqa.benchmark.card import card_of
    from secqa.benchmark.dataset import write_benchmark

    write_benchmark(benchmark, out, "\n".join(filter(None, (card_of(benchmark), note))))
    typer.echo(f"{out}: {len(benchmark.questions)} questions ({benchmark.fingerprint})")
