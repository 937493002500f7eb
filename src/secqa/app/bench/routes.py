"""The addresses of benchmarks and their questions."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from secqa.app.bench.bench_pages import bench_page, benches_page, question_page
from secqa.app.bench.benches import Checks, bench_named
from secqa.app.bench.reviewing import decided, undone, written
from secqa.app.jobs import Job, Jobs, Work, after
from secqa.app.person import person_of
from secqa.app.web import To, here, html
from secqa.app.workplace import Workplace

_BENCH = "/benchmarks/{name}"
_QUESTION = f"{_BENCH}/{{question_id}}"


_AT_ONCE = 400
"""Questions that are checked while a page is waited for: about a second."""


def routes(to: To, jobs: Jobs) -> list[Route]:
    """The list, a benchmark, a question, and what is decided of it."""
    checked = after(jobs, "Checking the questions", _checking)
    return [
        Route("/benchmarks", to(_benches)),
        Route(_BENCH, to(checked(_bench))),
        Route(f"{_BENCH}/accepted", to(written), methods=["POST"]),
        Route(_QUESTION, to(checked(_question))),
        Route(f"{_QUESTION}/decision", to(decided), methods=["POST"]),
        Route(f"{_QUESTION}/undo", to(undone), methods=["POST"]),
    ]


def _checking(place: Workplace, request: Request) -> Work | None:
    """To find what speaks against the questions of a large benchmark."""
    bench = bench_named(place, request.path_params["name"])
    checks = place.kept(Checks)
    if len(bench.benchmark.questions) <= _AT_ONCE or checks.has(bench):
        return None
    address = here(request)

    def work(job: Job) -> str:
        job.tell(f"checking {len(bench.benchmark.questions):,} questions")
        checks.of(bench)
        return address

    return work


def _benches(place: Workplace, _request: Request) -> Response:
    return html(benches_page(place))


def _bench(place: Workplace, request: Request) -> Response:
    return html(bench_page(place, request.path_params["name"], request.query_params))


def _question(place: Workplace, request: Request) -> Response:
    path, given = request.path_params, request.query_params
    told = question_page(place, path["name"], path["question_id"], given, person_of(request))
    return html(told)
