"""The report of chosen runs: charts of all their numbers of pages, as a page and as a file."""

from dataclasses import replace
from threading import RLock

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from secqa.app.jobs import Job, Jobs, Work, wait_for_job
from secqa.app.runs.scored_runs import (
    ScoredRun,
    chosen_folders,
    compare_address,
    is_quick,
    runs_in,
    scored_run,
)
from secqa.app.web import To, download, go_to, request_address
from secqa.app.workplace import Workplace
from secqa.errors import SecqaError
from secqa.evaluation.report.html_report import Report, render, scored_report
from secqa.evaluation.report.question_details import check_corpus, pages_of
from secqa.evaluation.report.report_charts import charts_of

_REPORTS_KEPT = 4
"""Reports in memory: some 5 MB each."""
_ReportKey = tuple[tuple[ScoredRun, str], ...]
"""Runs and their names."""


def routes(to: To, jobs: Jobs) -> list[Route]:
    """The report of runs, and its file."""
    reports = ReportCache()

    def start_file(place: Workplace, request: Request) -> Response:
        return go_to(jobs.start("Report as a file", reports.file_work(place, request)).address)

    def file(_place: Workplace, request: Request) -> Response:
        data = jobs.output(request.path_params["file"], bytes)
        return download(data, "text/html", "report.html")

    return [
        Route(
            "/runs/report",
            to(wait_for_job(jobs, "Drawing the charts", reports.needs)(reports.page)),
        ),
        Route("/runs/report", to(start_file), methods=["POST"]),
        Route("/runs/reports/{file}", to(file)),
    ]


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

    def page(self, place: Workplace, request: Request) -> str:
        """Charts of runs at all their numbers of pages, and which differences are real."""
        report, runs = self.of(place, request.query_params), runs_in(place, request.query_params)
        return place.render(
            "runs_report.html.j2",
            view="runs",
            runs=runs,
            charts=charts_of(report.settings, report.figures),
            comparisons=report.figures["comparisons"],
            compare_address=compare_address(runs) if len(runs) > 1 else "",
            said=[one.key for one in runs],
        )

    def file_work(self, place: Workplace, request: Request) -> Work:
        """Write the report as a file, as `secqa report` does."""

        def work(job: Job) -> str:
            job.tell("scoring and comparing")
            report = self.of(place, request.query_params)
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


def _report_key(place: Workplace, given: QueryParams) -> _ReportKey:
    runs = runs_in(place, given)
    if not runs:
        raise SecqaError("choose the runs to report about")
    return tuple(dict.fromkeys((one.scored, one.name) for one in runs))


def _report(key: _ReportKey) -> Report:
    settings = [replace(one, run=name) for scored, name in key for one in scored.settings]
    return scored_report([scored.run for scored, _ in key], settings)
