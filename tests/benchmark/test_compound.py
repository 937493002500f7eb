"""The compound suite: values worked out of a document's figures that it does not print."""

from typing import Any

import pytest
from tests.benchmark.made import made_rows, printed, row, source_with
from tests.benchmark.oracle import functions_over

from secqa.benchmark.dataset import Benchmark, Question
from secqa.benchmark.generate import Settings, generate
from secqa.errors import SecqaError
from secqa.facts.fact import MetricFact
from secqa.metrics.catalogue import Catalogue, Metric
from secqa.sandbox import run_program

_BASE = (
    Metric("revenue", "total revenues", "USD", "duration", statement="income"),
    Metric("net_income", "net income", "USD", "duration", statement="income"),
    Metric("dividends_paid", "dividends", "USD", "duration", statement="cash_flow"),
    Metric("eps_diluted", "diluted earnings per share", "USD/shares", "duration"),
    Metric("interest", "interest expense", "USD", "duration", statement="income"),
)
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
)
CATALOGUE = Catalogue({metric.id: metric for metric in (*_BASE, *_COMPOUND)})


def made(shown: str = "", **settings: Any) -> Benchmark:
    """Questions; `shown` stands on a page of every document besides its figures."""
    rows, documents = made_rows()
    # A third line of the income statement: it counts as read, so interest is not applicable.
    rows += [
        row(d, "eps_basic", d.fiscal_year or 0, 2.0, "USD/shares")
        for d in documents
        if d.form == "10-K"
    ]
    pages = printed(rows)
    pages |= {(document.document_id, 99): shown for document in documents}
    extra = Metric(
        "eps_basic", "basic earnings per share", "USD/shares", "duration", (), (), (), "income"
    )
    catalogue = Catalogue({**CATALOGUE.metrics, "eps_basic": extra})
    wanted = Settings(**{"suite": "compound", "count": 12, "seed": 3, **settings})
    return generate(source_with(rows, documents, pages), catalogue, wanted, "0", "cmd")


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
    assert {question.type for question in questions} == {"compound_latest", "compound_in_period"}
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


def test_definitions_say_what_parts_are_made_of_as_well() -> None:
    texts = [q.text for q in made(definitions=True, metrics=("kept_share",), count=6).questions]
    for text in texts:
        assert text.endswith(
            " Where share of earnings kept is defined as: earnings kept divided by net income; "
            "earnings kept as: net income minus dividends."
        )
    plain = {q.text for q in made(metrics=("kept_share",), count=6).questions}
    assert {text.split(" Where ")[0] for text in texts} == plain


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"suite": "single", "definitions": True}, "only the compound suite has them"),
        ({"metrics": ("revenue",)}, "not a metric of this suite"),
        ({"suite": "single", "metrics": ("kept",)}, "not a metric of this suite"),
    ],
)
def test_settings_that_do_not_go_together_are_refused(
    settings: dict[str, Any], message: str
) -> None:
    with pytest.raises(SecqaError, match=message):
        made(**settings)
