"""Runs side by side, question by question, and which differences between them are real."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.routing import Route

from secqa.app.addresses import neighbours, paged
from secqa.app.evidence_view import gold_text
from secqa.app.filters import ListFilter, passing
from secqa.app.jobs import wait_for_job
from secqa.app.runs import answer_view
from secqa.app.runs.scored_runs import (
    RunSetting,
    compare_address,
    run_rows,
    runs_in,
)
from secqa.app.web import To
from secqa.app.workplace import Workplace
from secqa.benchmark.grammar.question_kinds import title_of
from secqa.errors import SecqaError
from secqa.evaluation.analysis.run_comparison import (
    Difference,
    RunComparison,
    compared,
    differences,
)
from secqa.evaluation.scores import Score

_COMPARISONS_KEPT = 16
_FILTERS = ("show", "type", "find")
AnswerRow = tuple[Score, ...]
"""The answers to one question, a run each."""


def routes(to: To) -> list[Route]:
    """Runs side by side, and one question of them."""
    scored = wait_for_job("Scoring the runs")
    return [
        Route("/runs/compare", to(scored(_compare_page))),
        Route("/runs/compare/question", to(scored(_question_page))),
    ]


def _compare_page(place: Workplace, request: Request) -> str:
    """What each run has right, and the questions that pass the filters."""
    given = request.query_params
    runs = runs_in(place, given)
    if len(runs) < 2:
        return place.render(
            "runs_choose.html.j2",
            view="runs",
            lines=run_rows(place)[0],
            chosen=given.getlist("run"),
        )
    rows = _rows_of(runs)
    counts = Counter(view for row in rows for view in _views_of(row))
    kinds = sorted({row[0].question.type for row in rows}, key=title_of)
    return place.render(
        "runs_compare.html.j2",
        view="runs",
        runs=runs,
        said=[one.key for one in runs],
        names=_names_of(runs),
        total=len(rows),
        right=[sum(row[at].right for row in rows) for at in range(len(runs))],
        comparisons=_comparisons(tuple(runs)) if rows else (),
        measured=_differences(*runs) if rows and len(runs) == 2 else {},
        views=[(view, f"{text} ({counts[view]:,})") for view, text in _view_titles(runs).items()],
        types=[(kind, title_of(kind)) for kind in kinds],
        given=given,
        paged=paged(_passing(rows, runs, given), given),
        answers=answer_view,
        question_address=lambda row: _question_address(runs, given, row),
        report_address=compare_address(runs, "report"),
    )


def _question_page(place: Workplace, request: Request) -> str:
    """One question, with the answers of all runs side by side."""
    given = request.query_params
    runs = runs_in(place, given)
    if not runs:
        raise SecqaError("choose the runs to compare")
    rows = _rows_of(runs)
    question_id = given.get("id", "")
    ids = [row[0].question.question_id for row in rows]
    if question_id not in ids:
        raise SecqaError(f"{question_id}: no question that all of these runs answered")
    row = rows[ids.index(question_id)]
    around = neighbours(rows, _passing(rows, runs, given), ids.index(question_id))
    return place.render(
        "runs_compare_question.html.j2",
        view="runs",
        back=compare_address(runs, **_chosen(given)),
        around=around,
        before=_question_address(runs, given, around.before) if around.before else "",
        after=_question_address(runs, given, around.after) if around.after else "",
        columns=[
            {**answer_view.answer_values(place, scored), "name": name, "one": run}
            for run, name, scored in zip(runs, _names_of(runs), row, strict=True)
        ],
        gold_answer=gold_text(row[0].question),
        **answer_view.question_values(place, row[0]),
    )


def _question_address(runs: Sequence[RunSetting], given: QueryParams, row: AnswerRow) -> str:
    question_id = row[0].question.question_id
    return compare_address(runs, "compare/question", **_chosen(given), id=question_id)


def _chosen(given: QueryParams) -> dict[str, str]:
    return {key: given[key] for key in _FILTERS if given.get(key)}


def _rows_of(runs: Sequence[RunSetting]) -> list[AnswerRow]:
    """The questions that all runs answered, in the order of the first."""
    by_id = [{one.question.question_id: one for one in run.setting.answers} for run in runs]
    common = [key for key in by_id[0] if all(key in answers for answers in by_id[1:])]
    return [tuple(answers[key] for answers in by_id) for key in common]


def _names_of(runs: Sequence[RunSetting]) -> list[str]:
    """Names of runs, with the number of pages where a run is there twice."""
    names = [one.name for one in runs]
    return [
        f"{one.name}, k = {one.setting.pages}" if names.count(one.name) > 1 else one.name
        for one in runs
    ]


def _view_titles(runs: Sequence[RunSetting]) -> dict[str, str]:
    """The choices of questions by who is right."""
    both = "both" if len(runs) == 2 else "all"
    titles = {"changed": "changed", "right": f"{both} right", "wrong": f"{both} wrong"}
    names = enumerate(_names_of(runs), 1)
    return titles | {f"only-{number}": f"only {name} right" for number, name in names}


def _views_of(row: AnswerRow) -> Iterator[str]:
    """The choices that a question is in."""
    rights = [one.right for one in row]
    yield "changed" if len(set(rights)) > 1 else "right" if rights[0] else "wrong"
    if rights.count(True) == 1:
        yield f"only-{rights.index(True) + 1}"


def _passing(
    rows: Sequence[AnswerRow], runs: Sequence[RunSetting], given: QueryParams
) -> list[AnswerRow]:
    """The questions that pass the filters of an address; a view that is not known has no effect."""
    kind: ListFilter[AnswerRow] = ListFilter("type", "Type", lambda row: (row[0].question.type,))
    filters = [kind]
    if given.get("show") in _view_titles(runs):
        filters.append(ListFilter("show", "Show", _views_of))
    return passing(rows, filters, given, lambda row: answer_view.search_text(*row))


@lru_cache(maxsize=_COMPARISONS_KEPT)
def _comparisons(runs: tuple[RunSetting, ...]) -> tuple[RunComparison, ...]:
    """McNemar's test of every two, corrected for their number."""
    settings = [one.setting for one in runs]
    return compared(list(combinations(settings, 2)), settings)


@lru_cache(maxsize=_COMPARISONS_KEPT)
def _differences(first: RunSetting, second: RunSetting) -> dict[str, Difference]:
    """Differences of two runs in retrieval and cost, with bootstrap intervals."""
    return differences(first.setting, second.setting)
