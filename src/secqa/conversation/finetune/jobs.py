"""Fine-tuning jobs on OpenAI or any address that speaks its protocol: start one, look at it.

Three requests: a file is uploaded, a job is made of it, a job is looked up. They go out with
the standard library, so that no client has to be installed for them.
"""

import json
import os
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from secqa.errors import SecqaError

_SECONDS = 120


@dataclass(frozen=True, slots=True)
class Job:
    """A fine-tuning job."""

    id: str
    status: str
    """`validating_files`, `queued`, `running`, `succeeded`, `failed` or `cancelled`."""
    model: str
    """The fine-tuned model's name, "" until there is one."""
    error: str = ""


@dataclass(frozen=True, slots=True)
class Server:
    """Where jobs run."""

    address: str
    key: str


def server() -> Server:
    """The server of `OPENAI_BASE_URL` (OpenAI where not set), with `OPENAI_API_KEY`.

    Raises:
        SecqaError: no key is set.
    """
    key = os.environ.get("OPENAI_API_KEY")
    if not key:
        raise SecqaError("finetune: no key; set OPENAI_API_KEY")
    address = os.environ.get("OPENAI_BASE_URL", "https://api.openai.com/v1")
    return Server(address.rstrip("/"), key)


def start(at: Server, train: Path, model: str, test: Path | None = None) -> Job:
    """Upload the examples and start a job on a base model."""
    body = {"model": model, "training_file": _upload(at, train)}
    if test is not None:
        body["validation_file"] = _upload(at, test)
    data = json.dumps(body).encode()
    return _job(_send(at, "/fine_tuning/jobs", data, "application/json"))


def status(at: Server, job: str) -> Job:
    """How a job stands."""
    return _job(_send(at, f"/fine_tuning/jobs/{job}"))


def _upload(at: Server, path: Path) -> str:
    """The id of the uploaded file."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise SecqaError(f"{path}: {error.strerror}; make it with `secqa finetune split`") from None
    boundary = secrets.token_hex(16)
    head = (
        f'--{boundary}\r\nContent-Disposition: form-data; name="purpose"\r\n\r\nfine-tune\r\n'
        f'--{boundary}\r\nContent-Disposition: form-data; name="file"; '
        f'filename="{path.name}"\r\nContent-Type: application/jsonl\r\n\r\n'
    )
    data = head.encode() + content + f"\r\n--{boundary}--\r\n".encode()
    uploaded = _send(at, "/files", data, f"multipart/form-data; boundary={boundary}")
    return _field(at, uploaded, "id")


def _send(at: Server, path: str, data: bytes | None = None, kind: str = "") -> dict[str, Any]:
    if not at.address.startswith(("http://", "https://")):
        raise SecqaError(f"{at.address}: not a web address; set OPENAI_BASE_URL to one")
    headers = {"Authorization": f"Bearer {at.key}"} | ({"Content-Type": kind} if kind else {})
    try:
        with urlopen(Request(at.address + path, data, headers), timeout=_SECONDS) as response:
            reply = json.loads(response.read())
    except HTTPError as error:
        raise SecqaError(
            f"{at.address}{path}: {error.code} {_message(error)}; check key, model and file"
        ) from None
    except (URLError, TimeoutError, ConnectionError) as error:
        reason = getattr(error, "reason", error)
        raise SecqaError(f"{at.address}: no reply ({reason}); is the server there?") from None
    except ValueError:
        raise SecqaError(
            f"{at.address}{path}: no JSON came back; is it a compatible server?"
        ) from None
    if not isinstance(reply, dict):
        raise SecqaError(f"{at.address}{path}: an unexpected reply; is it a compatible server?")
    return reply


def _message(error: HTTPError) -> str:
    try:
        said = json.loads(error.read())["error"]["message"]
    except (ValueError, KeyError, TypeError):
        said = error.reason
    return " ".join(str(said).split())[:200]


def _field(at: Server, reply: dict[str, Any], name: str) -> str:
    if name not in reply:
        raise SecqaError(f"{at.address}: the reply has no {name}; is it a compatible server?")
    return str(reply[name])


def _job(reply: dict[str, Any]) -> Job:
    error = reply.get("error") or {}
    return Job(
        str(reply.get("id", "")),
        str(reply.get("status", "unknown")),
        str(reply.get("fine_tuned_model") or ""),
        str(error.get("message") or "") if isinstance(error, dict) else str(error),
    )
