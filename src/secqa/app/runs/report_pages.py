"""The report of chosen runs: charts of all their numbers of pages, as a page and as a file."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from secqa.app.jobs import UNKNOWN_JOB, Job, jobs_of
from secqa.app.runs.scored_runs import RunSetting, ScoredRun, compare_address, runs_in
from secqa.app.web import To, download, go_to
from secqa.app.workplace import Workplace
from secqa.corpus.corpus_store import Corpus
from secqa.errors import SecqaError
from secqa.evaluation.report.html_report import Report, render
from secqa.evaluation.report.question_details import check_corpus
from secqa.evaluation.report.report_charts import charts_of

_REPORTS_KEPT = 4
"""Reports in memory: some 5 MB each."""
_ReportKey = tuple[tuple[ScoredRun, str], ...]
"""Runs and their names."""


def routes(to: To) -> list[Route]:
    """The report of runs, and its file."""
    return [
        Route("/runs/report", to(_report_page)),
        Route("/runs/report", to(_start_file), methods=["POST"]),
        Route("/runs/reports/{file}", to(_file)),
    ]


def _report_page(place: Workplace, request: Request) -> str:
    """Charts of runs at all their numbers of pages, and which differences are real."""
    runs = runs_in(place, request.query_params)
    report = _report_of(runs)
    return place.render(
        "runs_report.html.j2",
        view="runs",
        runs=runs,
        charts=charts_of(report.settings),
        comparisons=report.figures["comparisons"],
        compare_address=compare_address(runs) if len(runs) > 1 else "",
        keys=[one.key for one in runs],
    )


def _start_file(place: Workplace, request: Request) -> Response:
    """Write the report as a file, as `secqa report` does."""

    def work(job: Job) -> str:
        job.tell("scoring and comparing")
        report = _report_of(runs_in(place, request.query_params))
        corpus: Corpus | None = None
        try:
            check_corpus(place.corpus, report.runs)
            corpus = place.corpus
        except SecqaError:
            job.tell("run on another corpus than this one: lines of reports are quoted alone")
        job.tell("writing it, with the pages of the evidence")
        job.output = render(report, corpus).encode("utf-8", "replace")
        return f"/runs/reports/{job.id}"

    return go_to(jobs_of(request).start("Report as a file", work).address)


def _file(_place: Workplace, request: Request) -> Response:
    data = jobs_of(request).find(request.path_params["file"]).output
    if not isinstance(data, bytes):
        raise SecqaError(UNKNOWN_JOB)
    return download(data, "text/html", "report.html")


def _report_of(runs: Sequence[RunSetting]) -> Report:
    """The report of some runs, called by their names."""
    if not runs:
        raise SecqaError("choose the runs to report about")
    return _report(tuple(dict.fromkeys((one.scored, one.name) for one in runs)))


@lru_cache(maxsize=_REPORTS_KEPT)
def _report(key: _ReportKey) -> Report:
    settings = [replace(one, run=name) for scored, name in key for one in scored.settings]
    return Report(tuple(scored.run for scored, _ in key), tuple(settings))
