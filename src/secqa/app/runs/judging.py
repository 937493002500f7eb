"""Answers in words judged by a person: one at a time, each verdict kept at once.

What other judges said is not shown, so that it sways nobody.
"""

from secqa.app.addresses import Parameters
from secqa.app.gold import pieces_of
from secqa.app.part import page_part
from secqa.app.runs.graded import graded, run_address, run_folders
from secqa.app.shelf import looked_up
from secqa.app.workplace import Workplace
from secqa.errors import SecqaError
from secqa.evaluation.judging.case import Judgement
from secqa.evaluation.judging.verdict_file import BY_HAND, cases_of, save_verdict, verdicts_of
from secqa.evaluation.runs import Run

_VERDICTS = {"true": True, "false": False}
_LONGEST_NOTE = 500


def judge_page(place: Workplace, name: str, given: Parameters, person: str) -> str:
    """The answer that an address names, else the next that this person has not judged."""
    run = _run(place, name)
    cases = cases_of(run)
    judged = verdicts_of(run.folder).get(f"{BY_HAND}{person}", {})
    keys = list(cases)
    wanted = given.get("case", "")
    key = wanted if wanted in cases else _next(keys, set(judged), given.get("after", ""))
    question_id, case = cases[key] if key else ("", None)
    asked = {one.question_id: one for one in run.benchmark.questions}
    pieces = pieces_of(asked[question_id], place.corpus) if key else ()
    first = pieces[0].spots[0] if pieces and pieces[0].spots else None
    at = keys.index(key) if key else 0
    rights = [judged[one].right for one in cases if one in judged]
    return place.render(
        "run_judge.html.j2",
        view="runs",
        name=name,
        total=len(cases),
        said_true=sum(rights),
        judged=len(rights),
        key=key,
        place_in=at + 1,
        question_id=question_id,
        case=case,
        own=judged.get(key),
        pieces=pieces,
        opened=page_part(place, first.document_id, first.page, first.mark)
        if first and first.is_here
        else "",
        before=keys[at - 1] if key and at else "",
        after=keys[at + 1] if key and at + 1 < len(keys) else "",
        last=given.get("judged", "") if given.get("judged", "") in judged else "",
        person=person,
        run_address=run_address,
    )


def judge(place: Workplace, name: str, form: Parameters, person: str) -> str:
    """Keep a verdict, or pass over the answer; the address of the next."""
    run = _run(place, name)
    key = form.get("case", "")
    if key not in cases_of(run):
        raise SecqaError("this answer is not there any more; load the page again")
    verdict = form.get("verdict", "")
    if verdict == "skip":
        return run_address(name, "judge", after=key)
    if verdict not in _VERDICTS:
        raise SecqaError("judge it true or false, or skip it")
    question_id, case = cases_of(run)[key]
    note = " ".join(form.get("note", "").split())[:_LONGEST_NOTE]
    said = f"{BY_HAND}{person}"
    save_verdict(run.folder, said, question_id, case, Judgement(_VERDICTS[verdict], note))
    return run_address(name, "judge", after=key, judged=key)


def _run(place: Workplace, name: str) -> Run:
    return graded(looked_up(name, run_folders(place), "run")).run


def _next(keys: list[str], judged: set[str], after: str) -> str:
    """The next that is not judged, after one that was shown and then from the beginning."""
    at = keys.index(after) + 1 if after in keys else 0
    return next((key for key in (*keys[at:], *keys[:at]) if key not in judged), "")
