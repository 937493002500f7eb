"""Questions to a model: what asking will take, the request itself, and its failures.

An address that names a model shows what that has answered before, from the replies that are kept.
It never asks: a reload, a link that is opened, a browser that looks ahead cost nothing. A posted
form asks, as a job, and leads to the address.
"""

from dataclasses import dataclass, replace

from starlette.requests import Request as HttpRequest
from starlette.responses import Response

from secqa.app.ask.answers import (
    AnswerService,
    AskRequest,
    QuestionAnswer,
    ask_address,
    model_in,
    parse_request,
)
from secqa.app.jobs import Job, jobs_of
from secqa.app.models import with_wrapped_model
from secqa.app.web import go_to, posted
from secqa.app.workplace import Workplace
from secqa.corpus.corpus_store import Corpus
from secqa.models.model import Model, Reply, Request, Stopped, Unanswered
from secqa.models.open_model import OpenModel
from secqa.systems.thinking import Thinking


@dataclass(frozen=True, slots=True)
class ModelOffer:
    """A model that has not answered a question yet."""

    name: str
    problem: str
    """Why it did not, the last time it was asked; "" where it was not."""
    calls: int
    tokens: int
    cost: float | None
    """About what it will take, in US dollars; None where the price is not known."""


def _failures(_corpus: Corpus) -> dict[tuple[AskRequest, str], str]:
    """The latest problem of each question and model; "" where there was none."""
    return {}


def cached_answer(place: Workplace, request: AskRequest, name: str) -> QuestionAnswer | ModelOffer:
    """The answer that a model gave before, or an estimate of what asking it will take."""
    try:
        return place.cached(AnswerService).recall(request, name, place.models)
    except Unanswered:
        return _offer(place, request, name)


def post_question(place: Workplace, posting: HttpRequest) -> Response:
    """Go to the answer of a posted question where it is kept, else to the job that asks."""
    given = posted(posting)
    request, name = parse_request(given), model_in(given)
    address = ask_address(given)
    if request is None or not name:
        return go_to(address)
    thinking = place.models.find(name)
    try:
        place.cached(AnswerService).recall(request, name, place.models)
    except Unanswered:
        job = jobs_of(posting).start(
            f"Asking {name}",
            lambda job: _ask(place, request, thinking, job, address),
            redirect_when_done=True,
        )
        address = job.address
    return go_to(address)


def _offer(place: Workplace, request: AskRequest, name: str) -> ModelOffer:
    from secqa.evaluation.rehearsal import rehearse_with

    service, thinking = place.cached(AnswerService), place.models.find(name)
    assert thinking.model is not None

    def answers(stand_in: OpenModel) -> int:
        service.ask_model(request, replace(thinking, model=stand_in))
        return 1

    expected = rehearse_with(thinking.model, {}, answers)
    problem = place.cached(_failures).get((request, name), "")
    tokens = expected.input_tokens + expected.output_tokens
    return ModelOffer(name, problem, expected.calls, tokens, expected.cost)


def _ask(place: Workplace, request: AskRequest, thinking: Thinking, job: Job, address: str) -> str:
    """Ask, and give the address, which shows any problem beside a button to ask again."""

    def counted(model: Model) -> Model:
        def ask(prompt: Request) -> Reply:
            if job.is_stopped:
                raise Stopped("stopped; what was answered before is kept")
            reply = model(prompt)
            job.done += 1
            return reply

        return ask

    assert thinking.model is not None
    try:
        problem = (
            place.cached(AnswerService)
            .ask_model(request, with_wrapped_model(thinking, counted))
            .answer.error
        )
    except (Stopped, Unanswered) as stop:
        problem = str(stop)
    place.cached(_failures)[request, thinking.model.name] = problem
    return address
