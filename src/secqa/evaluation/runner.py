"""Run a system on a benchmark, and continue an interrupted run."""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import TypeVar

from secqa.benchmark.dataset import Benchmark, Question, read_benchmark
from secqa.corpus.corpus_address import CorpusPath
from secqa.corpus.corpus_store import Corpus, open_corpus
from secqa.corpus.writer_lease import lease
from secqa.errors import SecqaError
from secqa.evaluation.runs import (
    Prediction,
    Run,
    RunSettings,
    append_prediction,
    make_run_folder,
    open_run,
    read_run,
    write_trec,
)
from secqa.progress import OnProgress
from secqa.retrieval.retriever import OWN_RANKING, ChosenRetriever
from secqa.systems.answer import System
from secqa.systems.batch import Outcome, keep_answers, outcome_of
from secqa.systems.make import SYSTEMS, make_system
from secqa.systems.outside.open_outside import LABEL, is_outside
from secqa.systems.outside.system import OutsideLimits
from secqa.systems.thinking import OFFLINE, Thinking

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class QuestionSample:
    """The part of a benchmark to ask; all questions or conversations by default."""

    limit: int | None = None
    """Take only the first questions, of the sample if there is one."""
    sample: int | None = None
    """Number of questions drawn at random; they keep the order of the benchmark."""
    seed: int = 0

    def of(self, questions: Sequence[T]) -> Sequence[T]:
        """The questions to ask."""
        if self.sample is not None and self.sample < len(questions):
            places = random.Random(self.seed).sample(range(len(questions)), self.sample)
            questions = [questions[place] for place in sorted(places)]
        return questions[: self.limit]


ALL = QuestionSample()


PagesAndQuestion = tuple[int, Question]
"""A question, and the number of pages to answer it from."""
Answers = Callable[[Iterable[PagesAndQuestion]], Iterator[Outcome[Prediction]]]
"""Answers questions; takes each only when it starts on it."""


@dataclass(frozen=True, slots=True)
class Task:
    """A benchmark to run, and the system that answers it."""

    benchmark: Path
    corpus: CorpusPath
    system: str
    pages: Sequence[int]
    thinking: Thinking = OFFLINE
    choice: QuestionSample = ALL
    retriever: ChosenRetriever = OWN_RANKING
    terms: OutsideLimits = field(default_factory=OutsideLimits)
    """Limits for a system from outside."""

    @property
    def is_outside(self) -> bool:
        """Whether the system is not of this package."""
        return self.system not in SYSTEMS and is_outside(self.system)

    @property
    def model(self) -> str:
        """The model, as a run names it."""
        if not self.is_outside:
            return self.thinking.label
        return f"{LABEL}, given pages" if self.terms.send_pages else LABEL


Engine = Callable[[Task, int | None, Callable[[int], System]], Answers]
"""Makes the function that answers a task, from the task, the last year of its corpus, and its
systems by number of pages."""


def run_benchmark(
    task: Task,
    out: Path,
    *,
    version: str,
    command: str,
    on_progress: OnProgress,
    engine: Engine | None = None,
) -> Run:
    """Answer the questions of a benchmark at each number of pages; continues an interrupted run.

    Without an `engine` this process answers, one question at a time.

    Raises SecqaError if the benchmark was made from another corpus or `out` holds another run;
    `Stopped` if the model may not be called any more, and `Unanswered` if questions got no reply.
    All answers so far are kept.
    """
    benchmark, corpus = open_task(task)
    questions = task.choice.of(benchmark.questions)
    settings = RunSettings(
        task.system,
        task.model,
        benchmark.fingerprint,
        corpus.fingerprint,
        version,
        command,
        task.retriever.label,
        len(questions),
    )
    systems = cache(partial(system_of, task, corpus))
    systems(task.pages[0])  # fails before there is a folder
    make_run_folder(out)
    with lease(out):
        run = open_run(out, settings, benchmark)
        answers = (engine or threads())(task, benchmark.until, systems)
        answer_questions(run, answers, task.pages, questions, on_progress)
    return read_run(out)


def open_task(task: Task) -> tuple[Benchmark, Corpus]:
    """The benchmark of a task, and its corpus, which ends with the year of a yearly version.

    Raises SecqaError if they do not belong together.
    """
    benchmark = read_benchmark(task.benchmark)
    corpus = open_corpus(task.corpus)
    if benchmark.until is not None:
        corpus = corpus.until(benchmark.until)
    if benchmark.corpus != corpus.fingerprint:
        raise SecqaError(
            f"{task.benchmark}: made from another corpus ({benchmark.corpus}) than {task.corpus} "
            f"({corpus.fingerprint}); use that one, or generate the benchmark again"
        )
    return benchmark, corpus


def system_of(task: Task, corpus: Corpus, pages: int) -> System:
    """The system of a task at one number of pages."""
    return make_system(task.system, corpus, pages, task.thinking, task.retriever, task.terms)


def waiting_questions(
    run: Run | None, pages: Sequence[int], questions: Sequence[Question]
) -> list[tuple[int, Question]]:
    """The unanswered pairs of pages and question, one number of pages after the other."""
    done = run.done if run else frozenset()
    return [(k, q) for k in pages for q in questions if (k, q.question_id) not in done]


def answer_questions(
    run: Run,
    answers: Answers,
    pages: Sequence[int],
    questions: Sequence[Question],
    on_progress: OnProgress,
) -> None:
    """Answer the unanswered questions, as `keep_answers` does.

    The TREC files are written at the end, from all answers of the run, also after an error.
    """
    waiting = waiting_questions(run, pages, questions)
    keep = partial(append_prediction, run.folder)
    try:
        keep_answers(answers, waiting, keep, on_progress, total=len(pages) * len(questions))
    finally:
        write_trec(run.folder, read_run(run.folder).predictions, run.settings.system)


def threads(concurrency: int = 1) -> Engine:
    """The engine that answers in this process, `concurrency` questions at a time."""
    return lambda _task, _until, systems: partial(in_threads, systems, concurrency)


def in_threads(
    system_of: Callable[[int], System], concurrency: int, questions: Iterable[PagesAndQuestion]
) -> Iterator[Outcome[Prediction]]:
    """Yield answers as they are done, `concurrency` at a time."""
    left = iter(questions)

    def begun(most: int) -> "set[Future[Outcome[Prediction]]]":
        # This thread makes the systems, so that each is made once.
        return {
            pool.submit(outcome_of, partial(predict, system_of(question[0])), question)
            for question in islice(left, most)
        }

    with ThreadPoolExecutor(concurrency) as pool:
        running = begun(concurrency)
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
            running |= begun(len(done))


def predict(system: System, question: PagesAndQuestion) -> Prediction:
    """The prediction of a system for a question."""
    return Prediction(question[1].question_id, question[0], system.answer(question[1].text))


def page_counts(text: str) -> tuple[int, ...]:
    """ "4,8,16" -> (4, 8, 16), in order and without repeats; SecqaError for anything else."""
    try:
        counts = sorted({int(part) for part in text.split(",")})
    except ValueError:
        counts = []
    if not counts or counts[0] < 1:
        raise SecqaError(f"--pages {text}: must be whole numbers from 1, by comma: 4,8,16")
    return tuple(counts)
