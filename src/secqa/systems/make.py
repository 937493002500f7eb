"""Systems by name, as the command line and runs ask for them."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from secqa.corpus.corpus_store import Corpus
from secqa.errors import SecqaError
from secqa.models.model import Usage
from secqa.retrieval.pool import page_index
from secqa.retrieval.retriever import OWN_RANKING, ChosenRetriever, Retriever, open_retriever
from secqa.systems.answer import Answer, System
from secqa.systems.codegen import CodeGen
from secqa.systems.engine import Engine, make_engine
from secqa.systems.multi_query import MultiQuery
from secqa.systems.outside.limits import OutsideLimits
from secqa.systems.outside.open_outside import is_outside, open_outside
from secqa.systems.thinking import Thinking, thinking_with
from secqa.systems.vanilla import Vanilla

SYSTEMS: dict[str, Callable[[Corpus, Retriever, Engine, int], System]] = {
    "vanilla": lambda _corpus, retrieve, engine, k: Vanilla(retrieve, engine, k),
    "multi-query": lambda _corpus, retrieve, engine, k: MultiQuery(retrieve, engine, k),
    "codegen": partial(CodeGen, name="codegen", selects_documents=False),
    "codegen-docs": partial(CodeGen, name="codegen-docs", selects_documents=True),
}
"""The four systems of the SEC-QA paper (4.1)."""


@dataclass(frozen=True)
class Counting:
    """A system whose answers say what they took."""

    name: str
    corpus: Corpus
    retrieve: Retriever
    k: int
    thinking: Thinking

    def answer(self, question: str) -> Answer:
        """Answer one question; raises `secqa.models.model.Stopped` when no model can be asked."""
        spent = Usage()
        engine = make_engine(self.corpus, self.thinking, spent)
        answer = SYSTEMS[self.name](self.corpus, self.retrieve, engine, self.k).answer(question)
        return replace(answer, calls=spent.calls, tokens=spent.tokens, cost=spent.known_cost)


def make_system(
    name: str,
    corpus: Corpus,
    pages: int = 8,
    model: str | Thinking = "offline",
    retriever: ChosenRetriever = OWN_RANKING,
    terms: OutsideLimits | None = None,
) -> System:
    """A system that answers from a corpus; each of its retrievals gives `pages` pages.

    One that is not of this package, `module:name` or an address, is asked on `terms`.

    Raises `SecqaError` for an unknown name, model or retriever, fewer than one page, or a corpus
    whose page index or vectors are missing or not up to date.
    """
    if pages < 1:
        raise SecqaError(f"{pages} pages: a system needs at least 1")
    thinking = thinking_with(model) if isinstance(model, str) else model
    if name not in SYSTEMS and is_outside(name):
        if thinking.model is not None:
            raise SecqaError(f"{name}: thinks for itself; leave out --model")
        return open_outside(name, corpus, pages, terms or OutsideLimits(), retriever)
    if name not in SYSTEMS:
        raise SecqaError(
            f"{name}: unknown system; one of {', '.join(SYSTEMS)}, or one of yours as "
            "module:name or http://…"
        )
    page_index(corpus)
    return Counting(name, corpus, open_retriever(retriever, corpus), pages, thinking)
