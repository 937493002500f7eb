"""The figures of `secqa report` within a page, and the report itself as a file to keep."""

import secrets
from collections import OrderedDict
from dataclasses import replace
from functools import lru_cache
from threading import Lock

from starlette.datastructures import QueryParams

from secqa.app.jobs import Job, Jobs
from secqa.app.runs.comparing import runs_in
from secqa.app.runs.graded import Chosen, Graded, compare_address
from secqa.app.workplace import Workplace
from secqa.errors import SecqaError
from secqa.evaluation.report import chart as frame
from secqa.evaluation.report.charts import charts_of
from secqa.evaluation.report.pages import check_corpus, pages_of
from secqa.evaluation.report.write import Report, render, scored_report

_KEPT = 4
"""Reports, and files of reports, in memory: some 5 MB each."""


class Files:
    """Reports that were written, until newer ones take their place."""

    def __init__(self) -> None:
        self._files: OrderedDict[str, bytes] = OrderedDict()
        self._keeping = Lock()

    def keep(self, data: bytes) -> str:
        """The address of a file."""
        name = secrets.token_urlsafe(12)
        with self._keeping:
            self._files[name] = data
            while len(self._files) > _KEPT:
                self._files.popitem(last=False)
        return f"/runs/reports/{name}"

    def find(self, name: str) -> bytes:
        """A file; SecqaError where it was forgotten."""
        try:
            return self._files[name]
        except KeyError:
            raise SecqaError("this report was forgotten; make it again") from None


def report_page(place: Workplace, given: QueryParams) -> str:
    """The charts of runs at all their numbers of pages, and which differences are real."""
    runs = runs_in(place, given)
    if not runs:
        raise SecqaError("choose the runs to report about")
    report = _report_of(runs)
    return place.render(
        "runs_report.html.j2",
        view="runs",
        runs=runs,
        settings=report.settings,
        charts=charts_of(report.settings, report.figures),
        comparisons=report.figures["comparisons"],
        frame=frame,
        compare_address=compare_address(runs) if len(runs) > 1 else "",
        said=[one.said for one in runs],
    )


def write_report_of(place: Workplace, given: QueryParams, jobs: Jobs, files: Files) -> str:
    """Begin to write the report as a file; the address of that work."""
    runs = runs_in(place, given)
    if not runs:
        raise SecqaError("choose the runs to report about")

    def work(job: Job) -> str:
        job.tell("scoring and comparing")
        report = _report_of(runs)
        job.tell("gathering the pages of the evidence")
        try:
            check_corpus(place.corpus, report.runs)
            pages = pages_of(report.settings, place.corpus)
        except SecqaError:
            job.tell("run on another corpus than this one: lines of reports are quoted alone")
            pages = pages_of(report.settings, None)
        job.tell("writing it")
        return files.keep(render(report, pages).encode("utf-8", "replace"))

    return jobs.start("Report", work).address


def _report_of(runs: list[Chosen]) -> Report:
    names = tuple(one.name for one in runs)
    return _report(tuple(one.graded for one in runs), names)


@lru_cache(maxsize=_KEPT)
def _report(runs: tuple[Graded, ...], names: tuple[str, ...]) -> Report:
    """The report of runs, called by their names."""
    own = dict.fromkeys(zip(runs, names, strict=True))
    settings = [replace(one, run=name) for graded, name in own for one in graded.settings]
    return scored_report([graded.run for graded, _ in own], settings)
