"""Parse requests of OpenAI's chat protocol, and write replies as JSON.

Supports system and user messages, one tool as the form of the reply, `response_format` and usage.
Other parameters are ignored.
"""

import json
import time
import uuid
from dataclasses import dataclass
from typing import Any

from secqa.models.model import Reply, ReplyForm, Request

MODEL = "offline"


class BadRequest(Exception):
    """A request that breaks the protocol; the message goes to the client."""


@dataclass(frozen=True, slots=True)
class Chat:
    """A parsed request."""

    model: str
    request: Request
    tool: str = ""
    """Name of the function that the reply must call; "" for a plain message."""


def read_chat(body: bytes) -> Chat:
    """Parse a chat request; raises BadRequest for an invalid body."""
    content = _parsed(body)
    if not isinstance(content.get("messages"), list):
        raise BadRequest("messages: must be a list")
    instructions, prompts = [], []
    for message in content["messages"]:
        if not isinstance(message, dict) or "role" not in message:
            raise BadRequest("messages: each must be an object with a role")
        if message["role"] in ("system", "developer"):
            instructions.append(_text(message.get("content")))
        elif message["role"] == "user":
            prompts.append(_text(message.get("content")))
    if not prompts:
        raise BadRequest("messages: no message of a user")
    if content.get("stream"):
        raise BadRequest("stream: replies come whole; leave it out")
    form, tool = _form(content)
    return Chat(
        model=str(content.get("model") or MODEL),
        request=Request("\n\n".join(instructions), prompts[-1], form),
        tool=tool,
    )


def read_question(body: bytes) -> str:
    """The question in {"question": …}; raises BadRequest if it is missing."""
    question = _parsed(body).get("question")
    if not isinstance(question, str) or not question.strip():
        raise BadRequest('question: must be a text, as {"question": "…"}')
    return question


def _parsed(body: bytes) -> dict[str, Any]:
    try:
        content = json.loads(body)
    except (ValueError, RecursionError):
        raise BadRequest("the body is not JSON") from None
    return content if isinstance(content, dict) else {}


def completion(chat: Chat, reply: Reply) -> dict[str, Any]:
    """The reply as one JSON object: a plain message, or a call of the tool.

    Plain questions may come with irrelevant tools, so only a reply in JSON is a call.
    """
    message: dict[str, Any] = {"role": "assistant", "content": reply.text}
    reason = "stop"
    if chat.tool and reply.text.startswith("{"):
        function = {"name": chat.tool, "arguments": reply.text}
        call = {"id": f"call_{uuid.uuid4().hex[:24]}", "type": "function", "function": function}
        message = {"role": "assistant", "content": None, "tool_calls": [call]}
        reason = "tool_calls"
    return {
        "id": f"chatcmpl-{uuid.uuid4().hex[:24]}",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": chat.model,
        "choices": [{"index": 0, "message": message, "finish_reason": reason}],
        "usage": {
            "prompt_tokens": reply.input_tokens,
            "completion_tokens": reply.output_tokens,
            "total_tokens": reply.input_tokens + reply.output_tokens,
        },
    }


def error_body(message: str, status: int) -> dict[str, Any]:
    """An error in OpenAI's format."""
    kinds = {401: "authentication_error", 404: "not_found_error", 429: "rate_limit_exceeded"}
    default = "server_error" if status >= 500 else "invalid_request_error"
    kind = kinds.get(status, default)
    return {"error": {"message": message, "type": kind, "param": None, "code": None}}


def _form(content: dict[str, Any]) -> tuple[ReplyForm | None, str]:
    """The required form of the reply, and the name of its tool."""
    tools = content.get("tools") or []
    if not isinstance(tools, list):
        raise BadRequest("tools: must be a list")
    if tools:
        function = tools[0].get("function") if isinstance(tools[0], dict) else None
        if not isinstance(function, dict) or not function.get("name"):
            raise BadRequest("tools: each must have a function with a name")
        name, schema = function["name"], function.get("parameters") or {}
        return ReplyForm(name, function.get("description") or "", schema), name
    layout = content.get("response_format")
    if isinstance(layout, dict) and isinstance(layout.get("json_schema"), dict):
        given = layout["json_schema"]
        return ReplyForm(str(given.get("name", "")), "", given.get("schema") or {}), ""
    return None, ""


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        parts = [part.get("text", "") for part in content if isinstance(part, dict)]
        return "".join(part for part in parts if isinstance(part, str))
    raise BadRequest("messages: content must be text or a list of parts")
