"""Ask a system over HTTP.

The path selects the protocol. Ours: POST {"question": …, "k": 8}, with `--send-pages` also "pages":
[{"document": …, "page": …, "text": …}, …]; the reply is a record of `answer_record.py`. OpenAI's,
for paths that end in `/chat/completions` or `/v1`: the question is the user's message, and the
reply is prose or a record as JSON; `#name` at the end of the address is the model. A key in
SECQA_SYSTEM_KEY is sent along.

Errors that may pass (no connection, 408, 429, 5xx) raise `Unavailable`, others a SecqaError in one
line. Redirects are not followed, since they may lead to another host.
"""

import json
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from http.client import HTTPException, HTTPMessage
from typing import IO, Any
from urllib.error import HTTPError, URLError
from urllib.parse import urldefrag, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from secqa.errors import SecqaError
from secqa.filings.decoding import whole_number
from secqa.models.model import Unavailable
from secqa.systems.outside.system import Ask

KEY = "SECQA_SYSTEM_KEY"
_CHAT = "/chat/completions"
_LARGEST = 4 * 1024 * 1024
"""Maximum bytes of a reply, more than any answer with its pages has."""
_BUSY = (408, 409, 425, 429)
_MODEL = "default"
_TITLE = re.compile(r"<title[^>]*>(.*?)</title>", re.IGNORECASE | re.DOTALL)

GivenPages = Callable[[str], Sequence[dict[str, object]]]
"""Returns the pages to send with a question: document, page and text of each."""


def is_address(name: str) -> bool:
    """Whether the name of a system is an address."""
    return name.startswith(("http://", "https://"))


def endpoint_system(address: str, k: int, seconds: float, given: GivenPages | None) -> Ask:
    """A function that asks this address; raises SecqaError for an invalid address."""
    url, model = urldefrag(address)
    try:
        parts = urlsplit(url)
        if not parts.hostname or (parts.port is not None and parts.port < 1):
            raise ValueError
    except ValueError:
        raise SecqaError(f"{address}: not an address; give http://host:port/path") from None
    if parts.path.rstrip("/").endswith("/v1"):
        url = url.rstrip("/") + _CHAT
    is_chat = urlsplit(url).path.endswith(_CHAT)
    if is_chat and given:
        raise SecqaError(f"{address}: a chat is sent no pages; leave out --send-pages")

    def ask(question: str) -> object:
        if is_chat:
            message = {"role": "user", "content": question}
            return _of_chat(_post(url, {"model": model or _MODEL, "messages": [message]}, seconds))
        body: dict[str, object] = {"question": question, "k": k}
        if given:
            body["pages"] = given(question)
        reply = _post(url, body, seconds)
        if not isinstance(reply, dict):
            raise SecqaError(f"answered with {type(reply).__name__}, not a JSON object")
        return reply

    return ask


def _post(url: str, body: dict[str, object], seconds: float) -> Any:
    """POST a request, and return the JSON of the reply."""
    headers = {"content-type": "application/json", "accept": "application/json"}
    if key := os.environ.get(KEY):
        headers["authorization"] = f"Bearer {key}"
    request = Request(url, json.dumps(body).encode(), headers)
    try:
        with build_opener(_NoRedirects).open(request, timeout=seconds) as response:
            kind = response.headers.get_content_type()
            reply = _Reply(kind, response.read(_LARGEST + 1))
    except HTTPError as error:
        raise _refused(url, error) from None
    except (URLError, HTTPException, OSError) as error:
        reason = getattr(error, "reason", None) or error
        raise Unavailable(f"{url}: no answer ({str(reason) or type(reason).__name__})") from None
    if len(reply.body) > _LARGEST:
        raise SecqaError(f"answered with more than {_LARGEST:,} bytes")
    try:
        return json.loads(reply.body)
    except (ValueError, RecursionError):
        raise SecqaError(f"answered with {reply.excerpt}, not JSON; check the address") from None


@dataclass(frozen=True, slots=True)
class _Reply:
    kind: str
    body: bytes

    @property
    def excerpt(self) -> str:
        """The beginning of a reply that is not JSON."""
        text = self.body[:2000].decode(errors="replace")
        if "html" in self.kind or text.lstrip()[:1] == "<":
            title = _TITLE.search(text)
            return f"HTML (“{' '.join(title[1].split())[:80]}”)" if title else "HTML"
        return f"“{' '.join(text.split())[:80]}”" if text.strip() else "nothing"


def _refused(url: str, error: HTTPError) -> Exception:
    """The exception for an HTTP error."""
    if 300 <= error.code < 400:
        place = error.headers.get("location", "nowhere")
        return SecqaError(f"is redirected to {place[:200]}; give that address, if you trust it")
    if error.code in _BUSY or error.code >= 500:
        wait = error.headers.get("retry-after", "")
        return Unavailable(f"{url}: HTTP {error.code}", whole_number(wait))
    try:
        excerpt = _Reply(error.headers.get_content_type(), error.read(_LARGEST)).excerpt
    except (HTTPException, OSError):
        excerpt = "nothing"
    key = f"; set {KEY}" if error.code in (401, 403) else ""
    return SecqaError(f"refused with HTTP {error.code}, {excerpt}{key}")


def _of_chat(reply: Any) -> object:
    """The answer in a chat completion: a record if it is JSON, otherwise prose."""
    try:
        text = reply["choices"][0]["message"]["content"]
    except (KeyError, IndexError, TypeError):
        raise SecqaError("answered with no message of a chat (choices[0].message)") from None
    if not isinstance(text, str):
        raise SecqaError("answered with a message without text")
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    record = dict(found) if isinstance(found, dict) and "answer" in found else {"answer": text}
    usage = reply.get("usage")
    if isinstance(usage, dict) and isinstance(usage.get("total_tokens"), int):
        record.setdefault("tokens", usage["total_tokens"])
    record.setdefault("calls", 1)
    return record


class _NoRedirects(HTTPRedirectHandler):
    def redirect_request(
        self,
        req: Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: HTTPMessage,
        newurl: str,
    ) -> None:
        """Do not follow; a redirect becomes an error."""
