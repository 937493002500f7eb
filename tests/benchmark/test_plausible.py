"""Questions are about companies and metrics that people put together, and say "fiscal" in time."""

from dataclasses import replace

import pytest
from tests.support.benchmark_tables import CATALOGUE as MADE
from tests.support.benchmark_tables import amount, made_source, report
from tests.support.fact_rows import metric_fact
from tests.support.generate_cases import made
from tests.support.value_reasons import reason_against

from secqa.benchmark.basis import basis_of
from secqa.benchmark.draft import draft_of
from secqa.benchmark.gates.absent_terms import has_second_line
from secqa.benchmark.grammar.draw import EACH_YEAR
from secqa.benchmark.grammar.operations import are_related, are_variants, follows, suits
from secqa.benchmark.grammar.peers import Peers, word_weights
from secqa.benchmark.question_wording import period_words
from secqa.benchmark.suite import load_suite
from secqa.facts.fact import Evidence
from secqa.facts.table.gates.notes import StatementLine
from secqa.filings.document import Statement
from secqa.filings.tables.column_periods import ColumnPeriod
from secqa.metrics.catalogue import load_catalogue
from secqa.metrics.metric import without_terms
from secqa.parsing.grammar.instructions import without_known_definitions
from secqa.query.leaves import Scope, Years
from secqa.query.period import Period
from secqa.query.query import Aggregate, Compare, Lookup, Number, Query
from secqa.query.saying.say import say

CATALOGUE = load_catalogue()


def peers(*, mixed: bool = False, industries: dict[str, str] | None = None) -> Peers:
    """Two grocers of one size, one a hundred times as large, and a laboratory."""
    sizes = {"1": 100.0, "2": 300.0, "3": 10_000.0, "4": 200.0}
    grocers = {"refrigerated": 2, "aisles": 9}
    words = dict.fromkeys("123", {"reagents": 3} | grocers | {"aisles": 9}) | {"4": {"assays": 5}}
    counts = {cik: {word: n + 1 for word, n in of.items()} for cik, of in words.items()}
    return Peers(mixed, sizes, industries or {}, lambda cik: word_weights(counts.get(cik, {})))


@pytest.mark.parametrize(
    ("other", "alike", "near"), [("2", True, True), ("3", True, False), ("4", False, True)]
)
def test_peers_are_of_one_business(other: str, alike: bool, near: bool) -> None:
    assert peers().are_alike("1", other) is alike
    assert peers().are_near("1", other) is near
    assert peers(mixed=True).are_alike("1", other)


def test_industries_are_not_mixed_and_the_size_counts_where_no_words_are_known() -> None:
    assert not peers(industries={"1": "bank"}).are_alike("1", "2")
    assert not peers(industries={"1": "bank"}).are_alike("1", "5")
    assert Peers(sizes={"1": 1.0, "5": 2.0}).are_alike("1", "5")


def test_common_words_say_nothing_of_a_business() -> None:
    words = word_weights({"customers": 40, "refrigerated": 4, "once": 1})
    assert words["refrigerated"] > words.get("customers", 0.0)
    assert "once" not in words


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("revenue", "operating_income", True),
        ("interest_expense", "long_term_debt", True),
        ("employees", "payables_turnover", False),
        ("accounts_payable", "employees", False),
        ("net_margin", "revenue", True),
        ("revenue", "revenue", False),
        ("inventory_turnover", "days_inventory", False),
    ],
)
def test_metrics_are_related_as_people_combine_them(one: str, other: str, expected: bool) -> None:
    assert are_related(CATALOGUE[one], CATALOGUE[other], CATALOGUE) is expected


def test_variants_are_known() -> None:
    assert are_variants(CATALOGUE["eps_basic"], CATALOGUE["eps_diluted"])
    assert not are_variants(CATALOGUE["short_term_debt"], CATALOGUE["long_term_debt"])


@pytest.mark.parametrize(
    ("metric", "operation", "expected"),
    [
        ("revenue", "growth", True),
        ("other_current_assets", "growth", False),
        ("other_current_assets", "", True),
        ("eps_diluted", "sum", False),
        ("eps_diluted", "compare", False),
        ("employees", "compare", True),
        ("employees", "gap", False),
        ("gross_margin", "compare", True),
        ("gross_margin", "together", False),
        ("free_cash_flow_per_share", "growth", False),
        ("revenue_growth", "course", False),
        ("treasury_stock", "course", False),
    ],
)
def test_people_do_this_with_a_metric(metric: str, operation: str, expected: bool) -> None:
    assert suits(CATALOGUE[metric], operation) is expected


def test_mixed_suites_go_by_the_unit_alone() -> None:
    assert suits(CATALOGUE["other_current_assets"], "growth", is_mixed=True)
    assert not suits(CATALOGUE["eps_diluted"], "sum", is_mixed=True)


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


def test_what_is_done_is_done_by_the_company() -> None:
    for metric in ("dividends_paid", "acquisitions", "interest_paid"):
        query = Query((Lookup(metric, "Acme", Period(2024)),))
        assert " by Acme " in say(query, CATALOGUE)


def test_a_place_is_not_said_twice() -> None:
    place = Scope(statement="balance_sheet")
    query = Query((Lookup("current_assets", "Acme", Period(2024), place=place),))
    assert not any("that Acme reported" in say(query, CATALOGUE, seed) for seed in range(1, 40))


@pytest.mark.parametrize(
    ("metric", "other", "expected"),
    [
        ("revenue", "net_income", True),
        ("inventory", "inventory_turnover", True),
        ("shares_outstanding", "revenue", False),
        ("income_tax", "net_income_growth", False),
        ("sga_to_revenue", "capex_to_revenue", False),
    ],
)
def test_a_hop_asks_what_people_ask_then(metric: str, other: str, expected: bool) -> None:
    assert follows(CATALOGUE[metric], CATALOGUE[other], CATALOGUE) is expected


def test_definitions_have_the_terms_that_the_company_has() -> None:
    definition = CATALOGUE["book_value_per_share"].definition
    short = without_terms(definition, ["preferred stock"])
    assert short == "shareholders' equity, divided by shares outstanding"
    text = f"What was Acme's book value per share? Book value per share is defined as: {short}."
    assert without_known_definitions(text, CATALOGUE) == "What was Acme's book value per share?"


def test_a_second_line_of_a_figure_is_seen() -> None:
    fact = replace(metric_fact(report(1, 2024), "capital_expenditure", 210.0), fiscal_year=2024)
    line = StatementLine(
        Statement.CASH_FLOW,
        "capitalization of internal use software",
        ColumnPeriod(year=2024),
        50.0,
    )
    assert has_second_line(fact, [line])
    assert not has_second_line(fact, [replace(line, label="purchases of investments")])


@pytest.mark.parametrize(
    ("label", "narrower"),
    [
        ("Proceeds from issuance of common stock", False),
        ("Proceeds from the exercise of stock options", True),
    ],
)
def test_a_part_of_a_figure_is_seen(label: str, narrower: bool) -> None:
    place = Evidence("AW-10-K-2024", 40, 400, 3, 1, 2, f"{label} | 5")
    fact = replace(metric_fact(report(1, 2024), "stock_issued", 5.0), evidence=(place,))
    assert has_second_line(fact, []) is narrower


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("principal payments on short term notes payable", True),
        ("payments on line of credit, net", True),
        ("proceeds from notes payable-related parties", False),
        ("repayments of short-term debt", False),
        ("principal payments on finance leases", False),
    ],
)
def test_repayments_of_other_debt_are_seen(label: str, expected: bool) -> None:
    fact = replace(metric_fact(report(1, 2024), "debt_repaid", 110.0), fiscal_year=2024)
    line = StatementLine(Statement.CASH_FLOW, label, ColumnPeriod(year=2024), 62.0)
    assert has_second_line(fact, [line]) is expected


def test_earnings_per_share_beside_discontinued_operations_are_seen() -> None:
    fact = replace(metric_fact(report(1, 2024), "eps_diluted", 9.66), fiscal_year=2024)
    line = StatementLine(
        Statement.INCOME, "loss from discontinued operations", ColumnPeriod(year=2024), 107.0
    )
    assert has_second_line(fact, [line])
    assert not has_second_line(fact, [])


def test_dividends_are_clear_where_there_is_no_preferred_stock() -> None:
    fact = replace(metric_fact(report(1, 2024), "dividends_paid", 821.0), fiscal_year=2024)
    period = ColumnPeriod(year=2024)
    line = StatementLine(Statement.INCOME, "mandatory preferred stock dividends", period, 21.0)
    assert has_second_line(fact, [line])
    assert not has_second_line(fact, [replace(line, value=0.0)])
