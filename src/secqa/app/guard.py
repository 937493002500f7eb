"""Refuse foreign requests to the app, and add strict headers to each response.

If only this machine can reach the app, requests under other host names are refused, since a web
page may resolve its own name to this machine. Otherwise every request needs the token.
"""

import secrets
from urllib.parse import quote, urlencode, urlsplit

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from secqa.filings.decoding import whole_number

COOKIE = "secqa_token"
PARAMETER = "token"
UPLOADS = "/filings/add"
"""Path of the forms that send files, which check the size themselves."""
LARGEST_FORM = 2_000_000
"""Maximum bytes of other forms."""
LOOPBACK = ("127.0.0.1", "localhost", "::1")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    # With a stricter policy, browsers would not send the origin of our own forms.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


class Guard:
    """ASGI middleware that checks requests before the app."""

    def __init__(self, app: ASGIApp, token: str = "", hosts: tuple[str, ...] = LOOPBACK) -> None:
        """Without a token, only requests to `hosts` are answered."""
        self._app = app
        self._token = token
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle an ASGI request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                message["headers"] = [*message.get("headers", []), *own]
            await send(message)

        answer = self._app if (refusal := self._refused(scope)) is None else refusal
        await answer(scope, receive, with_headers)

    def _refused(self, scope: Scope) -> ASGIApp | None:
        """The response that refuses a request or stores its token; None if the request may pass."""
        request = Request(scope)
        headers = request.headers
        if request.method not in ("GET", "HEAD") and not _is_same_origin(headers):
            return PlainTextResponse("sent by a page of another site; nothing was changed", 403)
        size = whole_number(headers.get("content-length", "0"))
        if "transfer-encoding" in headers or size is None or size < 0:
            return PlainTextResponse("say how long the form is, by content-length", 411)
        if size > LARGEST_FORM and not scope["path"].startswith(UPLOADS):
            return PlainTextResponse(f"over {LARGEST_FORM:,} bytes; no form is that long", 413)
        if not self._token:
            host = headers.get("host", "")
            name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
            if name.strip("[]") in self._hosts:
                return None
            return PlainTextResponse(f"not served under the name {host!r}", 403)
        token = request.query_params.get(PARAMETER)
        if token is not None and self._is_token(token):
            given = request.query_params.multi_items()
            rest = urlencode([pair for pair in given if pair[0] != PARAMETER])
            path = f"/{quote(scope['path'].lstrip('/'))}"
            response = RedirectResponse(f"{path}{f'?{rest}' if rest else ''}", 303)
            response.set_cookie(COOKIE, self._token, httponly=True, samesite="strict", path="/")
            return response
        if self._is_token(request.cookies.get(COOKIE, "")):
            return None
        return PlainTextResponse("open the address that `secqa app` printed, with its token", 403)

    def _is_token(self, given: str) -> bool:
        return secrets.compare_digest(given.encode(), self._token.encode())


def _is_same_origin(headers: Headers) -> bool:
    """Whether one of our pages sent a request, by the origin that browsers state.

    Other programs state no origin, and cannot be tricked by a page.
    """
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc == headers.get("host", "")
