"""Connect to a `provider:model` through pydantic-ai and send single requests.

Keys come from each provider's usual environment variables. `OPENAI_BASE_URL` moves `openai:` to
another server; `http://ADDRESS/v1#MODEL` names a server directly. Both use the chat completions
protocol; `openai-responses:` uses OpenAI's newer one. Errors are classified by their remedy, and
nothing is retried here.
"""

import asyncio
import json
import os
import re
import warnings
from concurrent.futures import CancelledError
from dataclasses import dataclass
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from secqa.errors import SecqaError
from secqa.extensions import needs_extra
from secqa.models.model import Garbled, Model, Reply, ReplyForm, Request, Stopped, Unavailable
from secqa.models.prices import Price, price_of
from secqa.models.reply_limit import ReplyTooLarge, limit_replies

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelResponse
    from pydantic_ai.models import Model as Provider
    from pydantic_ai.models import ModelRequestParameters

_SECONDS = 180.0
"""Timeout of one reply, in seconds."""
_NO_KEY = "none"
"""Key for servers that accept any key."""
TEMPERATURE = 0.0
"""Zero for repeatable answers; omitted for models without this setting."""
_PARSING_ERRORS = (LookupError, TypeError, ValueError, AttributeError)
"""Errors of providers' packages on a reply that breaks their protocol."""
_SETTING = re.compile(r"\b[A-Z]+(?:_[A-Z]+)*_(?:API_KEY|BASE_URL|TOKEN)\b")


@dataclass(frozen=True, slots=True)
class Connection:
    """A model on a server, ready for requests."""

    name: str
    """`provider:model`, as the user gave it."""
    address: str
    """Base URL of its server."""
    price: Price | None
    ask: Model
    closed: Event
    _loop: asyncio.AbstractEventLoop

    def close(self) -> None:
        """Cancel open requests; later requests raise `Stopped`."""
        self.closed.set()
        self._loop.call_soon_threadsafe(_cancel_all, self._loop)

    @property
    def identity(self) -> str:
        """Key of its replies in the cache."""
        return identity_of(self.name, self.address)


def identity_of(name: str, address: str) -> str:
    """The cache key of a `provider:model`: its name, server and settings."""
    return f"{name} at {address}, temperature {TEMPERATURE}"


def connect(name: str, needs_key: bool = True) -> Connection:
    """Prepare a connection to a `provider:model`; nothing is sent yet.

    Raises SecqaError if the extra `models` is not installed, the provider is unknown, or its key is
    missing; a connection that is never used needs none.
    """
    provider = _provider(name, needs_key)
    address = str(provider.base_url or "")
    price = price_of(name, address)
    loop, closed = _loop(), Event()

    def ask(request: Request) -> Reply:
        if closed.is_set():
            raise Stopped("interrupted")
        response = _response(name, provider, request, loop)
        tokens_in, tokens_out = response.usage.input_tokens, response.usage.output_tokens
        cost = price(tokens_in, tokens_out) if price else None
        cut = response.finish_reason == "length"
        text = "" if cut else _text(name, response, request.form)
        return Reply(text, tokens_in, tokens_out, cost, cut)

    return Connection(name, address, price, ask, closed, loop)


def _provider(name: str, needs_key: bool) -> "Provider":
    with needs_extra("models", name):
        from pydantic_ai.exceptions import UserError
        from pydantic_ai.models import infer_model
    kind, mark, model = name.partition(":")
    if not (mark and model):
        raise SecqaError(
            f"{name}: not a model; give offline, provider:model, as openai:gpt-5, or "
            "http://ADDRESS/v1#MODEL"
        )
    try:
        if kind in ("http", "https"):
            provider: Provider = _at_address(name)
        else:
            provider = infer_model(f"openai-chat:{model}" if kind == "openai" else name)
    except SecqaError:
        raise
    except UserError as error:
        unset = [one for one in _SETTING.findall(str(error)) if one not in os.environ]
        if needs_key or not unset or not unset[0].endswith("KEY"):
            raise SecqaError(f"{name}: {_reason(name, str(error), unset)}") from None
        os.environ[unset[0]] = _NO_KEY
        try:
            return _provider(name, needs_key)
        finally:
            del os.environ[unset[0]]
    except ImportError:
        raise SecqaError(
            f"{name}: {kind} needs its own package; pip install 'pydantic-ai-slim[{kind}]'"
        ) from None
    except Exception as error:
        # Each provider's package raises its own errors about keys and settings.
        raise SecqaError(f"{name}: cannot be set up ({_line(error)})") from None
    # Reasoning models accept no temperature; pydantic-ai warns when it omits the setting.
    warnings.filterwarnings("ignore", message="Sampling parameters")
    client: Any = getattr(provider, "client", None)
    if hasattr(client, "max_retries"):
        # Retries happen in `retry.py`, so that a budget counts them.
        client.max_retries = 0
    limit_replies(client)
    return provider


def _at_address(name: str) -> "Provider":
    """Open a model of an OpenAI-compatible server, such as `http://127.0.0.1:8000/v1#MODEL`."""
    address, _, model = name.partition("#")
    if not model:
        raise SecqaError(f"{name}: which model of this server? give {address}#MODEL")
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    key = os.environ.get("OPENAI_API_KEY", _NO_KEY)
    return OpenAIChatModel(model, provider=OpenAIProvider(base_url=address, api_key=key))


def _reason(name: str, message: str, unset: list[str]) -> str:
    """Shorten a message of pydantic-ai to one line without hints for programmers."""
    if unset:
        problem = "no key" if unset[0].endswith("KEY") else "not set up"
        return f"{problem}; set {unset[0]}"
    return message.split(". ")[0].removesuffix(f": {name}")


def _response(
    name: str, provider: "Provider", request: Request, loop: asyncio.AbstractEventLoop
) -> "ModelResponse":
    from pydantic_ai import exceptions as errors

    try:
        return asyncio.run_coroutine_threadsafe(_send(provider, request), loop).result()
    except (errors.ModelAuthenticationError, errors.ModelNotFoundError) as error:
        raise Stopped(f"{name}: {_line(error)}; check the key and the model's name") from None
    except errors.ModelQuotaExceededError as error:
        raise Stopped(f"{name}: the account is used up ({_line(error)})") from None
    except (
        errors.ModelRateLimitError,
        errors.ModelUnavailableError,
        errors.ModelServerError,
        errors.ModelConnectionError,
    ) as error:
        raise Unavailable(f"{name}: {_line(error)}", error.retry_after) from None
    except CancelledError:
        raise Stopped("interrupted") from None
    except ReplyTooLarge as error:
        raise Garbled(f"{name}: {error}") from None
    except TimeoutError:
        raise Unavailable(f"{name}: no reply within {_SECONDS:.0f} seconds") from None
    except (errors.ModelHTTPError, errors.ContentFilterError) as error:
        raise SecqaError(f"{name}: the model refused ({_line(error)})") from None
    except (errors.AgentRunError, *_PARSING_ERRORS) as error:
        raise Garbled(f"{name}: the reply cannot be read ({_line(error)})") from None


async def _send(provider: "Provider", request: Request) -> "ModelResponse":
    from pydantic_ai.direct import model_request
    from pydantic_ai.messages import ModelRequest, UserPromptPart

    message = ModelRequest(
        parts=[UserPromptPart(request.prompt)], instructions=request.instructions
    )
    response = model_request(
        provider,
        [message],
        model_settings={"timeout": _SECONDS, "temperature": TEMPERATURE},
        model_request_parameters=_parameters(provider, request.form),
    )
    # The client's timeout applies to silence only; a server may send slowly for ever.
    return await asyncio.wait_for(response, _SECONDS)


def _parameters(provider: "Provider", form: ReplyForm | None) -> "ModelRequestParameters":
    """Request a form as a tool call, or as structured output where the server does not enforce
    tool schemas (Ollama)."""
    from pydantic_ai.models import ModelRequestParameters
    from pydantic_ai.output import OutputObjectDefinition
    from pydantic_ai.tools import ToolDefinition

    if form is None:
        return ModelRequestParameters()
    profile: Any = provider.profile
    loose = profile.get("openai_supports_strict_tool_definition") is False
    if loose and profile.get("supports_json_schema_output"):
        output = OutputObjectDefinition(form.schema, form.name, form.description)
        return ModelRequestParameters(output_mode="native", output_object=output)
    tool = ToolDefinition(
        name=form.name,
        parameters_json_schema=form.schema,
        description=form.description,
        kind="output",
    )
    return ModelRequestParameters(output_mode="tool", output_tools=[tool], allow_text_output=False)


def _text(name: str, response: "ModelResponse", form: ReplyForm | None) -> str:
    from pydantic_ai.messages import ToolCallPart

    for part in response.parts:
        if isinstance(part, ToolCallPart):
            if form is None or part.tool_name != form.name:
                raise Garbled(
                    f"{name}: the reply calls {part.tool_name[:60]!r}, which there is not"
                )
            return filled_in(part.args if isinstance(part.args, str) else part.args_as_json_str())
    if response.text:
        return str(response.text)
    if response.finish_reason == "content_filter":
        raise SecqaError(f"{name}: the model refused (its filter)")
    raise Garbled(f"{name}: the reply is empty")


def filled_in(arguments: str) -> str:
    """Return the arguments of a tool call; raises Garbled unless they are complete JSON."""
    try:
        json.loads(arguments)
    except ValueError:
        raise Garbled("the reply's object is not whole") from None
    return arguments


def _line(error: BaseException) -> str:
    body = getattr(error, "body", None)
    message = body.get("message") if isinstance(body, dict) else None
    status = getattr(error, "status_code", None)
    text = " ".join(str(message or error).split())[:300]
    return f"{status}: {text}" if status and message else text


def _loop() -> asyncio.AbstractEventLoop:
    """Start an event loop in its own thread: connections need one loop, callers have many."""
    loop = asyncio.new_event_loop()
    Thread(target=loop.run_forever, name="secqa-models", daemon=True).start()
    return loop


def _cancel_all(loop: asyncio.AbstractEventLoop) -> None:
    for task in asyncio.all_tasks(loop):
        task.cancel()
