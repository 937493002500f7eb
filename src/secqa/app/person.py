"""Who decides: the user of this machine, or whoever said another name in this browser."""

from urllib.parse import quote, unquote, urlsplit

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from secqa.app.web import To, go_to, posted
from secqa.app.workplace import Workplace
from secqa.benchmark.review import user

_COOKIE = "secqa_person"
_LONGEST = 80
_KEPT = 365 * 24 * 3600
"""Seconds that a browser keeps a name."""


def person_of(request: Request) -> str:
    """The name that goes beside decisions."""
    said = " ".join(unquote(request.cookies.get(_COOKIE, "")).split())[:_LONGEST]
    return said if said and said.isprintable() else user()


def routes(to: To) -> list[Route]:
    """Where a name is told."""
    return [Route("/person", to(_named), methods=["POST"])]


def _named(_place: Workplace, request: Request) -> Response:
    form = posted(request)
    back = urlsplit(form.get("back", ""))
    # A path of this server alone: what begins with two slashes is another's.
    path = f"/{back.path.lstrip('/')}"
    response = go_to(f"{path}?{back.query}" if back.query else path)
    name = " ".join(form.get("name", "").split())[:_LONGEST]
    response.set_cookie(
        _COOKIE, quote(name), max_age=_KEPT, httponly=True, samesite="strict", path="/"
    )
    return response
