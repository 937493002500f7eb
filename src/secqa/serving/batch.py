"""A batch of requests in, its results out, by a `Model`: what a service does over night.

So rounds of `secqa run --requests-out` can be tried where no service is.
"""

import json
from pathlib import Path
from typing import Any

from secqa.errors import SecqaError
from secqa.files import read_text, write_file
from secqa.models.model import Model
from secqa.serving.protocol import BadRequest, completion, error_body, read_chat


def answer_batch(think: Model, requests: Path, out: Path) -> int:
    """Write the result of each request of a file, in their order; gives how many.

    A request that the protocol does not allow gets an error of its own. Raises SecqaError for a
    file that holds no requests, or cannot be written.
    """
    lines = [line for line in read_text(requests, "give a file of requests").split("\n") if line]
    results = [_result(think, line, f"{requests} line {n}") for n, line in enumerate(lines, 1)]
    write_file(out, "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in results).encode())
    return len(results)


def _result(think: Model, line: str, place: str) -> dict[str, Any]:
    try:
        asked = json.loads(line)
        name, body = asked["custom_id"], json.dumps(asked["body"]).encode()
    except (ValueError, TypeError, KeyError):
        raise SecqaError(
            f"{place}: not a request of a batch; give what --requests-out wrote"
        ) from None
    try:
        chat = read_chat(body)
        reply = think(chat.request)
        status, said = 200, completion(chat, reply, bool(chat.tool) and reply.text.startswith("{"))
    except (BadRequest, SecqaError) as error:
        status, said = 400, error_body(str(error), 400)
    response = {"status_code": status, "body": said}
    return {"custom_id": name, "response": response, "error": None}
