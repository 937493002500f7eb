"""A query that is evaluated and its compiled program in the sandbox come to the same."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast
from zlib import crc32

import pytest
from hypothesis import HealthCheck, given, settings
from tests.support.query_cases import KNOWN, queries, reports

from secqa.corpus.corpus_store import Corpus, open_corpus
from secqa.errors import CannotAnswer
from secqa.filings.document import Metadata, Page
from secqa.metrics.catalogue import load_catalogue
from secqa.parsing.figure_question import FigureQuestion, Question
from secqa.query.leaves import Companies, Years
from secqa.query.period import EACH, Period
from secqa.query.query import Choose, Compare, Filter, Lookup, Number, Output, Query, lookups
from secqa.query.tree import nodes
from secqa.reading.reading import Reading
from secqa.retrieval.rank import RankedPage
from secqa.systems.ahead import read_once
from secqa.systems.answer import Answer
from secqa.systems.confidence import load_fit
from secqa.systems.make import make_system
from secqa.systems.page_source import Tools
from secqa.systems.planning.planner import Plan, plan_query
from secqa.systems.program_answer import Result, answer_of, work_out
from secqa.systems.thinking import Thinking

CATALOGUE = load_catalogue()
DOCUMENTS = tuple(reports())


class MadeUp:
    """A corpus of no pages, whose companies are those of `KNOWN`."""

    documents = DOCUMENTS
    catalogue = CATALOGUE

    def other_names(self) -> dict[str, tuple[str, ...]]:
        return {}

    def entry(self, name: str) -> SimpleNamespace:
        about = next(one for one in DOCUMENTS if one.document_id == name)
        return SimpleNamespace(metadata=about)

    def page(self, _name: str, number: int) -> Page:
        return Page(number, "", ())

    def document(self, _name: str) -> SimpleNamespace:
        return SimpleNamespace(pages=())


MADE_UP = cast(Corpus, MadeUp())


def find_first(_question: Question, documents: Sequence[str] | None) -> Sequence[RankedPage]:
    names = [one.document_id for one in DOCUMENTS] if documents is None else documents
    return [RankedPage(name, 1, 1.0, {}) for name in names[:2]]


def make_up(question: Question, pages: Sequence[tuple[Metadata, Page]]) -> Reading:
    """A value that rests on what is asked of which documents; one in five is missing."""
    assert isinstance(question, FigureQuestion)
    names = [about.document_id for about, _ in pages]
    number = crc32(f"{question.lookup} {names}".encode())
    if number % 5 == 0:
        return Reading(question.text, None, why="it is not printed")
    return Reading(question.text, float(number % 1999 - 600), confidence=number % 100 / 100)


def worked_out(query: Query, selects: bool, execute: bool) -> tuple[Answer, Result]:
    plan = plan_query(query, "What is asked?", KNOWN, CATALOGUE)
    tools = Tools(MADE_UP, find_first, read_once(make_up), selects)
    result = work_out(plan, tools, execute=execute)
    return answer_of("What is asked?", plan, result, tools), result


@pytest.mark.parametrize("selects", [True, False])
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(queries())
def test_programs_and_queries_agree(selects: bool, query: Query) -> None:
    try:
        evaluated, result = worked_out(query, selects, execute=False)
    except CannotAnswer:
        return
    ran, of_program = worked_out(query, selects, execute=True)
    assert (evaluated.value is None) == (ran.value is None), (evaluated.error, ran.error)
    for one, other in zip(result.values, of_program.values, strict=True):
        same = one if isinstance(one, str) else pytest.approx(one, rel=1e-9, abs=1e-9)
        assert other == same
    chooses_part = any(isinstance(lookup.part, Choose) for lookup in lookups(query))
    every = any(isinstance(node, Companies) and node.every for node in nodes(query))
    if evaluated.value is None and (every or chooses_part):
        # What is missing is left out or refused where it is met, and a program may meet it later.
        return
    if chooses_part:
        # A program names a chosen part twice, and so may choose it twice.
        assert set(result.trail.readings) == set(of_program.trail.readings)
        return
    assert result.trail.readings == of_program.trail.readings
    assert evaluated.notes == ran.notes
    assert list(result.trail.documents) == list(of_program.trail.documents)
    assert list(result.trail.pages) == list(of_program.trail.pages)
    if "divi" not in evaluated.error and "choose from" not in evaluated.error:
        assert evaluated.error == ran.error


@pytest.mark.parametrize("execute", [False, True])
def test_a_quarter_that_is_told_to_date_alone_is_worked_out(execute: bool) -> None:
    told = {"2022Q1": 2.0, "2022Q2 YTD": 9.0}

    def read(question: Question, pages: Sequence[tuple[Metadata, Page]]) -> Reading:
        assert isinstance(question, FigureQuestion)
        value = told.get(str(question.lookup.period))
        return Reading(str(question), value, "USD", confidence=0.9, document_id="one", page=1)

    quarter = Lookup("capital_expenditure", "AW", Period(2022, "quarter", 2))
    plan = plan_query(Query((quarter,)), "What is asked?", KNOWN, CATALOGUE)
    tools = Tools(MADE_UP, find_first, read_once(read), True)
    assert work_out(plan, tools, execute=execute).values == (7.0,)


@pytest.mark.parametrize("execute", [False, True])
def test_a_ranking_of_all_companies_is_a_table_of_those_that_have_the_figure(execute: bool) -> None:
    revenue = Lookup("revenue", EACH, Period(2022))
    ranking = Query((Choose(Companies(), revenue, rank=1, top=0),))
    answer, _ = worked_out(ranking, True, execute)
    assert answer.value == ("Gamma's", "Beta Foods")
    assert answer.notes == ("2 of 3 companies compared; no such figure of Alpha Works",)
    assert answer.unit == "USD"
    figures = tuple(reading.value for reading in answer.readings if reading.value is not None)
    assert dict(answer.labelled_values) == {
        "1. Gamma's": max(figures), "2. Beta Foods": min(figures),
    }  # fmt: skip
    named = Query((Choose(Companies(("AW", "BFC", "GAM")), revenue, top=0),))
    assert worked_out(named, True, execute)[0].value is None
    years = Query((Choose(Years(last=2), Lookup("revenue", "AW", Period(each=True)), top=0),))
    assert not worked_out(years, True, execute)[0].figures


def test_a_company_whose_debt_was_read_twice_is_left_out_of_a_ranking() -> None:
    def read(question: Question, pages: Sequence[tuple[Metadata, Page]]) -> Reading:
        assert isinstance(question, FigureQuestion)
        lookup = question.lookup
        parts = {
            "debt_current": 5.0,
            "long_term_debt": 5.0 if lookup.company == "Alpha Works" else 7.0,
        }
        value = parts.get(lookup.metric, 0.0)
        return Reading(str(question), value, "USD", 0.9, "one", metric=lookup.metric, period="2022")

    debt = Lookup("total_debt", EACH, Period(2022))
    query = Query((Choose(Companies(), debt, rank=1, top=0),))
    plan = plan_query(query, "What is asked?", KNOWN, CATALOGUE)
    tools = Tools(MADE_UP, find_first, read_once(read), True)
    answer = answer_of("What is asked?", plan, work_out(plan, tools), tools)
    assert answer.notes == ("2 of 3 companies compared; no such figure of Alpha Works",)


@pytest.mark.parametrize("execute", [False, True])
def test_leases_of_one_line_are_counted_once(execute: bool) -> None:
    values = {"long_term_debt": 7.0, "operating_lease_liability": 5.0}
    values["finance_lease_outside_debt"] = 5.0

    def read(question: Question, pages: Sequence[tuple[Metadata, Page]]) -> Reading:
        assert isinstance(question, FigureQuestion)
        metric = question.lookup.metric
        row = 3 if "lease" in metric else 4
        return Reading(
            str(question), values.get(metric), "USD", 0.9, "one", 1, row=row, metric=metric
        )

    plan = plan_query(
        Query((Lookup("total_debt", "AW", Period(2022)),)), "What is asked?", KNOWN, CATALOGUE
    )
    tools = Tools(MADE_UP, find_first, read_once(read), True)
    assert answer_of("", plan, work_out(plan, tools, execute=execute), tools).value == 12.0


@pytest.mark.parametrize("execute", [False, True])
@pytest.mark.parametrize("over", [Companies(), Companies(("AW", "BFC", "GAM"))])
def test_a_ratio_to_negative_equity_is_no_lowest_ratio(over: Companies, execute: bool) -> None:
    equity = {"Alpha Works": -2.0, "Beta Foods": 3.0, "Gamma's": 4.0}

    def read(question: Question, pages: Sequence[tuple[Metadata, Page]]) -> Reading:
        assert isinstance(question, FigureQuestion)
        lookup = question.lookup
        value = equity[str(lookup.company)] if lookup.metric == "equity" else None
        value = 12.0 if lookup.metric == "long_term_debt" else value
        return Reading(str(question), value, "USD", 1.0, "one", metric=lookup.metric, period="2022")

    def answer(output: Output) -> Answer:
        plan = plan_query(Query((output,)), "What is asked?", KNOWN, CATALOGUE)
        tools = Tools(MADE_UP, find_first, read_once(read), True)
        return answer_of("What is asked?", plan, work_out(plan, tools, execute=execute), tools)

    ratio = Lookup("debt_to_equity", EACH, Period(2022))
    lowest = answer(Choose(over, ratio, highest=False))
    assert lowest.value == "Gamma's", lowest.error
    assert lowest.notes == ("Alpha Works left out: its total shareholders' equity is negative",)
    assert [one.name for one in lowest.compared] == ["Gamma's", "Beta Foods"]
    below = answer(Filter(over, Compare(ratio, "<", Number(3.5))))
    assert (below.value, below.notes) == ("Gamma's", lowest.notes)
    alone = answer(replace(ratio, company="AW"))
    assert (alone.value, alone.confidence < load_fit().threshold) == (-6.0, True)
    (note,) = alone.notes
    assert note.startswith("Alpha Works has negative total shareholders' equity: the debt to ")


def test_they_agree_on_questions_of_every_kind_over_the_sample(demo: Path) -> None:
    corpus = open_corpus(demo / "corpus")
    lines = (demo / "benchmark" / "questions.jsonl").read_text().splitlines()
    questions = list(map(json.loads, lines))
    assert len({one["type"] for one in questions}) > 20
    evaluating, running = (
        make_system("codegen-docs", corpus, 4, Thinking(execute=execute))
        for execute in (False, True)
    )
    for question in questions:
        one, other = evaluating.answer(question["text"]), running.answer(question["text"])
        same = pytest.approx(other.value) if isinstance(other.value, float) else other.value
        assert one.value == same
        assert replace(one, value=0, seconds=0, calls=0) == replace(
            other, value=0, seconds=0, calls=0
        )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("7", "read no figure"),
        ("nan", "no value"),
        ("inf", "no value"),
        ("Yes", "read no figure"),
    ],
)
def test_values_of_a_program_that_read_nothing_are_refused(text: str, reason: str) -> None:
    program = f'with open("answer.txt", "w") as file:\n    file.write("{text}")\n'
    plan = Plan(program, by_model=True)
    tools = Tools(MADE_UP, find_first, read_once(make_up))
    answer = answer_of("What is asked?", plan, work_out(plan, tools), tools)
    assert answer.value is None
    assert reason in answer.error


def test_texts_of_an_answer_are_printable() -> None:
    text = "Acme\x1b[2J\u202e\x9b Rockets\nand sons\u2028"
    answer = Answer("What?", (text, 1.0), text, labels=(text,), notes=(text,), error=text)
    clean = "Acme[2J Rockets\nand sons "
    assert (answer.value, answer.unit, answer.error) == ((clean, 1.0), clean, clean)
    assert answer.labels == answer.notes == (clean,)


def test_words_that_an_answer_does_not_account_for_are_told() -> None:
    query = Query((Lookup("revenue", KNOWN[0].name, Period(2024)),))
    plan = replace(plan_query(query, "What?", KNOWN, CATALOGUE), uncovered=("systemwide",))
    reading = Reading("What?", 5.0, confidence=0.9)
    tools = Tools(MADE_UP, find_first, lambda _question, _pages: reading)
    answer = answer_of("What?", plan, work_out(plan, tools), tools)
    assert answer.value == 5.0
    assert '"systemwide"' in answer.notes[0]


@pytest.mark.parametrize(("value", "error"), [(5.0, "no loss is reported"), (-5.0, "")])
def test_an_income_is_no_loss(value: float, error: str) -> None:
    query = Query((Lookup("net_income", KNOWN[0].name, Period(2024)),))
    plan = replace(plan_query(query, "What?", KNOWN, CATALOGUE), losses=frozenset({"net_income"}))
    reading = Reading("What?", value, confidence=0.9, metric="net_income")
    tools = Tools(MADE_UP, find_first, lambda _question, _pages: reading)
    answer = answer_of("What?", plan, work_out(plan, tools), tools)
    assert answer.error.startswith(error)
    assert (answer.value is None) == bool(error)
