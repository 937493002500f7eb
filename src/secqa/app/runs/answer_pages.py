"""The answers of one run, or of several side by side: all of them, and one question in full."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import combinations

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response

from secqa.app.addresses import neighbours, paged, run_address
from secqa.app.filters import ListFilter, choices, passing
from secqa.app.runs import answer_view
from secqa.app.runs.scored_runs import RunSetting, compare_address, run_setting, runs_in
from secqa.app.web import go_to
from secqa.app.workplace import Workplace
from secqa.benchmark.grammar.question_kinds import title_of
from secqa.errors import SecqaError
from secqa.evaluation.analysis.run_comparison import (
    Difference,
    RunComparison,
    compared,
    differences,
)
from secqa.evaluation.judging.case import is_in_words
from secqa.evaluation.judging.verdict_file import agreements_of
from secqa.evaluation.scores import Score

_COMPARISONS_KEPT = 16
_FILTERS = ("outcome", "cause", "show", "type", "find")
AnswerRow = tuple[Score, ...]
"""The answers to one question, a run each."""


def answers_page(place: Workplace, request: Request) -> Response | str:
    """The scores of the runs of an address, and the questions that pass its filters."""
    runs, given = _runs_of(place, request), request.query_params
    if len(runs) < 2 and "name" not in request.path_params:
        return go_to(f"/runs?{request.url.query}")
    rows, filters = _rows_of(runs), _filters_of(runs)
    return place.render(
        "answers.html.j2",
        view="runs",
        runs=runs,
        names=_names_of(runs),
        total=len(rows),
        right=[sum(row[at].right for row in rows) for at in range(len(runs))],
        comparisons=_comparisons(tuple(runs)) if rows and len(runs) > 1 else (),
        measured=_differences(*runs) if rows and len(runs) == 2 else {},
        selects=[(one, choices(rows, one)) for one in filters],
        given=given,
        paged=paged(passing(rows, filters, given, _text), given),
        in_words=any(is_in_words(row[0].question) for row in rows),
        agreements=agreements_of(runs[0].scored.run),
        answers=answer_view,
        address_of=partial(_address, runs, given),
        all_address=_address(runs, QueryParams()),
        report_address=compare_address(runs, "report"),
    )


def question_page(place: Workplace, request: Request) -> str:
    """One question, with the answer of each run beside the gold one."""
    runs, given = _runs_of(place, request), request.query_params
    if not runs:
        raise SecqaError("choose the runs to compare")
    rows = _rows_of(runs)
    question_id = request.path_params.get("question_id") or given.get("id", "")
    ids = [row[0].question.question_id for row in rows]
    if question_id not in ids:
        raise SecqaError(f"{question_id}: no question that all of these runs answered")
    at = ids.index(question_id)
    return place.render(
        "answer.html.j2",
        view="runs",
        back=_address(runs, given),
        around=neighbours(rows, passing(rows, _filters_of(runs), given, _text), at),
        address_of=partial(_address, runs, given),
        columns=[
            {**answer_view.answer_values(place, scored), "name": name, "one": run}
            for run, name, scored in zip(runs, _names_of(runs), rows[at], strict=True)
        ],
        **answer_view.question_values(place, rows[at][0]),
    )


def _runs_of(place: Workplace, request: Request) -> list[RunSetting]:
    """The run of a path at the number of pages `k`, or at its best; else all that are chosen."""
    name, given = request.path_params.get("name"), request.query_params
    if name is None:
        return runs_in(place, given)
    return [run_setting(place, f"{name}@{given['k']}" if given.get("k") else name)]


def _address(runs: Sequence[RunSetting], given: QueryParams, row: AnswerRow | None = None) -> str:
    """The runs with the filters of an address, or one of their questions."""
    chosen = {key: given[key] for key in _FILTERS if given.get(key)}
    question_id = row[0].question.question_id if row else ""
    if len(runs) == 1:
        return run_address(runs[0].name, question_id, k=runs[0].pages, **chosen)
    page = "compare/question" if question_id else "compare"
    return compare_address(runs, page, **chosen, id=question_id)


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


def _text(row: AnswerRow) -> str:
    return answer_view.search_text(*row)


def _filters_of(runs: Sequence[RunSetting]) -> list[ListFilter[AnswerRow]]:
    """Of one run by how its answers ended, of several by who is right; of all by type."""
    if len(runs) == 1:
        shares = runs[0].setting.by("type")
        return [
            ListFilter(
                "outcome",
                "Answers",
                lambda row: (answer_view.outcome(row[0]),),
                order=answer_view.OUTCOMES.index,
            ),
            ListFilter("cause", "Cause", lambda row: filter(None, (answer_view.cause(row[0]),))),
            _type_filter(lambda kind: f"{title_of(kind)}, {shares[kind].right} right"),
        ]
    titles = _view_titles(runs)
    show: ListFilter[AnswerRow] = ListFilter(
        "show", "Show", _views_of, titles.__getitem__, list(titles).index, tuple(titles)
    )
    return [show, _type_filter(title_of)]


def _type_filter(title: Callable[[str], str]) -> ListFilter[AnswerRow]:
    return ListFilter("type", "Type", lambda row: (row[0].question.type,), title, title_of)


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


@lru_cache(maxsize=_COMPARISONS_KEPT)
def _comparisons(runs: tuple[RunSetting, ...]) -> tuple[RunComparison, ...]:
    """McNemar's test of every two, corrected for their number."""
    settings = [one.setting for one in runs]
    return compared(list(combinations(settings, 2)), settings)


@lru_cache(maxsize=_COMPARISONS_KEPT)
def _differences(first: RunSetting, second: RunSetting) -> dict[str, Difference]:
    """Differences of two runs in retrieval and cost, with bootstrap intervals."""
    return differences(first.setting, second.setting)
