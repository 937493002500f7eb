"""What a person decides of questions: a form in, a line of the review kept, and the next question
shown."""

import shlex

from starlette.requests import Request
from starlette.responses import Response

from secqa.app.bench.bench_pages import address_of, filters_for, neighbours, question_named
from secqa.app.bench.benches import Bench, bench_named
from secqa.app.bench.filters import chosen, fitting
from secqa.app.person import person_of
from secqa.app.web import go_to, posted
from secqa.app.workplace import Workplace
from secqa.benchmark.dataset import Question
from secqa.benchmark.review import Verdict, decide, undo, write_accepted
from secqa.errors import SecqaError

_VERDICTS: dict[str, Verdict] = {
    "accept": "accept",
    "edit": "edit",
    "reject": "reject",
    "skip": "skip",
}


def decided(place: Workplace, request: Request) -> Response:
    """Keep a decision and go on to the next question that waits for one."""
    bench, question = _asked(place, request)
    form, given = posted(request), request.query_params
    verdict = _VERDICTS.get(form.get("decision", ""))
    if verdict is None:
        raise SecqaError("decide to accept, edit, reject or skip")
    filters = filters_for(place, bench)
    # What is chosen may be what was not decided yet: the next is told before it is.
    found = fitting(bench.benchmark.questions, filters, given)
    text = form.get("text", "")
    if verdict == "accept" and text.strip() and text.split() != question.text.split():
        verdict = "edit"
    decide(bench.folder, question, verdict, text, person_of(request))
    told = chosen(filters, given)
    following = _next(bench, found, question, bool(given.get("state")))
    own = f"decided={question.question_id}"
    told = f"{told}&{own}" if told else own
    return go_to(address_of(bench.name, following.question_id if following else "", told))


def undone(place: Workplace, request: Request) -> Response:
    """Take a decision back and show its question again."""
    bench, question = _asked(place, request)
    undo(bench.folder, question.question_id, person_of(request))
    told = chosen(filters_for(place, bench), request.query_params)
    return go_to(address_of(bench.name, question.question_id, told))


def written(place: Workplace, request: Request) -> Response:
    """Write what is accepted as a benchmark beside this one."""
    bench = bench_named(place, request.path_params["name"])
    out = bench.accepted_folder
    command = shlex.join(("secqa", "review", str(bench.folder), "--accepted", str(out)))
    write_accepted(bench.benchmark, bench.folder, out, command)
    return go_to(address_of(bench.name, told="written=yes"))


def _asked(place: Workplace, request: Request) -> tuple[Bench, Question]:
    bench = bench_named(place, request.path_params["name"])
    return bench, question_named(bench, request.path_params["question_id"])


def _next(
    bench: Bench, found: list[Question], question: Question, by_state: bool
) -> Question | None:
    """What is to be decided next: what nothing is decided of, then what was skipped.

    Where questions were chosen by what was decided of them, the next in order.
    """
    _, after = neighbours(bench, found, question)
    if by_state:
        return after
    others = [one for one in found if one is not question]
    at = others.index(after) if after else 0
    in_turn = [*others[at:], *others[:at]]
    for state in ("", "skip"):
        for one in in_turn:
            if bench.state(one.question_id) == state:
                return one
    return None
