"""Generation end to end: a corpus and its fact table in, a benchmark out.

Everything random comes from the seed, one generator a kind, so that a kind's questions do not
change when another is added.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from random import Random

from secqa.benchmark.basis import Basis, basis_of
from secqa.benchmark.dataset import Benchmark, Question, question_id
from secqa.benchmark.draft import Draft
from secqa.benchmark.gate import difficulty_in, gate, nothing_against
from secqa.benchmark.kinds.draw import Held
from secqa.benchmark.kinds.registry import KINDS
from secqa.benchmark.question import question_of
from secqa.benchmark.select import ReasonAgainst, Stream, next_good, select
from secqa.benchmark.source import Source as Source
from secqa.benchmark.source import source_of as source_of
from secqa.benchmark.stream import drafts
from secqa.benchmark.suite import Suite
from secqa.benchmark.wording import question_text
from secqa.metrics.catalogue import Catalogue


@dataclass(frozen=True, slots=True)
class Origin:
    """What the header of a benchmark tells of how it was made."""

    seed: int
    version: str
    """Of secqa."""
    command: str


@dataclass(frozen=True, slots=True)
class Chosen:
    """What is asked, and what was turned away."""

    drafts: tuple[Draft, ...]
    rejected: Counter[str]
    splits: tuple[str, ...] = ()
    """Of each draft, where companies are split."""
    texts: tuple[str, ...] = ()
    """Of each draft, where they are worded already."""


def generate(
    source: Source,
    catalogue: Catalogue,
    suite: Suite,
    seed: int,
    version: str,
    command: str,
    also: ReasonAgainst = nothing_against,
) -> Benchmark:
    """Make a benchmark; `also` tells further reasons against a question.

    Raises SecqaError when the corpus cannot fill a kind or has too few questions to give.
    """
    basis = basis_of(source, catalogue, suite)
    return written(choose(basis, seed, also), basis, Origin(seed, version, command))


def choose(basis: Basis, seed: int, also: ReasonAgainst = nothing_against) -> Chosen:
    """As many questions as the suite wants; SecqaError where there are fewer."""
    against = gate(basis, also)
    suite = basis.suite
    chosen, rejected = select(streams(basis, seed), suite.count, against, suite.partial)
    return Chosen(tuple(chosen), rejected)


def written(chosen: Chosen, basis: Basis, origin: Origin) -> Benchmark:
    """The benchmark of what was chosen, every question worded."""
    suite, seed = basis.suite, origin.seed
    rng = Random(f"{seed}/wording")
    texts = chosen.texts or tuple(
        question_text(draft, basis.catalogue, rng, suite.wording, suite.definitions)
        for draft in chosen.drafts
    )
    splits = chosen.splits or ("",) * len(texts)
    worded = zip(chosen.drafts, texts, splits, strict=True)
    questions = []
    for ordinal, (draft, text, split) in enumerate(worded, 1):
        own_id = question_id(suite.name, seed, ordinal, text, draft.gold.facts)
        questions.append(replace(question_of(draft, own_id, text, basis), split=split))
    return benchmark_with(questions, chosen.rejected, basis, origin)


def benchmark_with(
    questions: Iterable[Question], rejected: Mapping[str, int], basis: Basis, origin: Origin
) -> Benchmark:
    """Questions, and where they come from."""
    return Benchmark(
        tuple(questions),
        basis.suite.name,
        origin.seed,
        origin.version,
        basis.source.fingerprint,
        origin.command,
        dict(sorted(rejected.items())),
    )


def capacity(
    source: Source,
    catalogue: Catalogue,
    suite: Suite,
    seed: int,
    most: int,
    also: Callable[[Basis], ReasonAgainst] = lambda _basis: nothing_against,
) -> dict[str, Counter[str]]:
    """How many questions of each kind and difficulty a corpus holds, up to `most` of a kind."""
    basis = basis_of(source, catalogue, suite)
    against = gate(basis, also(basis))
    counts = {}
    for stream in streams(basis, seed):
        good = iter(partial(next_good, stream.drafts, against, Counter()), None)
        counts[stream.kind] = Counter(difficulty_in(draft, basis) for draft in islice(good, most))
    return counts


def streams(basis: Basis, seed: int) -> list[Stream]:
    """Everything that may be asked, by kind, each kind with a generator of its own."""
    known = Held()
    return [
        Stream(kind, share, drafts(KINDS[kind], basis.draw(Random(f"{seed}/{kind}"), known)))
        for kind, share in basis.suite.kinds
    ]
