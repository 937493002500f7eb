"""Run an external system like our own, within limits for the whole run.

If an endpoint is down or too slow, the call is retried; then the run stops without an answer, and
can be continued (`Stopped`). An invalid answer (HTML, another schema, an exception) stops the run
if it is the first, since the setup is then wrong; later ones count as unanswered questions with the
reason, until there are five in a row.
"""

import inspect
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from threading import Event, Lock, Thread
from time import perf_counter

from secqa.errors import CannotAnswer, SecqaError
from secqa.models.model import Stopped, Unavailable
from secqa.models.retry import stop_after_refusals, with_retries
from secqa.systems.answer import Answer, refusal
from secqa.systems.outside.answer_record import answer_of

Ask = Callable[[str], object]
"""Returns a reply for `answer_of`; may raise `Unavailable` for errors that may pass."""
_TRIES = 4


SECONDS = 120.0
"""Default maximum time of one answer."""


@dataclass(slots=True)
class OutsideLimits:
    """Limits of a run, shared by threads."""

    seconds: float = SECONDS
    max_calls: int | None = None
    budget: float | None = None
    """US dollars, compared with the costs in answers."""
    send_pages: bool = False
    """Whether to send the retrieved pages to an endpoint."""
    _asked: int = 0
    _paid: float = 0.0
    _lock: Lock = field(default_factory=Lock, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.seconds <= 0:
            raise SecqaError(f"--timeout {self.seconds:g}: must be more than 0 seconds")

    def ask(self) -> None:
        """Count a question; raises `Stopped` if a limit is reached."""
        with self._lock:
            if self.max_calls is not None and self._asked >= self.max_calls:
                raise Stopped(f"{self._asked} calls made, as many as --max-calls allows")
            if self.budget is not None and self._paid >= self.budget:
                raise Stopped(f"${self._paid:.2f} spent, as much as --budget {self.budget} allows")
            self._asked += 1

    def pay(self, cost: float | None) -> None:
        """Add the cost of an answer; raises `Stopped` if there is a budget but no cost."""
        if self.budget is not None and cost is None:
            raise Stopped('answers tell no "cost", so --budget cannot be held; leave it out')
        with self._lock:
            self._paid += cost or 0.0


@dataclass(frozen=True, slots=True)
class Outside:
    """An external system."""

    name: str
    ask: Callable[[str], Answer]
    terms: OutsideLimits

    def answer(self, question: str) -> Answer:
        """Answer one question; raises `Stopped` if the run should end."""
        began = perf_counter()
        self.terms.ask()
        try:
            answer = self.ask(question)
        except SecqaError as error:
            return refusal(question, error, began)
        self.terms.pay(answer.cost)
        return replace(answer, seconds=perf_counter() - began)


def outside(name: str, ask: Ask, terms: OutsideLimits) -> Outside:
    """Create a system from its function and limits."""

    def checked(question: str) -> Answer:
        try:
            return answer_of(_within(terms.seconds, ask, question), question)
        except (Unavailable, Stopped, CannotAnswer):
            raise
        except SecqaError as error:
            raise SecqaError(f"{name}: {error}") from None
        except Exception as error:
            raise SecqaError(f"{name}: {_exception_text(error)}") from error

    return Outside(name, stop_after_refusals(_once_proven(with_retries(checked, _TRIES))), terms)


def _within(seconds: float, ask: Ask, question: str) -> object:
    """Call `ask` with a timeout; the thread of a late call is abandoned."""
    future: Future[object] = Future()

    def work() -> None:
        try:
            future.set_result(ask(question))
        except BaseException as error:
            future.set_exception(error)

    Thread(target=work, name="secqa-outside", daemon=True).start()
    try:
        return future.result(seconds)
    except TimeoutError:
        if future.done():
            raise
        raise Unavailable(f"no answer within {seconds:g} seconds (--timeout)") from None


def _once_proven(ask: Callable[[str], Answer]) -> Callable[[str], Answer]:
    """Turn errors before the first valid answer into `Stopped`."""
    proven = Event()

    def answer_or_stop(question: str) -> Answer:
        try:
            answer = ask(question)
        except CannotAnswer:
            raise
        except SecqaError as error:
            if proven.is_set():
                raise
            raise Stopped(f"{error}, at the first question") from None
        proven.set()
        return answer

    return answer_or_stop


def _exception_text(error: Exception) -> str:
    """One line for an exception of external code, with its file and line."""
    text = " ".join(str(error).split())[:200]
    frames = inspect.getinnerframes(error.__traceback__) if error.__traceback__ else []
    where = f" ({frames[-1].filename}, line {frames[-1].lineno})" if frames else ""
    return f"raised {type(error).__name__}: {text}{where}; return None where there is no answer"
