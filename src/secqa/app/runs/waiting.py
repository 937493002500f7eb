"""What takes long before runs can be shown: scoring them, and the figures of very many answers.

A request in, that work out, or None where the page is there within about a second.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from starlette.requests import Request

from secqa.app.jobs import Job, Work
from secqa.app.runs.graded import graded, is_listed, list_run, named_in, run_folders
from secqa.app.runs.reports import Reports
from secqa.app.web import here
from secqa.app.workplace import Workplace
from secqa.errors import SecqaError
from secqa.evaluation.runs import PREDICTIONS

_AT_ONCE = 5_000_000
"""Bytes of predictions that are scored while a page is waited for."""


def before_list(place: Workplace, request: Request) -> Work | None:
    """To score the runs that no list has told of yet."""
    return _scoring(run_folders(place).values(), is_listed, list_run, here(request))


def before_run(place: Workplace, request: Request) -> Work | None:
    """To score the run of an address."""
    _, _, folder = named_in(place, request.path_params["name"])
    return _scoring([folder], graded.has, graded, here(request))


def before_comparison(place: Workplace, request: Request) -> Work | None:
    """To score the runs that an address chooses."""
    folders = _chosen(place, request)
    return _scoring(folders, graded.has, graded, here(request))


def before_report(reports: Reports) -> Callable[[Workplace, Request], Work | None]:
    """To work out the figures of the runs that an address chooses."""

    def needed(place: Workplace, request: Request) -> Work | None:
        folders = _chosen(place, request)
        if all(map(graded.has, folders)) and reports.has(place, request.query_params):
            return None
        if _size(folders) < _AT_ONCE:
            return None
        given, address = request.query_params, here(request)

        def work(job: Job) -> str:
            for folder in folders:
                job.tell(f"scoring {folder.name}")
                graded(folder)
            job.tell("working out intervals and differences")
            reports.of(place, given)
            return address

        return work

    return needed


def _chosen(place: Workplace, request: Request) -> list[Path]:
    said = dict.fromkeys(request.query_params.getlist("run"))
    return list(dict.fromkeys(named_in(place, one)[2] for one in said))


def _scoring(
    folders: Iterable[Path],
    is_done: Callable[[Path], bool],
    score: Callable[[Path], object],
    address: str,
) -> Work | None:
    left = [folder for folder in folders if not is_done(folder)]
    if _size(left) < _AT_ONCE:
        return None

    def work(job: Job) -> str:
        job.of = len(left)
        for folder in left:
            if job.is_stopped:
                break
            job.tell(f"scoring {folder.name}")
            # Where one cannot be read, the page that waits tells.
            with suppress(SecqaError):
                score(folder)
            job.done += 1
        return "" if job.is_stopped else address

    return work


def _size(folders: Iterable[Path]) -> int:
    found = (folder / PREDICTIONS for folder in folders)
    return sum(path.stat().st_size for path in found if path.is_file())
