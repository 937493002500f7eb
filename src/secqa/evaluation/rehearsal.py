"""Estimate the calls, tokens and dollars of a run or a question without asking a model.

Prompts are written as they would be sent, and the rules of this package answer them. Replies in
the cache count as such. A model that plans or reads differently needs somewhat more or less.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock

from secqa.errors import SecqaError
from secqa.evaluation.runner import Task, open_task, system_of, waiting_questions
from secqa.evaluation.runs import RUN, read_run
from secqa.models.model import Reply, Request, Usage
from secqa.models.open_model import OpenModel
from secqa.serving.offline_model import Thoughts, offline_model
from secqa.systems.answer import System
from secqa.systems.batch import OnProgress
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
    stand_in = _stand_in(task.thinking)
    benchmark, corpus = open_task(task)
    run = read_run(out) if (out / RUN).exists() else None
    waiting = waiting_questions(run, task.pages, task.choice.of(benchmark.questions))
    rehearsed = replace(task, thinking=stand_in.in_place_of(task.thinking))
    systems = {k: system_of(rehearsed, corpus, k) for k in dict.fromkeys(k for k, _ in waiting)}
    for done, (k, question) in enumerate(waiting, 1):
        systems[k].answer(question.text)
        on_progress(done, len(waiting))
    return stand_in.estimate(len(waiting))


def rehearse_question(
    question: str, system: Callable[[Thinking], System], thinking: Thinking
) -> Estimate:
    """Estimate one answer of the system that `system` makes; raises SecqaError without a model."""
    stand_in = _stand_in(thinking)
    system(stand_in.in_place_of(thinking)).answer(question)
    return stand_in.estimate(1)


def rehearse_with(model: OpenModel, others: Thoughts, work: Callable[[OpenModel], int]) -> Estimate:
    """Estimate `work` on a model, which returns the number of its answers.

    `others` answer its prompts, as in `secqa.serving.offline_model`.
    """
    stand_in = _StandIn(model, others)
    return stand_in.estimate(work(replace(model, ask=stand_in.ask)))


def _stand_in(thinking: Thinking) -> "_StandIn":
    if thinking.model is None:
        raise SecqaError("--dry-run: nothing is asked of a model; name one with --model")
    return _StandIn(thinking.model)


class _StandIn:
    """Answers in place of a model, and counts the requests."""

    def __init__(self, model: OpenModel, others: Thoughts | None = None) -> None:
        self.spent = Usage()
        self.cached = 0
        self._model = model
        self._rules = offline_model(lambda _question: "", others)
        self._lock = Lock()
        self._given: dict[Request, Reply] = {}

    def in_place_of(self, thinking: Thinking) -> Thinking:
        """The same choice of planner and reader, with this stand-in as the model."""
        return replace(thinking, model=replace(self._model, ask=self.ask))

    def estimate(self, questions: int) -> Estimate:
        """The estimate for this many rehearsed answers."""
        tokens_in, tokens_out = self.spent.input_tokens, self.spent.output_tokens
        cost = self._model.price(tokens_in, tokens_out) if self._model.price else None
        return Estimate(questions, self.spent.calls, self.cached, tokens_in, tokens_out, cost)

    def ask(self, request: Request) -> Reply:
        """The reply of the cache or the rules; equal requests count once."""
        with self._lock:
            return self._answer(request)

    def _answer(self, request: Request) -> Reply:
        key, cache = replace(request, form=None), self._model.cache
        reply = self._given.get(key) or (cache.get(request) if cache else None)
        if reply is not None:
            self.cached += 1
            return reply
        reply = self._rules(request)
        self.spent.add(reply)
        self._given[key] = reply
        return reply
