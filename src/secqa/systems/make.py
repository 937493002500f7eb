"""Create systems by name, and answer queries."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from secqa.corpus.corpus_store import Corpus
from secqa.errors import SecqaError
from secqa.models.model import Usage
from secqa.query.query import Query
from secqa.retrieval.page_query import corpus_companies
from secqa.retrieval.pool import page_index
from secqa.retrieval.retriever import OWN_RANKING, ChosenRetriever, Retriever, open_retriever
from secqa.systems.answer import Answer, System
from secqa.systems.engine import Engine, company_lines, make_engine
from secqa.systems.outside.open_outside import is_outside, open_outside
from secqa.systems.outside.system import OutsideLimits
from secqa.systems.paper_systems import AtOnce, CodeGen
from secqa.systems.planning.planner import Plan, plan_query
from secqa.systems.thinking import OFFLINE, Thinking, thinking_with

SYSTEMS: dict[str, Callable[[Corpus, Retriever, Engine, int], System]] = {
    "vanilla": lambda _corpus, retrieve, engine, k: AtOnce(
        retrieve, engine, k, "vanilla", lambda question: [question]
    ),
    "multi-query": lambda _corpus, retrieve, engine, k: AtOnce(
        retrieve, engine, k, "multi-query", engine.queries
    ),
    "codegen": partial(CodeGen, name="codegen", selects_documents=False),
    "codegen-docs": partial(CodeGen, name="codegen-docs", selects_documents=True),
}
"""The four systems of the SEC-QA paper (4.1)."""


@dataclass(frozen=True)
class Counting:
    """A system that reports the cost of each answer."""

    name: str
    corpus: Corpus
    retrieve: Retriever
    k: int
    thinking: Thinking

    def answer(self, question: str) -> Answer:
        """Answer one question; raises `secqa.models.model.Stopped` if the model cannot be
        called."""
        spent = Usage()
        engine = make_engine(self.corpus, self.thinking, spent)
        answer = SYSTEMS[self.name](self.corpus, self.retrieve, engine, self.k).answer(question)
        return replace(answer, calls=spent.calls, tokens=spent.tokens, cost=spent.full_cost)


def make_system(
    name: str,
    corpus: Corpus,
    pages: int = 8,
    model: str | Thinking = "offline",
    retriever: ChosenRetriever = OWN_RANKING,
    terms: OutsideLimits | None = None,
) -> System:
    """Create a system that answers from a corpus; each retrieval returns `pages` pages.

    `terms` limits systems from outside this package: `module:name` or an address.

    Raises `SecqaError` for an unknown name, model or retriever, fewer than one page, or a corpus
    whose page index or vectors are missing or outdated.
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


def plan_of(query: Query, corpus: Corpus) -> Plan:
    """Plan a query; raises CannotAnswer if the corpus lacks a report that it needs."""
    companies = corpus_companies(corpus)
    return plan_query(query, str(query), companies, corpus.catalogue, company_lines(corpus))


def answer_query(query: Query, corpus: Corpus, pages: int = 8) -> Answer:
    """Answer a query by rule."""
    plan = plan_of(query, corpus)
    engine = replace(make_engine(corpus, OFFLINE, Usage()), plan=lambda _question: plan)
    retrieve = open_retriever(OWN_RANKING, corpus)
    return CodeGen(corpus, retrieve, engine, pages, "codegen-docs", True).answer(str(query))
