"""Page breaks and printed page numbers."""

import pytest
from tests.support.filing_markup import BREAK, document

from secqa.filings.document import ElementType


def pages_of(separator: str, foot: str = "<p>{}</p>", count: int = 4) -> list[str]:
    body = separator.join(
        f"<p>Story number {'x' * n}.</p>" + foot.format(n) for n in range(1, count + 1)
    )
    return [page.label for page in document(body).pages]


@pytest.mark.parametrize(
    "separator",
    [
        BREAK,
        "<div style='PAGE-BREAK-AFTER: always'></div>",
        '<div style="break-before: page; margin-top: 6pt"><p>&#160;</p></div>',
        '<p style="page-break-before:always"/>',
        "<P STYLE='page-break-before:always'><HR SIZE=3>",
        BREAK + '<div style="page-break-before:always"></div>',
    ],
)
def test_every_kind_of_break_ends_a_page_once(separator: str) -> None:
    assert pages_of(separator) == ["1", "2", "3", "4"]


def test_drawn_lines_end_pages_where_they_follow_numbers() -> None:
    body = "<p>Story.</p><hr><p>More.</p>" + "".join(
        f"<p>Text {'x' * n}.</p><p>{n}</p><hr>" for n in range(1, 5)
    )
    assert [page.label for page in document(body).pages] == ["1", "2", "3", "4"]


@pytest.mark.parametrize(
    "foot",
    [
        "<p>- {} -</p>",
        "<p>Page {}</p>",
        "<p>Acme Inc. | 2024 Form 10-K | {}</p>",
        "<table><tr><td>Acme Form 10-K</td><td>{}</td></tr></table>",
        "<p>{}.</p>",
    ],
)
def test_numbers_are_read_however_they_are_printed(foot: str) -> None:
    assert pages_of(BREAK, foot) == ["1", "2", "3", "4"]


def test_numbers_with_letters_and_roman_ones() -> None:
    assert pages_of(BREAK, "<p>F-{}</p>") == ["F-1", "F-2", "F-3", "F-4"]
    body = BREAK.join(f"<p>Story {'x' * len(n)}.</p><p>{n}</p>" for n in ("i", "ii", "iii", "iv"))
    assert [page.label for page in document(body).pages] == ["i", "ii", "iii", "iv"]


def test_a_figure_at_the_foot_is_no_page_number() -> None:
    labels = [page.label for page in document(f"<p>One</p><p>{999}</p>{BREAK}<p>Two.</p>").pages]
    assert labels == ["", ""]


def test_the_number_of_an_exhibit_is_no_page_number() -> None:
    assert pages_of(BREAK, "<p>EXHIBIT {}</p>") == ["", "", "", ""]


def test_running_lines_are_headers_and_footers() -> None:
    body = BREAK.join(
        f"<p>Table of Contents</p><p>Story {'y' * n}.</p><p>{n}</p>" for n in range(1, 6)
    )
    types = [element.type for element in document(body).pages[2].elements]
    assert types == [ElementType.HEADER, ElementType.NARRATIVE_TEXT, ElementType.PAGE_NUMBER]


def test_without_breaks_pages_are_artificial_and_say_so() -> None:
    made = document("".join(f"<p>{'word ' * 150}</p>" for _ in range(20)))
    assert len(made.pages) > 2
    assert all(page.artificial for page in made.pages)
    assert any("no page breaks" in warning for warning in made.warnings)


def test_page_and_index_follow_the_order_of_the_file() -> None:
    made = document(BREAK.join(f"<p>Story {n}.</p>" for n in range(5)))
    assert [element.index for element in made.elements] == list(range(len(made.elements)))
    assert [page.number for page in made.pages] == [1, 2, 3, 4, 5]
