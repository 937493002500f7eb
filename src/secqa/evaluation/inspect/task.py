"""A benchmark as a task of Inspect: `inspect eval secqa/benchmark -T folder=… -T corpus=…`.

The entry point of the package leads Inspect to this module, and so to the solvers `secqa/system`
and `secqa/closed_book` and the scorers `secqa/right` and `secqa/evidence`. A solver sees everything
in a sample, so facts, pages and programs are left out: scorers read the gold answers from the
benchmark.
"""

from functools import lru_cache
from pathlib import Path

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import (
    CORRECT,
    INCORRECT,
    Score,
    Scorer,
    Target,
    accuracy,
    grouped,
    mean,
    scorer,
    stderr,
)
from inspect_ai.solver import TaskState

from secqa import __version__
from secqa.benchmark.dataset import Benchmark, Question, read_benchmark
from secqa.benchmark.formats.text_files import target_of
from secqa.corpus.corpus_address import corpus_path
from secqa.errors import SecqaError
from secqa.evaluation.inspect.solvers import ANSWER, closed_book, system_solver
from secqa.evaluation.retrieval_scores import retrieval_score
from secqa.evaluation.runner import Task as RunTask
from secqa.evaluation.runner import open_task
from secqa.evaluation.runs import answer_of
from secqa.evaluation.scores import read_answer, verdict_of
from secqa.evaluation.verdict import Verdict, failure_of
from secqa.systems.answer import Answer

UNRATED = "unrated"
"""The level of questions whose benchmark has no difficulty."""


def dataset_of(benchmark: Benchmark) -> MemoryDataset:
    """The questions as samples, in their order."""
    samples = [_sample(question) for question in benchmark.questions]
    return MemoryDataset(samples, name=f"{benchmark.suite} {benchmark.fingerprint}")


def _sample(question: Question) -> Sample:
    return Sample(
        id=question.question_id,
        input=question.text,
        target=target_of(question.answer),
        metadata={"type": question.type, "difficulty": question.difficulty or UNRATED},
    )


@scorer(
    metrics=[
        accuracy(),
        stderr(),
        grouped(accuracy(), "type", all=False),
        grouped(accuracy(), "difficulty", all=False),
    ]
)
def right(benchmark: str) -> Scorer:
    """Whether the answer is right, as in `secqa evaluate`, also by kind and difficulty."""
    questions = _questions(benchmark)

    async def score(state: TaskState, target: Target) -> Score:
        question = _question_of(state, questions, benchmark)
        answer = _answer_of(state, question)
        verdict, judgement = verdict_of(question, answer)
        is_right = verdict is Verdict.RIGHT
        # Without a trail the cause of a wrong answer is unknown.
        failure = failure_of(question, answer) if ANSWER in state.store and not is_right else None
        why = [failure.cause.value if failure else "", judgement.why if judgement else ""]
        return Score(
            value=CORRECT if is_right else INCORRECT,
            answer=state.output.completion,
            explanation="; ".join(filter(None, [verdict.value, *why])),
        )

    return score


@scorer(metrics={"*": [mean()]})
def evidence(benchmark: str) -> Scorer:
    """Shares of the evidence that was retrieved; no score without evidence or a trail of pages."""
    questions = _questions(benchmark)

    async def score(state: TaskState, target: Target) -> Score:
        question = _question_of(state, questions, benchmark)
        if ANSWER not in state.store:
            return Score.unscored(explanation="the solver does not say which pages it saw")
        answer = _answer_of(state, question)
        found = retrieval_score(question, answer)
        if not found.expected:
            return Score.unscored(explanation="there is nothing to retrieve")
        return Score(
            value={
                "document_recall": found.documents.recall,
                "page_precision": found.pages.precision,
                "page_recall": found.pages.recall,
                "fact_recall": found.facts,
            }
        )

    return score


@lru_cache
def _questions(benchmark: str) -> dict[str, Question]:
    return {one.question_id: one for one in read_benchmark(Path(benchmark)).questions}


def _question_of(state: TaskState, questions: dict[str, Question], benchmark: str) -> Question:
    try:
        return questions[str(state.sample_id)]
    except KeyError:
        raise SecqaError(
            f"{benchmark}: has no question {state.sample_id}; give the one of the samples"
        ) from None


def _answer_of(state: TaskState, question: Question) -> Answer:
    """The answer of one of our solvers, or another solver's text, read as prose."""
    record = state.store.get(ANSWER)
    if record is not None:
        return read_answer(question, answer_of(record))
    return read_answer(question, Answer(question.text, state.output.completion))


__all__ = ["benchmark", "closed_book", "evidence", "right", "system_solver"]


@task
def benchmark(
    folder: str,
    corpus: str,
    system: str = "codegen-docs",
    pages: int = 8,
    engine: str = "offline",
) -> Task:
    """The questions of a benchmark, answered by one of our systems over its corpus.

    Raises SecqaError if the benchmark was made from another corpus. `--solver` replaces the system.
    """
    run = RunTask(Path(folder), corpus_path(corpus), system, [pages])
    questions, _ = open_task(run)
    return Task(
        dataset=dataset_of(questions),
        solver=system_solver(corpus, system, pages, engine, questions.until),
        scorer=[right(folder), evidence(folder)],
        metadata={"benchmark": questions.fingerprint, "corpus": questions.corpus},
        version=__version__,
    )
