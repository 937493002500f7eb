"""Runs side by side, question by question, and which differences between them are real."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.routing import Route

from secqa.app.addresses import neighbours, paged, run_address
from secqa.app.evidence_view import gold_text
from secqa.app.filters import ListFilter, passing
from secqa.app.jobs import Jobs, wait_for_job
from secqa.app.runs import answer_view
from secqa.app.runs.scored_runs import (
    RunSetting,
    ScoredRun,
    compare_address,
    comparison_needs,
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
from secqa.evaluation.report.rendering import format_value
from secqa.evaluation.run_scores import RunScores
from secqa.evaluation.scores import Score

_COMPARISONS_KEPT = 16
_FILTERS = ("show", "type", "find")
AnswerRow = tuple[Score, ...]
"""The answers to one question, a run each."""
_SettingKey = tuple[str, ScoredRun, int]
"""A run by its name, with its scores, at a number of pages."""


def routes(to: To, jobs: Jobs) -> list[Route]:
    """Runs side by side, and one question of them."""
    scored = wait_for_job(jobs, "Scoring the runs", comparison_needs)
    return [
        Route("/runs/compare", to(scored(_compare_page))),
        Route("/runs/compare/question", to(scored(_question_page))),
    ]


@dataclass(frozen=True, slots=True)
class RowView:
    """A choice of questions by who is right."""

    value: str
    text: str
    holds: Callable[[AnswerRow], bool]


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
    kinds = sorted({row[0].question.type for row in rows}, key=title_of)
    keys = tuple((one.name, one.scored, one.setting.pages) for one in runs)
    return place.render(
        "runs_compare.html.j2",
        view="runs",
        runs=runs,
        said=[one.key for one in runs],
        names=_names_of(runs),
        total=len(rows),
        right=[sum(row[at].right for row in rows) for at in range(len(runs))],
        comparisons=_comparisons(keys) if rows else (),
        measured=_differences(keys) if rows and len(runs) == 2 else {},
        views=[
            (one.value, f"{one.text} ({sum(map(one.holds, rows)):,})") for one in _views_of(runs)
        ],
        types=[(kind, title_of(kind)) for kind in kinds],
        given=given,
        paged=paged(_passing(rows, runs, given), given),
        answers=answer_view,
        answer_said=lambda question: format_value(question.answer, question.unit),
        run_address=run_address,
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
        run_address=run_address,
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


def _views_of(runs: Sequence[RunSetting]) -> list[RowView]:
    both = "both" if len(runs) == 2 else "all"
    views = [
        RowView("changed", "changed", lambda row: len({one.right for one in row}) > 1),
        RowView("right", f"{both} right", lambda row: all(one.right for one in row)),
        RowView("wrong", f"{both} wrong", lambda row: not any(one.right for one in row)),
    ]
    for at, name in enumerate(_names_of(runs)):

        def only(row: AnswerRow, at: int = at) -> bool:
            return [one.right for one in row].count(True) == 1 and row[at].right

        views.append(RowView(f"only-{at + 1}", f"only {name} right", only))
    return views


def _passing(
    rows: Sequence[AnswerRow], runs: Sequence[RunSetting], given: QueryParams
) -> list[AnswerRow]:
    """The questions that pass the filters of an address; a view that is not known has no effect."""
    views = [view for view in _views_of(runs) if view.value == given.get("show")]
    shown_rows = [row for row in rows if all(view.holds(row) for view in views)]
    kind: ListFilter[AnswerRow] = ListFilter("type", "Type", lambda row: (row[0].question.type,))
    return passing(shown_rows, [kind], given, lambda row: answer_view.search_text(*row))


@lru_cache(maxsize=_COMPARISONS_KEPT)
def _comparisons(keys: tuple[_SettingKey, ...]) -> tuple[RunComparison, ...]:
    """McNemar's test of every two, corrected for their number."""
    settings = [_setting(key) for key in keys]
    return compared(list(combinations(settings, 2)), settings)


@lru_cache(maxsize=_COMPARISONS_KEPT)
def _differences(keys: tuple[_SettingKey, ...]) -> dict[str, Difference]:
    """Differences of two runs in retrieval and cost, with bootstrap intervals."""
    first, second = map(_setting, keys)
    return differences(first, second)


def _setting(key: _SettingKey) -> RunScores:
    name, scored, pages = key
    return replace(next(one for one in scored.settings if one.pages == pages), run=name)
