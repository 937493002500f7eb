"""The benchmarks that the app was started with: each with its questions, what was decided of them,
and what the checks of `secqa validate` say."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import RLock

from secqa.app.gold import has_page
from secqa.app.shelf import Kept, looked_up, named
from secqa.app.workplace import Workplace
from secqa.benchmark.basis import corpus_facts
from secqa.benchmark.dataset import QUESTIONS, Benchmark, read_benchmark
from secqa.benchmark.gates.recheck import Doubted, recheck, sources_of
from secqa.benchmark.review import KEPT, REVIEW, Decision, decisions_of
from secqa.corpus.store import Corpus
from secqa.errors import SecqaError

Against = Mapping[str, Sequence[Doubted]]
"""Question id -> what speaks against it; without those that nothing speaks against."""

_KEPT_AT_ONCE = 32
"""Benchmarks in memory: 2,000 questions are some 30 MB."""

_read = Kept(read_benchmark, (QUESTIONS,), _KEPT_AT_ONCE)
_decided = Kept(decisions_of, (REVIEW,), _KEPT_AT_ONCE)


@dataclass(frozen=True)
class Bench:
    """A benchmark with its name in addresses."""

    name: str
    folder: Path
    benchmark: Benchmark
    decided: Mapping[str, Decision]

    @property
    def counts(self) -> dict[str, int]:
        """How many questions each decision was made of, and of how many none; no zeros."""
        own = (self.state(one.question_id) for one in self.benchmark.questions)
        return dict(sorted(Counter(own).items()))

    @property
    def done(self) -> int:
        """Questions that are decided for good."""
        return sum(number for what, number in self.counts.items() if what not in ("", "skip"))

    @property
    def kept(self) -> int:
        """Questions that are accepted, as they are or edited."""
        return sum(self.counts.get(what, 0) for what in KEPT)

    @property
    def accepted_folder(self) -> Path:
        """Where what is accepted is written."""
        folder = self.folder.resolve()
        return folder.with_name(f"{folder.name}-accepted")

    def state(self, question_id: str) -> str:
        """What was decided of a question; "" where nothing was."""
        decision = self.decided.get(question_id)
        return decision.decision if decision else ""


@dataclass(frozen=True)
class Unread:
    """A benchmark that cannot be read."""

    name: str
    error: str


def benches(place: Workplace) -> list[Bench | Unread]:
    """All that were found, by name."""
    found: list[Bench | Unread] = []
    for name, folder in named(place.folders.benchmarks, QUESTIONS).items():
        try:
            found.append(_bench(name, folder))
        except SecqaError as error:
            found.append(Unread(name, str(error)))
    return found


def bench_named(place: Workplace, name: str) -> Bench:
    """One of them; SecqaError where there is none, or it cannot be read."""
    folders = named(place.folders.benchmarks, QUESTIONS)
    return _bench(name, looked_up(name, folders, "benchmark"))


def bench_of(place: Workplace, question_id: str) -> str:
    """The name of a benchmark with that question; "" where none has it."""
    for bench in benches(place):
        if isinstance(bench, Bench) and any(
            one.question_id == question_id for one in bench.benchmark.questions
        ):
            return bench.name
    return ""


def _bench(name: str, folder: Path) -> Bench:
    return Bench(name, folder, _read(folder), _decided(folder))


class Checks:
    """What speaks against questions, found once for each benchmark."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self._found: dict[Path, tuple[Benchmark, Against]] = {}
        self._finding = RLock()

    def of(self, bench: Bench) -> Against:
        """By the corpus where it has all pages that the benchmark names, else by the benchmark's
        own record alone."""
        with self._finding:
            if not self.has(bench):
                self._found[bench.folder] = bench.benchmark, self._against(bench.benchmark)
            return self._found[bench.folder][1]

    def has(self, bench: Bench) -> bool:
        """Whether that is found already."""
        kept = self._found.get(bench.folder)
        return kept is not None and kept[0] is bench.benchmark

    def _against(self, benchmark: Benchmark) -> Against:
        sources = None
        if has_all_pages(self._corpus, benchmark):
            source = corpus_facts(self._corpus.path)
            sources = sources_of(source.rows, source.page_numbers, source.document)
        found: dict[str, list[Doubted]] = {}
        for one in recheck(benchmark, self._corpus.catalogue, sources):
            found.setdefault(one.question_id, []).append(one)
        return found


def has_all_pages(corpus: Corpus, benchmark: Benchmark) -> bool:
    """Whether a corpus has every page that questions name."""
    places = {
        (place.document_id, place.page)
        for question in benchmark.questions
        for fact in question.facts
        for place in fact.evidence
    }
    return all(has_page(corpus, *place) for place in places)
