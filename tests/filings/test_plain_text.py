"""Plain text filings: pages, tables from columns of letters, labels, dot leaders."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from secqa.filings.document import Document, ElementType, Statement, Table
from secqa.filings.numbers import parse_number
from secqa.filings.read import read_bytes, read_filing

COVER = """
                                   FORM 10-K
               UNITED STATES SECURITIES AND EXCHANGE COMMISSION

For the fiscal year ended December 31, 1995

                             HARBOUR LAMPS, INC.
              (Exact name of registrant as specified in its charter)

                                       1
"""

STATEMENT = """
                          HARBOUR LAMPS, INC.
                   CONSOLIDATED STATEMENT OF EARNINGS
                             (in thousands)
<TABLE>
<CAPTION>
                                              Year ended December 31,
                                         ----------------------------------
                                            1995        1994        1993
                                         ----------  ----------  ----------
<S>                                      <C>         <C>         <C>
Revenue:
  Lamps ..............................   $  1,200    $  1,100    $    950
  Services to harbours and to the
    towns around them ................        300         250         240
                                         ----------  ----------  ----------
      Total revenue ..................      1,500       1,350       1,190
Cost of lamps.........................       (900)       (810)       (700)
Interest . . . . . . . . . . . . . . .        (20)        --          (5)
                                         ----------  ----------  ----------
Net earnings .........................   $    580    $    540    $    485
                                         ==========  ==========  ==========
</TABLE>

The notes are an integral part of this statement.

                                      F-2
"""

PROSE = """
Item 7. Management's Discussion and Analysis

      We make lamps for harbours and sell them to towns that have a harbour, as
we did in the years before.  Sales grew since more towns bought lamps, and the
costs fell with them.

      A second paragraph begins where a line is set in, whether or not there is
a blank line above it.

                                      F-3
"""


SIGNATURES = """
                                  SIGNATURES

     Signed on behalf of the registrant by its treasurer.
"""


def read(*pages: str) -> Document:
    return read_bytes("\n<PAGE>\n".join(pages).encode(), "filings/harbour.txt").document


def statement() -> Table:
    document = read(COVER, STATEMENT)
    (table,) = [element.table for element in document.elements if element.table]
    return table


def test_page_marks_end_pages_and_labels_are_read() -> None:
    document = read(COVER, STATEMENT, PROSE, SIGNATURES)
    assert [page.number for page in document.pages] == [1, 2, 3, 4]
    assert [page.label for page in document.pages[1:3]] == ["F-2", "F-3"]
    assert not any(page.artificial for page in document.pages)
    assert document.warnings == ()


@pytest.mark.parametrize("last", [PROSE, SIGNATURES + "<TABLE>\nSales  5", f"<TEXT>{SIGNATURES}"])
def test_a_text_that_is_cut_off_says_so(last: str) -> None:
    (warning,) = read(COVER, STATEMENT, last).warnings
    assert warning.startswith("truncated")


def test_form_feeds_end_pages_as_well() -> None:
    data = "\f".join((COVER, STATEMENT, PROSE)).encode()
    assert len(read_bytes(data, "harbour.txt").document.pages) == 3


def test_text_without_pages_gets_pages_of_a_set_size() -> None:
    lines = [f"Line {n} of the annual report of the registrant.\n" for n in range(200)]
    document = read_bytes("".join(lines).encode(), "harbour.txt").document
    assert len(document.pages) == 4
    assert all(page.artificial for page in document.pages)
    assert document.warnings == ("no page breaks: pages of a set size were made",)


def test_the_cover_says_what_it_is() -> None:
    metadata = read(COVER, PROSE).metadata
    assert (metadata.company, metadata.form) == ("HARBOUR LAMPS, INC.", "10-K")
    assert (metadata.fiscal_year, str(metadata.period_end)) == (1995, "1995-12-31")


def test_a_table_is_a_grid_without_leaders_and_drawn_lines() -> None:
    table = statement()
    assert table.columns[1:] == (
        "Year ended December 31, 1995",
        "Year ended December 31, 1994",
        "Year ended December 31, 1993",
    )
    rows = {cells[0]: cells[1:] for cells in table.cells[table.header_rows :]}
    assert rows["Lamps"] == ("$1,200", "$1,100", "$950")
    assert rows["Services to harbours and to the towns around them"] == ("300", "250", "240")
    assert rows["Cost of lamps"] == ("(900)", "(810)", "(700)")
    assert rows["Interest"] == ("(20)", "--", "(5)")
    assert rows["Revenue:"] == ("", "", "")
    assert len(rows) == 7
    assert "in thousands" in table.caption


def test_indents_are_kept() -> None:
    table = statement()
    indents = dict(zip((cells[0] for cells in table.cells), table.indents, strict=True))
    assert 0 == indents["Revenue:"] < indents["Lamps"] < indents["Total revenue"]


def test_prose_becomes_paragraphs() -> None:
    elements = read(COVER, PROSE).pages[1].elements
    texts = [e.text for e in elements if e.type is ElementType.NARRATIVE_TEXT]
    assert [text.split()[0] for text in texts] == ["We", "A"]
    assert texts[0].endswith("costs fell with them.")
    assert elements[0].type is ElementType.TITLE
    assert {e.section for e in elements} == {"II/7"}


def test_a_paragraph_on_one_long_line_is_one_paragraph() -> None:
    long = " ".join(["We make lamps for harbours and towns."] * 100)
    document = read(f"FORM 10-K\n\n{long}\n\nA short one stands below it.\n")
    texts = [e.text for e in document.elements if e.type is ElementType.NARRATIVE_TEXT]
    assert texts == [long, "A short one stands below it."]


amounts = st.integers(min_value=-9_999_999, max_value=9_999_999)


@settings(max_examples=40)
@given(st.lists(st.tuples(amounts, amounts), min_size=2, max_size=15))
def test_every_number_of_a_table_keeps_its_row_and_column(values: list[tuple[int, int]]) -> None:
    lines = [f"{'(In thousands)':<40}{'1995':>16}{'1994':>16}"]
    for n, numbers in enumerate(values):
        texts = [f"{x:,} " if x >= 0 else f"({-x:,})" for x in numbers]
        lines.append(f"{'Row ' + 'ABCDEFGHIJKLMNO'[n]:<40}{texts[0]:>16}{texts[1]:>16}")
    document = read(COVER, "\n".join(lines))
    (table,) = [element.table for element in document.elements if element.table]
    read_values = [
        tuple(printed.value for cell in cells[1:] if (printed := parse_number(cell)))
        for cells in table.cells[table.header_rows :]
    ]
    assert read_values == values
    assert table.columns == ("(In thousands)", "1995", "1994")


@settings(max_examples=60)
@given(st.text(alphabet="Form 10-K\n<PAGETBLSC>$1,.|-( )\f\té—", max_size=600))
def test_any_text_makes_whole_pages(text: str) -> None:
    document = read_bytes(f"FORM 10-K\n{text}".encode(), "any.txt").document
    assert [page.number for page in document.pages] == list(range(1, len(document.pages) + 1))
    for element in document.elements:
        if element.table:
            assert len({len(cells) for cells in element.table.cells}) == 1
            assert len(element.table.indents) == len(element.table.cells)


def test_the_statements_of_a_real_filing(shared_data: Path) -> None:
    path = shared_data / "filings" / "historical" / "GE-10-K-1994.txt.gz"
    document = read_filing(path).document
    income = [e for e in document.elements if e.table and e.table.statement is Statement.INCOME]
    assert income
    assert any(document.pages[e.page - 1].label == "F-2" for e in income)
    assert document.metadata.fiscal_year == 1993
    assert document.metadata.cik == "0000040545"


def test_html_that_only_wraps_text_is_read_as_text() -> None:
    columns = re.sub(r"</?(?:TABLE|CAPTION|S|C)>", "", STATEMENT).replace("Lamps", "<b>Lamps</b>")
    wrapped = f"<html><body>\n<pre>{COVER}</pre>\n<hr>\n<pre>{columns}</pre>\n</body></html>"
    document = read_bytes(wrapped.encode(), "HARB/10-K.htm").document
    assert len(document.pages) == 2
    table = next(element.table for element in document.elements if element.table)
    assert ["Cost of lamps", "(900)", "(810)", "(700)"] in [list(row) for row in table.cells]
