"""Any `provider:model` through pydantic-ai: one request over the network, one reply.

Keys come from the variables that each provider's users have set already. `OPENAI_BASE_URL` moves
`openai:` to another server; `http://ADDRESS/v1#MODEL` names one. Both speak the chat protocol, the
one that other servers speak too; `openai-responses:` speaks OpenAI's newer one. Errors are sorted
by what can be done about them, and nothing is tried twice here.
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
"""Longest time that one reply may take."""
_NO_KEY = "none"
"""For servers that take any key."""
TEMPERATURE = 0.0
"""The same answer twice, as far as a model can; left out for those that take no such setting."""
_TRIPPED = (LookupError, TypeError, ValueError, AttributeError)
"""What providers' packages raise that trip over a reply not of their protocol."""
_SETTING = re.compile(r"\b[A-Z]+(?:_[A-Z]+)*_(?:API_KEY|BASE_URL|TOKEN)\b")


@dataclass(frozen=True, slots=True)
class Connection:
    """A model that can be asked."""

    name: str
    """`provider:model`, as the user gave it."""
    address: str
    """Base URL of its server."""
    price: Price | None
    ask: Model
    closed: Event
    _loop: asyncio.AbstractEventLoop

    def close(self) -> None:
        """Give up what is under way; from now on asking raises `Stopped`."""
        self.closed.set()
        self._loop.call_soon_threadsafe(_cancel_all, self._loop)

    @property
    def identity(self) -> str:
        """What makes its answers its own: the model, the server, the settings."""
        return identity_of(self.name, self.address)


def identity_of(name: str, address: str) -> str:
    """What makes the replies of a `provider:model` at an address its own."""
    return f"{name} at {address}, temperature {TEMPERATURE}"


def connect(name: str) -> Connection:
    """The model of a `provider:model`; nothing is sent yet.

    Raises SecqaError when the extra `models` is not installed, the provider is unknown, or its
    key is missing.
    """
    provider = _provider(name)
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


def _provider(name: str) -> "Provider":
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
            found: Provider = _at_address(name)
        else:
            found = infer_model(f"openai-chat:{model}" if kind == "openai" else name)
    except SecqaError:
        raise
    except UserError as error:
        raise SecqaError(f"{name}: {_reason(name, str(error))}") from None
    except ImportError:
        raise SecqaError(
            f"{name}: {kind} needs its own package; pip install 'pydantic-ai-slim[{kind}]'"
        ) from None
    except Exception as error:
        # Each provider's own package complains in its own way about keys and settings.
        raise SecqaError(f"{name}: cannot be set up ({_line(error)})") from None
    # Models that reason take no temperature; that it is left out then is as it should be.
    warnings.filterwarnings("ignore", message="Sampling parameters")
    client: Any = getattr(found, "client", None)
    if hasattr(client, "max_retries"):
        # Retries are ours, or a budget could not count them.
        client.max_retries = 0
    limit_replies(client)
    return found


def _at_address(name: str) -> "Provider":
    """The model of an OpenAI-compatible server: `http://127.0.0.1:8000/v1#MODEL`."""
    address, _, model = name.partition("#")
    if not model:
        raise SecqaError(f"{name}: which model of this server? give {address}#MODEL")
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    key = os.environ.get("OPENAI_API_KEY", _NO_KEY)
    return OpenAIChatModel(model, provider=OpenAIProvider(base_url=address, api_key=key))


def _reason(name: str, said: str) -> str:
    """What pydantic-ai says, in one line and without its hints for programmers."""
    unset = [setting for setting in _SETTING.findall(said) if setting not in os.environ]
    if unset:
        what = "no key" if unset[0].endswith("KEY") else "not set up"
        return f"{what}; set {unset[0]}"
    return said.split(". ")[0].removesuffix(f": {name}")


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
    except (errors.AgentRunError, *_TRIPPED) as error:
        raise Garbled(f"{name}: the reply cannot be read ({_line(error)})") from None


async def _send(provider: "Provider", request: Request) -> "ModelResponse":
    from pydantic_ai.direct import model_request
    from pydantic_ai.messages import ModelRequest, UserPromptPart

    message = ModelRequest(
        parts=[UserPromptPart(request.prompt)], instructions=request.instructions
    )
    asked = model_request(
        provider,
        [message],
        model_settings={"timeout": _SECONDS, "temperature": TEMPERATURE},
        model_request_parameters=_parameters(provider, request.form),
    )
    # A server that sends a letter now and then is never silent for as long as it may be.
    return await asyncio.wait_for(asked, _SECONDS)


def _parameters(provider: "Provider", form: ReplyForm | None) -> "ModelRequestParameters":
    """How a form is asked for: as the call of a tool, or where tools are not held to their
    schema (Ollama), as the reply itself."""
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
    """The arguments of a tool's call; Garbled where they are no JSON, as a cut reply's are."""
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
    """An event loop in a thread of its own: connections live in one loop, callers in many."""
    loop = asyncio.new_event_loop()
    Thread(target=loop.run_forever, name="secqa-models", daemon=True).start()
    return loop


def _cancel_all(loop: asyncio.AbstractEventLoop) -> None:
    for task in asyncio.all_tasks(loop):
        task.cancel()
