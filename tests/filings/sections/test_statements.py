"""Which tables are the primary statements."""

from tests.support.filing_markup import BREAK, document, label, lines_table, plain, row, table

from secqa.filings.document import Document, Statement

TWO = ("5", "4")
SALES = ["Net sales", "Cost of sales", "Gross profit", "Selling and administrative"]
PROFIT = ["Operating income", "Interest expense", "Income before income taxes", "Income taxes"]
INCOME = dict.fromkeys([*SALES, *PROFIT, "Net income", "Earnings per share, diluted"], TWO)
ASSETS = ["Cash and cash equivalents", "Accounts receivable", "Inventories", "Total current assets"]
ASSETS += ["Property and equipment", "Goodwill", "Other assets", "Total assets"]
CLAIMS = ["Accounts payable", "Accrued liabilities", "Total current liabilities", "Long-term debt"]
CLAIMS += ["Common stock", "Retained earnings", "Total shareholders’ equity"]
CLAIMS += ["Total liabilities and shareholders’ equity"]
BALANCE = dict.fromkeys(ASSETS + CLAIMS, TWO)
OPERATING = ["Net income", "Depreciation and amortization", "Inventories"]
OPERATING += ["Net cash provided by operating activities"]
OTHER = ["Purchases of property", "Acquisitions", "Net cash used in investing activities"]
OTHER += ["Dividends paid", "Repurchases of stock", "Net cash used in financing activities"]
CASH = dict.fromkeys([*OPERATING, *OTHER, "Cash at end of year"], TWO)


def titled(title: str, table: str) -> str:
    return f"<p><b>{title}</b></p><p>(in millions)</p>{table}{BREAK}"


def marked(made: Document) -> list[tuple[int, Statement]]:
    return [
        (element.page, element.table.statement)
        for element in made.elements
        if element.table is not None and element.table.statement is not None
    ]


STATEMENTS = (
    titled("CONSOLIDATED STATEMENTS OF INCOME", lines_table(INCOME))
    + titled("CONSOLIDATED BALANCE SHEETS", lines_table(BALANCE))
    + titled("CONSOLIDATED STATEMENTS OF CASH FLOWS", lines_table(CASH))
)


def test_statements_and_not_their_excerpts() -> None:
    excerpt = titled("Results of Operations", lines_table(INCOME, ("2024", "% change")))
    parent = titled("Parent company only: Balance Sheets", lines_table(BALANCE))
    filler = "".join(f"<p>Story {n}.</p>{BREAK}" for n in range(8))
    made = document(excerpt + filler + STATEMENTS + filler + parent)
    assert marked(made) == [
        (10, Statement.INCOME),
        (11, Statement.BALANCE_SHEET),
        (12, Statement.CASH_FLOW),
    ]


def test_a_statement_goes_on_over_the_page() -> None:
    first = titled("CONSOLIDATED BALANCE SHEETS", lines_table(dict.fromkeys(ASSETS, TWO)))
    both = first + titled(
        "CONSOLIDATED BALANCE SHEETS (continued)", lines_table(dict.fromkeys(CLAIMS, TWO))
    )
    made = document(
        titled("CONSOLIDATED STATEMENTS OF INCOME", lines_table(INCOME))
        + both
        + titled("CONSOLIDATED STATEMENTS OF CASH FLOWS", lines_table(CASH))
    )
    assert marked(made) == [
        (1, Statement.INCOME),
        (2, Statement.BALANCE_SHEET),
        (3, Statement.BALANCE_SHEET),
        (4, Statement.CASH_FLOW),
    ]


def test_tables_of_notes_are_none() -> None:
    notes = titled("Note 4. Inventories", lines_table(dict.fromkeys(["Parts", "Goods"], TWO)))
    assert marked(document(notes * 3)) == []


EQUITY_COLUMNS = ("Common stock", "Retained earnings", "Treasury stock", "Total")
EQUITY_LINES = ["Net income", "Dividends declared", "Shares repurchased", "Stock compensation"]


def changes(first: str, last: str, lines: list[str] = EQUITY_LINES) -> str:
    head = row(label(""), *(f'<td colspan="3"><b>{name}</b></td>' for name in EQUITY_COLUMNS))
    cells = [plain("5") for _ in EQUITY_COLUMNS]
    return table(head, *(row(label(one), *cells) for one in (first, *lines, last)))


def test_changes_in_equity_may_stand_in_a_note() -> None:
    filler = "".join(f"<p>Story {n}.</p>{BREAK}" for n in range(12))
    note = changes("Balance at beginning", "Balance at end")
    made = document(STATEMENTS + filler + titled("Changes in stockholders’ equity", note))
    assert marked(made)[-1] == (16, Statement.EQUITY)


def test_the_title_of_a_note_vouches_for_its_changes_in_equity() -> None:
    filler = "".join(f"<p>Story {n}.</p>{BREAK}" for n in range(12))
    story = f"<p>{'The following tables tell how our equity changed. ' * 8}</p>"
    lines = [*EQUITY_LINES, "Exercises", "Redemptions"]
    months = [changes(f"{one} 31, 2025", "June 30, 2025", lines) for one in ("March", "December")]
    made = document(STATEMENTS + filler + titled("Note 9: Equity", story + "".join(months)))
    assert marked(made)[-2:] == [(16, Statement.EQUITY)] * 2


def test_earlier_changes_in_equity_with_the_same_columns_belong_to_the_statement() -> None:
    head = "CONSOLIDATED STATEMENTS OF EQUITY"
    early = [*EQUITY_LINES[:2], "Exercises", "Redemptions"]
    made = document(
        STATEMENTS
        + titled(head, changes("June 30, 2024", "June 30, 2025", early) + changes("One", "Two"))
        + titled(head, changes("Balance, June 30, 2023", "Balance, June 30, 2024"))
    )
    assert [statement for _, statement in marked(made)][-3:] == [Statement.EQUITY] * 3


def test_the_statement_of_another_registrant_is_no_continuation() -> None:
    other = titled("ACME POWER COMPANY: STATEMENTS OF INCOME", lines_table(INCOME))
    made = document(STATEMENTS + other + titled("Business", "<p>Power.</p>"))
    first = document(other.replace("ACME POWER COMPANY", "ACME") + other + STATEMENTS)
    assert [page for page, _ in marked(made)] == [1, 2, 3]
    assert [page for page, statement in marked(first) if statement is Statement.INCOME] == [1]


def test_three_months_and_six_that_only_the_corner_tells_apart() -> None:
    def told(months: str) -> str:
        corner = f"Millions, for the {months} months ended June 30,"
        head = row(label(corner), plain("2025"), plain("2024"))
        lines = (row(label(one), plain("5"), plain("4")) for one in INCOME)
        return titled("CONSOLIDATED STATEMENTS OF INCOME", table(head, *lines))

    made = document(told("three") + told("six") + STATEMENTS.partition(BREAK)[2])
    assert [page for page, kind in marked(made) if kind is Statement.INCOME] == [1, 2]
