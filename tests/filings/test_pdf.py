"""PDF reports: pages, elements, tables from where words stand, and what is refused."""

import json
import re
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.pdf_files import Drawn, Put, flush_right, make_pdf

from secqa.errors import SecqaError
from secqa.filings.document import Document, ElementType, Statement, Table
from secqa.filings.numbers import parse_number
from secqa.filings.pdf import read_pdf
from secqa.filings.read import read_bytes, read_filing

COVER = [
    Put(180, 80, "FORM 10-K", 16, True),
    Put(72, 120, "For the fiscal year ended June 30, 2022"),
    Put(72, 150, "Harbour Lamps, Inc.", 14, True),
    Put(72, 170, "(Exact name of registrant as specified in its charter)"),
    Put(300, 760, "1"),
]


def row(y: float, label: str, *values: str, indent: float = 0) -> list[Put]:
    """A row of a statement: its label, and numbers flush right below two columns."""
    puts = [Put(72 + indent, y, label)]
    for x, value in zip((400.0, 500.0), values, strict=False):
        if value.startswith("$"):
            puts.append(Put(x - 60, y, "$"))
            value = value[1:]
        puts.append(flush_right(x, y, value))
    return puts


def statement() -> list[Put | Drawn]:
    """A page with an income statement."""
    return [
        Put(180, 60, "Consolidated Statements of Operations", 12, True),
        Put(230, 76, "(in thousands, except per share data)"),
        Put(390, 110, "Year Ended June 30,", 9, True),
        Drawn(340, 505, 113),
        flush_right(400, 124, "2022", 9, True),
        flush_right(500, 124, "2021", 9, True),
        *row(140, "Revenue:"),
        *row(154, "Products", "$1,200", "$1,100", indent=12),
        *row(168, "Services", "300", "250", indent=12),
        *row(182, "Total revenue", "1,500", "1,350", indent=24),
        *row(196, "Cost of products and of the services"),
        *row(208, "that go with them", "(900)", "(810)", indent=6),
        *row(222, "Operating income", "600", "540"),
        *row(236, "Interest expense", "(20)", "—"),
        *row(250, "Net income", "$580", "$540"),
        *row(264, "Margin", "38.7%", "40.0%"),
        *row(278, "Earnings per share, diluted", "$1.16", "$1.08"),
        Put(300, 760, "2"),
    ]


def prose() -> list[Put]:
    """A page of two paragraphs, a list and a heading."""
    first = "We make lamps for harbours and sell them to towns that have one, as we did before."
    return [
        Put(72, 60, "Item 7. Management's Discussion and Analysis", 12, True),
        Put(72, 90, first),
        Put(72, 102, "Sales grew since more towns bought lamps, and costs fell with them as well."),
        Put(72, 130, "A second paragraph stands apart from the first by a wider space above it."),
        Put(72, 160, "• Towns with harbours"),
        Put(72, 180, "• Harbours without towns"),
        Put(300, 760, "3"),
    ]


@pytest.fixture(scope="module")
def report() -> Document:
    return read_pdf(make_pdf([COVER, statement(), prose()]), "harbour.pdf").document


def table_of(page: list[Put | Drawn]) -> Table:
    document = read_pdf(make_pdf([COVER, page]), "one.pdf").document
    (table,) = [element.table for element in document.pages[1].elements if element.table]
    return table


def test_pages_carry_their_numbers_and_labels(report: Document) -> None:
    assert [(page.number, page.label) for page in report.pages] == [(1, "1"), (2, "2"), (3, "3")]
    assert [e.type for e in report.elements if e.text in ("1", "2", "3")] == (
        [ElementType.PAGE_NUMBER] * 3
    )
    assert [element.index for element in report.elements] == list(range(len(report.elements)))


def test_the_cover_says_what_it_is(report: Document) -> None:
    metadata = report.metadata
    assert metadata.company == "Harbour Lamps, Inc."
    assert (metadata.form, metadata.fiscal_year) == ("10-K", 2022)
    assert str(metadata.period_end) == "2022-06-30"


def test_a_table_is_a_grid_of_joined_cells(report: Document) -> None:
    (table,) = [element.table for element in report.elements if element.table]
    assert table.columns[1:] == ("Year Ended June 30, 2022", "Year Ended June 30, 2021")
    rows = {cells[0]: cells[1:] for cells in table.cells[table.header_rows :]}
    assert rows["Products"] == ("$1,200", "$1,100")
    assert rows["Interest expense"] == ("(20)", "—")
    assert rows["Margin"] == ("38.7%", "40.0%")
    assert rows["Revenue:"] == ("", "")
    assert rows["Cost of products and of the services that go with them"] == ("(900)", "(810)")
    assert len({len(cells) for cells in table.cells}) == 1


def test_indents_tell_parents_from_children(report: Document) -> None:
    (table,) = [element.table for element in report.elements if element.table]
    indents = {cells[0]: indent for cells, indent in zip(table.cells, table.indents, strict=True)}
    assert indents["Revenue:"] == 0
    assert indents["Products"] == pytest.approx(12, abs=0.5)
    assert indents["Total revenue"] == pytest.approx(24, abs=0.5)


def test_the_lines_above_a_table_are_its_caption(report: Document) -> None:
    (table,) = [element.table for element in report.elements if element.table]
    assert "Consolidated Statements of Operations" in table.caption
    assert "in thousands" in table.caption


def test_prose_becomes_paragraphs_items_and_titles(report: Document) -> None:
    page = report.pages[2]
    kinds = [(element.type, element.text[:12]) for element in page.elements]
    assert kinds[:5] == [
        (ElementType.TITLE, "Item 7. Mana"),
        (ElementType.NARRATIVE_TEXT, "We make lamp"),
        (ElementType.NARRATIVE_TEXT, "A second par"),
        (ElementType.LIST_ITEM, "• Towns with"),
        (ElementType.LIST_ITEM, "• Harbours w"),
    ]
    assert page.elements[1].text.endswith("costs fell with them as well.")
    assert page.elements[1].section == "II/7"


def test_headers_that_repeat_are_furniture() -> None:
    pages = [
        [
            Put(72, 40, "Harbour Lamps annual report"),
            Put(72, 300 + n, f"What page {word} says is new every time it is read by someone."),
            Put(300, 760, f"F-{n}"),
        ]
        for n, word in enumerate(("one", "two", "three", "four", "five"), 1)
    ]
    document = read_pdf(make_pdf([COVER, *pages]), "headers.pdf").document
    heads = [e.type for e in document.elements if e.text == "Harbour Lamps annual report"]
    assert heads == [ElementType.HEADER] * 5
    assert [page.label for page in document.pages[1:]] == [f"F-{n}" for n in range(1, 6)]


def test_a_raised_mark_stays_apart_from_its_number() -> None:
    page: list[Put | Drawn] = [
        *row(100, "Assets at cost", "2022", "2021"),
        *row(120, "Lamps", "1,000", "900"),
        Put(401, 116, "2", 6),
        *row(134, "Towers", "50", "40"),
    ]
    table = table_of(page)
    assert ("Lamps", "1,000", "900") in table.cells


def test_a_header_reaches_as_far_as_its_rule() -> None:
    columns = (250.0, 330.0, 410.0, 490.0)
    page: list[Put | Drawn] = [
        Put(225, 100, "Lamps sold", 9),
        Drawn(210, 332, 104),
        Put(385, 100, "Ships seen", 9),
        Drawn(370, 492, 104),
    ]
    page += [
        flush_right(x, 118, text, 9) for x, text in zip(columns, ("2022", "2021") * 2, strict=True)
    ]
    for y, label in ((134, "North"), (148, "South")):
        page.append(Put(72, y, label))
        page += [flush_right(x, y, "1,234") for x in columns]
    assert table_of(page).columns[1:] == (
        "Lamps sold 2022",
        "Lamps sold 2021",
        "Ships seen 2022",
        "Ships seen 2021",
    )


def test_tables_under_each_other_keep_their_own_headers() -> None:
    page: list[Put | Drawn] = [
        *row(100, "(in millions)", "2022", "2021"),
        *row(116, "Lamps", "10", "9"),
        *row(130, "Towers", "5", "4"),
        Put(72, 170, "By town"),
        *row(190, "(in millions)", "2022", "2021"),
        *row(206, "Northport", "7", "6"),
        *row(220, "Southport", "8", "7"),
    ]
    document = read_pdf(make_pdf([COVER, page]), "two.pdf").document
    tables = [element.table for element in document.pages[1].elements if element.table]
    assert [table.cells[1][0] for table in tables] == ["Lamps", "Northport"]
    assert all(table.columns == ("(in millions)", "2022", "2021") for table in tables)


amounts = st.integers(min_value=-999_999, max_value=999_999)


@settings(max_examples=25)
@given(st.lists(st.tuples(amounts, amounts, amounts), min_size=2, max_size=12))
def test_every_number_of_a_table_keeps_its_row_and_column(
    values: list[tuple[int, int, int]],
) -> None:
    page: list[Put | Drawn] = [
        flush_right(x, 100, year) for x, year in ((320.0, "2022"), (420.0, "2021"), (520.0, "2020"))
    ]
    for n, numbers in enumerate(values):
        y = 120 + 14 * n
        page.append(Put(72, y, f"Row {'ABCDEFGHIJKL'[n]}"))
        for x, number in zip((320, 420, 520), numbers, strict=True):
            text = f"{number:,}" if number >= 0 else f"({-number:,})"
            page.append(flush_right(x, y, text))
    table = table_of(page)
    read = [
        tuple(printed.value for cell in cells[1:] if (printed := parse_number(cell)))
        for cells in table.cells[table.header_rows :]
    ]
    assert read == values
    assert table.columns[1:] == ("2022", "2021", "2020")


def test_a_pdf_is_known_by_its_content() -> None:
    assert read_bytes(make_pdf([COVER]), "report.html").document.metadata.form == "10-K"


def test_the_file_name_tells_what_the_pages_do_not() -> None:
    page = [Put(72, 100, "Annual report of the registrant"), Put(72, 130, "Lamps sold well.")]
    metadata = read_pdf(make_pdf([page]), "ACMELAMPS_2023Q2_10Q.pdf").document.metadata
    assert (metadata.company, metadata.form) == ("ACMELAMPS", "10-Q")
    assert (metadata.fiscal_year, metadata.fiscal_period) == (2023, "Q2")
    assert {"company", "form", "fiscal_year", "fiscal_period"} <= set(metadata.guessed)


def test_pages_that_are_pictures_are_reported() -> None:
    data = make_pdf([COVER, [], prose()])
    image = b"q 500 0 0 700 50 50 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x80 EI Q"
    empty = b"<< /Length 0 >>\nstream\n\nendstream"
    assert data.count(empty) == 1
    scanned = data.replace(empty, b"<< /Length %d >>\nstream\n%s\nendstream" % (len(image), image))
    assert read_pdf(scanned, "s.pdf").document.warnings == ("page 2 has no text (scanned?)",)
    assert read_pdf(data, "blank.pdf").document.warnings == ()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (make_pdf([[], []]), "no text"),
        (make_pdf([]), "no pages|not a readable PDF"),
        (b"%PDF-1.4\nnothing of the kind", "not a readable PDF"),
        (make_pdf([COVER])[:200], "not a readable PDF"),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_line(data: bytes, reason: str) -> None:
    with pytest.raises(SecqaError, match=reason) as caught:
        read_bytes(data, "broken.pdf")
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith("broken.pdf: ")


@settings(max_examples=40)
@given(st.data())
def test_damaged_bytes_never_crash(data: st.DataObject) -> None:
    good = bytearray(make_pdf([COVER, statement()]))
    for _ in range(data.draw(st.integers(1, 20))):
        good[data.draw(st.integers(8, len(good) - 1))] = data.draw(st.integers(0, 255))
    with suppress(SecqaError):
        assert read_pdf(bytes(good), "damaged.pdf").document.pages


def test_statements_of_a_real_report(shared_data: Path) -> None:
    path = shared_data / "financebench" / "pdfs" / "BESTBUY_2024Q2_10Q.pdf"
    document = read_filing(path).document
    found = {e.table.statement for e in document.elements if e.table and e.table.statement}
    assert {Statement.INCOME, Statement.BALANCE_SHEET, Statement.CASH_FLOW} <= found
    assert document.metadata.form == "10-Q"
    evidence = [
        (int(piece["evidence_page_num"]), piece["evidence_text"])
        for line in (shared_data / "financebench" / "questions.jsonl").open()
        for question in [json.loads(line)]
        if question["doc_name"] == path.stem
        for piece in question["evidence"]
    ]
    assert evidence
    for page, text in evidence:
        printed = re.sub(r"\W", "", document.pages[page].text)
        words = set(re.findall(r"\w+", text))
        assert sum(word in printed for word in words) >= 0.97 * len(words)
