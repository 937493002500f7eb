"""Pages of runs: the list of all, and judging answers in words by hand.

A person judges one answer at a time, and each verdict is kept at once. The verdicts of other judges
are not shown, so that they sway nobody.
"""

from itertools import groupby

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from secqa.app.addresses import run_address
from secqa.app.evidence_view import gold_evidence
from secqa.app.runs import report_pages
from secqa.app.runs.answer_pages import answers_page, question_page
from secqa.app.runs.scored_runs import run_called, run_rows
from secqa.app.web import To, asset, go_to, person_of, posted
from secqa.app.workplace import Workplace
from secqa.errors import SecqaError
from secqa.evaluation.judging.case import Judgement
from secqa.evaluation.judging.verdict_file import BY_HAND, cases_of, save_verdict, verdicts_of
from secqa.evaluation.report.rendering import report_text

_RUN = "/runs/{name}"
_VERDICTS = {"true": True, "false": False}
_LONGEST_NOTE = 500


def routes(to: To) -> list[Route]:
    """The list, the answers of one run or several, one question of them, and its judgement."""
    answers, question = to(answers_page), to(question_page)
    return [
        Route("/runs", to(_list_page)),
        Route("/runs/chart.css", to(lambda *_: asset(report_text("chart.css"), "text/css"))),
        Route("/runs/compare", answers),
        Route("/runs/compare/question", question),
        *report_pages.routes(to),
        Route(_RUN, answers),
        Route(f"{_RUN}/judge", to(_judge_page)),
        Route(f"{_RUN}/judge", to(_judge), methods=["POST"]),
        Route(f"{_RUN}/{{question_id}}", question),
    ]


def _list_page(place: Workplace, request: Request) -> str:
    """All runs, by benchmark and the best first."""
    rows, unread = run_rows(place)
    return place.render(
        "runs.html.j2",
        view="runs",
        groups=[list(group) for _, group in groupby(rows, lambda row: row.benchmark)],
        unread=unread,
        chosen=request.query_params.getlist("run"),
    )


def _judge_page(place: Workplace, request: Request) -> str:
    """The answer that an address names, else the next that this person has not judged."""
    name, given, person = request.path_params["name"], request.query_params, person_of(request)
    run = run_called(place, name)
    cases = cases_of(run)
    judged = verdicts_of(run.folder).get(f"{BY_HAND}{person}", {})
    keys = list(cases)
    key = given.get("case", "")
    if key not in cases:
        start = keys.index(given["after"]) + 1 if given.get("after") in keys else 0
        in_turn = (*keys[start:], *keys[:start])
        key = next((one for one in in_turn if one not in judged), "")
    question_id, case = cases[key] if key else ("", None)
    questions = {one.question_id: one for one in run.benchmark.questions}
    pieces = gold_evidence(questions[question_id], place.corpus) if key else ()
    at = keys.index(key) if key else 0
    verdicts = [judged[one].right for one in cases if one in judged]
    return place.render(
        "run_judge.html.j2",
        view="runs",
        name=name,
        total=len(cases),
        said_true=sum(verdicts),
        judged=len(verdicts),
        key=key,
        case=case,
        own=judged.get(key),
        pieces=pieces,
        before=keys[at - 1] if key and at else "",
        after=keys[at + 1] if key and at + 1 < len(keys) else "",
        last=given.get("judged", "") if given.get("judged", "") in judged else "",
        person=person,
    )


def _judge(place: Workplace, request: Request) -> Response:
    """Keep a verdict, or skip the answer, and go on to the next."""
    name, form = request.path_params["name"], posted(request)
    run = run_called(place, name)
    cases = cases_of(run)
    key, verdict = form.get("case", ""), form.get("verdict", "")
    if key not in cases:
        raise SecqaError("this answer is not there any more; load the page again")
    if verdict == "skip":
        return go_to(run_address(name, "judge", after=key))
    if verdict not in _VERDICTS:
        raise SecqaError("judge it true or false, or skip it")
    question_id, case = cases[key]
    note = " ".join(form.get("note", "").split())[:_LONGEST_NOTE]
    judge = f"{BY_HAND}{person_of(request)}"
    save_verdict(run.folder, judge, question_id, case, Judgement(_VERDICTS[verdict], note))
    return go_to(run_address(name, "judge", after=key, judged=key))
