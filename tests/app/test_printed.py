"""A filing's own markup as pages that are safe to show, with places marked."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser
from tests.app.conftest import ACME
from tests.filings.made_pdf import Put, flush_right, make_pdf

from secqa.app.printed.as_read import page_as_read
from secqa.app.printed.html_pages import printed_pages
from secqa.app.printed.marks import Mark, marked_html
from secqa.app.printed.page import PrintedPage, Run
from secqa.app.printed.pdf_page import marked_at, page_png
from secqa.app.printed.style_rules import declarations
from secqa.errors import SecqaError
from secqa.filings.document import Place
from secqa.filings.read import read_bytes

TAGS = (
    "b big blockquote br center dd div dl dt em h1 h2 h3 h4 h5 h6 hr i li ol p pre s small span "
    "strike strong sub sup table tbody td tfoot th thead tr u ul mark"
)
ALLOWED = set(TAGS.split())


def test_each_page_has_its_own_texts_and_their_places() -> None:
    printed, document = printed_pages(ACME.encode(), "ACME/10-K-2024.html", "d1")
    assert sorted(printed.pages) == [1, 2, 3]
    for page in document.pages:
        shown = {run.place.element for run in printed.pages[page.number].runs}
        assert shown == {element.index for element in page.elements}
    cell = next(run for run in printed.pages[3].runs if run.text == "1,200")
    table = document.by_index[cell.place.element].table
    assert table is not None
    assert table.cells[cell.place.row][cell.place.column] == "$ 1,200"


def test_pages_are_whole_by_themselves() -> None:
    printed, _ = printed_pages(ACME.encode(), "ACME/10-K-2024.html", "d1")
    for page in printed.pages.values():
        html = marked_html(page)
        assert html.count("<div") == html.count("</div>")
        assert html.count("<table") == html.count("</table>")
    first = marked_html(printed.pages[3])
    assert first.index('<td class="own2">') < first.index("Year ended")
    assert "not printed" not in marked_html(printed.pages[1])


PIECES = st.sampled_from(
    [
        *(
            "<div>",
            "</div>",
            "<p>",
            "</p>",
            "<table>",
            "</table>",
            "<tr>",
            "<td>",
            "</td>",
            "</tr>",
        ),
        *("<b>", "</b>", "<script>", "</script>", "<style>", "</style>", "<svg>", "<math>", "<h1>"),
        *(
            "<!--",
            "-->",
            "<![CDATA[",
            "]]>",
            "<?x",
            "?>",
            "<a href='javascript:x'>",
            "<li>",
            "<pre>",
        ),
        *("<img src=x onerror=y>", "<p/onclick=z>", '<td title=">">', "<br/>", "<hr>", "<", ">"),
        *('"', "'", "&lt;script&gt;", "&#60;img&#62;", "word ", "1,234", "<ix:nonNumeric id='a'>"),
        *("<hr style='page-break-after:always'>", "<textarea>", "<title>", "<plaintext>", "<xmp>"),
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES, max_size=40))
def test_whatever_the_markup_only_ours_comes_out(pieces: list[str]) -> None:
    source = f"<html><body><p>printed</p>{''.join(pieces)}</body></html>"
    try:
        printed, _ = printed_pages(source.encode(), "x.html", "d1")
    except SecqaError:
        return
    for page in printed.pages.values():
        html = marked_html(page, Mark(words=("word",)))
        tree = LexborHTMLParser(f"<main><div id='paper'>{html}</div></main><i id='after'></i>")
        paper = tree.css_first("#paper")
        assert paper is not None
        for node in paper.traverse():
            if node is paper:
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


def run(text: str, element: int = 0) -> Run:
    return Run(text, Place(1, element))


def test_a_quote_is_found_across_lines_and_elements() -> None:
    page = PrintedPage(
        ("<p>", run("We make "), "<b>", run("anvils\n"), "</b>", run("& rockets."), "</p>")
    )
    html = marked_html(page, Mark(quote="make anvils & rockets"))
    assert html == (
        '<p>We <mark class="seen">make</mark> <b><mark class="">anvils</mark>\n</b>'
        '<mark class="">&amp; rockets</mark>.</p>'
    )


def test_where_a_quote_is_not_whole_its_sentences_are_marked() -> None:
    page = PrintedPage((run("One here. "), run("Between. "), run("Two there.")))
    html = marked_html(page, Mark(quote="One here. Two there."))
    assert html.count("<mark") == 2
    assert "Between. <mark" in html


def test_a_page_as_read_keeps_its_table() -> None:
    document = read_bytes(ACME.encode(), "ACME/10-K-2024.html").document
    table = next(one for one in document.pages[2].elements if one.table is not None)
    html = marked_html(page_as_read(document.pages[2]), Mark(table.index, 3, 2))
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
    place = marked_at(data, page, Mark(table.index, at, 1))
    assert place == pytest.approx(340 / 792, abs=0.01)
    assert page_png(data, page, Mark(table.index, at, 1)).startswith(b"\x89PNG")
    assert marked_at(data, page, Mark(quote="not on it")) is None
