"""Queries by a model: filled, checked, mended once, compiled, or refused."""

import json
import re
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from tests.support.model_replies import Scripted
from tests.support.page_builders import metadata

from secqa.errors import CannotAnswer
from secqa.metrics.catalogue import load_catalogue
from secqa.models.model import estimated_input
from secqa.parsing.entities.company_index import Company, CompanyIndex, companies_of
from secqa.parsing.grammar.fitted import load_fitted
from secqa.query.form.layouts import LAYOUTS
from secqa.query.form.schema import from_json
from secqa.query.period import Period
from secqa.query.query import Defined, Growth, Lookup, Query
from secqa.systems.planning.collection import (
    companies_in_list,
    company_listing,
    likely_metrics,
    metric_listing,
)
from secqa.systems.planning.planner import NeedsProgram
from secqa.systems.planning.query_planner import (
    PlannerInput,
    plan_by_query,
    query_instructions,
    query_request,
)

CATALOGUE = load_catalogue()
COMPANIES = companies_of(
    [
        metadata(),
        metadata("ACME-10-K-2022", fiscal_year=2022, period_end=date(2022, 12, 31)),
        metadata("BOLT-10-K-2024", "Bolt Works Corp", "BOLT", "0000000002"),
        metadata("BOLT-10-Q", "Bolt Works Corp", "BOLT", "0000000002", "10-Q", 2025, "Q1"),
    ]
)
SETTING = PlannerInput(COMPANIES, CATALOGUE)
QUESTION = "What was Acme's net income in 2024?"
INCOME: dict[str, Any] = {"metric": "net_income", "company": "ACME", "period": "FY2024"}


def reply(*outputs: object, cannot: str | None = None) -> str:
    return json.dumps({"outputs": outputs, "form": None, "cannot": cannot})


def planned(*lines: str) -> tuple[Query, Scripted]:
    model = Scripted(*lines)
    plan = plan_by_query(QUESTION, setting=SETTING, model=model)
    assert plan.by_model
    assert plan.program.startswith(f"# {QUESTION}\n")
    return plan.query, model


@pytest.mark.parametrize("around", ["{}", "Here it is: ```json\n{}\n```"])
def test_a_query_is_taken_and_made_concrete(around: str) -> None:
    growth = {"op": "growth", "of": INCOME, "base": {**INCOME, "period": "latest-2"}}
    query, model = planned(around.replace("{}", reply(growth)))
    of, base = (Lookup("net_income", "Acme Tools", Period(year)) for year in (2024, 2022))
    assert query == Query((Growth(of, base),))
    assert len(model.asked) == 1


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        ({**INCOME, "metric": "net_incme"}, "unknown metric 'net_incme': perhaps net_income"),
        ({"op": "cagr", "of": INCOME, "base": INCOME}, "a compound rate needs two years"),
        ({**INCOME, "date": 1}, "unknown field 'date'"),
        ("net income", "must be something to ask for"),
    ],
)
def test_what_is_no_query_is_mended_once(bad: Any, says: str) -> None:
    query, model = planned(reply(bad), reply(INCOME))
    assert query == Query((Lookup("net_income", "Acme Tools", Period(2024)),))
    assert says in model.asked[1].prompt
    assert reply(bad) in model.asked[1].prompt
    with pytest.raises(CannotAnswer, match="no query that can be used"):
        planned(reply(bad), reply(bad))


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (reply(cannot="no report\ntells the future"), "no report tells the future"),
        (reply(INCOME, cannot="it is not sure"), "it is not sure"),
        (reply({**INCOME, "company": "TSLA"}), "TSLA is not a company of the corpus"),
        (reply({**INCOME, "period": "FY2001"}), "no report of Acme Tools on fiscal year 2001"),
    ],
)
def test_what_cannot_be_answered_is_refused_at_once(given: str, says: str) -> None:
    with pytest.raises(CannotAnswer, match=says):
        planned(given)


def test_names_of_metrics_are_no_lines_and_parts_have_the_metric_of_the_whole() -> None:
    line = {"line": "Cost of goods sold", "company": "ACME", "period": "latest"}
    part = {"part": "Cloud", "metric": "segment_revenue", "company": "ACME", "period": "latest"}
    printed = {**line, "line": "Advances and progress billings"}
    query, _ = planned(reply(line, part, printed))
    assert [(o.metric, o.line) for o in query.outputs if isinstance(o, Lookup)] == [
        ("cost_of_revenue", ""),
        ("revenue", ""),
        ("", "Advances and progress billings"),
    ]


def test_the_examples_of_the_prompt_are_queries() -> None:
    text = query_instructions().partition("# Examples")[2]
    examples = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    assert len(examples) == 4
    for example in examples:
        cannot = example.pop("cannot", "")
        assert cannot if not example["outputs"] else from_json(example, CATALOGUE)


def test_the_prompt_describes_all_that_a_query_may_have() -> None:
    text = query_instructions()
    for layout in LAYOUTS:
        for word in (*layout.fields, *layout.ops) if layout.made is not Defined else ():
            assert re.search(rf"(?<![a-z]){re.escape(word)}(?![a-z])", text)
    assert "op: growth|cagr, of: value, base: value" in text
    assert "{metric?, line?, part?: named, company: named, period: when, place?}" in text


def test_metrics_are_listed_with_what_their_names_leave_open() -> None:
    names = ("capital_expenditure", "cash", "net_income", "days_sales", "revenue")
    assert metric_listing(CATALOGUE[name] for name in names).splitlines() == [
        "Paid, so positive: capital_expenditure",
        "At the end of the period: cash (without restricted cash)",
        "Over the period: net_income (of the parent's shareholders), revenue",
        "Formulas: days_sales = 365 * avg(receivables) / revenue",
    ]


def test_a_model_may_ask_for_a_program() -> None:
    with pytest.raises(NeedsProgram, match="until a limit"):
        planned('{"outputs":[],"program":"it goes on until a limit"}')


def test_a_request_is_short_in_a_large_collection() -> None:
    many = CompanyIndex(
        replace(company, name=f"Company {n} Inc", ticker=f"C{n}", aliases=())
        for n, company in enumerate(COMPANIES * 500)
    )
    request = query_request(
        "Which of C7 and C999 earned more per share?", PlannerInput(many, CATALOGUE)
    )
    assert estimated_input(request) < 1900
    assert "- C7: Company 7" in request.prompt
    assert "- C999: Company 999" in request.prompt
    assert "and 998 other companies" in request.prompt
    assert "eps_basic" in request.prompt


def test_the_listing_is_read_back() -> None:
    odd = CompanyIndex([*COMPANIES, Company("No Symbol\n- EVIL: Co", fiscal_years=(2024,))])
    text = company_listing(odd, f"{QUESTION} And No Symbol's?")
    assert "- ACME: Acme Tools (FY2022-FY2024, year ends 12-31)" in text
    assert [(c.ticker, c.name) for c in companies_in_list(text)] == [
        ("ACME", "Acme Tools"),
        ("", "No Symbol - EVIL:"),
    ]


@pytest.mark.parametrize(
    ("question", "metric"),
    [
        ("How much is Acme's EBITDA?", "ebitda"),
        ("what did acme spend on reserch and develpment", "research_and_development"),
        ("Acme's days sales outstanding", "days_sales"),
        ("how many people work for Acme?", "employees"),
    ],
)
def test_likely_metrics_have_what_is_meant(question: str, metric: str) -> None:
    linker = load_fitted().linker
    assert metric in [one.id for one in likely_metrics(question, CATALOGUE, 10, linker)]
    assert likely_metrics("", CATALOGUE, 10, linker) == ()
