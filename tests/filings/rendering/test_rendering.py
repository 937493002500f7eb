"""A filing's own markup as pages that are safe to show, with places marked."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser
from tests.app.conftest import ACME, BREAK
from tests.support.pdf_files import Put, flush_right, make_pdf

from secqa.app.evidence_view import figures_of
from secqa.errors import SecqaError
from secqa.filings.containers.parts import Part
from secqa.filings.containers.sidecar import with_exhibits
from secqa.filings.document import Location
from secqa.filings.read import read_bytes
from secqa.filings.rendering.html_pages import printed_pages
from secqa.filings.rendering.marks import PageMark, marked_html
from secqa.filings.rendering.pages import PrintedText, SafePage, page_as_read
from secqa.filings.rendering.pdf_page import overlay_of, page_png
from secqa.filings.rendering.safe_markup import MarkupStyle, declarations
from secqa.filings.rendering.typed_pages import typed_pages
from secqa.filings.rendering.whole import PdfPage, printed_filing

PICTURES = {"x": "/filings/d1/pictures/x"}
TAGS = (
    "b big blockquote br center dd div dl dt em h1 h2 h3 h4 h5 h6 hr i li ol p pre s small span "
    "strike strong sub sup table tbody td tfoot th thead tr u ul mark"
)
ALLOWED = set(TAGS.split())


def looks() -> MarkupStyle:
    return MarkupStyle("d1", PICTURES)


def test_each_page_has_its_own_texts_and_their_places() -> None:
    printed, document = printed_pages(ACME.encode(), "ACME/10-K-2024.html", looks())
    assert sorted(printed) == [1, 2, 3]
    for page in document.pages:
        shown = {run.place.element for run in printed[page.number].runs}
        assert shown == {element.index for element in page.elements}
    cell = next(run for run in printed[3].runs if run.text == "1,200")
    table = document.by_index[cell.place.element].table
    assert table is not None
    assert table.cells[cell.place.row][cell.place.column] == "$ 1,200"


def test_pages_are_whole_by_themselves() -> None:
    printed, _ = printed_pages(ACME.encode(), "ACME/10-K-2024.html", looks())
    for page in printed.values():
        html = marked_html(page)
        assert html.count("<div") == html.count("</div>")
        assert html.count("<table") == html.count("</table>")
    first = marked_html(printed[3])
    assert first.index('<td class="own2">') < first.index("Year ended")
    assert "not printed" not in marked_html(printed[1])


TAG_PIECES = "<div> </div> <p> </p> <table> </table> <tr> <td> </td> </tr> <b> </b> <script>"
TAG_PIECES += " </script> <style> </style> <svg> <math> <h1> <!-- --> <![CDATA[ ]]> <?x ?> <li>"
TAG_PIECES += " <pre> <p/onclick=z> <br/> <hr> < > <textarea> <title> <plaintext> <xmp> 1,234"
PIECES = st.sampled_from(
    [
        *TAG_PIECES.split(),
        *("<img src=x onerror=y>", '<td title=">">', "<a href='javascript:x'>", '"', "'", "word "),
        *("<img src=https://evil.example/y>", "<img alt='\"><script>' src='a/x'>", "<img "),
        *("&lt;script&gt;", "&#60;img&#62;", "<ix:nonNumeric id='a'>"),
        "<hr style='page-break-after:always'>",
    ]
)


@settings(max_examples=300)
@given(st.lists(PIECES, max_size=40))
def test_whatever_the_markup_only_ours_comes_out(pieces: list[str]) -> None:
    source = f"<html><body><p>printed</p>{''.join(pieces)}</body></html>"
    try:
        printed, _ = printed_pages(source.encode(), "x.html", looks())
    except SecqaError:
        return
    for page in printed.values():
        html = marked_html(page, PageMark(words=("word",)))
        tree = LexborHTMLParser(f"<main><div id='paper'>{html}</div></main><i id='after'></i>")
        paper = tree.css_first("#paper")
        assert paper is not None
        for node in paper.traverse():
            if node is paper:
                continue
            if node.tag == "img":
                assert node.attributes["src"] in PICTURES.values()
                assert set(node.attributes) <= {"class", "src", "alt"}
                continue
            assert node.tag in ALLOWED
            assert set(node.attributes) <= {"class", "colspan", "rowspan"}
        after = tree.css_first("#after")
        assert after is not None
        assert after.parent is not None
        assert after.parent.tag == "body"


@pytest.mark.parametrize(
    ("style", "kept"),
    [
        ("font-weight:700; TEXT-ALIGN: right", "font-weight:700;text-align:right"),
        ("font-family:'Times New Roman',serif", "font-family:times new roman,serif"),
        ("background:url(https://x.example/a.png)", ""),
        ("background-image:url(a);color:rgb(1, 2, 3)", "color:rgb(1, 2, 3)"),
        ("position:fixed;top:0;z-index:9;width:10%", "width:10%"),
        ("color:red}body{display:none", ""),
        ("width:expression(alert(1))", ""),
        ("display:none;float:left", ""),
        ("color:\\75 rl(x)", ""),
        ("background-color:#cceeff !important", "background-color:#cceeff"),
    ],
)
def test_of_a_style_only_looks_are_kept(style: str, kept: str) -> None:
    assert declarations(style) == kept


def run(text: str, element: int = 0) -> PrintedText:
    return PrintedText(text, Location(1, element))


def test_a_quote_is_found_across_lines_and_elements() -> None:
    page = SafePage(
        ("<p>", run("We make "), "<b>", run("anvils\n"), "</b>", run("& rockets."), "</p>")
    )
    html = marked_html(page, PageMark(quote="make anvils & rockets"))
    assert html == (
        '<p>We <mark class="seen">make</mark> <b><mark class="">anvils</mark>\n</b>'
        '<mark class="">&amp; rockets</mark>.</p>'
    )


def test_several_marks_are_told_by_their_numbers() -> None:
    page = SafePage((run("sold 5 of 7", 0), run("7", 1)))
    html = marked_html(
        page, PageMark(1, number=1), PageMark(0, quote="of 7", number=2), PageMark(0, number=3)
    )
    assert html == (
        'sold 5 <mark class="seen m2" id="mark-2" data-number="2">of 7</mark>'
        '<mark class="m1" id="mark-1" data-number="1">7</mark>'
    )


def test_where_a_quote_is_not_whole_its_sentences_are_marked() -> None:
    page = SafePage((run("One here. "), run("Between. "), run("Two there.")))
    html = marked_html(page, PageMark(quote="One here. Two there."))
    assert html.count("<mark") == 2
    assert "Between. <mark" in html


def test_a_short_piece_of_a_quote_is_marked_where_the_quote_stands() -> None:
    page = SafePage((run("Bread and milk. "), run("We sell; and "), run("page 7 we buy.")))
    html = marked_html(page, PageMark(quote="We sell; and we buy."))
    assert html.startswith("Bread and milk. ")


def test_a_page_as_read_keeps_its_table() -> None:
    document = read_bytes(ACME.encode(), "ACME/10-K-2024.html").document
    table = next(one for one in document.pages[2].elements if one.table is not None)
    html = marked_html(page_as_read(document.pages[2]), PageMark(table.index, 3, 2))
    assert '<td class="n"><mark class="seen cell">$ 190</mark></td>' in html


FIGURES = ("240", "120", "2,400", "240")


def test_a_figure_of_a_pdf_is_marked_on_the_line_of_its_label() -> None:
    labels = ("Sales of anvils", "Cost of anvils", "Income taxes", "Net income of the year")
    lines = [
        put
        for y, label, value in zip((300.0, 316.0, 332.0, 348.0), labels, FIGURES, strict=True)
        for put in (Put(72, y, label), flush_right(400, y, value), flush_right(500, y, "1,234"))
    ]
    cover = [Put(180, 80, "FORM 10-K"), Put(72, 100, "For the fiscal year ended June 30, 2022")]
    heads = [flush_right(400, 280, "2022"), flush_right(500, 280, "2021")]
    data = make_pdf([cover, [*heads, *lines]])
    page = read_bytes(data, "ACME/10-K-2022.pdf").document.pages[1]
    table = next(one for one in page.elements if one.table is not None)
    assert table.table is not None
    at = next(
        row for row, cells in enumerate(table.table.cells) if cells[0].startswith("Net income")
    )
    figure = PageMark(table.index, at, 1)
    overlay = overlay_of(data, 2, page, figures_of(page), PageMark(quote="not on it"), figure)
    assert [one.mark for one in overlay.marked] == [figure]
    ((left, top, width, height),) = overlay.marked[0].boxes
    assert (overlay.width, overlay.height) == (612, 792)
    assert top <= 340 <= 348 <= top + height
    assert left < 400 < left + width + 2
    assert page_png(data, 2).startswith(b"\x89PNG")
    row = [box for one, _, box in overlay.figures if one.row == at]
    # 240 stands on another line, too, and each figure of this one has a place of its own.
    assert [left + width for left, _, width, _ in row] == pytest.approx([401, 501], abs=1)
    assert all(top < 348 < top + height + 4 for _, top, _, height in row)


def test_cells_that_can_be_selected_say_which_they_are() -> None:
    pages, document = printed_pages(ACME.encode(), "ACME/10-K-2024.html", looks())
    html = marked_html(pages[3], cells=figures_of(document.pages[2]))
    table = next(one.index for one in document.pages[2].elements if one.table is not None)
    assert f'<span data-at="{table}.2.1">700</span>' in html
    assert ">2024</td>" in html, "a header is no figure"


def test_a_picture_is_shown_on_its_page_from_our_address_or_told() -> None:
    shown = '<img src="a/x" alt="A &lt;b&gt; graph" width="90" onload="y()"><img src="none.png">'
    source = ACME.replace(f"coyote.</p>{BREAK}</div>", f"coyote.</p>{shown}{BREAK}</div>")
    pages, document = printed_pages(source.encode(), "ACME/10-K-2024.html", looks())
    html = marked_html(pages[2])
    assert '" src="/filings/d1/pictures/x" alt="A &lt;b&gt; graph">' in html
    assert '<span class="no-picture">Picture</span>' in html
    assert [page for page in pages if "picture" in marked_html(pages[page])] == [2]
    assert len(document.pages) == 3


def test_text_that_nobody_sees_is_none() -> None:
    source = ACME.replace("<tr><td>Net income", "<tr><td>\u200b</td></tr><tr><td>Net income")
    pages, document = printed_pages(source.encode(), "ACME/10-K-2024.html", looks())
    read = read_bytes(source.encode(), "ACME/10-K-2024.html").document
    assert [one.text for one in document.elements] == [one.text for one in read.elements]
    (label,) = (run for run in pages[3].runs if run.text == "Net income")
    table = read.by_index[label.place.element].table
    assert table is not None
    assert table.cells[label.place.row][0] == "Net income"


TYPED = """FORM 10-K
ANNUAL REPORT OF ACME TOOLS CORP
For the fiscal year ended December 31, 1995
<PAGE>
Sales of anvils & rockets rose, and what
is said of coyotes holds.
<TABLE>
<CAPTION>
                                  1995        1994
<S>                               <C>         <C>
Sales of anvils............    $ 1,200     $ 1,000
Cost of anvils and
  rockets                          700         700
Net income                     $   240     $   190
</TABLE>
                        2
"""


def typed(mark: PageMark, number: int) -> str:
    """A page of the typewritten filing, marked."""
    return marked_html(typed_pages(TYPED.encode(), "ACME/10-K-1995.txt")[0][number], mark)


def test_a_typewritten_page_keeps_its_lines_and_has_each_cell_in_its_place() -> None:
    pages, document = typed_pages(TYPED.encode(), "ACME/10-K-1995.txt")
    plain = "".join(part if isinstance(part, str) else part.text for part in pages[2].parts)
    assert "Sales of anvils............    $ 1,200     $ 1,000\n" in plain
    assert "<CAPTION>" not in plain
    (table,) = (one for one in document.pages[1].elements if one.table is not None)
    assert table.table is not None
    for row, cells in enumerate(table.table.cells):
        for column, cell in enumerate(cells):
            there = [
                run.text
                for run in pages[2].runs
                if run.place == Location(2, table.index, row, column)
            ]
            assert "".join("".join(there).split()) == "".join(cell.split())
    at = next(row for row, cells in enumerate(table.table.cells) if cells[0].endswith("rockets"))
    html = typed(PageMark(table.index, at, 2), 2)
    assert html.count("<mark") == 1
    assert '700         <mark class="seen cell">700</mark>' in html


def test_words_and_quotes_are_marked_on_typewritten_pages() -> None:
    assert typed(PageMark(words=("COYOTES",)), 2).count("<mark") == 1
    html = typed(PageMark(quote="rose, and what is said"), 2)
    assert ">rose, and what<" in html
    assert ">is said<" in html
    assert "anvils &amp; rockets" in html


def test_exhibits_follow_with_pages_and_places_as_in_the_corpus() -> None:
    exhibit = "<html><body><p>Form 8-K</p><p>Exhibit 99. Rockets sold well.</p></body></html>"
    parts = [Part("", "", ACME.encode()), Part("EX-13", "", TYPED.encode())]
    parts += [Part("EX-99", "", b"%PDF-broken"), Part("EX-99.1", "", exhibit.encode())]
    main = read_bytes(ACME.encode(), "ACME/10-K-2024.html")
    reading = [
        (part.type, lambda data=part.data: read_bytes(data, "ACME/10-K-2024.html"))
        for part in parts[1:]
    ]
    kept = with_exhibits(main, reading).document
    whole = printed_filing(parts, kept, "d1", {}).pages
    assert sorted(whole) == [page.number for page in kept.pages] == [1, 2, 3, 4, 5, 6]
    for page in kept.pages:
        own = whole[page.number]
        assert isinstance(own, SafePage)
        assert {run.place.element for run in own.runs} == {one.index for one in page.elements}
    other = replace(kept, pages=(*kept.pages[:4], replace(kept.pages[4], elements=())))
    shown = printed_filing(parts, other, "d1", {}).pages
    assert sorted(shown) == [1, 2, 3, 4], "what reads otherwise now is not shown"


def test_a_pdf_is_shown_by_its_own_pages_behind_others() -> None:
    data = make_pdf([[Put(72, 80, "FORM 10-K")], [Put(72, 80, "Page two")]])
    main = read_bytes(ACME.encode(), "ACME/10-K-2024.html").document
    parts = [Part("", "", ACME.encode()), Part("EX-13", "", data)]
    pages = printed_filing(parts, main, "d1", {}).pages
    assert pages[5] == PdfPage(data, 2)
