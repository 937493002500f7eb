"""The benchmarks that the app was started with, their review, and the findings of their checks."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import RLock

from secqa.app.evidence_view import has_page
from secqa.app.filters import ListFilter
from secqa.app.folder_cache import FolderCache, Unreadable, folder_called, folders_by_name
from secqa.app.workplace import Workplace
from secqa.benchmark.complexity import LEVELS
from secqa.benchmark.corpus_facts import corpus_facts
from secqa.benchmark.dataset import QUESTIONS, Benchmark, Question, read_benchmark
from secqa.benchmark.grammar.question_kinds import title_of
from secqa.benchmark.renewal.recheck import QuestionDoubt, recheck
from secqa.benchmark.review import KEPT, REVIEW, Decision, decisions_of
from secqa.corpus.corpus_store import Corpus
from secqa.errors import SecqaError

QuestionChecks = Mapping[str, Sequence[QuestionDoubt]]
"""Question id -> findings against it; without questions that pass all checks."""

STATES = {
    "none": "not decided",
    "accept": "accepted",
    "edit": "edited",
    "reject": "rejected",
    "skip": "skipped",
}
"""Decisions as addresses have them, in words."""
_CHECKED = {"yes": "something speaks against it", "no": "nothing speaks against it"}
_BENCHMARKS_KEPT = 32
"""Benchmarks in memory: 2,000 questions are some 30 MB."""

_read = FolderCache(read_benchmark, (QUESTIONS,), _BENCHMARKS_KEPT)
_decided = FolderCache(decisions_of, (REVIEW,), _BENCHMARKS_KEPT)


@dataclass(frozen=True)
class BenchmarkReview:
    """A benchmark by its name in addresses, with the decisions about its questions."""

    name: str
    folder: Path
    benchmark: Benchmark
    decided: Mapping[str, Decision]

    @property
    def counts(self) -> dict[str, int]:
        """Questions by decision, "" for none; no zeros."""
        states = (self.state(one.question_id) for one in self.benchmark.questions)
        return dict(sorted(Counter(states).items()))

    @property
    def done(self) -> int:
        """Questions that are decided for good."""
        return sum(number for state, number in self.counts.items() if state not in ("", "skip"))

    @property
    def accepted(self) -> int:
        """Questions that are accepted, as they are or edited."""
        return sum(self.counts.get(state, 0) for state in KEPT)

    @property
    def accepted_folder(self) -> Path:
        """The folder that accepted questions are written to."""
        folder = self.folder.resolve()
        return folder.with_name(f"{folder.name}-accepted")

    def state(self, question_id: str) -> str:
        """The decision about a question; "" where there is none."""
        decision = self.decided.get(question_id)
        return decision.decision if decision else ""

    def question(self, question_id: str) -> Question:
        """A question by its id; SecqaError where the benchmark has none."""
        for question in self.benchmark.questions:
            if question.question_id == question_id:
                return question
        raise SecqaError(f"{question_id}: no such question in {self.name}")


def benchmark_list(place: Workplace) -> tuple[list[BenchmarkReview], list[Unreadable]]:
    """All benchmarks by name, and those that cannot be read."""
    reviews: list[BenchmarkReview] = []
    unread: list[Unreadable] = []
    for name, folder in folders_by_name(place.folders.benchmarks, QUESTIONS).items():
        try:
            reviews.append(_review(name, folder))
        except SecqaError as error:
            unread.append((name, str(error)))
    return reviews, unread


def benchmark_called(place: Workplace, name: str) -> BenchmarkReview:
    """A benchmark by its name; SecqaError where there is none, or it cannot be read."""
    folders = folders_by_name(place.folders.benchmarks, QUESTIONS)
    return _review(name, folder_called(name, folders, "benchmark"))


def benchmark_of_question(place: Workplace, question_id: str) -> str:
    """The name of a benchmark with that question; "" where none has it."""
    for review in benchmark_list(place)[0]:
        if any(one.question_id == question_id for one in review.benchmark.questions):
            return review.name
    return ""


def _review(name: str, folder: Path) -> BenchmarkReview:
    return BenchmarkReview(name, folder, _read(folder), _decided(folder))


class CheckCache:
    """The checks of `secqa validate`, made once for each benchmark."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self._checks: dict[Path, tuple[Benchmark, QuestionChecks]] = {}
        self._checking = RLock()

    def of(self, review: BenchmarkReview) -> QuestionChecks:
        """The findings, by the corpus where it has all pages of the evidence, else by the
        benchmark's own record alone."""
        with self._checking:
            kept = self._checks.get(review.folder)
            if kept is None or kept[0] is not review.benchmark:
                kept = review.benchmark, self._check(review.benchmark)
                self._checks[review.folder] = kept
            return kept[1]

    def _check(self, benchmark: Benchmark) -> QuestionChecks:
        source = corpus_facts(self._corpus.path) if self._has_all_pages(benchmark) else None
        checks: dict[str, list[QuestionDoubt]] = {}
        for doubt in recheck(benchmark, self._corpus.catalogue, source):
            checks.setdefault(doubt.question_id, []).append(doubt)
        return checks

    def _has_all_pages(self, benchmark: Benchmark) -> bool:
        facts = (fact for question in benchmark.questions for fact in question.facts)
        places = {(place.document_id, place.page) for fact in facts for place in fact.evidence}
        return all(has_page(self._corpus, *place) for place in places)


def question_filters(place: Workplace, review: BenchmarkReview) -> tuple[ListFilter[Question], ...]:
    """The filters of the questions of a benchmark."""
    checks = place.cached(CheckCache).of(review)
    forms = {one.document_id: one.form for one in place.corpus.documents}

    def forms_of(question: Question) -> Iterable[str]:
        facts, passages = question.facts, question.passages
        documents = (*(f.document_id for f in facts), *(p.document_id for p in passages))
        return {forms.get(document_id, "") for document_id in documents} - {""}

    return (
        ListFilter("type", "Type", lambda q: (q.type,), title_of, title_of),
        ListFilter("company", "Company", lambda q: dict.fromkeys(q.companies)),
        ListFilter("asks", "Complexity", complexity_texts),
        ListFilter("form", "Form", forms_of),
        ListFilter(
            "difficulty",
            "Difficulty",
            lambda q: filter(None, (q.difficulty,)),
            order=lambda level: [*LEVELS, level].index(level),
        ),
        ListFilter(
            "doubted",
            "Checks",
            lambda q: ("yes" if checks.get(q.question_id) else "no",),
            _CHECKED.__getitem__,
        ),
        ListFilter(
            "state",
            "Review",
            lambda q: (review.state(q.question_id) or "none",),
            STATES.__getitem__,
            list(STATES).index,
        ),
    )


def complexity_texts(question: Question) -> tuple[str, ...]:
    """The complexity of a question in words; "one value" for a plain look-up."""
    complexity = question.complexity
    counts = {
        "several companies": complexity.entities,
        "several periods": complexity.periods,
        "several reports": complexity.documents,
        "several outputs": complexity.outputs,
        f"{complexity.hops} hops": complexity.hops,
    }
    texts = [name for name, number in counts.items() if number > 1]
    texts += complexity.structure
    texts += ["answered in words"] if question.passages else []
    texts += ["no answer"] if question.answer is None else []
    return tuple(texts) or ("one value",)
