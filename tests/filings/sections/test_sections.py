"""Parts and Items of forms."""

import pytest
from tests.support.filing_markup import BREAK, document

from secqa.filings.document import Document
from secqa.filings.read import read_bytes

STORY = f"<p>{'We did a number of things in the year. ' * 12}</p>"


def sections(made: Document) -> list[str]:
    seen: dict[str, None] = {}
    for element in made.elements:
        if element.section:
            seen.setdefault(element.section)
    return list(seen)


def test_contents_are_not_the_items() -> None:
    items = ["Item 1. Business", "Item 1A. Risk Factors", "Item 7. Management’s Discussion"]
    contents = "".join(f"<p>{item} {3 + n}</p>" for n, item in enumerate(items))
    body = "".join(f"<p><b>{item}</b></p>{STORY}" for item in items)
    made = document(f"<p>PART I</p>{contents}{BREAK}{body}")
    assert sections(made) == ["I/1", "I/1A", "II/7"]
    first = next(element for element in made.elements if element.section)
    assert first.page == 2


def test_a_reference_to_an_item_does_not_open_it() -> None:
    made = document(
        f"<p><b>Item 1. Business</b></p><p>Item 7 of this report says more.</p>{STORY}"
        f"<p><b>Item 2. Properties</b></p>{STORY}"
    )
    assert sections(made) == ["I/1", "I/2"]


def test_short_items_and_headings_in_two_lines() -> None:
    made = document(
        f"<p><b>Item 1.</b></p><p><b>Business</b></p>{STORY}"
        "<p>Item 1B. Unresolved Staff Comments. None.</p>"
        f"<p><b>Item 3. Legal Proceedings</b></p>{STORY}"
    )
    assert sections(made) == ["I/1", "I/1B", "I/3"]


def test_the_parts_of_a_quarterly_report() -> None:
    names = {
        "PART I": ["Item 1. Financial Statements", "Item 2. Management’s Discussion"],
        "PART II": ["Item 1. Legal Proceedings", "Item 1A. Risk Factors", "Item 6. Exhibits"],
    }
    body = "".join(
        f"<p><b>{part}</b></p>" + "".join(f"<p><b>{name}</b></p>{STORY}" for name in items)
        for part, items in names.items()
    )
    made = read_bytes(f"<html><p>FORM 10-Q</p>{body}</html>".encode(), "x.htm").document
    assert sections(made) == ["I/1", "I/2", "II/1", "II/1A", "II/6"]


def test_the_items_of_a_current_report() -> None:
    body = (
        "<p>FORM 8-K</p><p><b>Item 2.02 Results of Operations</b></p><p>Good.</p>"
        "<p><b>Item 9.01. Financial Statements and Exhibits</b></p><p>None.</p>"
    )
    made = read_bytes(f"<html>{body}</html>".encode(), "x.htm").document
    assert sections(made) == ["2.02", "9.01"]


def test_an_index_of_pages_stands_in_for_missing_headings() -> None:
    rows = [
        ("Item 1.", "Business", "Pages 1 - 2"),
        ("Item 1A.", "Risk Factors", "Page 3"),
        ("Item 2.", "Properties", "Page 4"),
        ("Item 3.", "Legal Proceedings", "Page 5"),
        ("Item 7.", "Management’s Discussion", "Pages 6-7"),
    ]
    index = "".join(f"<tr><td>{a}</td><td>{b}</td><td>{c}</td></tr>" for a, b, c in rows)
    pages = BREAK.join(f"{STORY}<p>{n}</p>" for n in range(1, 8))
    made = document(f"{pages}{BREAK}<table>{index}</table><p>8</p>")
    assert [page.elements[-1].section for page in made.pages] == [
        *("I/1", "I/1", "I/1A", "I/2", "I/3", "II/7", "II/7", "")
    ]


@pytest.mark.parametrize("bold", [False, True])
def test_items_that_share_a_page_begin_at_their_headings(bold: bool) -> None:
    items = ["Business", "Risk Factors", "Properties", "Legal Proceedings", "Mine Safety"]
    numbers = ["1", "1A", "2", "3", "4"]
    index = "".join(
        f"<tr><td>Item {number}.</td><td>{item}</td><td>Page 2</td></tr>"
        for number, item in zip(numbers, items, strict=True)
    )
    titles = [f"<b>{item}</b>" if bold else item for item in items]
    shared = "".join(f"<p>{title}</p>{STORY}" for title in titles)
    made = document(
        f"{STORY}<p>1</p>{BREAK}{shared}<p>2</p>{BREAK}{STORY}<p>3</p>{BREAK}"
        f"<table>{index}</table><p>4</p>"
    )
    assert sections(made) == ["I/1", "I/1A", "I/2", "I/3", "I/4"]
    assert {element.page for element in made.elements if element.section} == {2}
