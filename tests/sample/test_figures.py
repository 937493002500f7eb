"""The table of figures: references into it, and that its statements add up."""

import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal

import pytest

from secqa.sample.build import REPORTS, Plan, blocks_of, report_of
from secqa.sample.figures import Period, Reference, Source, load_sources, parse_reference
from secqa.sample.language import TableText, references
from secqa.sample.tables import known_part

ROUNDING = Decimal(3_000_000)


def value(source: Source, text: str, period: Period) -> Decimal | None:
    figure = source.figure(parse_reference(text), period)
    return figure.value if figure else None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Assets", Reference((("us-gaap:Assets", frozenset()),))),
        ("-ko:Sold", Reference((("ko:Sold", frozenset()),), negated=True)),
        (
            "Revenues[country:US+Other] or Sales",
            Reference(
                (
                    ("us-gaap:Revenues", frozenset({"country:US", "us-gaap:Other"})),
                    ("us-gaap:Sales", frozenset()),
                )
            ),
        ),
        (
            "A & B",
            Reference((("us-gaap:A", frozenset()),), also=(("us-gaap:B", frozenset()),)),
        ),
    ],
)
def test_references_are_parsed(text: str, expected: Reference) -> None:
    assert parse_reference(text) == expected


def test_a_malformed_reference_is_refused() -> None:
    with pytest.raises(ValueError, match="not a reference"):
        parse_reference("Net sales")


def test_a_figure_is_found_by_its_own_period_only() -> None:
    source = load_sources()["NVDA-10-K-2025"]
    year = source.periods["FY2025"]
    assert value(source, "Revenues", year) == Decimal(130_497_000_000)
    assert value(source, "Revenues", Period(year.start, date(2025, 1, 25))) is None
    assert value(source, "Assets", year) == Decimal(111_601_000_000)


def test_cash_at_the_start_is_cash_at_the_end_of_the_year_before() -> None:
    source = load_sources()["NVDA-10-K-2025"]
    cash = parse_reference("CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents")
    at_start = source.figure(cash, source.periods["FY2025"], at_start=True)
    at_end = source.figure(cash, source.periods["FY2024"])
    assert at_start is not None
    assert at_start == at_end


def test_balance_sheets_balance() -> None:
    checked = 0
    for source in load_sources().values():
        for period in source.periods.values():
            assets = value(source, "Assets", period)
            other_side = value(source, "LiabilitiesAndStockholdersEquity", period)
            if assets is not None and other_side is not None:
                assert assets == other_side, (source.name, period)
                checked += 1
    assert checked >= 30


def test_cash_flows_add_up_to_the_change_in_cash() -> None:
    checked = 0
    for source in load_sources().values():
        for period in source.periods.values():
            flows = [
                value(source, f"NetCashProvidedByUsedIn{kind}Activities", period)
                for kind in ("Operating", "Investing", "Financing")
            ]
            change = value(
                source,
                "CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents"
                "PeriodIncreaseDecreaseIncludingExchangeRateEffect",
                period,
            )
            if None in flows or change is None:
                continue
            exchange = value(
                source,
                "EffectOfExchangeRateOnCashCashEquivalentsRestrictedCash"
                "AndRestrictedCashEquivalents",
                period,
            )
            total = sum((flow for flow in flows if flow is not None), exchange or Decimal(0))
            assert abs(total - change) <= ROUNDING, (source.name, period)
            checked += 1
    assert checked >= 30


def test_the_table_holds_nothing_that_no_text_asks_for() -> None:
    sources = load_sources()
    for source in sources.values():
        ticker = source.name.partition("-")[0]
        asked = {
            name
            for plan in REPORTS
            if plan.ticker == ticker
            for reference in references(blocks_of(plan.ticker, plan.form))
            for name in (*reference.names, *reference.also)
        }
        assert {name for name, _ in source.figures if not name[0].startswith("dei:")} <= asked


ANNUAL = [plan for plan in REPORTS if plan.form != "8-K"]


def statement(plan: Plan, name: str) -> Iterator[dict[str, Decimal]]:
    """Each column of a statement as printed: label and amount, in order."""
    report = report_of(plan, load_sources()[plan.source])
    (table,) = (
        block
        for block in blocks_of(plan.ticker, plan.form)
        if isinstance(block, TableText) and name in block.title
    )
    columns, lines = known_part(table, report)
    for place in range(len(columns)):
        column: dict[str, Decimal] = {}
        for row, figures in lines:
            figure = figures[place]
            if row.reference and figure and figure.value is not None:
                sign = -1 if row.reference.negated else 1
                column[f"{len(column)} {row.label.lower()}"] = sign * figure.value
        yield column


@pytest.mark.parametrize("plan", ANNUAL, ids=lambda plan: f"{plan.ticker}-{plan.form}-{plan.year}")
def test_lines_of_the_cash_flow_statement_add_up_to_its_totals(plan: Plan) -> None:
    for column in statement(plan, "Cash Flows"):
        lines: list[Decimal] = []
        totals = 0
        for label, amount in column.items():
            if "beginning" in label:
                continue
            if " net cash" in label or re.search(r" total \w+ activities", label):
                assert abs(sum(lines) - amount) <= ROUNDING, label
                lines, totals = [], totals + 1
            else:
                lines.append(amount)
        assert totals == 3


@pytest.mark.parametrize("plan", ANNUAL, ids=lambda plan: f"{plan.ticker}-{plan.form}-{plan.year}")
def test_lines_of_the_balance_sheet_add_up_to_total_assets(plan: Plan) -> None:
    # Lines that are the sum or the parts of others.
    double = ("total cash, cash equivalents", "total inventories")
    for column in statement(plan, "Balance Sheets" if plan.ticker != "BA" else "Position"):
        current: list[Decimal] = []
        everything: list[Decimal] = []
        for label, amount in column.items():
            name = label.partition(" ")[2]
            if name == "total current assets":
                assert abs(sum(current) - amount) <= ROUNDING
                everything = [amount]
            elif name == "total assets":
                assert abs(sum(everything) - amount) <= ROUNDING
                break
            elif not name.startswith(double):
                (everything if everything else current).append(amount)
        else:
            pytest.fail("no total assets")
