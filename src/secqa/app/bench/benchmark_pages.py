"""Pages of benchmarks: the list, one benchmark, one question with its evidence, and its review."""

import shlex
from typing import get_args

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from secqa.app.addresses import Neighbours, neighbours, paged, question_address
from secqa.app.bench.benchmark_review import (
    STATES,
    BenchmarkReview,
    CheckCache,
    benchmark_called,
    benchmark_list,
    complexity_texts,
    question_filters,
)
from secqa.app.bench.measuring import make_benchmark, measuring_choices, start_run
from secqa.app.evidence_view import alternative_texts, gold_evidence, gold_text
from secqa.app.filters import choices, filter_query, passing
from secqa.app.web import To, go_to, person_of, posted
from secqa.app.workplace import Workplace
from secqa.benchmark.dataset import Question
from secqa.benchmark.grammar.question_kinds import title_of
from secqa.benchmark.review import Verdict, decide, undo, write_accepted
from secqa.errors import SecqaError

_BENCHMARK = "/benchmarks/{name}"
_QUESTION = f"{_BENCHMARK}/{{question_id}}"
_DECISIONS: dict[str, Verdict] = {one: one for one in get_args(Verdict)}


def routes(to: To) -> list[Route]:
    """The list, a benchmark, a question, and the decisions about it."""
    return [
        Route("/benchmarks", to(_list_page)),
        Route(_BENCHMARK, to(_benchmark_page)),
        Route("/benchmarks", to(make_benchmark), methods=["POST"]),
        Route(f"{_BENCHMARK}/run", to(start_run), methods=["POST"]),
        Route(f"{_BENCHMARK}/accepted", to(_write_accepted), methods=["POST"]),
        Route(_QUESTION, to(_question_page)),
        Route(f"{_QUESTION}/decision", to(_decide), methods=["POST"]),
        Route(f"{_QUESTION}/undo", to(_undo), methods=["POST"]),
    ]


def _address(name: str, question_id: str = "", query: str = "") -> str:
    address = question_address(name, question_id)
    return f"{address}?{query}" if query else address


def _list_page(place: Workplace, _request: Request) -> str:
    """All benchmarks, with their size and the progress of their review."""
    read, unread = benchmark_list(place)
    return place.render(
        "benchmarks.html.j2",
        view="benchmarks",
        read=read,
        unread=unread,
        address_of=_address,
        states=STATES,
        **measuring_choices(place),
    )


def _benchmark_page(place: Workplace, request: Request) -> str:
    """One benchmark: the questions that pass the filters."""
    review, given = benchmark_called(place, request.path_params["name"]), request.query_params
    filters = question_filters(place, review)
    questions = passing(review.benchmark.questions, filters, given, _text)
    return place.render(
        "benchmark.html.j2",
        view="benchmarks",
        bench=review,
        about=review.benchmark,
        selects=[(one, choices(review.benchmark.questions, one)) for one in filters],
        given=given,
        paged=paged(questions, given),
        query=filter_query(filters, given),
        begin=_first_open(review, questions),
        against=place.cached(CheckCache).of(review),
        address_of=_address,
        states=STATES,
        written=given.get("written", ""),
        **measuring_choices(place),
    )


def _question_page(place: Workplace, request: Request) -> str:
    """One question: its answer, its evidence, and the decision about it."""
    review, question = _question(place, request)
    given = request.query_params
    filters = question_filters(place, review)
    questions = passing(review.benchmark.questions, filters, given, _text)
    return place.render(
        "benchmark_question.html.j2",
        view="benchmarks",
        bench=review,
        question=question,
        around=_neighbours(review, questions, question),
        query=filter_query(filters, given),
        answer=gold_text(question),
        also=alternative_texts(question),
        asks=complexity_texts(question),
        title=title_of(question.type),
        against=place.cached(CheckCache).of(review).get(question.question_id, ()),
        pieces=gold_evidence(question, place.corpus),
        decision=review.decided.get(question.question_id),
        last=_last_decided(review, given.get("decided", "")),
        states=STATES,
        person=person_of(request),
        address_of=_address,
    )


def _last_decided(review: BenchmarkReview, question_id: str) -> Question | None:
    """The question that was decided just before this one was shown."""
    if question_id not in review.decided:
        return None
    return next((q for q in review.benchmark.questions if q.question_id == question_id), None)


def _decide(place: Workplace, request: Request) -> Response:
    """Keep a decision and go on to the next question that waits for one."""
    review, question = _question(place, request)
    form, given = posted(request), request.query_params
    decision = _DECISIONS.get(form.get("decision", ""))
    if decision is None:
        raise SecqaError("decide to accept, edit, reject or skip")
    filters = question_filters(place, review)
    # The filter may be by decision: choose the next question before this one is decided.
    questions = passing(review.benchmark.questions, filters, given, _text)
    text = form.get("text", "")
    if decision == "accept" and text.strip() and text.split() != question.text.split():
        decision = "edit"
    decide(review.folder, question, decision, text, person_of(request))
    following = _next_open(review, questions, question, by_state=bool(given.get("state")))
    query = "&".join(
        filter(None, (filter_query(filters, given), f"decided={question.question_id}"))
    )
    return go_to(_address(review.name, following.question_id if following else "", query))


def _undo(place: Workplace, request: Request) -> Response:
    """Take a decision back and show its question again."""
    review, question = _question(place, request)
    undo(review.folder, question.question_id, person_of(request))
    query = filter_query(question_filters(place, review), request.query_params)
    return go_to(_address(review.name, question.question_id, query))


def _write_accepted(place: Workplace, request: Request) -> Response:
    """Write the accepted questions as a benchmark beside this one."""
    review = benchmark_called(place, request.path_params["name"])
    out = review.accepted_folder
    command = shlex.join(("secqa", "review", str(review.folder), "--accepted", str(out)))
    write_accepted(review.benchmark, review.folder, out, command)
    return go_to(_address(review.name, query="written=yes"))


def _question(place: Workplace, request: Request) -> tuple[BenchmarkReview, Question]:
    review = benchmark_called(place, request.path_params["name"])
    return review, review.question(request.path_params["question_id"])


def _text(question: Question) -> str:
    return f"{question.text} {question.question_id}"


def _neighbours(
    review: BenchmarkReview, chosen: list[Question], question: Question
) -> Neighbours[Question]:
    questions = review.benchmark.questions
    return neighbours(questions, chosen, questions.index(question))


def _first_open(review: BenchmarkReview, questions: list[Question]) -> Question | None:
    """The first question that is not decided, else the first that was skipped."""
    for state in ("", "skip"):
        for question in questions:
            if review.state(question.question_id) == state:
                return question
    return None


def _next_open(
    review: BenchmarkReview, chosen: list[Question], question: Question, by_state: bool
) -> Question | None:
    """The next question to decide, from the present one on and then from the beginning.

    With a filter by decision it is the next one in order.
    """
    following = _neighbours(review, chosen, question).after
    if by_state:
        return following
    others = [one for one in chosen if one is not question]
    at = others.index(following) if following else 0
    return _first_open(review, [*others[at:], *others[:at]])
