"""Questions are about companies and metrics that people put together, and say "fiscal" in time."""

from dataclasses import replace

import pytest
from tests.support.benchmark_tables import CATALOGUE as MADE
from tests.support.benchmark_tables import amount, made_source, report
from tests.support.fact_rows import metric_fact
from tests.support.generate_cases import made

from secqa.benchmark.basis import basis_of
from secqa.benchmark.draft import draft_of
from secqa.benchmark.fact_table import Entity
from secqa.benchmark.gates.value_gates import reason_against
from secqa.benchmark.grammar.draw import EACH_YEAR, are_related, are_variants, is_combined
from secqa.benchmark.grammar.peers import Peers, peers_of
from secqa.benchmark.question_wording import period_words
from secqa.benchmark.suite import load_suite
from secqa.metrics.catalogue import load_catalogue
from secqa.parsing.grammar.instructions import without_known_definitions
from secqa.query.leaves import Years
from secqa.query.period import Period
from secqa.query.query import Aggregate, Compare, Lookup, Number, Query
from secqa.query.saying.say import say

CATALOGUE = load_catalogue()


def entity(cik: str) -> Entity:
    return Entity(f"Company {cik}", f"Company {cik}", "", cik)


def peers(industries: dict[str, str] | None = None, *, mixed: bool = False) -> Peers:
    """Two grocers of one size, one a hundred times as large, and a laboratory."""
    shares = {"1": (100.0, 30.0, 0.0), "2": (300.0, 80.0, 1.0), "3": (10_000.0, 2_900.0, 0.0)}
    shares["4"] = (200.0, 0.0, 180.0)
    rows = [
        replace(metric_fact(report(1, 2024), metric, value), cik=cik)
        for cik, values in shares.items()
        for metric, value in zip(
            ("revenue", "inventory", "research_and_development"), values, strict=True
        )
    ]
    return peers_of(rows, industries or {}, mixed)


@pytest.mark.parametrize(
    ("others", "alike", "expected"),
    [("23", False, "132"), ("23", True, "12"), ("4", False, "14"), ("4", True, "1")],
)
def test_peers_are_of_one_business_or_size(others: str, alike: bool, expected: str) -> None:
    chosen = peers().among([entity(cik) for cik in f"1{others}"], alike)
    assert "".join(company.cik for company in chosen) == expected


def test_the_likest_come_first_and_mixed_companies_as_drawn() -> None:
    companies = [entity(cik) for cik in "142"]
    assert [one.cik for one in peers().among(companies, False)] == ["1", "2", "4"]
    assert [one.cik for one in peers(mixed=True).among(companies, True)] == ["1", "4", "2"]


def test_industries_are_not_mixed() -> None:
    chosen = peers({"1": "bank", "4": "bank"}).among([entity(cik) for cik in "124"], True)
    assert [one.cik for one in chosen] == ["1", "4"]


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("revenue", "operating_income", True),
        ("interest_expense", "long_term_debt", True),
        ("employees", "payables_turnover", False),
        ("accounts_payable", "employees", False),
        ("net_margin", "revenue", True),
        ("revenue", "revenue", False),
    ],
)
def test_metrics_are_related_as_people_combine_them(one: str, other: str, expected: bool) -> None:
    assert are_related(CATALOGUE[one], CATALOGUE[other], CATALOGUE) is expected


def test_variants_and_metrics_that_nobody_combines_are_known() -> None:
    assert are_variants(CATALOGUE["eps_basic"], CATALOGUE["eps_diluted"])
    assert not are_variants(CATALOGUE["short_term_debt"], CATALOGUE["long_term_debt"])
    assert is_combined(CATALOGUE["net_margin"], CATALOGUE)
    assert not is_combined(CATALOGUE["accumulated_oci"], CATALOGUE)


def test_amounts_a_share_are_not_added_up() -> None:
    questions = made(kinds=(("total", 1.0),), metrics="printed", count=20).questions
    assert {question.unit for question in questions} == {"USD"}


def test_a_ratio_of_a_loss_is_not_asked() -> None:
    source = made_source()
    lost = [
        replace(row, value=-2 * amount(1, "revenue", 2024)) if row.metric == "net_income" else row
        for row in source.rows
    ]
    source = replace(source, rows=tuple(lost))
    suite = replace(load_suite("default"), metrics="all")
    catalogue = replace(
        MADE,
        metrics=MADE.metrics
        | {"net_margin": replace(CATALOGUE["net_margin"], formula="net_income / revenue")},
    )
    basis = basis_of(source, catalogue, suite)
    query = Query((Lookup("net_margin", "Alpha Works", Period(2024)),))
    draft = draft_of("value_in_period", query, basis.table, catalogue, basis.by_name)
    assert reason_against(draft, catalogue, source) == "a ratio of a loss"


@pytest.mark.parametrize(
    ("metric", "expected"),
    [
        ("inventory", "were Acme's highest inventories over"),
        ("eps_diluted", "were the highest diluted earnings per share of Acme over"),
        ("net_income", "was the highest net income that Acme reported over"),
    ],
)
def test_the_highest_of_several_is_an_adjective(metric: str, expected: str) -> None:
    each = Lookup(metric, "Acme", EACH_YEAR)
    query = Query((Aggregate("maximum", each, Years(last=3)),))
    sentences = {say(query, CATALOGUE, seed) for seed in range(1, 80)}
    assert any(expected in sentence for sentence in sentences), sentences
    assert not any("alculate" in sentence for sentence in sentences)


def test_a_limit_of_a_turnover_is_no_percentage() -> None:
    query = Query((Compare(Lookup("asset_turnover", "Acme", Period(2024)), ">", Number(0.5)),))
    assert "50%" not in say(query, CATALOGUE)


def test_definitions_leave_out_what_only_banks_have() -> None:
    metric = CATALOGUE["total_debt"]
    assert "banks" in metric.definition
    assert "banks" not in metric.general_definition
    text = "What was the total debt of Acme in 2024? Total debt is defined as: {}."
    for definition in (metric.definition, metric.general_definition):
        asked = without_known_definitions(text.format(definition), CATALOGUE)
        assert asked == "What was the total debt of Acme in 2024?"


def test_years_that_are_not_the_calendars_are_called_fiscal() -> None:
    query = Query((Lookup("revenue", "Acme", Period(2024)),))
    sentences = {say(query, CATALOGUE, seed, fiscal=True) for seed in range(1, 40)}
    assert all("fiscal" in one or "FY2024" in one for one in sentences)
    assert period_words(Period(2024), fiscal=True) == "fiscal 2024"
