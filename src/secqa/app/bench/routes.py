"""The addresses of benchmarks and their questions."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from secqa.app.bench.bench_pages import bench_page, benches_page, question_page
from secqa.app.bench.reviewing import decided, undone, written
from secqa.app.person import person_of
from secqa.app.web import To, html
from secqa.app.workplace import Workplace

_BENCH = "/benchmarks/{name}"
_QUESTION = f"{_BENCH}/{{question_id}}"


def routes(to: To) -> list[Route]:
    """The list, a benchmark, a question, and what is decided of it."""
    return [
        Route("/benchmarks", to(_benches)),
        Route(_BENCH, to(_bench)),
        Route(f"{_BENCH}/accepted", to(written), methods=["POST"]),
        Route(_QUESTION, to(_question)),
        Route(f"{_QUESTION}/decision", to(decided), methods=["POST"]),
        Route(f"{_QUESTION}/undo", to(undone), methods=["POST"]),
    ]


def _benches(place: Workplace, _request: Request) -> Response:
    return html(benches_page(place))


def _bench(place: Workplace, request: Request) -> Response:
    return html(bench_page(place, request.path_params["name"], request.query_params))


def _question(place: Workplace, request: Request) -> Response:
    path, given = request.path_params, request.query_params
    told = question_page(place, path["name"], path["question_id"], given, person_of(request))
    return html(told)
