"""Pages are cut into pieces that can be shown."""

from itertools import pairwise

import pytest
from tests.support.page_builders import metadata, page, table

from secqa.filings.document import Element, ElementType, Page
from secqa.reading.passages.text_units import (
    ITEM,
    ROW,
    SENTENCE,
    TITLE,
    follows,
    joined,
    sentences,
    units_of,
)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Sales rose. Costs fell sharply in spring. Both are true.", 2),
        ("We bought Bolt Works Inc. in May for cash. It makes bolts of steel.", 2),
        ("Sales in the U.S. Midwest fell because of the cold winter.", 1),
        ("no sentence at all", 1),
        ("", 0),
    ],
)
def test_sentences_end_where_people_end_them(text: str, parts: int) -> None:
    found = sentences(text)
    assert len(found) == parts
    assert " ".join(found) == text


def test_a_page_has_sentences_rows_and_titles_with_their_places() -> None:
    made = page(
        3,
        "# Risks of Our Supply",
        "We buy steel from one mill alone. It may close at any time.",
        table([("Steel bought abroad", "5", "6")]),
        "_____________",
    )
    units = units_of(metadata(), made)
    assert [one.kind for one in units] == [TITLE, SENTENCE, SENTENCE, ROW]
    assert units[2].text == "It may close at any time."
    assert {one.heading for one in units[1:]} == {"Risks of Our Supply"}
    assert units[3].text == "Steel bought abroad | 5 | 6"
    assert [one.since for one in units] == [0, 0, 1, 2]


def test_items_of_lists_stay_whole() -> None:
    item = Element(0, ElementType.LIST_ITEM, "• strikes at our mills. They happen often.", 1)
    (unit,) = units_of(metadata(), Page(1, "1", (item,)))
    assert unit.kind == ITEM


def test_pieces_that_follow_each_other_are_one_text() -> None:
    made = page(1, "One mill makes it. It may close soon.", "Then we wait long.")
    units = units_of(metadata(), made)
    assert [follows(a, b) for a, b in pairwise(units)] == [True, True]
    assert not follows(units[2], units[0])
    assert joined(units) == "One mill makes it. It may close soon.\nThen we wait long."
