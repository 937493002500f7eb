"""Answers to a question that is given as a `Query`: nothing has to be understood."""

from dataclasses import replace

from secqa.corpus.corpus_store import Corpus
from secqa.models.model import Usage
from secqa.query.query import Query
from secqa.retrieval.page_query import known_companies
from secqa.retrieval.retriever import OWN_RANKING, open_retriever
from secqa.systems.answer import Answer
from secqa.systems.codegen import CodeGen
from secqa.systems.engine import known_lines, make_engine
from secqa.systems.planning.planner import Plan, plan_query
from secqa.systems.thinking import OFFLINE


def plan_of(query: Query, corpus: Corpus) -> Plan:
    """The program of a query; CannotAnswer where the collection has not what it needs."""
    companies = known_companies(corpus)
    return plan_query(query, str(query), companies, corpus.catalogue, known_lines(corpus))


def answer_query(query: Query, corpus: Corpus, pages: int = 8) -> Answer:
    """The answer to a query, by rule."""
    plan = plan_of(query, corpus)
    engine = replace(make_engine(corpus, OFFLINE, Usage()), plan=lambda _question: plan)
    retrieve = open_retriever(OWN_RANKING, corpus)
    return CodeGen(corpus, retrieve, engine, pages, "codegen-docs", True).answer(str(query))
