"""Two or more runs in, their answers side by side question by question, and which differences are
real."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations

from starlette.datastructures import QueryParams

from secqa.app.gold import answer_said
from secqa.app.paging import paged
from secqa.app.runs import answers
from secqa.app.runs.graded import Chosen, Graded, chosen, compare_address, lines, run_address
from secqa.app.runs.run_pages import of_answer, of_question
from secqa.app.workplace import Workplace
from secqa.benchmark.grammar.kinds import title_of
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

_MOST = 8
"""Runs that stand beside each other."""
_KEPT = 16
"""Comparisons whose figures are kept."""
Row = tuple[Score, ...]
"""The answers to one question, a run each."""
_Key = tuple[str, Graded, int]
"""A run by its name, with its scores, at a number of pages."""


@dataclass(frozen=True, slots=True)
class View:
    """Which questions are shown."""

    value: str
    text: str
    holds: Callable[[Row], bool]


def runs_in(place: Workplace, given: QueryParams) -> list[Chosen]:
    """The runs that an address names; SecqaError where they are too many."""
    said = list(dict.fromkeys(given.getlist("run")))
    if len(said) > _MOST:
        raise SecqaError(f"{len(said)} runs do not fit beside each other; choose {_MOST} at most")
    return [chosen(place, one) for one in said]


def compare_page(place: Workplace, given: QueryParams) -> str:
    """Runs side by side: what each has right, and the questions that fit what is chosen."""
    runs = runs_in(place, given)
    if len(runs) < 2:
        return place.render(
            "runs_choose.html.j2", view="runs", lines=lines(place)[0], chosen=given.getlist("run")
        )
    rows = rows_of(runs)
    views = views_of(runs)
    counted = [(one.value, f"{one.text} ({sum(map(one.holds, rows)):,})") for one in views]
    found = fitting(rows, views, given)
    kinds = sorted({row[0].question.type for row in rows}, key=title_of)
    return place.render(
        "runs_compare.html.j2",
        view="runs",
        runs=runs,
        said=[one.said for one in runs],
        names=names_of(runs),
        total=len(rows),
        right=[sum(row[at].right for row in rows) for at in range(len(runs))],
        comparisons=_comparisons(_keys(runs)) if rows else (),
        measured=_differences(_keys(runs)) if rows and len(runs) == 2 else {},
        views=counted,
        types=[(kind, title_of(kind)) for kind in kinds],
        given=given,
        paged=paged(found, given),
        answers=answers,
        answer_said=lambda question: format_value(question.answer, question.unit),
        run_address=run_address,
        question_address=lambda row: compare_address(
            runs, "compare/question", **_chosen(given), id=row[0].question.question_id
        ),
        report_address=compare_address(runs, "report"),
    )


def compared_question_page(place: Workplace, given: QueryParams) -> str:
    """One question, with the answers of all runs side by side."""
    runs = runs_in(place, given)
    if not runs:
        raise SecqaError("choose the runs to compare")
    rows = rows_of(runs)
    order = {row[0].question.question_id: at for at, row in enumerate(rows)}
    own = order.get(given.get("id", ""))
    if own is None:
        raise SecqaError(f"{given.get('id', '')}: no question that all of these runs answered")
    found = fitting(rows, views_of(runs), given)
    places = [order[row[0].question.question_id] for row in found]
    before = [at for at in places if at < own]
    after = [at for at in places if at > own]

    def address(at: int) -> str:
        question_id = rows[at][0].question.question_id
        return compare_address(runs, "compare/question", **_chosen(given), id=question_id)

    return place.render(
        "runs_compare_question.html.j2",
        view="runs",
        back=compare_address(runs, **_chosen(given)),
        place_in=places.index(own) + 1 if own in places else 0,
        count=len(found),
        before=address(before[-1]) if before else "",
        after=address(after[0]) if after else "",
        columns=[
            {**of_answer(place, scored), "name": name, "one": one}
            for one, name, scored in zip(runs, names_of(runs), rows[own], strict=True)
        ],
        run_address=run_address,
        gold_answer=answer_said(rows[own][0].question),
        **of_question(place, rows[own][0]),
    )


def rows_of(runs: Sequence[Chosen]) -> list[Row]:
    """The questions that all runs answered, in the order of the first."""
    by_id = [{one.question.question_id: one for one in run.setting.answers} for run in runs]
    return [
        tuple(own[question_id] for own in by_id)
        for question_id in by_id[0]
        if all(question_id in own for own in by_id[1:])
    ]


def names_of(runs: Sequence[Chosen]) -> list[str]:
    """What runs are called beside each other: with the number of pages where one is there twice."""
    names = [one.name for one in runs]
    return [
        f"{one.name}, k = {one.setting.pages}" if names.count(one.name) > 1 else one.name
        for one in runs
    ]


def views_of(runs: Sequence[Chosen]) -> list[View]:
    """What questions can be chosen by: who is right."""
    both = "both" if len(runs) == 2 else "all"
    found = [
        View("changed", "changed", lambda row: len({one.right for one in row}) > 1),
        View("right", f"{both} right", lambda row: all(one.right for one in row)),
        View("wrong", f"{both} wrong", lambda row: not any(one.right for one in row)),
    ]
    for at, name in enumerate(names_of(runs)):

        def only(row: Row, at: int = at) -> bool:
            return [one.right for one in row].count(True) == 1 and row[at].right

        found.append(View(f"only-{at + 1}", f"only {name} right", only))
    return found


def fitting(rows: Sequence[Row], views: Sequence[View], given: QueryParams) -> list[Row]:
    """The questions that fit what an address wants."""
    view = next((one for one in views if one.value == given.get("show", "")), None)
    kind = given.get("type", "")
    words = given.get("find", "").lower().split()
    return [
        row
        for row in rows
        if (view is None or view.holds(row))
        and (not kind or row[0].question.type == kind)
        and (not words or answers.fits(row, words))
    ]


def _keys(runs: Sequence[Chosen]) -> tuple[_Key, ...]:
    return tuple((one.name, one.graded, one.setting.pages) for one in runs)


@lru_cache(maxsize=_KEPT)
def _comparisons(keys: tuple[_Key, ...]) -> tuple[RunComparison, ...]:
    """McNemar's test of every two, corrected for their number."""
    settings = [_setting(key) for key in keys]
    return compared(list(combinations(settings, 2)), settings)


@lru_cache(maxsize=_KEPT)
def _differences(keys: tuple[_Key, ...]) -> dict[str, Difference]:
    """How far two runs are apart in retrieval and cost, with bootstrap intervals."""
    first, second = map(_setting, keys)
    return differences(first, second)


def _setting(key: _Key) -> RunScores:
    name, graded, pages = key
    own = next(one for one in graded.settings if one.pages == pages)
    return replace(own, run=name)


def _chosen(given: QueryParams) -> dict[str, str]:
    return {key: given[key] for key in ("show", "type", "find") if given.get(key)}
