"""Answer the questions of a run on a Ray cluster."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

from secqa.cluster.cluster_replies import ask_driver, shared
from secqa.cluster.cluster_tasks import AHEAD, cluster, run_on_cluster
from secqa.corpus.corpus_address import CorpusPath
from secqa.corpus.corpus_store import open_corpus
from secqa.errors import SecqaError
from secqa.evaluation.runner import Engine, Outcome, PagesAndQuestion, Task, outcome_of
from secqa.models.model import Unanswered, Usage
from secqa.models.open_model import OpenModel
from secqa.retrieval.retriever import ChosenRetriever
from secqa.systems.answer import System
from secqa.systems.make import make_system
from secqa.systems.thinking import Thinking


@contextmanager
def workers(task: Task, address: str | None, concurrency: int) -> Iterator[Engine]:
    """The engine that answers on the cluster at an address, each question in a core of its own.

    Its machines must see the corpus under the same path. With a model, `concurrency` questions are
    under way at a time; those that wait for it take no core. A question that ends its workers gets
    no answer, as one without a reply. SecqaError without a cluster, and for a system from outside.
    """
    if task.is_outside:
        raise SecqaError(f"{task.system}: is asked from this machine; leave out --engine ray")
    model = task.thinking.model
    with cluster(address) as cores:
        if model is None:
            yield _engine(cores * AHEAD, None)
        else:
            with shared(model.ask, concurrency) as desk:
                yield _engine(concurrency, desk)


@dataclass(frozen=True, slots=True)
class _Job:
    """What a worker must know of a run."""

    corpus: CorpusPath
    until: int | None
    """The fiscal year with which the corpus ends; None: it does not."""
    system: str
    retriever: ChosenRetriever
    model: str | None
    """Its name."""
    thinking: Thinking
    """Without its model."""


def _engine(given_out: int, desk: Any) -> Engine:
    def engine(task: Task, until: int | None, made: object) -> Any:
        thinking = task.thinking
        name = thinking.model.name if thinking.model else None
        job = _Job(
            task.corpus,
            until,
            task.system,
            task.retriever,
            name,
            replace(thinking, model=None),
        )

        def answers(asked: Iterable[PagesAndQuestion]) -> Iterator[Outcome]:
            results = run_on_cluster(
                _answer,
                asked,
                given_out=given_out,
                failed=_unanswered,
                prepare=partial(_prepare, job, desk),
            )
            for _, outcome in results:
                if isinstance(outcome, SecqaError):
                    raise outcome
                yield outcome

        return answers

    return engine


_systems: Any = None


def _prepare(job: _Job, desk: Any) -> None:
    """In a worker: open the corpus and make the systems that are asked for."""
    global _systems  # one a worker process
    corpus = open_corpus(job.corpus)
    if job.until is not None:
        corpus = corpus.until(job.until)
    thinking = job.thinking
    if job.model is not None:
        model = OpenModel(job.model, ask_driver(desk), None, None, Usage(), lambda: None)
        thinking = replace(thinking, model=model)

    @cache
    def system_at(pages: int) -> System:
        return make_system(job.system, corpus, pages, thinking, job.retriever)

    _systems = system_at


def _answer(asked: PagesAndQuestion) -> Outcome | SecqaError:
    """In a worker: a question's answer, or what kept it from one."""
    try:
        return outcome_of(_systems(asked[0]), asked)
    except SecqaError as error:
        return error


def _unanswered(asked: PagesAndQuestion, reason: str) -> Outcome | SecqaError:
    return Unanswered(f"{asked[1].question_id}: {reason}")
