"""The figures of `secqa report` within a page, and the report itself as a file to keep."""

import secrets
from collections import OrderedDict
from dataclasses import replace
from threading import Lock, RLock

from starlette.datastructures import QueryParams

from secqa.app.jobs import Job, Work
from secqa.app.runs.comparing import runs_in
from secqa.app.runs.graded import Graded, compare_address
from secqa.app.workplace import Workplace
from secqa.errors import SecqaError
from secqa.evaluation.report.evidence_pages import check_corpus, pages_of
from secqa.evaluation.report.html_report import Report, render, scored_report
from secqa.evaluation.report.report_charts import charts_of

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


class Reports:
    """Reports as they were worked out, the last ones kept."""

    def __init__(self) -> None:
        self._kept: dict[_Key, Report] = {}
        self._making = RLock()

    def of(self, place: Workplace, given: QueryParams) -> Report:
        """The report of the runs that an address chooses, called by their names."""
        key = _key(place, given)
        with self._making:
            report = self._kept.pop(key, None) or _report(key)
            self._kept[key] = report
            while len(self._kept) > _KEPT:
                del self._kept[next(iter(self._kept))]
        return report

    def has(self, place: Workplace, given: QueryParams) -> bool:
        """Whether it is worked out already."""
        return _key(place, given) in self._kept


_Key = tuple[tuple[Graded, str], ...]
"""Runs and their names."""


def _key(place: Workplace, given: QueryParams) -> _Key:
    runs = runs_in(place, given)
    if not runs:
        raise SecqaError("choose the runs to report about")
    return tuple(dict.fromkeys((one.graded, one.name) for one in runs))


def _report(key: _Key) -> Report:
    settings = [replace(one, run=name) for graded, name in key for one in graded.settings]
    return scored_report([graded.run for graded, _ in key], settings)


def report_page(place: Workplace, given: QueryParams, reports: Reports) -> str:
    """The charts of runs at all their numbers of pages, and which differences are real."""
    report = reports.of(place, given)
    runs = runs_in(place, given)
    return place.render(
        "runs_report.html.j2",
        view="runs",
        runs=runs,
        charts=charts_of(report.settings, report.figures),
        comparisons=report.figures["comparisons"],
        compare_address=compare_address(runs) if len(runs) > 1 else "",
        said=[one.said for one in runs],
    )


def report_file(place: Workplace, given: QueryParams, reports: Reports, files: Files) -> Work:
    """To write the report as a file, as `secqa report` does."""

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
        return files.keep(render(report, pages).encode("utf-8", "replace"))

    return work
