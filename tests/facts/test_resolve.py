"""Which facts make a metric's value: parts, lines that hold others, labels, mixed-up shares."""

from datetime import date

import pytest
from tests.facts.made import METADATA, table

from secqa.facts.fact import Fact
from secqa.facts.resolve import resolve_metrics
from secqa.filings.document import Document, Element, ElementType, Page, Place, Statement
from secqa.metrics.catalogue import Catalogue, Metric

END, BEFORE = date(2024, 12, 31), date(2023, 12, 31)
LABELS = ["Short-term debt, current portion of long-term debt", "Industrial", "Finance", "Debt"]


def document(labels: list[str]) -> Document:
    cells = [["", "2024", "2023"], *([label, "1", "2"] for label in labels)]
    grid = table(cells, Statement.BALANCE_SHEET)
    element = Element(0, ElementType.TABLE, "", 1, table=grid)
    return Document(METADATA, (Page(1, "1", (element,)),))


def fact(
    concept: str,
    value: float | None,
    row: int = 0,
    *dimensions: tuple[str, str],
    end: date = END,
    unit: str = "USD",
    text: str = "",
) -> Fact:
    """`row` 0 is a note; others are rows of the balance sheet."""
    return Fact(
        f"us-gaap:{concept}" if ":" not in concept else concept,
        value,
        text,
        "1",
        unit if value is not None else "",
        -6,
        None,
        end,
        dimensions,
        place=Place(1, 0, row, 1) if row else Place(1, 0),
        statement=Statement.BALANCE_SHEET if row else None,
    )


def balance(metric_id: str, *concepts: str, **more: object) -> Metric:
    settings = {"statement": "balance_sheet", **more}
    return Metric(metric_id, metric_id, "USD", "instant", concepts=concepts, **settings)  # type: ignore[arg-type]


DEBT = balance("debt", "LongTermDebt", "LongTermDebtAndCapitalLeaseObligations")
LEASES = balance("leases", "FinanceLeaseLiability", statement="", outside=("debt",))
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
