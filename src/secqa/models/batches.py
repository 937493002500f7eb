"""Requests written to a file and replies read from one, in OpenAI's format of batches.

A batch costs half, and the file can be carried to where a model is. A line asks for one reply:

    {"custom_id": KEY, "method": "POST", "url": "/v1/chat/completions", "body": {...}}

and a line of the results brings it, in any order:

    {"custom_id": KEY, "response": {"status_code": 200, "body": {...}}, "error": null}

KEY is what the cache keeps the reply under, so results need no file of requests beside them, and a
run that asks the model itself goes on with them. A question whose next request depends on a reply
is asked in rounds: what is missing is written, and once that is there, what is missing then.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any

from secqa.errors import SecqaError
from secqa.files import read_text, write_file
from secqa.models.cache import Cache
from secqa.models.client import TEMPERATURE, filled_in
from secqa.models.model import Garbled, Reply, Request, Unanswered, estimated_input
from secqa.models.prices import Price

PRICE = 0.5
"""Of a batch, as a share of the usual price."""
_URL = "/v1/chat/completions"
_KEY = re.compile(r"[0-9a-f]{64}")
_REASONS = re.compile(r"o\d|gpt-5")
"""How the names of OpenAI's models begin that reason, and refuse a temperature."""
_REMEDY = "give the results of a batch, as the service wrote them"


@dataclass
class Waiting:
    """Takes the place of a model that is asked by batches: notes what has no reply yet."""

    model: str
    """As the service names it."""
    cache: Cache
    requests: dict[str, Request] = field(default_factory=dict)
    """By key."""
    _lock: Lock = field(default_factory=Lock)

    def ask(self, request: Request) -> Reply:
        """Note a request; raises `Unanswered`, always."""
        with self._lock:
            self.requests[self.cache.key(request)] = request
        raise Unanswered("the reply is not there yet")

    @property
    def tokens(self) -> int:
        """About how many the requests take."""
        return sum(map(estimated_input, self.requests.values()))

    def write(self, path: Path) -> None:
        """Write the requests, the same ones to the same bytes; SecqaError where that fails."""
        lines = [_line(key, self.model, self.requests[key]) for key in sorted(self.requests)]
        write_file(path, "".join(lines).encode())


@dataclass(frozen=True, slots=True)
class Results:
    """What a batch brought."""

    replies: Mapping[str, Reply]
    """By key."""
    failures: Mapping[str, str]
    """Key -> what went wrong at the service; to be asked again."""


def read_results(path: Path, price: Price | None) -> Results:
    """The results of a file; `price` is the usual one.

    Raises SecqaError for a file that is not of this format, all of it.
    """
    replies: dict[str, Reply] = {}
    failures: dict[str, str] = {}
    for number, line in enumerate(read_text(path, _REMEDY).split("\n"), 1):
        if not line.strip():
            continue
        key, result = _result(line, f"{path} line {number}")
        try:
            replies[key] = _reply(result, price)
        except Garbled as failure:
            failures[key] = str(failure)
    return Results(replies, {key: why for key, why in failures.items() if key not in replies})


def _line(key: str, model: str, request: Request) -> str:
    body: dict[str, Any] = {
        "model": model,
        "messages": [
            {"role": "system", "content": request.instructions},
            {"role": "user", "content": request.prompt},
        ],
    }
    if not _REASONS.match(model):
        body["temperature"] = TEMPERATURE
    if request.form is not None:
        form = request.form
        function = {
            "name": form.name,
            "description": form.description,
            "parameters": form.schema,
        }
        body["tools"] = [{"type": "function", "function": function}]
        body["tool_choice"] = "required"
    asked = {"custom_id": key, "method": "POST", "url": _URL, "body": body}
    return json.dumps(asked, ensure_ascii=False) + "\n"


def _result(line: str, place: str) -> tuple[str, dict[str, Any]]:
    """(key, result) of a line; SecqaError where it is none, naming its place."""
    try:
        result = json.loads(line)
    except (ValueError, RecursionError):
        raise SecqaError(f"{place}: is not JSON; {_REMEDY}") from None
    key = result.get("custom_id") if isinstance(result, dict) else None
    if not isinstance(key, str) or not _KEY.fullmatch(key):
        raise SecqaError(f"{place}: has no custom_id of --requests-out; {_REMEDY}")
    if "response" not in result and "error" not in result:
        raise SecqaError(f"{place}: has neither response nor error; {_REMEDY}")
    return key, result


def _reply(result: Mapping[str, Any], price: Price | None) -> Reply:
    """The reply of a result; Garbled where the service failed, or sent what cannot be used."""
    response = result.get("response")
    if result.get("error") or not isinstance(response, dict):
        raise Garbled(_error_text(result.get("error")) or "no response")
    status = response.get("status_code")
    if status != 200:
        raise Garbled(f"{status}: {_error_text(response.get('body'))}")
    try:
        body = response["body"]
        choice = body["choices"][0]
        if choice.get("finish_reason") == "length":
            raise Garbled("the reply was cut off")
        text = _text(choice["message"])
        usage = body.get("usage") or {}
        tokens = int(usage.get("prompt_tokens", 0)), int(usage.get("completion_tokens", 0))
    except (LookupError, TypeError, ValueError, AttributeError):
        raise Garbled("the reply cannot be read") from None
    return Reply(text, *tokens, cost=PRICE * price(*tokens) if price else None)


def _text(message: Mapping[str, Any]) -> str:
    """What a message says: the arguments of its call, its content, or that it refuses."""
    if calls := message.get("tool_calls"):
        return filled_in(calls[0]["function"]["arguments"])
    text = message.get("content") or message.get("refusal")
    if not isinstance(text, str) or not text.strip():
        raise Garbled("the reply is empty")
    return text


def _error_text(body: object) -> str:
    """What an error says, wherever its message stands."""
    error = body.get("error", body) if isinstance(body, dict) else body
    message = error.get("message", error) if isinstance(error, dict) else error
    return " ".join(str(message).split())[:200] if message else ""
