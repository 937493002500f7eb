"""Lines with figures are told from lines without, in tables and in text."""

from tests.support.page_builders import CASH_FLOW, page, table

from secqa.retrieval.indexing.page_index import rows_with_figures


def test_lines_of_plain_text_count_like_rows() -> None:
    lines = "\n".join(f"{label} ..... {one}  {two}" for label, one, two in CASH_FLOW)
    plain = page(1, "CONSOLIDATED STATEMENTS OF CASH FLOWS", lines)
    assert rows_with_figures(plain) == tuple(label for label, _, _ in CASH_FLOW)


def test_a_row_without_figures_is_no_row() -> None:
    heads = table(
        [("Current assets:", "", ""), ("Inventories", "$ 610", "(580)"), ("Tax", "—", "")]
    )
    assert rows_with_figures(page(1, heads)) == ("Inventories", "Tax")
