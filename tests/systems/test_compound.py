"""Answers of a table and what is told of it."""

from dataclasses import replace

from secqa.reading.passages.question_parts import once_each
from secqa.reading.reading import Passage
from secqa.systems.answer import Answer
from secqa.systems.narratives import with_words
from secqa.systems.period_table import SeriesCell, SeriesColumn, SeriesTable

TABLE = SeriesTable(
    (SeriesColumn("Acme", "revenue", "USD"),),
    ((SeriesCell("FY2023", None, 5e6),), (SeriesCell("FY2024", None, 6e6, change=1e6),)),
)
FIGURES = Answer("q", (5e6, 6e6), "USD", table=TABLE, confidence=0.9, documents=("A",))
PASSAGE = Passage("B", 3, "II/7", "Revenue", "Revenue rose due to volume.")
TOLD = Answer("q", PASSAGE.text, passages=(PASSAGE,), confidence=0.8, documents=("B",))


def test_a_table_stands_above_what_is_told_of_it() -> None:
    both = with_words(FIGURES, TOLD)
    assert (both.table, both.passages, both.documents) == (TABLE, (PASSAGE,), ("A", "B"))
    assert both.confidence == TOLD.confidence
    assert both.text.splitlines() == [
        "Acme: revenue, FY2023: $5 million (–)",
        "Acme: revenue, FY2024: $6 million (+$1 million)",
        "",
        PASSAGE.text,
    ]


def test_either_may_be_missing() -> None:
    nothing = Answer("q", None, error="not found in these filings")
    assert with_words(nothing, TOLD) is TOLD
    alone = with_words(FIGURES, nothing)
    assert (alone.value, alone.notes) == (
        FIGURES.value,
        ("no reasons: not found in these filings",),
    )
    assert with_words(nothing, nothing).value is None


def test_figures_that_were_hardly_read_are_left_out() -> None:
    assert with_words(Answer("q", (1.0,), table=TABLE, confidence=0.2), TOLD) is TOLD


def test_what_several_reports_say_is_told_once() -> None:
    later = replace(PASSAGE, document_id="C", also_in=("A",))
    (told,) = once_each([PASSAGE, later])
    assert (told.document_id, told.also_in) == ("C", ("A", "B"))
