"""Pages as records to talk about, and the way back to where a figure stands."""

from collections.abc import Sequence
from dataclasses import replace

from tests.support.conversation_records import CLEANED

from secqa.conversation.chat_session import Session
from secqa.conversation.programs.generator import Exchange, Generated
from secqa.conversation.records.conversation_record import (
    Grid,
    Record,
    RecordSpot,
    mentions_of,
    page_record,
    place_of,
    record_page,
)
from secqa.conversation.records.record_layouts import records_from
from secqa.filings.document import Element, ElementType, Location, Page, Table

TEXT, TABLE, FOOTER = ElementType.NARRATIVE_TEXT, ElementType.TABLE, ElementType.FOOTER
GRID = Table((("", "2024"), ("Revenue", "12")), 1, ("", "2024"), (0.0, 0.0))
PAGE = Page(
    7,
    "",
    (
        Element(20, ElementType.HEADER, "ACME 10-K", 7),
        Element(21, TEXT, "Before.", 7),
        Element(22, TABLE, GRID.text, 7, table=GRID),
        Element(23, TEXT, "Wages were 5.", 7),
        Element(24, TABLE, GRID.text, 7, table=GRID),
        Element(25, FOOTER, "page 7", 7),
    ),
)


def test_a_place_of_a_record_is_found_on_its_page() -> None:
    record = page_record("ACME", PAGE)
    assert record.sentences == ("Before.", "Wages were 5.")
    assert place_of(RecordSpot(1, 0, 1), PAGE) == Location(7, 24, 1, 1)
    assert place_of(RecordSpot(sentence=1), PAGE) == Location(7, 23)


def test_a_record_becomes_a_page_that_has_its_figures_in_place() -> None:
    (record,) = records_from([CLEANED], "made.json")
    page = record_page(record)
    assert page_record("x", page).sentences == record.sentences
    for mention in mentions_of(record):
        place = place_of(mention.spot, page)
        element = page.elements[place.element]
        assert element.index == place.element
        if mention.spot.sentence >= 0:
            assert element.text == record.sentences[mention.spot.sentence]
        else:
            grid = record.tables[mention.spot.table]
            assert element.table is not None
            printed = grid.rows[mention.spot.row][mention.spot.column]
            assert element.table.cells[place.row][place.column] == printed


class Recalling:
    """Repeats the figure of the first turn in each later one."""

    name = "recalling"

    def generate(self, record: Record, history: Sequence[Exchange], question: str) -> Generated:
        return Generated("23" if not history else "subtract(23, 20)", 0.9)


def test_a_figure_that_stands_in_several_places_keeps_its_own() -> None:
    grid = Grid(("", "2024", "2023"), (("first", "23", "20"), ("second", "23", "19")))
    session = Session(Record("r", (), (grid,), ()), Recalling())
    asked = session.ask("the second in 2024?")
    (operand,) = asked.operands
    second = RecordSpot(0, 1, 1)
    session.turns = (replace(asked, operands=(replace(operand, spot=second),)),)
    assert [one.spot for one in session.ask("the change?").operands] == [
        second,
        RecordSpot(0, 0, 2),
    ]
