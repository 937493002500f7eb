"""Statement pages are told from pages that only talk about statements."""

import pytest
from tests.retrieval.pieces import BALANCE, CASH_FLOW, INCOME, page, report, table

from secqa.filings.document import Document, Page, Statement
from secqa.metrics.catalogue import load_catalogue
from secqa.retrieval.page_types import rows_with_figures, type_pages


def types(pages: tuple[Page, ...]) -> tuple[dict[Statement, float], ...]:
    return type_pages(pages, [rows_with_figures(one) for one in pages], load_catalogue())


def best(scores: tuple[dict[Statement, float], ...], statement: Statement) -> int:
    """Number of the page that looks most like the statement."""
    found = [page.get(statement, 0.0) for page in scores]
    return found.index(max(found)) + 1


@pytest.mark.parametrize("marked", [True, False])
def test_each_statement_is_found(marked: bool) -> None:
    scores = types(report(marked=marked).pages)
    assert best(scores, Statement.INCOME) == 5
    assert best(scores, Statement.BALANCE_SHEET) == 6
    assert best(scores, Statement.CASH_FLOW) == 7


def test_a_marked_table_is_certain_and_looks_are_not() -> None:
    assert types(report(marked=True).pages)[4][Statement.INCOME] == 1.0
    assert 0.5 < types(report(marked=False).pages)[4][Statement.INCOME] < 1.0


def test_prose_and_contents_are_no_statements() -> None:
    scores = types(report(marked=False).pages)
    assert all(value < 0.3 for place in (0, 1, 2, 3) for value in scores[place].values())


def test_the_parent_companys_own_statement_counts_less() -> None:
    pages = (
        *report(marked=False).pages,
        page(8, "# Condensed Financial Information of Parent Company Only", table(BALANCE)),
    )
    scores = types(pages)
    assert scores[7][Statement.BALANCE_SHEET] < 0.7 * scores[5][Statement.BALANCE_SHEET]


def test_lines_of_plain_text_count_like_rows() -> None:
    lines = "\n".join(f"{label} ..... {one}  {two}" for label, one, two in CASH_FLOW)
    plain = page(1, "CONSOLIDATED STATEMENTS OF CASH FLOWS", lines)
    assert rows_with_figures(plain) == tuple(label for label, _, _ in CASH_FLOW)
    assert types((plain,))[0][Statement.CASH_FLOW] > 0.5


def test_a_row_without_figures_is_no_row() -> None:
    heads = table(
        [("Current assets:", "", ""), ("Inventories", "$ 610", "(580)"), ("Tax", "—", "")]
    )
    assert rows_with_figures(page(1, heads)) == ("Inventories", "Tax")


def test_a_document_without_pages_has_no_types() -> None:
    assert types(Document(report().metadata, ()).pages) == ()


def test_an_income_statement_is_not_a_cash_flow_statement() -> None:
    scores = types((page(1, "# Consolidated Statements of Operations", table(INCOME)),))[0]
    assert scores[Statement.INCOME] > 2 * scores.get(Statement.CASH_FLOW, 0.0)
