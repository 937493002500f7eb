"""Types, levels and paths of elements, and what is not printed."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.filing_markup import elements

from secqa.errors import SecqaError
from secqa.filings.document import ElementType
from secqa.filings.read import read_bytes


def test_titles_make_the_path_of_what_follows() -> None:
    found = elements(
        "<p><b>PART I</b></p><p><b>Item 1. Business</b></p>"
        '<p style="font-size:14pt"><b>Overview</b></p><p><b><i>Products</i></b></p><p>We sell.</p>'
        '<p style="font-size:14pt"><b>Markets</b></p><p>We buy.</p>'
    )
    assert [element.level for element in found[:2]] == [1, 2]
    assert found[4].path == ("PART I", "Item 1. Business", "Overview", "Products")
    assert found[6].path == ("PART I", "Item 1. Business", "Markets")


def test_larger_letters_make_a_title() -> None:
    story = f'<p style="font-size:9pt">{"Much happened. " * 20}</p>'
    found = elements(
        f'{story}<p style="font-size:11pt">Our Markets</p>{story}'
        '<p style="font-size:11pt">☐ Yes</p><p style="font-size:9.5pt">Hardly larger</p>'
    )
    assert [e.text for e in found if e.type is ElementType.TITLE] == ["Our Markets"]


def test_a_size_without_end_is_none() -> None:
    (found,) = elements(f'<p style="font-size:{"1" * 20_000}">We sell.</p>')
    assert found.text == "We sell."


def test_a_heading_beside_its_number_is_a_line_and_no_table() -> None:
    empty = '<tr><td><ix:continuation id="c"></ix:continuation></td><td></td></tr>'
    (found,) = elements(
        f"<table>{empty}<tr><td><b>Note 2</b></td><td><b>Debt</b></td></tr></table>"
    )
    assert (found.type, found.text) == (ElementType.TITLE, "Note 2 Debt")


def test_lists_and_images() -> None:
    found = elements(
        "<ul><li>One thing</li></ul><p>• Another</p>"
        '<p><span>•</span><span>Third</span></p><img alt="Chart" src="c.jpg"/>'
    )
    assert [element.type for element in found] == [
        ElementType.LIST_ITEM,
        ElementType.LIST_ITEM,
        ElementType.LIST_ITEM,
        ElementType.IMAGE,
    ]


@pytest.mark.parametrize("mark", ["+ ", "– ", "–", "+", "- "])
def test_signs_are_bullets_too(mark: str) -> None:
    (found,) = elements(f"<p>{mark}higher revenues</p>")
    assert found.type is ElementType.LIST_ITEM


@pytest.mark.parametrize("text", ["–5.2% less than before", "-i-", "+1 555 0100"])
def test_signs_of_numbers_are_no_bullets(text: str) -> None:
    (found,) = elements(f"<p>{text}</p>")
    assert found.type is not ElementType.LIST_ITEM


def test_hidden_text_scripts_and_comments_are_not_printed() -> None:
    found = elements(
        '<div style="display:none">secret</div><script>if (a < b) {"<p>no</p>"}</script>'
        "<style>p {}</style><!-- <p>no</p> --><p>seen</p>"
    )
    assert [element.text for element in found] == ["seen"]


def test_self_closed_tags_do_not_nest_what_follows() -> None:
    found = elements('<p>One<span/> two<a id="x"/></p><div/><p/><div>Three</div>')
    assert [element.text for element in found] == ["One two", "Three"]


def test_unclosed_paragraphs_and_entities() -> None:
    found = elements("<P>One &amp; two<P>AT&amp;T&#160;Inc.&#8217;s <B>plan<P>Three")
    assert [element.text for element in found] == ["One & two", "AT&T Inc.’s plan", "Three"]


def test_an_angle_bracket_in_text_is_text() -> None:
    found = elements('<p>rates < 5% and > 3%</p><p title="a > b">next</p>')
    assert [element.text for element in found] == ["rates < 5% and > 3%", "next"]


NAMES = ["p", "div", "b", "i", "table", "tr", "td", "li", "span", "hr", "br", "a", "font", "h1"]
TAGS = st.sampled_from([*NAMES, "ul", "ix:nonFraction", "ix:nonNumeric"])
PIECES = st.one_of(
    TAGS.map(lambda name: f"<{name}>"),
    TAGS.map(lambda name: f"</{name}>"),
    TAGS.map(lambda name: f"<{name} style='page-break-after:always;display:block'/>"),
    st.sampled_from(["<td colspan=9999999>", "<!--", "-->", "&#x0;", "&lol;", "<", ">", '"']),
    st.text(max_size=12),
)


@settings(max_examples=300)
@given(st.lists(PIECES, max_size=60))
def test_any_markup_is_read_or_refused(pieces: list[str]) -> None:
    try:
        made = read_bytes(("<html>FORM 10-K " + "".join(pieces)).encode(), "x.html").document
    except SecqaError:
        return
    assert [element.index for element in made.elements] == list(range(len(made.elements)))
    assert all(element.text for element in made.elements if element.type is not ElementType.IMAGE)
