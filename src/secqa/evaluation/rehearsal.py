"""What a run with a model will take, said beforehand: calls, tokens, dollars.

The whole run is made without the model: prompts are written as they would be sent, and the
rules of this package answer them in its place. What the cache holds already is taken from
there. A model that plans or reads otherwise will take somewhat more or less.
"""

from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock

from secqa.errors import SecqaError
from secqa.evaluation.runner import OnProgress, Task, open_task, system_of, waiting_questions
from secqa.evaluation.runs import RUN, read_run
from secqa.models.model import Reply, Request, Spent
from secqa.models.open import OpenModel
from secqa.serving.offline_model import offline_model


@dataclass(frozen=True, slots=True)
class Estimate:
    """What is expected of a run."""

    questions: int
    """Answers that the run will give, those that are there already left out."""
    calls: int
    """Requests to the model."""
    cached: int
    """Requests that the cache answers."""
    input_tokens: int
    output_tokens: int
    cost: float | None
    """US dollars; None where the price is not known."""


def rehearse(task: Task, out: Path, on_progress: OnProgress) -> Estimate:
    """Estimate a run into `out` without asking or writing anything.

    Raises SecqaError as the run itself would, and without a model.
    """
    model = task.thinking.model
    if model is None:
        raise SecqaError("--dry-run: nothing is asked of a model; name one with --model")
    benchmark, corpus = open_task(task)
    run = read_run(out) if (out / RUN).exists() else None
    waiting = waiting_questions(run, task.pages, task.choice.of(benchmark.questions))
    stand_in = _StandIn(model)
    rehearsed = replace(task.thinking, model=replace(model, ask=stand_in.ask))
    systems = {
        k: system_of(replace(task, thinking=rehearsed), corpus, k)
        for k in dict.fromkeys(k for k, _ in waiting)
    }
    for done, (k, question) in enumerate(waiting, 1):
        systems[k].answer(question.text)
        on_progress(done, len(waiting))
    spent = stand_in.spent
    tokens_in, tokens_out = spent.input_tokens, spent.output_tokens
    cost = model.price(tokens_in, tokens_out) if model.price else None
    return Estimate(len(waiting), spent.calls, stand_in.cached, tokens_in, tokens_out, cost)


class _StandIn:
    """Answers in the place of a model, and counts what that would have been asked."""

    def __init__(self, model: OpenModel) -> None:
        self.spent = Spent()
        self.cached = 0
        self._cache = model.cache
        self._rules = offline_model(lambda _question: "")
        self._lock = Lock()
        self._given: dict[Request, Reply] = {}

    def ask(self, request: Request) -> Reply:
        """What the cache or the rules say; a request is counted once."""
        with self._lock:
            return self._answer(request)

    def _answer(self, request: Request) -> Reply:
        key = replace(request, form=None)
        reply = self._given.get(key) or self._cache.get(request)
        if reply is not None:
            self.cached += 1
            return reply
        reply = self._rules(request)
        self.spent.add(reply)
        self._given[key] = reply
        return reply
