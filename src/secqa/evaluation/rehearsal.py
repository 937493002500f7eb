"""Estimate the calls, tokens and dollars of a run or a question without asking a model.

Prompts are written as they would be sent, and the rules of this package answer them. Replies in
the cache count as such. A model that plans or reads differently needs somewhat more or less.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from threading import Lock

from secqa.errors import SecqaError
from secqa.evaluation.runner import Task, open_task, system_of, waiting_questions
from secqa.evaluation.runs import RUN, read_run
from secqa.models.cache import Cache
from secqa.models.model import Model, Reply, Request, Usage
from secqa.models.open_model import OpenModel
from secqa.progress import OnProgress
from secqa.serving.offline_model import Thoughts, offline_model
from secqa.systems.answer import System
from secqa.systems.thinking import Thinking


@dataclass(frozen=True, slots=True)
class Estimate:
    """The expected cost of a run, or of one question."""

    questions: int
    """Answers that are still missing."""
    calls: int
    """Requests to the model."""
    cached: int
    """Requests that the cache answers."""
    input_tokens: int
    output_tokens: int
    cost: float | None
    """US dollars; None if the price is unknown."""


def rehearse(task: Task, out: Path, on_progress: OnProgress) -> Estimate:
    """Estimate a run into `out` without asking or writing anything.

    Raises SecqaError like the run itself, and if there is no model.
    """
    model = _model_of(task.thinking)
    benchmark, corpus = open_task(task)
    run = read_run(out) if (out / RUN).exists() else None
    waiting = waiting_questions(run, task.pages, task.choice.of(benchmark.questions))

    def answers(stand_in: OpenModel) -> int:
        rehearsed = replace(task, thinking=replace(task.thinking, model=stand_in))
        system = cache(partial(system_of, rehearsed, corpus))
        for done, (k, question) in enumerate(waiting, 1):
            system(k).answer(question.text)
            on_progress(done, len(waiting))
        return len(waiting)

    return rehearse_with(model, {}, answers)


def rehearse_question(
    question: str, system: Callable[[Thinking], System], thinking: Thinking
) -> Estimate:
    """Estimate one answer of the system that `system` makes; raises SecqaError without a model."""

    def answers(stand_in: OpenModel) -> int:
        system(replace(thinking, model=stand_in)).answer(question)
        return 1

    return rehearse_with(_model_of(thinking), {}, answers)


def rehearse_with(model: OpenModel, others: Thoughts, work: Callable[[OpenModel], int]) -> Estimate:
    """Estimate `work` on a model, which returns the number of its answers.

    `others` answer its prompts, as in `secqa.serving.offline_model`.
    """
    stand_in = _StandIn(model.cache, offline_model(lambda _question: "", others))
    questions = work(replace(model, ask=stand_in.ask))
    spent = stand_in.spent
    tokens = spent.input_tokens, spent.output_tokens
    cost = model.price(*tokens) if model.price else None
    return Estimate(questions, spent.calls, stand_in.cached, *tokens, cost)


def _model_of(thinking: Thinking) -> OpenModel:
    if thinking.model is None:
        raise SecqaError("--dry-run: nothing is asked of a model; name one with --model")
    return thinking.model


@dataclass
class _StandIn:
    """Answers in place of a model, and counts the requests; equal requests count once."""

    cache: Cache | None
    rules: Model
    spent: Usage = field(default_factory=Usage)
    cached: int = 0
    _lock: Lock = field(default_factory=Lock)
    _given: dict[Request, Reply] = field(default_factory=dict)

    def ask(self, request: Request) -> Reply:
        """The reply of the cache or the rules."""
        key = replace(request, form=None)
        with self._lock:
            reply = self._given.get(key) or (self.cache.get(request) if self.cache else None)
            if reply is not None:
                self.cached += 1
                return reply
            reply = self._given[key] = self.rules(request)
            self.spent.add(reply)
            return reply
