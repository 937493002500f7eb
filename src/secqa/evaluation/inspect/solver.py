"""Our systems, and a language model alone, as solvers of Inspect."""

from anyio import CapacityLimiter, to_thread
from inspect_ai.model import ModelOutput
from inspect_ai.solver import Generate, Solver, TaskState, chain, generate, solver, system_message

from secqa.benchmark.formats.text_files import NO_ANSWER, target_of
from secqa.corpus.address import corpus_path
from secqa.corpus.store import open_corpus
from secqa.errors import SecqaError
from secqa.evaluation.inspect.model import inspected_model
from secqa.evaluation.runs import answer_record
from secqa.systems.answer import Answer
from secqa.systems.make import make_system
from secqa.systems.thinking import OFFLINE, Thinking

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
    """One of our systems over a corpus, of which `until` is the last fiscal year to be seen.

    `engine` is what thinks: `offline`, the rules of this package, or `inspect`, the model that
    Inspect evaluates. A question whose reply fails is a sample's error, and never its answer.
    """
    if engine not in ENGINES:
        raise SecqaError(f"engine {engine}: unknown; one of {', '.join(ENGINES)}")
    opened = open_corpus(corpus_path(corpus))
    seen = opened if until is None else opened.until(until)
    make_system(system, seen, pages)  # what cannot be made is told before the first sample

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        thinking = OFFLINE if engine == "offline" else Thinking(inspected_model())
        made = make_system(system, seen, pages, thinking)
        # A thread of its own: in a pool that the model needs, too, both might wait for ever.
        own = CapacityLimiter(1)
        answer = await to_thread.run_sync(made.answer, state.input_text, limiter=own)
        state.store.set(ANSWER, answer_record(answer))
        state.output = ModelOutput.from_content(f"{system} ({thinking.label})", said(answer))
        state.messages.append(state.output.message)
        return state

    return solve


@solver
def closed_book() -> Solver:
    """The model that Inspect evaluates, without the filings: what it knows by heart."""
    return chain(system_message(_ASKED), generate())


def said(answer: Answer) -> str:
    """An answer as its target is written, with its evidence a line each; or why there is none."""
    if answer.value is None:
        return f"{NO_ANSWER}: {answer.error}"
    places = [
        f"{one.document_id} page {one.page}: {' '.join(one.quote.split())}"
        for one in dict.fromkeys(answer.readings)
        if one.value is not None
    ]
    places += [f"{one.document_id} page {one.page}" for one in answer.passages]
    return "\n".join([target_of(answer.value), *places])
