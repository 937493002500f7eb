"""Runs side by side: question by question, which differences are real, and charts as a report."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from threading import RLock

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from secqa.app.addresses import address, neighbours, paged, run_address
from secqa.app.evidence_view import gold_text
from secqa.app.filters import ListFilter, passing
from secqa.app.jobs import Job, Jobs, Work, wait_for_job
from secqa.app.runs import answer_view
from secqa.app.runs.scored_runs import (
    RunSetting,
    ScoredRun,
    chosen_folders,
    comparison_needs,
    is_quick,
    run_rows,
    run_setting,
    scored_run,
)
from secqa.app.web import To, download, go_to, request_address
from secqa.app.workplace import Workplace
from secqa.benchmark.grammar.question_kinds import title_of
from secqa.errors import SecqaError
from secqa.evaluation.analysis.run_comparison import (
    Difference,
    RunComparison,
    compared,
    differences,
)
from secqa.evaluation.report.html_report import Report, render, scored_report
from secqa.evaluation.report.question_details import check_corpus, pages_of
from secqa.evaluation.report.rendering import format_value
from secqa.evaluation.report.report_charts import charts_of
from secqa.evaluation.run_scores import RunScores
from secqa.evaluation.scores import Score

_MOST_RUNS = 8
"""Runs that stand beside each other."""
_COMPARISONS_KEPT = 16
_REPORTS_KEPT = 4
"""Reports in memory: some 5 MB each."""
_FILTERS = ("show", "type", "find")
AnswerRow = tuple[Score, ...]
"""The answers to one question, a run each."""
_SettingKey = tuple[str, ScoredRun, int]
"""A run by its name, with its scores, at a number of pages."""
_ReportKey = tuple[tuple[ScoredRun, str], ...]
"""Runs and their names."""


def routes(to: To, jobs: Jobs) -> list[Route]:
    """Runs side by side, one question of them, and their report."""
    reports = ReportCache()

    def report(place: Workplace, request: Request) -> str:
        return _report_page(place, request.query_params, reports)

    def start_file(place: Workplace, request: Request) -> Response:
        work = _report_file(place, request.query_params, reports)
        return go_to(jobs.start("Report as a file", work).address)

    def file(_place: Workplace, request: Request) -> Response:
        data = jobs.output(request.path_params["file"], bytes)
        return download(data, "text/html", "report.html")

    scored = wait_for_job(jobs, "Scoring the runs", comparison_needs)
    drawn = wait_for_job(jobs, "Drawing the charts", reports.needs)
    return [
        Route("/runs/compare", to(scored(_compare_page))),
        Route("/runs/compare/question", to(scored(_question_page))),
        Route("/runs/report", to(drawn(report))),
        Route("/runs/report", to(start_file), methods=["POST"]),
        Route("/runs/reports/{file}", to(file)),
    ]


def compare_address(runs: Sequence[RunSetting], page: str = "compare", **given: object) -> str:
    """The address of runs side by side, or of another `page` about them."""
    chosen = [("run", run.key) for run in runs]
    return f"/runs/{page}{address(given=[*chosen, *given.items()])[1:]}"


def _runs_in(place: Workplace, given: QueryParams) -> list[RunSetting]:
    """The runs that an address chooses; SecqaError where they are too many."""
    keys = list(dict.fromkeys(given.getlist("run")))
    if len(keys) > _MOST_RUNS:
        raise SecqaError(
            f"{len(keys)} runs do not fit beside each other; choose {_MOST_RUNS} at most"
        )
    return [run_setting(place, key) for key in keys]


@dataclass(frozen=True, slots=True)
class RowView:
    """A choice of questions by who is right."""

    value: str
    text: str
    holds: Callable[[AnswerRow], bool]


def _compare_page(place: Workplace, request: Request) -> str:
    """What each run has right, and the questions that pass the filters."""
    given = request.query_params
    runs = _runs_in(place, given)
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
    runs = _runs_in(place, given)
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
        place_in=around.place,
        count=around.count,
        before=_question_address(runs, given, around.before) if around.before else "",
        wait_for_job=_question_address(runs, given, around.after) if around.after else "",
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


class ReportCache:
    """The last reports that were worked out."""

    def __init__(self) -> None:
        self._reports: dict[_ReportKey, Report] = {}
        self._making = RLock()

    def of(self, place: Workplace, given: QueryParams) -> Report:
        """The report of the runs that an address chooses, called by their names."""
        key = _report_key(place, given)
        with self._making:
            report = self._reports.pop(key, None) or _report(key)
            self._reports[key] = report
            while len(self._reports) > _REPORTS_KEPT:
                del self._reports[next(iter(self._reports))]
        return report

    def needs(self, place: Workplace, request: Request) -> Work | None:
        """Work out the figures of the runs that an address chooses, where that takes long."""
        folders, given = chosen_folders(place, request), request.query_params
        is_scored = all(map(scored_run.has, folders))
        if is_quick(folders) or (is_scored and _report_key(place, given) in self._reports):
            return None

        def work(job: Job) -> str:
            for folder in folders:
                job.tell(f"scoring {folder.name}")
                scored_run(folder)
            job.tell("working out intervals and differences")
            self.of(place, given)
            return request_address(request)

        return work


def _report_key(place: Workplace, given: QueryParams) -> _ReportKey:
    runs = _runs_in(place, given)
    if not runs:
        raise SecqaError("choose the runs to report about")
    return tuple(dict.fromkeys((one.scored, one.name) for one in runs))


def _report(key: _ReportKey) -> Report:
    settings = [replace(one, run=name) for scored, name in key for one in scored.settings]
    return scored_report([scored.run for scored, _ in key], settings)


def _report_page(place: Workplace, given: QueryParams, reports: ReportCache) -> str:
    """Charts of runs at all their numbers of pages, and which differences are real."""
    report = reports.of(place, given)
    runs = _runs_in(place, given)
    return place.render(
        "runs_report.html.j2",
        view="runs",
        runs=runs,
        charts=charts_of(report.settings, report.figures),
        comparisons=report.figures["comparisons"],
        compare_address=compare_address(runs) if len(runs) > 1 else "",
        said=[one.key for one in runs],
    )


def _report_file(place: Workplace, given: QueryParams, reports: ReportCache) -> Work:
    """Write the report as a file, as `secqa report` does."""

    def work(job: Job) -> str:
        job.tell("scoring and comparing")
        report = reports.of(place, given)
        job.tell("gathering the pages of the evidence")
        try:
            check_corpus(place.corpus, report.runs)
            pages = pages_of(report.settings, place.corpus)
        except SecqaError:
            job.tell("run on another corpus than this one: lines of reports are quoted alone")
            pages = pages_of(report.settings, None)
        job.tell("writing it")
        job.output = render(report, pages).encode("utf-8", "replace")
        return f"/runs/reports/{job.id}"

    return work
