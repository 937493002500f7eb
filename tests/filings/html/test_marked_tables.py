"""Tables as marked up to logical grids."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.filing_markup import document, label, money, only_table, plain, row, table

from secqa.filings.document import ElementType

HEAD = row(label(""), '<td colspan="3">2024</td>', '<td colspan="3">2023</td>')


def test_signs_in_cells_of_their_own_join_their_figures() -> None:
    grid = only_table(
        table(
            HEAD,
            row(label("Sales"), money("1,200"), money("1,100")),
            row(label("Loss"), money("(30)"), plain("20")),
            row(label("Margin"), plain("12.5").replace("<td></td>", "<td>%</td>"), plain("—")),
        )
    )
    assert grid.cells == (
        ("", "2024", "2023"),
        ("Sales", "$ 1,200", "$ 1,100"),
        ("Loss", "$ (30)", "20"),
        ("Margin", "12.5%", "—"),
    )
    assert grid.header_rows == 1


def test_stacked_and_merged_headers_give_one_label_a_column() -> None:
    grid = only_table(
        table(
            row(label("(in millions)"), '<td colspan="9">Year ended<br/>December 31,</td>'),
            HEAD,
            row(label("Sales"), plain("5"), plain("4")),
        )
    )
    assert grid.columns == (
        "(in millions)",
        "Year ended December 31, 2024",
        "Year ended December 31, 2023",
    )
    assert grid.header_rows == 2


def test_rowspan_holds_its_column() -> None:
    grid = only_table(
        "<table><tr><td>Item</td><td>2024</td><td>2023</td></tr>"
        '<tr><td rowspan="2">Sales</td><td>10</td><td>9</td></tr>'
        "<tr><td>20</td><td>8</td></tr></table>"
    )
    assert grid.cells[1:] == (("Sales", "10", "9"), ("", "20", "8"))


def test_cells_that_are_not_displayed_take_no_place() -> None:
    gone = '<td colspan="3" style="display:none"></td>'
    grid = only_table(
        table(
            row(label(""), '<td colspan="3">2024</td>', '<td colspan="3">2023</td>'),
            row(label("Sales"), gone + money("5"), gone + money("4")),
        )
    )
    assert grid.cells == (("", "2024", "2023"), ("Sales", "$ 5", "$ 4"))


def test_a_label_only_row_is_a_body_row() -> None:
    grid = only_table(
        table(HEAD, row(label("Costs:")), row(label("Rent", 10), plain("5"), plain("4")))
    )
    assert grid.header_rows == 1
    assert grid.cells[1] == ("Costs:", "", "")
    assert grid.indents[2] > grid.indents[1]


def test_labels_pushed_in_by_columns_of_their_own_are_one_column() -> None:
    grid = only_table(
        "<table><tr><td></td><td></td><td>2024</td></tr>"
        "<tr><td>Assets</td><td></td><td></td></tr>"
        "<tr><td></td><td>Cash</td><td>5</td></tr><tr><td></td><td>Other</td><td>6</td></tr></table>"
    )
    assert grid.cells[1:] == (("Assets", ""), ("Cash", "5"), ("Other", "6"))
    assert grid.indents[2] > grid.indents[1]


def test_years_are_a_header_unless_years_stand_above_them() -> None:
    grid = only_table(
        "<table><tr><td></td><td>2024</td><td>2023</td></tr>"
        "<tr><td>Founded</td><td>1999</td><td>1998</td></tr>"
        "<tr><td>Stores</td><td>7</td><td>6</td></tr></table>"
    )
    assert grid.header_rows == 1


def test_cells_that_are_cut_open_still_make_a_table() -> None:
    grid = only_table("<TABLE><TR><TD><TD>2024<TR><TD>Sales<TD>5<TR><TD>Costs<TD>(4)</TABLE>")
    assert grid.cells == (("", "2024"), ("Sales", "5"), ("Costs", "(4)"))


def test_raised_marks_do_not_change_a_figure() -> None:
    grid = only_table(
        "<table><tr><td></td><td>2024</td></tr><tr><td>Sales</td><td>1,234<sup>2</sup></td></tr>"
        "<tr><td>Costs</td><td>5</td></tr></table>"
    )
    assert grid.cells[1][1] == "1,234 2"


def test_the_caption_is_the_short_lines_above() -> None:
    lines = "<p>Some story that ends.</p><p><b>Balance</b></p><p>(in millions)</p>"
    grid = only_table(lines + table(HEAD, row(label("Cash"), plain("5"), plain("4"))))
    assert grid.caption == "Balance (in millions)"


def test_a_table_that_lays_out_a_page_is_read_in_its_order() -> None:
    inner = table(HEAD, row(label("Sales"), plain("5"), plain("4")))
    body = (
        f"<table><tr><td>Before</td></tr><tr><td>{inner}</td></tr><tr><td>After</td></tr></table>"
    )
    found = document(body).elements[1:]
    assert [element.type for element in found] == [
        ElementType.NARRATIVE_TEXT,
        ElementType.TABLE,
        ElementType.NARRATIVE_TEXT,
    ]
    assert found[1].table is not None
    assert found[1].table.cells[1] == ("Sales", "5", "4")


def test_bullets_and_headings_in_tables_are_lines() -> None:
    found = document(
        "<table><tr><td>•</td><td>First point</td></tr></table>"
        "<table><tr><td><b>Item 1.</b></td><td><b>Business</b></td></tr></table>"
    ).elements[1:]
    assert [(element.type, element.text) for element in found] == [
        (ElementType.LIST_ITEM, "• First point"),
        (ElementType.TITLE, "Item 1. Business"),
    ]


CELL = st.tuples(
    st.sampled_from(["", "Cash", "$", "5", "(6", ")", "2024", "%", "—"]),
    st.integers(1, 4),
    st.integers(1, 3),
)


@settings(max_examples=150)
@given(st.lists(st.lists(CELL, max_size=7), min_size=2, max_size=8))
def test_any_grid_keeps_every_text_and_its_shape(rows: list[list[tuple[str, int, int]]]) -> None:
    body = "".join(
        "<tr>"
        + "".join(f"<td colspan={span} rowspan={down}>{text}</td>" for text, span, down in cells)
        + "</tr>"
        for cells in rows
    )
    found = document(f"<table>{body}</table>").elements[1:]
    printed = "".join(text for cells in rows for text, _, _ in cells)
    read = "".join(element.text for element in found)
    # Names that still hold further down the table are read once more there.
    assert Counter(printed) <= Counter(read)
    assert set(printed) == set(read) - set("| \n")
    for element in found:
        if element.table is not None:
            widths = {len(cells) for cells in element.table.cells}
            assert widths == {len(element.table.columns)}
            assert len(element.table.indents) == len(element.table.cells)
