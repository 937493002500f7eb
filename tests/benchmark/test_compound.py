"""The compound suite: values worked out of a document's figures that it does not print."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from tests.support.benchmark_tables import CATALOGUE as WHOLE
from tests.support.benchmark_tables import made_parts, made_rows, printed, report, row, source_with
from tests.support.oracle import functions_over

from secqa.benchmark.dataset import Benchmark, Question
from secqa.benchmark.gates.value_gates import against_formula
from secqa.benchmark.generation import Origin, generate
from secqa.benchmark.suite import load_suite
from secqa.facts.fact import MetricFact
from secqa.facts.table.compound import compound_facts
from secqa.metrics.catalogue import Catalogue, load_catalogue
from secqa.metrics.metric import Metric
from secqa.systems.sandbox.run import run_program

_COMPOUND = (
    Metric(
        "kept",
        "earnings kept",
        "USD",
        "duration",
        formula="net_income - dividends_paid",
        definition="net income minus dividends",
    ),
    Metric(
        "kept_share",
        "share of earnings kept",
        "pure",
        "duration",
        formula="kept / net_income",
        definition="earnings kept divided by net income",
    ),
    Metric("growth", "growth", "pure", "duration", formula="revenue / prior(revenue) - 1"),
    Metric("before", "income before interest", "USD", "duration", formula="net_income + interest?"),
    # A statement with three lines counts as read, so interest that is not there is none.
    Metric("interest", "interest expense", "USD", "duration", statement="income"),
)
CATALOGUE = Catalogue(WHOLE.metrics | {metric.id: metric for metric in _COMPOUND})


def made(
    shown: str = "", suite: str = "compound", definitions: bool = False, **changes: Any
) -> Benchmark:
    """Questions; `shown` stands on a page of every document besides its figures."""
    rows, documents = made_rows()
    pages = printed([*rows, *made_parts()])
    pages |= {(document.document_id, 99): shown for document in documents}
    wanted = replace(load_suite(suite), **{"count": 12, "definitions": definitions, **changes})
    source = source_with(rows, documents, pages, made_parts())
    return generate(source, CATALOGUE, wanted, Origin(3, "0", "cmd"))


def worked_out(question: Question) -> float:
    value = {(fact.metric, fact.fiscal_year): fact.value for fact in question.facts}
    year = max(fact.fiscal_year for fact in question.facts)
    match question.metrics[0]:
        case "kept":
            return value["net_income", year] - value["dividends_paid", year]
        case "kept_share":
            return 1 - value["dividends_paid", year] / value["net_income", year]
        case "growth":
            return value["revenue", year] / value["revenue", year - 1] - 1
    return value["net_income", year]


def test_answers_are_worked_out_of_the_required_facts() -> None:
    questions = made().questions
    assert {question.type for question in questions} == {"value_latest", "value_in_period"}
    for question in questions:
        assert question.answer == pytest.approx(worked_out(question))
        assert all(fact.evidence for fact in question.facts)
        assert len({fact.document_id for fact in question.facts}) == 1
        assert "formula" in question.complexity.structure


def test_gold_programs_work_the_answer_out_of_one_document() -> None:
    rows, documents = made_rows()
    for question in made(count=16).questions:
        read: set[MetricFact] = set()
        outcome = run_program(question.program, functions_over(rows, documents, CATALOGUE, read))
        assert not outcome.error
        assert float(outcome.answer_text or "nan") == pytest.approx(question.answer)
        assert {fact.document_id for fact in read} == {question.facts[0].document_id}
        assert len(read) == len(question.facts)


def test_values_that_the_document_prints_are_not_asked_for() -> None:
    # Every company grows by 1 / 0.9 - 1 every year.
    metrics = ("growth", "kept")
    asked = {q.metrics[0] for q in made(metrics=metrics).questions}
    assert asked == {"growth", "kept"}
    hushed = made("Our growth was 11.1% this year", metrics=metrics)
    assert {q.metrics[0] for q in hushed.questions} == {"kept"}
    assert hushed.rejected["a worked-out value is printed"] > 0


@pytest.mark.parametrize("shown", ["Earnings kept | 5,278", "Earnings kept was $5,278"])
def test_what_a_report_works_out_in_its_own_way_is_not_asked_for(shown: str) -> None:
    hushed = made(shown, metrics=("growth", "kept", "kept_share"))
    assert {q.metrics[0] for q in hushed.questions} == {"growth"}
    assert hushed.rejected["its report has a figure of that name"] > 0


def test_definitions_say_what_parts_are_made_of_as_well() -> None:
    texts = [q.text for q in made(definitions=True, metrics=("kept_share",), count=6).questions]
    for text in texts:
        assert text.endswith(
            " Where share of earnings kept is defined as: earnings kept divided by net income; "
            "earnings kept is defined as: net income minus dividends."
        )
    plain = {q.text for q in made(metrics=("kept_share",), count=6).questions}
    assert {text.split(" Where ")[0] for text in texts} == plain


def test_definitions_are_said_of_what_is_worked_out_alone() -> None:
    asked = made(suite="all", mixed=True, definitions=True, metrics=("revenue", "kept"), count=40)
    for question in asked.questions:
        assert ("is defined as" in question.text) == ("kept" in question.metrics), question.text


def test_figures_and_what_is_worked_out_of_them_are_asked_for_together() -> None:
    """The pool "all": a compound metric is chosen by, compared and gone through like another."""
    kinds = ("growth", "company_then", "gap", "which_company", "value_in_quarter")
    asked = made(kinds=tuple((kind, 1.0) for kind in kinds), metrics="all", count=60).questions
    worked_out = [q for q in asked if not {"kept", "kept_share"}.isdisjoint(q.metrics)]
    assert {question.type for question in worked_out} >= {"growth", "company_then", "gap"}
    for question in worked_out:
        assert "formula" in question.complexity.structure
        assert {"kept", "kept_share"}.isdisjoint(fact.metric for fact in question.facts)
    printed_ones = made(kinds=(("growth", 1.0),), metrics="printed", count=20).questions
    assert not any(CATALOGUE[metric].formula for q in printed_ones for metric in q.metrics)


@pytest.mark.parametrize(("liabilities", "is_asked"), [(20e9, True), (120e9, False)])
def test_no_return_on_negative_capital_is_asked(liabilities: float, is_asked: bool) -> None:
    known = {"operating_income": 5e9, "total_assets": 100e9, "current_liabilities": liabilities}
    rows = [row(report(1, 2024), metric, 2024, value) for metric, value in known.items()]
    catalogue = load_catalogue()
    (value,) = compound_facts(rows, catalogue, {"return_on_capital_employed"})
    source: Any = SimpleNamespace(document_text=lambda _document: "")
    why = "the base is negative or near zero"
    assert (why not in against_formula(value, catalogue, source)) is is_asked
