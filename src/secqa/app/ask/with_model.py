"""A question that a person sends to a model: what it will take, the work itself, what it told.

An address that names a model shows what that has answered before, by the replies that are kept. It
never asks: a reload, a link that is opened, a browser that looks ahead cost nothing. A posted form
asks, as a job, and leads to the address.
"""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from threading import Lock
from urllib.parse import urlencode

from secqa.app.ask.asking import Asked, Asking, Wanted, wanted_in
from secqa.app.jobs import Job, Jobs
from secqa.app.models import OFFLINE, asked_by
from secqa.app.workplace import Workplace
from secqa.corpus.store import Corpus
from secqa.models.model import Model, Reply, Request, Stopped, Unanswered
from secqa.models.open_model import OpenModel
from secqa.models.usage import dollars
from secqa.systems.thinking import Thinking

_KEPT = 100


@dataclass(frozen=True, slots=True)
class Offer:
    """A model that has not answered a question yet."""

    name: str
    problem: str
    """Why it did not, the last time it was asked; "" where it was not."""
    calls: int
    tokens: int
    cost: float | None
    """About what it will take, in US dollars; None where the price is not known."""

    @property
    def cost_said(self) -> str:
        """The cost in words."""
        return dollars(self.cost)


class Failures:
    """Why models did not answer, the latest of each question."""

    def __init__(self, _corpus: Corpus) -> None:
        self._told: OrderedDict[tuple[Wanted, str], str] = OrderedDict()
        self._keeping = Lock()

    def keep(self, wanted: Wanted, name: str, problem: str) -> None:
        """Remember a problem, or with "" that there is none any more."""
        with self._keeping:
            self._told.pop((wanted, name), None)
            if problem:
                self._told[wanted, name] = problem
            while len(self._told) > _KEPT:
                self._told.popitem(last=False)

    def of(self, wanted: Wanted, name: str) -> str:
        """The problem; "" for none."""
        return self._told.get((wanted, name), "")


def model_in(given: Mapping[str, str]) -> str:
    """The model that an address names; "" for the rules."""
    name = given.get("model", "")
    return "" if name == OFFLINE else name


def recalled(place: Workplace, wanted: Wanted, name: str) -> Asked | Offer:
    """What a model answered before, or what asking it will take."""
    try:
        return place.kept(Asking).recall(wanted, name, place.models)
    except Unanswered:
        return _offer(place, wanted, name)


def ask_posted(place: Workplace, given: Mapping[str, str], jobs: Jobs) -> str:
    """Where a posted question leads: to its answer where that is known, else to the work."""
    wanted, name = wanted_in(given), model_in(given)
    address = address_of(given)
    if wanted is None or not name:
        return address
    thinking = place.models.named(name)
    try:
        place.kept(Asking).recall(wanted, name, place.models)
    except Unanswered:
        return jobs.start(
            f"Asking {name}", lambda job: _ask(place, wanted, thinking, job, address), goes_on=True
        ).address
    return address


def address_of(given: Mapping[str, str]) -> str:
    """The address of the answer that a form's fields ask for; fields left empty are left out, but
    for those of companies, which then are none."""
    told = {
        name: text
        for name, text in given.items()
        if (text or name.startswith("company:")) and (name, text) != ("model", OFFLINE)
    }
    return f"/ask?{urlencode(told)}"


def _offer(place: Workplace, wanted: Wanted, name: str) -> Offer:
    from secqa.evaluation.rehearsal import rehearse_with

    asking, thinking = place.kept(Asking), place.models.named(name)
    assert thinking.model is not None

    def answers(stand_in: OpenModel) -> int:
        asking.ask_model(wanted, replace(thinking, model=stand_in))
        return 1

    expected = rehearse_with(thinking.model, {}, answers)
    problem = place.kept(Failures).of(wanted, name)
    tokens = expected.input_tokens + expected.output_tokens
    return Offer(name, problem, expected.calls, tokens, expected.cost)


def _ask(place: Workplace, wanted: Wanted, thinking: Thinking, job: Job, address: str) -> str:
    """Ask, and give the address; a problem is told there, beside a button to ask again."""

    def counted(model: Model) -> Model:
        def ask(request: Request) -> Reply:
            if job.is_stopped:
                raise Stopped("stopped; what was answered before is kept")
            reply = model(request)
            job.done += 1
            return reply

        return ask

    assert thinking.model is not None
    try:
        problem = place.kept(Asking).ask_model(wanted, asked_by(thinking, counted)).answer.error
    except (Stopped, Unanswered) as stop:
        problem = str(stop)
    place.kept(Failures).keep(wanted, thinking.model.name, problem)
    return address
