"""Offer our systems, and a language model alone, as solvers of Inspect.

Our systems use the model that Inspect evaluates. They run in threads and wait for each reply, while
Inspect's models live in its event loop and count tokens by the context of a sample. So each request
enters the loop in that context. Replies are not cached here: epochs repeat requests on purpose, and
Inspect has its own cache.
"""

import asyncio
import json
from contextvars import copy_context

from anyio import CapacityLimiter, to_thread
from inspect_ai.model import ChatMessageSystem, ChatMessageUser, ModelOutput, get_model
from inspect_ai.solver import Generate, Solver, TaskState, chain, generate, solver, system_message

from secqa.benchmark.formats.text_files import NO_ANSWER, target_of
from secqa.corpus.corpus_address import corpus_path
from secqa.corpus.corpus_store import open_corpus
from secqa.errors import SecqaError
from secqa.evaluation.runs import answer_record
from secqa.models.model import Garbled, Reply, Request, Usage
from secqa.models.open_model import OpenModel
from secqa.models.retry import reject_cut_replies, with_retries
from secqa.systems.answer import Answer
from secqa.systems.make import make_system
from secqa.systems.thinking import OFFLINE, Thinking

_CUT = ("max_tokens", "model_length")
_REFUSED = "content_filter"


def inspected_model() -> OpenModel:
    """The model of the current sample; call it in Inspect's event loop."""
    model, loop, context = get_model(), asyncio.get_running_loop(), copy_context()

    def ask(request: Request) -> Reply:
        messages = [ChatMessageSystem(content=request.instructions)]
        work = model.generate([*messages, ChatMessageUser(content=_prompt(request))])
        sent = context.copy().run(asyncio.run_coroutine_threadsafe, work, loop)
        return _reply(sent.result())

    # Inspect asks again by itself where a service is busy.
    return OpenModel(
        str(model), with_retries(reject_cut_replies(ask)), None, None, Usage(), lambda: None
    )


def _prompt(request: Request) -> str:
    """The prompt with its form in words: not every provider of Inspect takes a schema."""
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


ANSWER = "secqa_answer"
"""Where a sample's store keeps the whole answer, with its trail."""
_ASKED = "You answer questions about companies' financial reports. Give the answer alone."
ENGINES = ("offline", "inspect")


@solver(name="system")
def system_solver(
    corpus: str,
    system: str = "codegen-docs",
    pages: int = 8,
    engine: str = "offline",
    until: int | None = None,
) -> Solver:
    """One of our systems over a corpus, whose documents after fiscal year `until` are hidden.

    `engine` is `offline`, the rules of this package, or `inspect`, the model that Inspect
    evaluates. A failed reply is an error of the sample, never its answer.
    """
    if engine not in ENGINES:
        raise SecqaError(f"engine {engine}: unknown; one of {', '.join(ENGINES)}")
    opened = open_corpus(corpus_path(corpus))
    seen = opened if until is None else opened.until(until)
    make_system(system, seen, pages)  # raises before the first sample

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        thinking = OFFLINE if engine == "offline" else Thinking(inspected_model())
        made = make_system(system, seen, pages, thinking)
        # A thread of its own: in a pool that the model needs, too, both might wait for ever.
        own = CapacityLimiter(1)
        answer = await to_thread.run_sync(made.answer, state.input_text, limiter=own)
        state.store.set(ANSWER, answer_record(answer))
        state.output = ModelOutput.from_content(
            f"{system} ({thinking.label})", completion_of(answer)
        )
        state.messages.append(state.output.message)
        return state

    return solve


@solver
def closed_book() -> Solver:
    """The model that Inspect evaluates, without the filings."""
    return chain(system_message(_ASKED), generate())


def completion_of(answer: Answer) -> str:
    """An answer in the form of its target, with a line for each piece of evidence, or its error."""
    if answer.value is None:
        return f"{NO_ANSWER}: {answer.error}"
    places = [
        f"{one.document_id} page {one.page}: {' '.join(one.quote.split())}"
        for one in dict.fromkeys(answer.readings)
        if one.value is not None
    ]
    places += [f"{one.document_id} page {one.page}" for one in answer.passages]
    return "\n".join([target_of(answer.value), *places])
