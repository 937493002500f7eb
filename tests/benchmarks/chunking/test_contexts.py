"""Passages: a statement whole, other pages around the best chunk."""

from tests.support.page_builders import metadata, report

from chunking.contexts import grown
from secqa.retrieval.indexing.chunking import Chunk


def chunks(*sizes: int) -> tuple[Chunk, ...]:
    return tuple(Chunk(1, chr(97 + place) * size) for place, size in enumerate(sizes))


def test_a_passage_grows_by_whole_neighbours() -> None:
    assert grown(chunks(10, 10, 10), 1, 25) == "b" * 10 + "\n" + "c" * 10
    assert grown(chunks(10, 10, 10), 1, 100).count("\n") == 2
    assert grown(chunks(10, 10, 10), 2, 25) == "b" * 10 + "\n" + "c" * 10


def test_a_chunk_that_is_longer_stays_whole() -> None:
    assert grown(chunks(10, 50, 10), 1, 20) == "b" * 50


def test_reports_of_ours_have_statements() -> None:
    tables = [element.table for element in report(metadata()).elements if element.table]
    assert any(one.statement for one in tables)
