"""Answer the questions of a run on a Ray cluster."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from secqa.cluster.cluster_replies import ask_driver, shared
from secqa.cluster.cluster_tasks import AHEAD, cluster, run_on_cluster
from secqa.corpus.corpus_address import CorpusPath
from secqa.corpus.corpus_store import open_corpus
from secqa.errors import SecqaError
from secqa.evaluation.runner import Engine, PagesAndQuestion, Task, predict, system_of
from secqa.evaluation.runs import Prediction
from secqa.models.model import Unanswered, Usage
from secqa.models.open_model import OpenModel
from secqa.retrieval.retriever import ChosenRetriever
from secqa.systems.batch import Outcome, outcome_of
from secqa.systems.thinking import Thinking


@contextmanager
def workers(task: Task, address: str | None, concurrency: int) -> Iterator[Engine]:
    """The engine that answers on the cluster at an address, each question on one core.

    Its machines must see the corpus under the same path. With a model, `concurrency` questions run
    at a time and take no core while they wait for it. A question that kills its workers counts as
    unanswered. Raises SecqaError without a cluster, and for an outside system.
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


def _engine(given_out: int, desk: Any) -> Engine:
    def engine(task: Task, until: int | None, _systems_here: object) -> Any:
        model = task.thinking.model
        # Workers get the name of the model only, and ask it through this process. A whole task
        # cannot be sent: its limits hold a lock.
        thinking = replace(task.thinking, model=None)
        setting = (task.corpus, task.system, task.pages, thinking, task.retriever)
        prepare = partial(_prepare, setting, until, model.name if model else None, desk)

        def answers(questions: Iterable[PagesAndQuestion]) -> Iterator[Outcome[Prediction]]:
            for _, outcome in run_on_cluster(
                _answer, questions, scheduled=given_out, failed=_unanswered, prepare=prepare
            ):
                if isinstance(outcome, SecqaError):
                    raise outcome
                yield outcome

        return answers

    return engine


_Setting = tuple[CorpusPath, str, Sequence[int], Thinking, ChosenRetriever]
"""Corpus, system, pages a retrieval, planner and reader without their model, retriever."""

_systems: Any = None


def _prepare(setting: _Setting, until: int | None, name: str | None, desk: Any) -> None:
    """In a worker: open the corpus up to the year `until`, and make systems when needed.

    `name` is the name of the model.
    """
    global _systems  # one a worker process
    path, system, pages, thinking, retriever = setting
    corpus = open_corpus(path)
    if until is not None:
        corpus = corpus.until(until)
    if name is not None:
        model = OpenModel(name, ask_driver(desk), None, None, Usage(), lambda: None)
        thinking = replace(thinking, model=model)
    task = Task(Path(), path, system, pages, thinking, retriever=retriever)
    _systems = cache(partial(system_of, task, corpus))


def _answer(question: PagesAndQuestion) -> Outcome[Prediction] | SecqaError:
    """In a worker: the answer to a question, or the error that prevents it."""
    try:
        return outcome_of(partial(predict, _systems(question[0])), question)
    except SecqaError as error:
        return error


def _unanswered(question: PagesAndQuestion, reason: str) -> Outcome[Prediction] | SecqaError:
    return Unanswered(f"{question[1].question_id}: {reason}")
