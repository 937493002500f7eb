"""Pages of runs: the list, one run, one answer, and judging answers in words by hand.

A person judges one answer at a time, and each verdict is kept at once. The verdicts of other judges
are not shown, so that they sway nobody.
"""

from itertools import groupby

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from secqa.app.addresses import Parameters, chosen_parameters, neighbours, paged, run_address
from secqa.app.evidence_view import first_page, gold_evidence
from secqa.app.filters import choices, passing
from secqa.app.jobs import wait_for_job
from secqa.app.runs import answer_view, comparison_pages, report_pages
from secqa.app.runs.answer_view import CAUSE, OUTCOME, TYPE
from secqa.app.runs.scored_runs import (
    RunSetting,
    run_called,
    run_rows,
    run_setting,
)
from secqa.app.web import To, asset, go_to, person_of, posted
from secqa.app.workplace import Workplace
from secqa.benchmark.grammar.question_kinds import title_of
from secqa.errors import SecqaError
from secqa.evaluation.judging.case import Judgement, is_in_words
from secqa.evaluation.judging.verdict_file import (
    BY_HAND,
    agreements_of,
    cases_of,
    save_verdict,
    verdicts_of,
)
from secqa.evaluation.report.rendering import report_text
from secqa.evaluation.scores import Score

_RUN = "/runs/{name}"
_FILTERS = ("outcome", "cause", "type", "find")
_VERDICTS = {"true": True, "false": False}
_LONGEST_NOTE = 500


def routes(to: To) -> list[Route]:
    """The list, runs side by side, a run, an answer, and its judgement."""
    scored = wait_for_job("Scoring the runs")
    return [
        Route("/runs", to(scored(_list_page))),
        Route("/runs/chart.css", to(lambda *_: asset(report_text("chart.css"), "text/css"))),
        *comparison_pages.routes(to),
        *report_pages.routes(to),
        Route(_RUN, to(scored(_run_page))),
        Route(f"{_RUN}/judge", to(scored(_judge_page))),
        Route(f"{_RUN}/judge", to(_judge), methods=["POST"]),
        Route(f"{_RUN}/{{question_id}}", to(scored(_answer_page))),
    ]


def _list_page(place: Workplace, request: Request) -> str:
    """All runs, by benchmark and the best first."""
    rows, unread = run_rows(place)
    given = request.query_params
    rows_here = passing(rows, (), given, lambda row: f"{row.name} {row.suite} {row.benchmark}")
    return place.render(
        "runs.html.j2",
        view="runs",
        groups=[list(group) for _, group in groupby(rows_here, lambda row: row.benchmark)],
        any_read=bool(rows),
        unread=unread,
        find=given.get("find", ""),
    )


def _run_page(place: Workplace, request: Request) -> str:
    """One run at one number of pages: its scores, and the answers that pass the filters."""
    run, given = _run(place, request), request.query_params
    setting = run.setting
    by_type = sorted(setting.by("type").items(), key=lambda pair: title_of(pair[0]))
    return place.render(
        "run.html.j2",
        view="runs",
        one=run,
        setting=setting,
        run=run.scored.run,
        others=[other.pages for other in run.scored.settings],
        outcomes=choices(setting.answers, OUTCOME),
        causes=list(setting.causes.items()),
        causes_said=[(name, f"{name} ({number:,})") for name, number in setting.causes.items()],
        types=[(kind, f"{title_of(kind)} ({s.right} of {s.total} right)") for kind, s in by_type],
        given=given,
        query=_query(run, given),
        filtered=any(given.get(key) for key in _FILTERS),
        paged=paged(_passing(run, given), given),
        in_words=any(is_in_words(scored.question) for scored in setting.answers),
        agreements=agreements_of(run.scored.run),
        answers=answer_view,
    )


def _answer_page(place: Workplace, request: Request) -> str:
    """One answer beside the gold one, with all that was read and retrieved for it."""
    run, given = _run(place, request), request.query_params
    scored = run.answer(request.path_params["question_id"])
    answers = run.setting.answers
    at = next(at for at, one in enumerate(answers) if one is scored)
    around = neighbours(answers, _passing(run, given), at)
    return place.render(
        "run_answer.html.j2",
        view="runs",
        one=run,
        around=around,
        query=_query(run, given),
        **answer_view.question_values(place, scored),
        **answer_view.answer_values(place, scored),
    )


def _run(place: Workplace, request: Request) -> RunSetting:
    """The run of an address at the number of pages `k`, or at its best."""
    name, pages = request.path_params["name"], request.query_params.get("k", "")
    try:
        return run_setting(place, f"{name}@{pages}" if pages else name)
    except SecqaError:
        if pages:
            return run_setting(place, name)
        raise


def _passing(run: RunSetting, given: Parameters) -> list[Score]:
    filters = (OUTCOME, CAUSE, TYPE)
    return passing(run.setting.answers, filters, given, answer_view.search_text)


def _query(run: RunSetting, given: Parameters) -> str:
    chosen = chosen_parameters(given, _FILTERS)
    return "&".join(filter(None, (f"k={run.setting.pages}", chosen)))


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
        place_in=at + 1,
        question_id=question_id,
        case=case,
        own=judged.get(key),
        pieces=pieces,
        opened=first_page(place, pieces),
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
