"""Write requests to a file and read replies from one, in OpenAI's batch format.

A batch costs half the usual price, and the file can be carried to another machine. Each line of the
request file is one request:

    {"custom_id": KEY, "method": "POST", "url": "/v1/chat/completions", "body": {...}}

and each line of the results is one reply, in any order:

    {"custom_id": KEY, "response": {"status_code": 200, "body": {...}}, "error": null}

KEY is the cache key of the reply, so results can be read without their requests, and a run that
sends requests directly can continue from them. If a request depends on an earlier reply, batches
alternate: each round writes the requests whose replies are missing.
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
"""Price of a batch request as a fraction of the usual price."""
_URL = "/v1/chat/completions"
_KEY = re.compile(r"[0-9a-f]{64}")
_REASONING = re.compile(r"o\d|gpt-5")
"""Prefixes of OpenAI's reasoning models, which reject a temperature."""
_REMEDY = "give the results of a batch, as the service wrote them"


@dataclass
class Waiting:
    """Stands in for a model in batch mode: collects the requests without a reply."""

    model: str
    """The service's name of the model."""
    cache: Cache
    requests: dict[str, Request] = field(default_factory=dict)
    """Requests by cache key."""
    _lock: Lock = field(default_factory=Lock)

    def ask(self, request: Request) -> Reply:
        """Record a request, and always raise `Unanswered`."""
        with self._lock:
            self.requests[self.cache.key(request)] = request
        raise Unanswered("the reply is not there yet")

    @property
    def tokens(self) -> int:
        """Estimated input tokens of the requests."""
        return sum(map(estimated_input, self.requests.values()))

    def write(self, path: Path) -> None:
        """Write the requests in a fixed order; raises SecqaError if that fails."""
        lines = [_line(key, self.model, self.requests[key]) for key in sorted(self.requests)]
        write_file(path, "".join(lines).encode())


@dataclass(frozen=True, slots=True)
class Results:
    """The replies and failures of a batch."""

    replies: Mapping[str, Reply]
    """Replies by cache key."""
    failures: Mapping[str, str]
    """Error messages of the service by cache key; these requests can be sent again."""


def read_results(path: Path, price: Price | None) -> Results:
    """Read a results file; `price` is the price outside batches.

    Raises SecqaError if any line has another format.
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
    if not _REASONING.match(model):
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
    record = {"custom_id": key, "method": "POST", "url": _URL, "body": body}
    return json.dumps(record, ensure_ascii=False) + "\n"


def _result(line: str, place: str) -> tuple[str, dict[str, Any]]:
    """Parse a line into key and result; raises SecqaError that names `place` for another format."""
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
    """Parse the reply of a result; raises Garbled if the service failed or it is unusable."""
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
    """Return the text of a message: the tool call's arguments, the content, or the refusal."""
    if calls := message.get("tool_calls"):
        return filled_in(calls[0]["function"]["arguments"])
    text = message.get("content") or message.get("refusal")
    if not isinstance(text, str) or not text.strip():
        raise Garbled("the reply is empty")
    return text


def _error_text(body: object) -> str:
    """Return the message of an error, at either depth of nesting."""
    error = body.get("error", body) if isinstance(body, dict) else body
    message = error.get("message", error) if isinstance(error, dict) else error
    return " ".join(str(message).split())[:200] if message else ""
