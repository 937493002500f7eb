"""Tables that go on over a page."""

import pytest
from tests.support.filing_markup import BREAK, document, label, plain, read, row, table

from secqa.filings.document import Document, Table
from secqa.filings.tables.continued import continued_tables, joined_tables

HEAD = row(label(""), '<td colspan="3">2024</td>', '<td colspan="3">2023</td>')


def line(name: str) -> str:
    return row(label(name), plain("5"), plain("4"))


def tables(made: Document) -> list[Table]:
    return [element.table for element in made.elements if element.table is not None]


def test_a_table_goes_on_over_pages_under_its_header() -> None:
    title = "<p><b>Loans</b></p>"
    made = document(
        f"{title}{table(HEAD, line('First'), line('Second'))}<p>1</p>{BREAK}"
        f"{title}{table(HEAD, line('Third'), line('Fourth'))}<p>2</p>{BREAK}"
        f"{title}{table(HEAD, line('Fifth'), line('Sixth'))}<p>3</p>{BREAK}"
        f"<p><b>Deposits</b></p>{table(HEAD, line('Seventh'))}<p>4</p>"
    )
    parts = [element.index for element in made.elements if element.table]
    assert continued_tables(made.elements) == {parts[1]: parts[0], parts[2]: parts[1]}
    (whole,) = joined_tables(made.elements)
    assert whole.elements == tuple(parts[:3])
    labels = ["", "First", "Second", "Third", "Fourth", "Fifth", "Sixth"]
    assert [cells[0] for cells in whole.table.cells] == labels
    assert len(whole.table.indents) == len(whole.table.cells)


def test_text_between_tables_parts_them() -> None:
    made = document(
        f"{table(HEAD, line('First'))}<p>And so it ended.</p>{BREAK}{table(HEAD, line('Second'))}"
    )
    assert continued_tables(made.elements) == {}


@pytest.mark.parametrize(
    ("corner", "year"),
    [("Loans", "2022"), ("Deposits", "2023"), ("Six months ended June 30, 2024", "2023")],
)
def test_other_names_or_another_corner_begin_another_table(corner: str, year: str) -> None:
    def head(name: str, last: str) -> str:
        return row(label(name), '<td colspan="3">2024</td>', f'<td colspan="3">{last}</td>')

    made = document(
        f"{table(head('Loans', '2023'), line('One'))}{BREAK}"
        f"{table(head(corner, year), line('Two'))}"
    )
    assert continued_tables(made.elements) == {}


def test_a_part_without_names_has_those_of_the_page_before() -> None:
    fact = '<ix:nonFraction name="x:y" contextref="c" unitref="u">7</ix:nonFraction>'
    made = read(
        f"{table(HEAD, line('First'), line('Second'))}{BREAK}"
        f"{table(line('Third'), row(label('Fourth'), plain(fact), plain('6')))}"
    )
    _, second = tables(made.document)
    assert second.columns == ("", "2024", "2023")
    assert second.cells == (("", "2024", "2023"), ("Third", "5", "4"), ("Fourth", "7", "6"))
    (tag,) = made.tagging.tags
    assert tag.place is not None
    assert second.cells[tag.place.row][tag.place.column] == "7"


def test_words_do_not_go_on_with_figures() -> None:
    words = row(label(""), plain("Carefully"), plain("Freely"))
    made = document(f"{table(HEAD, line('First'))}{BREAK}{table(words, words)}")
    assert continued_tables(made.elements) == {}
