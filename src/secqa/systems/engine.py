"""Plan, read and split questions behind one interface, by rule or by a language model.

An `Engine` serves one question and adds its cost to a `Usage`. Systems call plain functions, so
that they treat rules and models alike.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import TypeVar

from secqa.corpus.corpus_store import Corpus
from secqa.errors import CannotAnswer
from secqa.filings.document import Metadata, Page
from secqa.models.model import Model, Usage, count_usage
from secqa.parsing.entities.company_index import Company
from secqa.parsing.entities.label_mentions import Lines, LinesOf
from secqa.parsing.figure_question import Question, parse_question, questions_of
from secqa.parsing.ground import ground
from secqa.parsing.understand import Interpretation, understand
from secqa.query.leaves import Narrative
from secqa.query.query import Query
from secqa.reading.passages.find import find_passages
from secqa.reading.reader import read_value
from secqa.reading.reading import PassageAnswer, Reading
from secqa.retrieval.document_fit import is_of
from secqa.retrieval.page_query import corpus_companies
from secqa.retrieval.rank import RankedPage
from secqa.systems.answer import Answer
from secqa.systems.narratives import Tell, sentence_of
from secqa.systems.page_source import Reader
from secqa.systems.planning.planner import NeedsProgram, Plan, plan_query
from secqa.systems.program_answer import answer_at_once, answer_by_program
from secqa.systems.thinking import Mode, Thinking

_LINES_KEPT = 256
"""Companies whose row labels are cached: some 1,000 each."""
_MODELS = (Mode.MODEL, Mode.MODEL_QUERY)
_SURE = 0.65
"""The model, if there is one, repeats readings by rule below this confidence. Of the readings for
300 questions over real filings, 13% were below it: 82% of those were right, and 99% of the
others."""
_Found = TypeVar("_Found", Answer, Reading)


@dataclass(frozen=True, slots=True)
class Engine:
    """Functions that plan, read and answer for one question."""

    plan: Callable[[str], Plan]
    """Plans a question; raises `CannotAnswer` if it cannot be answered."""
    mend: Callable[[str, Plan, str], Plan | None]
    """Returns another program for a question, its plan and the error of its program; None if there
    is none."""
    read: Reader
    """Reads one figure."""
    answer: Callable[[str, Sequence[RankedPage]], Answer]
    """Answers a whole question from the given pages alone."""
    queries: Callable[[str], Sequence[Question]]
    """Splits a question into searches; returns the question itself if it has no parts."""
    narrative_query: Callable[[str], Query | None]
    """The query of a question for text; None for a question for figures."""
    tell: Tell
    """The passages of pages that answer a question for text."""
    explain: Callable[[Answer], Answer]
    """Rewrites an answer of passages in sentences that cite them; only a model does."""
    waits: bool = False
    """Whether reading calls a model, so that reading several figures at once saves time."""
    executes: bool = False
    """Whether compiled programs run in the sandbox instead of being evaluated."""


def make_engine(corpus: Corpus, thinking: Thinking, spent: Usage) -> Engine:
    """The engine for one question; adds its cost to `spent`."""
    if thinking.model is None:
        return replace(_rules(corpus, spent), executes=thinking.execute)
    rules = _rules(corpus, Usage())  # next to a model, rules cost nothing
    ask = count_usage(thinking.model.ask, spent)
    model = _model(corpus, ask, rules)
    by_query = _by_query(corpus, ask)
    fill = partial(_query_or_program, by_query, model.plan)
    planner: dict[Mode, Callable[[str], Plan]] = {
        Mode.MODEL: partial(_words_or_plan, rules.narrative_query, model.plan),
        Mode.OFFLINE: rules.plan,
        Mode.MODEL_QUERY: fill,
        Mode.OFFLINE_FIRST: partial(_plan_by_either, rules.plan, fill),
    }
    reading = {Mode.MODEL: model, Mode.OFFLINE: rules, Mode.OFFLINE_FIRST: model}[thinking.reader]
    first = thinking.reader is Mode.OFFLINE_FIRST
    either = partial(_by_either, rules.answer, model.answer)
    return Engine(
        plan=planner[thinking.planner],
        mend=model.mend,
        read=partial(_by_either, rules.read, model.read) if first else reading.read,
        answer=either if first else reading.answer,
        queries=partial(_queries, lambda question: by_query(question).query, corpus)
        if thinking.planner in _MODELS
        else rules.queries,
        narrative_query=rules.narrative_query,
        tell=rules.tell,
        explain=reading.explain,
        waits=thinking.reader is not Mode.OFFLINE,
        executes=thinking.execute,
    )


def _rules(corpus: Corpus, spent: Usage) -> Engine:
    catalogue, companies = corpus.catalogue, corpus_companies(corpus)
    lines_of = company_lines(corpus)

    @lru_cache(maxsize=8)  # narrative_query and plan parse the same question
    def understood(question: str) -> Interpretation:
        return understand(question, companies, catalogue, lines_of)

    def planned(question: str) -> Plan:
        spent.add_call()
        found = understood(question)
        return plan_query(found.query, question, companies, catalogue, lines_of, found)

    def read(question: Question, pages: Sequence[tuple[Metadata, Page]]) -> Reading:
        spent.add_call()
        if isinstance(question, str):
            question = parse_question(question, companies, catalogue, lines_of)
        return read_value(question, pages, catalogue)

    def narrative_query(question: str) -> Query | None:
        try:
            query = understood(question).query
        except CannotAnswer:
            return None
        return ground(query, companies) if query.narratives else None

    def query_of(question: str) -> Query:
        spent.add_call()
        return ground(understood(question).query, companies)

    def tell(narrative: Narrative, ranked: Sequence[RankedPage], parts: int) -> PassageAnswer:
        spent.add_call()
        return find_passages(corpus, narrative, ranked, parts)

    return Engine(
        plan=planned,
        mend=lambda _question, _plan, _error: None,
        read=read,
        answer=partial(answer_by_program, corpus=corpus, plan=planned, read=read),
        queries=partial(_queries, query_of, corpus),
        narrative_query=narrative_query,
        tell=tell,
        explain=lambda answer: answer,
    )


@lru_cache(maxsize=8)
def company_lines(corpus: Corpus) -> LinesOf:
    """The row labels of each company's filings, read on first use."""

    @lru_cache(maxsize=_LINES_KEPT)
    def lines_of(company: Company) -> Lines | None:
        own = [document.document_id for document in corpus.documents if is_of(document, company)]
        printed = corpus.lines(own)
        return Lines(printed) if printed else None

    return lines_of


def _model(corpus: Corpus, ask: Model, rules: Engine) -> Engine:
    """An engine that calls the model. Rules still recognise questions for text and choose passages,
    so that all models get the same passages."""
    # Imported here, since most runs use no model.
    from secqa.reading.model_reader import read_by_model
    from secqa.systems.explaining.citations import explain
    from secqa.systems.planning.model_planner import mend_by_model, plan_by_model

    companies = corpus_companies(corpus)

    return replace(
        rules,
        plan=partial(plan_by_model, companies=companies, model=ask),
        mend=partial(mend_by_model, companies=companies, model=ask),
        read=lambda question, pages: read_by_model(str(question), pages, model=ask),
        answer=partial(answer_at_once, corpus=corpus, model=ask),
        explain=partial(explain, corpus=corpus, model=ask),
    )


def _by_query(corpus: Corpus, ask: Model) -> Callable[[str], Plan]:
    """Plan by queries that the model fills in; raises `NeedsProgram` if it asks for a program."""
    from secqa.systems.planning.query_planner import PlannerInput, plan_by_query

    setting = PlannerInput(corpus_companies(corpus), corpus.catalogue, company_lines(corpus))
    return partial(plan_by_query, setting=setting, model=ask)


def _query_or_program(
    by_query: Callable[[str], Plan], by_program: Callable[[str], Plan], question: str
) -> Plan:
    """The model's query; its program if no query expresses the question."""
    try:
        return by_query(question)
    except NeedsProgram:
        return by_program(question)


def _queries(
    query_of: Callable[[str], Query], corpus: Corpus, question: str
) -> tuple[Question, ...]:
    """A search for each figure or text that a question needs; the question itself if none."""
    try:
        query = query_of(question)
    except CannotAnswer:
        return (question,)
    searches = tuple(map(sentence_of, query.narratives))
    return (
        searches or questions_of(query, corpus_companies(corpus), corpus.catalogue) or (question,)
    )


def _words_or_plan(
    narrative_query: Callable[[str], Query | None], model: Callable[[str], Plan], question: str
) -> Plan:
    """The model's plan; for a question for text, a plan without a program."""
    query = narrative_query(question)
    return model(question) if query is None else Plan("", query)


def _plan_by_either(
    rules: Callable[[str], Plan], model: Callable[[str], Plan], question: str
) -> Plan:
    """The rules' plan; the model's for questions for text or that the rules do not understand."""
    try:
        by_rule = rules(question)
    except CannotAnswer:
        return model(question)
    return by_rule if by_rule.program else model(question)


def _by_either(
    rules: Callable[..., _Found], model: Callable[..., _Found], question: Question, pages: object
) -> _Found:
    """The rules' result; the model's if the rules are not sure and the model finds a value."""
    by_rule = rules(question, pages)
    if by_rule.value is not None and by_rule.confidence >= _SURE:
        return by_rule
    by_model = model(question, pages)
    return by_model if by_model.value is not None else by_rule
