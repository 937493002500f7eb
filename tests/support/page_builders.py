"""Small documents to search in, written for these tests."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from hashlib import sha256
from itertools import count

from secqa.filings.document import Document, Element, ElementType, Metadata, Page, Statement, Table

Rows = Sequence[tuple[str, ...]]


def table(
    rows: Rows,
    columns: tuple[str, ...] = ("2024", "2023"),
    caption: str = "",
    statement: Statement | None = None,
) -> Table:
    """A table with one header row."""
    header = ("", *columns)
    return Table(
        cells=(header, *rows),
        header_rows=1,
        columns=header,
        indents=(0.0,) * (len(rows) + 1),
        caption=caption,
        statement=statement,
    )


def page(number: int, *parts: str | Table, label: str = "") -> Page:
    """A page of titles ("# …"), items ("•…"), paragraphs and tables."""
    elements: list[Element] = []
    path: tuple[str, ...] = ()
    index = count(number * 100)
    for part in parts:
        if isinstance(part, Table):
            text = "\n".join(" | ".join(cell for cell in row if cell) for row in part.cells)
            kind, held = ElementType.TABLE, part
        elif part.startswith("# "):
            text, kind, held = part[2:], ElementType.TITLE, None
        else:
            is_item = part.startswith("•")
            kind = ElementType.LIST_ITEM if is_item else ElementType.NARRATIVE_TEXT
            text, held = part, None
        elements.append(Element(next(index), kind, text, number, path=path, table=held))
        if kind is ElementType.TITLE:
            path = (text,)
    return Page(number, label or str(number), tuple(elements))


def standing_in(section: str, made: Page) -> Page:
    """The page, all of it in a Part and Item."""
    return replace(made, elements=tuple(replace(e, section=section) for e in made.elements))


def metadata(
    document_id: str = "ACME-10-K-2024",
    company: str = "Acme Tools Inc.",
    ticker: str = "ACME",
    cik: str = "0000000001",
    form: str = "10-K",
    fiscal_year: int = 2024,
    fiscal_period: str = "FY",
    period_end: date = date(2024, 12, 31),
) -> Metadata:
    """A document's metadata; its hash follows from its id."""
    return Metadata(
        document_id=document_id,
        company=company,
        ticker=ticker,
        cik=cik,
        form=form,
        fiscal_year=fiscal_year,
        fiscal_period=fiscal_period,
        period_end=period_end,
        tickers=(ticker,),
        sha256=sha256(document_id.encode()).hexdigest(),
    )


INCOME: Rows = [
    ("Net sales", "5,200", "4,900"),
    ("Cost of sales", "3,100", "3,000"),
    ("Gross profit", "2,100", "1,900"),
    ("Research and development", "300", "280"),
    ("Operating income", "900", "800"),
    ("Interest expense", "(40)", "(38)"),
    ("Income before income taxes", "860", "762"),
    ("Provision for income taxes", "180", "160"),
    ("Net income", "680", "602"),
    ("Diluted", "3.40", "3.01"),
]
BALANCE: Rows = [
    ("Cash and cash equivalents", "400", "350"),
    ("Inventories", "610", "580"),
    ("Total current assets", "1,500", "1,400"),
    ("Goodwill", "220", "220"),
    ("Total assets", "4,100", "3,900"),
    ("Accounts payable", "310", "300"),
    ("Total current liabilities", "900", "880"),
    ("Long-term debt", "1,000", "1,050"),
    ("Retained earnings", "1,800", "1,500"),
    ("Total liabilities and shareholders' equity", "4,100", "3,900"),
]
CASH_FLOW: Rows = [
    ("Net income", "680", "602"),
    ("Depreciation and amortization", "210", "205"),
    ("Net cash provided by operating activities", "930", "850"),
    ("Purchases of property and equipment", "(260)", "(240)"),
    ("Net cash used in investing activities", "(270)", "(250)"),
    ("Dividends paid", "(120)", "(110)"),
    ("Net cash used in financing activities", "(500)", "(450)"),
]


def report(about: Metadata | None = None, marked: bool = True) -> Document:
    """A seven-page annual report: business, risks, contents, MD&A and the statements."""
    about = about or metadata()

    def primary(rows: Rows, kind: Statement, caption: str) -> Table:
        return table(rows, caption=caption, statement=kind if marked else None)

    pages = (
        page(
            1,
            "# Human Capital",
            f"At year end {about.company} had about 12,300 full-time employees in 14 countries.",
        ),
        page(2, "# Risk Factors", "Net income may fall. Total assets may lose value. " * 12),
        page(
            3,
            "# Index to Financial Statements",
            table([("Statements of Income", "5"), ("Balance Sheets", "6")], columns=("Page", "")),
        ),
        page(
            4,
            "# Results of Operations",
            "Net sales rose by 6%, since prices rose. Research and development grew too.",
        ),
        page(
            5,
            "# Consolidated Statements of Income",
            primary(INCOME, Statement.INCOME, "(in millions, except per share)"),
        ),
        page(
            6,
            "# Consolidated Balance Sheets",
            primary(BALANCE, Statement.BALANCE_SHEET, "(in millions)"),
        ),
        page(
            7,
            "# Consolidated Statements of Cash Flows",
            primary(CASH_FLOW, Statement.CASH_FLOW, "(in millions)"),
        ),
    )
    return Document(about, pages)
