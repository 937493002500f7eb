"""Pages to statements: which page is the income statement, the balance sheet, the cash flow.

In: a document's pages. Out: for each page a score from 0 to 1 for each primary statement. Where
the reader marked a table as a statement, that counts most. Other pages (continuations, PDFs,
plain text) are judged by what stands on them: known line items with figures beside them, lines
that only this statement has, its title near the top. Many pages look like statements and are
not: contents pages, five-year tables, segment notes, the parent company's own statements.
"""

import re
from collections.abc import Mapping, Sequence

from secqa.filings.document import ElementType, Page, Statement, Table
from secqa.metrics.catalogue import Catalogue
from secqa.retrieval.words import label_key

PRIMARY = (Statement.INCOME, Statement.BALANCE_SHEET, Statement.CASH_FLOW)

_ENOUGH_ITEMS = 6
_NEIGHBOURHOOD = 6
"""Statements stand together: the others are looked for within so many pages."""

_ANCHORS: Mapping[Statement, tuple[str, ...]] = {
    Statement.INCOME: (
        r"\b(?:income|earnings|loss|profit)\b.*\bbefore\b.*\btax",
        r"^(?:consolidated )?net (?:income|earnings|loss|\(loss\))",
        r"\bdiluted\b",
    ),
    Statement.BALANCE_SHEET: (
        r"^total assets",
        r"^total liabilities(?:,.*)? and .*equity|^total equity and liabilities",
        r"^(?:accumulated deficit|retained earnings|reinvested earnings|earnings reinvested)",
    ),
    Statement.CASH_FLOW: (
        r"\bcash\b.*\b(?:by|from|in|for)\b.*\boperati(?:ng|ons)",
        r"\bcash\b.*\b(?:by|from|in|for)\b.*\binvest(?:ing|ment)",
        r"\bcash\b.*\b(?:by|from|in|for)\b.*\bfinancing",
    ),
}
_TITLES: Mapping[Statement, str] = {
    Statement.INCOME: r"\bstatements? of (?:consolidated )?(?:net )?(?:income|operations|earnings)"
    r"|\bincome statements?\b|\bresults of operations statement",
    Statement.BALANCE_SHEET: r"\bbalance sheets?\b|\bstatements? of (?:consolidated )?financial"
    r" (?:position|condition)",
    Statement.CASH_FLOW: r"\bstatements? of (?:consolidated )?cash flows?\b"
    r"|\bcash flows? statement",
}
_NOT_THE_STATEMENT = re.compile(
    r"\bparent(?: company)? only\b|\bcondensed financial information of\b|\bguarantor|\bsegment"
    r"|\bselected financial data\b|\btable of contents\b|\bindex to\b|\bpro forma\b|\bnon-gaap\b"
    r"|\bpercent(?:age)? (?:change|of)\b|\b% change\b|\bquarterly (?:financial|results)",
)
_FIGURE = re.compile(r"^[\s$€£(%)\d,.—–-]*\d[\s$€£(%)\d,.—–-]*$|^[\s$]*[—–-][\s%]*$")
_LINE_ITEM = re.compile(r"^(?P<label>\D*?[A-Za-z)\]:,*][\s.]*?)\s+(?P<figures>[$(]*\s*[\d—–-].*)$")


def rows_with_figures(page: Page) -> tuple[str, ...]:
    """Labels of the page's lines that have figures beside them, in reading order."""
    labels: list[str] = []
    for element in page.elements:
        if element.table is not None:
            labels.extend(_table_rows(element.table))
        elif element.type is not ElementType.NARRATIVE_TEXT or "\n" in element.text:
            labels.extend(_line_rows(element.text))
    return tuple(labels)


def _table_rows(table: Table) -> list[str]:
    return [
        row[0]
        for row in table.cells[table.header_rows :]
        if row and row[0] and any(_FIGURE.match(cell) for cell in row[1:] if cell)
    ]


def _line_rows(text: str) -> list[str]:
    matches = (_LINE_ITEM.match(line.strip()) for line in text.split("\n"))
    return [match["label"].strip(" .:") for match in matches if match and len(match["label"]) < 90]


def type_pages(
    pages: Sequence[Page], rows: Sequence[Sequence[str]], catalogue: Catalogue
) -> tuple[dict[Statement, float], ...]:
    """Each page's score (0 to 1, rounded) for each primary statement; absent means 0.

    `rows` are the pages' labels with figures, as `rows_with_figures` gives them.
    """
    items = _line_items(catalogue)
    looks = [_looks(page, labels, items) for page, labels in zip(pages, rows, strict=True)]
    return tuple(_settle(looks, place, page) for place, page in enumerate(pages))


def _settle(looks: list[dict[Statement, float]], place: int, page: Page) -> dict[Statement, float]:
    """A page's own looks, its marked tables, and the company it keeps."""
    marked = {e.table.statement for e in page.elements if e.table and e.table.statement}
    around = looks[max(0, place - _NEIGHBOURHOOD) : place + _NEIGHBOURHOOD + 1]
    scores: dict[Statement, float] = dict.fromkeys(marked, 1.0)
    for statement, look in looks[place].items():
        others = sum(
            max((other.get(neighbour, 0.0) for other in around), default=0.0) > 0.5
            for neighbour in PRIMARY
            if neighbour is not statement
        )
        score = round(min(0.9, look * (0.7 + 0.15 * others)), 2)
        scores[statement] = max(score, scores.get(statement, 0.0))
    return scores


def _looks(
    page: Page, labels: Sequence[str], items: Mapping[Statement, Mapping[str, str]]
) -> dict[Statement, float]:
    """What the page's lines and titles say, without knowing its neighbours."""
    if len(labels) < 4:
        return {}
    keys = {label_key(label) for label in labels}
    lines = [label.lower() for label in labels]
    top = " ".join(_title_lines(page)).lower()
    prose = sum(len(e.text) for e in page.elements if e.type is ElementType.NARRATIVE_TEXT)
    discount = 0.5 if _NOT_THE_STATEMENT.search(top) else 1.0
    discount *= 1.0 if prose < 1200 else 0.6
    looks: dict[Statement, float] = {}
    for statement in PRIMARY:
        known = {items[statement][key] for key in keys if key in items[statement]}
        share = min(1.0, len(known) / _ENOUGH_ITEMS)
        anchors = [any(re.search(anchor, line) for line in lines) for anchor in _ANCHORS[statement]]
        title = bool(re.search(_TITLES[statement], top))
        look = (1.5 * share + sum(anchors) / len(anchors) + 0.7 * title) / 3.2 * discount
        if look >= 0.2:
            looks[statement] = look
    return looks


def _title_lines(page: Page) -> list[str]:
    """The short lines with which the page begins, and its tables' captions."""
    short = [e.text for e in page.elements[:8] if e.table is None and len(e.text) < 200]
    return short[:6] + [e.table.caption for e in page.elements if e.table]


def _line_items(catalogue: Catalogue) -> dict[Statement, dict[str, str]]:
    """Statement -> the lines it is known by -> the metric they print."""
    items: dict[Statement, dict[str, str]] = {statement: {} for statement in PRIMARY}
    for metric in catalogue.base():
        if metric.statement in items:
            for printed in (metric.name, *metric.printed):
                items[Statement(metric.statement)].setdefault(label_key(printed), metric.id)
    return items
