"""The model that Inspect evaluates, as a model of this package: our systems think with it.

Systems run in threads and wait for each reply; Inspect's models live in its event loop, and know by
the context of a sample whose tokens to count. So each request goes into the loop in that context.
Nothing is kept of the replies: epochs are meant to ask again, and Inspect has a cache of its own.
"""

import asyncio
import json
from contextvars import copy_context

from inspect_ai.model import ChatMessageSystem, ChatMessageUser, ModelOutput, get_model

from secqa.errors import SecqaError
from secqa.models.model import Garbled, Reply, Request, Usage
from secqa.models.open_model import OpenModel
from secqa.models.retry import retried, whole

_CUT = ("max_tokens", "model_length")
_REFUSED = "content_filter"


def inspected_model() -> OpenModel:
    """The model of the sample under way; to be called in Inspect's event loop."""
    model, loop, context = get_model(), asyncio.get_running_loop(), copy_context()

    def ask(request: Request) -> Reply:
        messages = [ChatMessageSystem(content=request.instructions)]
        work = model.generate([*messages, ChatMessageUser(content=_prompt(request))])
        sent = context.copy().run(asyncio.run_coroutine_threadsafe, work, loop)
        return _reply(sent.result())

    # Inspect asks again by itself where a service is busy.
    return OpenModel(str(model), retried(whole(ask)), None, None, Usage(), lambda: None)


def _prompt(request: Request) -> str:
    """With the form in words: not every provider of Inspect takes a schema."""
    if request.form is None:
        return request.prompt
    schema = json.dumps(request.form.schema, ensure_ascii=False)
    return (
        f"{request.prompt}\n\n{request.form.description}\n"
        f"Reply with one JSON object by this schema, and nothing else:\n{schema}"
    )


def _reply(output: ModelOutput) -> Reply:
    """Raises SecqaError for a refusal, Garbled for an empty reply."""
    if output.stop_reason == _REFUSED:
        raise SecqaError(f"{output.model}: the model refused (its filter)")
    cut = output.stop_reason in _CUT
    if not output.completion.strip() and not cut:
        raise Garbled(f"{output.model}: the reply is empty")
    usage = output.usage
    read, written = (usage.input_tokens, usage.output_tokens) if usage else (0, 0)
    return Reply(output.completion, read, written, cut=cut)
