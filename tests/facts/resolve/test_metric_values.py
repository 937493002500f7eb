"""Which facts make a metric's value: parts, lines that hold others, labels, mixed-up shares."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

import pytest
from tests.support.fact_filings import METADATA, table
from tests.support.metric_values_cases import END, document, fact

from secqa.facts.fact import Fact
from secqa.facts.resolve.metric_values import resolve_metrics
from secqa.filings.document import Document, Element, ElementType, Location, Page, Statement
from secqa.metrics.catalogue import Catalogue, load_catalogue
from secqa.metrics.metric import Metric

LABELS = ["Short-term debt, current portion of long-term debt", "Industrial", "Finance", "Debt"]


def balance(metric_id: str, *concepts: str, **more: object) -> Metric:
    settings = {"statement": "balance_sheet", **more}
    return Metric(metric_id, metric_id, "USD", "instant", concepts=concepts, **settings)  # type: ignore[arg-type]


DEBT = balance("debt", "LongTermDebt", "LongTermDebtAndCapitalLeaseObligations")
LEASES = balance(
    "leases", "FinanceLeaseLiability", statement="", outside=("debt",), outside_words=("lease",)
)
INDUSTRIAL, FINANCE = ("acme:Axis", "acme:Industrial"), ("acme:Axis", "acme:Finance")


def values(facts: list[Fact], *metrics: Metric, labels: list[str] = LABELS) -> dict[str, float]:
    catalogue = Catalogue({metric.id: metric for metric in metrics})
    resolved = resolve_metrics(facts, document(labels), catalogue)
    return {r.metric: r.value for r in resolved if r.end == END}


def test_rows_of_a_statement_add_up_where_it_prints_no_sum() -> None:
    split = [fact("LongTermDebt", 5e6, 2, INDUSTRIAL), fact("LongTermDebt", 7e6, 3, FINANCE)]
    assert values(split, DEBT) == {"debt": 12e6}
    assert values([*split, fact("LongTermDebt", 11e6)], DEBT) == {"debt": 11e6}


def test_one_row_or_rows_of_a_note_are_no_sum() -> None:
    assert values([fact("LongTermDebt", 5e6, 2, INDUSTRIAL)], DEBT) == {}
    note = [fact("LongTermDebt", 5e6, 0, INDUSTRIAL), fact("LongTermDebt", 7e6, 0, FINANCE)]
    assert values(note, DEBT) == {}


def test_amounts_told_by_their_line_of_the_balance_sheet_add_up() -> None:
    axis = "us-gaap:BalanceSheetLocationAxis"
    lines = [
        fact("FinanceLeaseLiability", 2e6, 0, (axis, "us-gaap:AccruedLiabilitiesMember")),
        fact("FinanceLeaseLiability", 3e6, 0, (axis, "us-gaap:OtherNoncurrentLiabilitiesMember")),
    ]
    assert values(lines, LEASES) == {"leases": 5e6}


LIST = "FinanceLeaseLiabilityNoncurrentStatementOfFinancialPositionExtensibleList"


@pytest.mark.parametrize(
    ("concept", "line", "counted"),
    [
        ("LongTermDebt", "", True),
        ("LongTermDebtAndCapitalLeaseObligations", "", False),
        ("LongTermDebt", "http://fasb.org/us-gaap/2024#LongTermDebt", False),
        # Where the filer says that they stand elsewhere, the concept's name says nothing.
        (
            "LongTermDebtAndCapitalLeaseObligations",
            "http://fasb.org/us-gaap/2024#OtherLiabilitiesNoncurrent",
            True,
        ),
    ],
)
def test_finance_leases_within_debt_are_not_counted_again(
    concept: str, line: str, counted: bool
) -> None:
    facts = [fact(concept, 9e6, 4), fact("FinanceLeaseLiability", 2e6)]
    facts += [fact(LIST, None, text=line)] if line else []
    expected = {"debt": 9e6} | ({"leases": 2e6} if counted else {})
    assert values(facts, DEBT, LEASES) == expected


SHORT = balance(
    "short",
    "ShortTermBorrowings",
    printed=("short-term borrowings",),
    not_printed=("current portion",),
)
CURRENT = balance("current", "LongTermDebtCurrent", printed=("current portion of long-term debt",))


def test_a_label_is_believed_over_a_stretched_concept() -> None:
    stretched = [fact("ShortTermBorrowings", 4e6, 1)]
    labels = ["Current portion of long-term debt, net"]
    assert values(stretched, SHORT, CURRENT, labels=labels) == {"current": 4e6}
    assert values(stretched, SHORT, CURRENT, labels=["Bank loans"]) == {"short": 4e6}


SHARES = Metric(
    "shares",
    "shares",
    "shares",
    "instant",
    statement="balance_sheet",
    concepts=("CommonStockSharesOutstanding", "dei:EntityCommonStockSharesOutstanding"),
)


@pytest.mark.parametrize(
    ("treasury", "row", "expected"), [(5e9, 0, 600.0), (5e9, 1, 1000.0), (None, 0, 1000.0)]
)
def test_shares_that_are_only_issued_are_not_outstanding(
    treasury: float | None, row: int, expected: float
) -> None:
    facts = [
        fact("CommonStockSharesIssued", 1000.0, 1, unit="shares"),
        fact("CommonStockSharesOutstanding", 1000.0, row, unit="shares"),
        fact("dei:EntityCommonStockSharesOutstanding", 600.0, unit="shares"),
    ]
    facts += [fact("TreasuryStockValue", treasury, 2)] if treasury else []
    assert values(facts, SHARES)["shares"] == expected


def flow(metric_id: str, *concepts: str, **more: object) -> Metric:
    settings = {"statement": "cash_flow", **more}
    return Metric(metric_id, metric_id, "USD", "duration", concepts=concepts, **settings)  # type: ignore[arg-type]


def rows_of_cash_flows(
    rows: Sequence[tuple[str, str, float | None]], *metrics: Metric, indents: tuple[float, ...] = ()
) -> dict[str, float]:
    """Values of a statement of cash flows, given as concept, label and amount of each row."""
    cells = [["", "2024"], *([label, "1" if concept else ""] for concept, label, _ in rows)]
    grid = table(cells, Statement.CASH_FLOW)
    if indents:
        grid = replace(grid, indents=(0.0, *indents))
    page = Page(1, "1", (Element(0, ElementType.TABLE, "", 1, table=grid),))
    facts = [
        replace(
            fact(concept, amount, row),
            start=date(2024, 1, 1),
            statement=Statement.CASH_FLOW,
        )
        for row, (concept, _, amount) in enumerate(rows, 1)
        if concept
    ]
    catalogue = Catalogue({metric.id: metric for metric in metrics})
    resolved = resolve_metrics(facts, Document(METADATA, (page,)), catalogue)
    return {value.metric: value.value for value in resolved}


PROCEEDS = flow(
    "proceeds",
    "Maturities",
    rows=("Maturities", "Sales", "Both"),
    printed=("proceeds from sales of investments",),
    vetoes=("private",),
)


def test_rows_for_one_metric_add_up() -> None:
    rows = [("Maturities", "Maturities", 5e6), ("Sales", "Sales", 7e6)]
    assert rows_of_cash_flows([*rows], PROCEEDS) == {"proceeds": 12e6}
    private = [*rows, ("Both", "Sales of private holdings", 4e6)]
    assert rows_of_cash_flows(private, PROCEEDS) == {"proceeds": 12e6}


def test_a_total_that_is_printed_goes_before_rows() -> None:
    wages = flow("wages", "Wages", rows=("WagesPaid", "Bonuses"))
    rows = [("WagesPaid", "Paid", 5e6), ("Bonuses", "Bonuses", 7e6)]
    assert rows_of_cash_flows(rows, wages) == {"wages": 12e6}
    assert rows_of_cash_flows([*rows, ("Wages", "Wages", 9e6)], wages) == {"wages": 9e6}


def test_rows_under_a_heading_that_names_the_metric_belong_to_it() -> None:
    rows = [
        ("", "Proceeds from sales of investments:", None),
        ("Sales", "Bonds", 5e6),
        ("acme:Shares", "Shares", 3e6),
        ("acme:Else", "Sale of a business", 100e6),
    ]
    found = rows_of_cash_flows(rows, PROCEEDS, indents=(0.0, 9.0, 9.0, 0.0))
    assert found == {"proceeds": 8e6}


def test_a_companys_own_concept_is_told_by_how_its_label_begins() -> None:
    deals = flow("deals", "Deals", printed=("purchases of other firms",), not_printed=("lease",))
    label = "Purchases of other firms, equity investments and other"
    assert rows_of_cash_flows([("acme:Deals", label, 5e6)], deals) == {"deals": 5e6}
    assert rows_of_cash_flows([("us-gaap:Bargains", label, 5e6)], deals) == {}
    assert rows_of_cash_flows([("acme:Deals", f"{label}, and lease payments", 5e6)], deals) == {}


def test_a_veto_in_the_label_goes_before_the_tag() -> None:
    payable = balance("payable", "Payables", vetoes=("accrued", "=notes"))
    assert values([fact("Payables", 4e6, 1)], payable, labels=["Notes, trade"]) == {"payable": 4e6}
    assert values([fact("Payables", 4e6, 1)], payable, labels=["Notes"]) == {}
    assert values([fact("Payables", 4e6, 1)], payable, labels=["Payables and accrued"]) == {}


def test_what_is_left_over_in_a_note_is_no_metric() -> None:
    accrued = balance("accrued", "Accrued")
    note = replace(fact("Accrued", 4e6, 1), statement=None)
    assert values([note], accrued, labels=["Other (2)"]) == {}
    assert values([note], accrued, labels=["Other accruals"]) == {"accrued": 4e6}
    assert values([fact("Accrued", 4e6, 1)], accrued, labels=["Other"]) == {"accrued": 4e6}


def test_one_printed_figure_goes_before_the_same_worked_out() -> None:
    profit = flow("profit", "Own", "Whole-Minority", "Whole", "ForHolders")
    rows = [("Whole", "Profit of the group", 9e6), ("Minority", "Minorities", 2e6)]
    assert rows_of_cash_flows(rows, profit) == {"profit": 7e6}
    rows.append(("ForHolders", "Profit", 7e6))
    catalogue = Catalogue({"profit": profit})
    assert rows_of_cash_flows(rows, *catalogue.metrics.values()) == {"profit": 7e6}


def test_spare_concepts_stand_in_for_missing_ones_with_their_own_sign() -> None:
    interest = flow("interest", "Interest", spare=("-NetInterest",))
    net = ("NetInterest", "Interest, net", -4e6)
    assert rows_of_cash_flows([net], interest) == {"interest": 4e6}
    assert rows_of_cash_flows([net, ("Interest", "Gross", 5e6)], interest) == {"interest": 5e6}


TABLE_OF_DEBT = ["Notes", "Finance leases", "Total debt", "Less current portion of leases"]


def in_note(concept: str, value: float, row: int) -> Fact:
    return replace(fact(concept, value, row), statement=None)


def test_leases_in_a_table_of_debt_are_in_the_debt_but_for_what_it_takes_out() -> None:
    line = fact("LongTermDebt", 9e6)
    line = replace(line, statement=Statement.BALANCE_SHEET)
    rows = [in_note("FinanceLeaseLiability", 2e6, 2), in_note("LongTermDebt", 9e6, 3)]
    found = values([line, *rows], DEBT, LEASES, labels=TABLE_OF_DEBT)
    assert found == {"debt": 9e6}
    leases = replace(LEASES, concepts=("FinanceLeaseLiability", "FinanceLeaseLiabilityCurrent+X"))
    current = in_note("FinanceLeaseLiabilityCurrent", 5e5, 4)
    found = values([line, *rows, current], DEBT, leases, labels=TABLE_OF_DEBT)
    assert found == {"debt": 9e6, "leases": 5e5}
    # A line of their own in the balance sheet settles it.
    own = fact("FinanceLeaseLiabilityCurrent", 5e5, 1)
    assert values([line, *rows, own], DEBT, leases, labels=TABLE_OF_DEBT)["leases"] == 2e6


def test_a_line_of_debt_that_its_label_shares_with_leases_holds_them() -> None:
    facts = [fact("LongTermDebt", 9e6, 1), fact("FinanceLeaseLiability", 2e6)]
    labels = ["Long-term debt and finance leases"]
    assert values(facts, DEBT, LEASES, labels=labels) == {"debt": 9e6}


WHOLE = balance(
    "whole", "DebtCurrent", printed=("short-term debt",), one_line_of=("short", "current")
)


@pytest.mark.parametrize(
    ("label", "in_notes", "whole"),
    [
        ("Short-term debt", 3e6, {"whole": 4e6}),
        ("Commercial paper", 3e6, {}),
        ("Short-term debt", 5e6, {}),
    ],
)
def test_one_line_of_short_debt_holds_what_the_notes_tell_of_it(
    label: str, in_notes: float, whole: dict[str, float]
) -> None:
    facts = [fact("ShortTermBorrowings", 4e6, 1), fact("LongTermDebtCurrent", in_notes)]
    found = values(facts, SHORT, CURRENT, WHOLE, labels=[label])
    assert found == {"short": 4e6, "current": in_notes} | whole


def test_two_lines_of_short_debt_are_two() -> None:
    facts = [fact("ShortTermBorrowings", 4e6, 1), fact("LongTermDebtCurrent", 3e6, 2)]
    labels = ["Short-term debt", "Current portion of long-term debt"]
    assert values(facts, SHORT, CURRENT, WHOLE, labels=labels) == {"short": 4e6, "current": 3e6}


def test_a_figure_within_a_label_is_no_row() -> None:
    debt = balance("debt", "Notes", rows=("Notes", "Loans"))
    within = replace(fact("Notes", 3e6, 1), place=Location(1, 0, 1, 0))
    labels = ["Borrowings, including notes of 3", "Loans"]
    lines = [within, fact("Borrowings", 9e6, 1), fact("Loans", 2e6, 2)]
    assert values(lines[:2], debt, labels=labels) == {"debt": 3e6}
    both = [*lines, fact("Notes", 4e6, 3)]
    assert values(both, debt, labels=[*labels, "Notes"]) == {"debt": 6e6}


@pytest.mark.parametrize(
    ("name", "own", "found"),
    [
        ("other assets", "Other assets (obligations) — net", 3e6),
        ("other assets", "Other things", 9e6),
        ("total other assets", "Other assets", 9e6),
    ],
)
def test_the_line_called_as_the_metric_goes_before_a_total_over_it(
    name: str, own: str, found: float
) -> None:
    metric = replace(balance("m", "OtherAssetsTotal", "OtherAssetsNet"), name=name)
    facts = [fact("OtherAssetsNet", 3e6, 1), fact("OtherAssetsTotal", 9e6, 2)]
    assert values(facts, metric, labels=[own, "Total other assets"]) == {"m": found}


def test_long_term_investments_are_those_of_the_balance_sheet() -> None:
    metric = load_catalogue()["long_term_investments"]
    part = fact("EquitySecuritiesWithoutReadilyDeterminableFairValueAmount", 6e6)
    line = fact("acme:NonmarketableEquity", 7e6, 1)
    assert values([part, line], metric, labels=["Non-marketable equity securities"]) == {
        metric.id: 7e6
    }
    assert values([part], metric) == {}


def test_what_is_printed_as_an_expense_is_a_negative_income() -> None:
    metric = replace(load_catalogue()["other_income"], statement="balance_sheet", period="instant")
    own = fact("acme:Sundry", -3e6, 1)
    assert values([own], metric, labels=["Other (income) and expense"]) == {metric.id: 3e6}


@pytest.mark.parametrize(
    ("label", "found"),
    [("Proceeds from debt, net", 7e6), ("Proceeds from short-term borrowings", 4e6)],
)
def test_debt_is_told_from_short_term_debt_by_its_label(label: str, found: float) -> None:
    issued = replace(load_catalogue()["debt_issued"], statement="balance_sheet", period="instant")
    lines = [fact("ProceedsFromShortTermDebt", 3e6, 1), fact("ProceedsFromIssuanceOfDebt", 4e6, 2)]
    assert values(lines, issued, labels=[label, "Notes issued"]) == {issued.id: found}
