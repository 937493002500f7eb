"""Chunking strategies and representations by name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.page_builders import metadata, page, report, table

from chunking.representations import REPRESENTATIONS, represent
from chunking.strategies import STRATEGIES, chunks_of, token_ends, windows
from secqa.errors import SecqaError
from secqa.filings.document import Document
from secqa.retrieval.indexing.chunking import Chunk, page_chunk

REPORT = report(metadata())


def document(*pages: tuple[object, ...]) -> Document:
    made = tuple(page(n, *parts) for n, parts in enumerate(pages, 1))  # type: ignore[arg-type]
    return Document(metadata(), made)


@given(st.text())
def test_tokens_cover_all_that_is_no_space(text: str) -> None:
    ends = token_ends(text)
    starts = [0, *ends][: len(ends)]
    pieces = [text[start:end] for start, end in zip(starts, ends, strict=True)]
    assert "".join("".join(pieces).split()) == "".join(text.split())


def test_numbers_and_long_words_are_several_tokens() -> None:
    assert len(token_ends("cash 1,234,567 extraordinarily")) == 1 + 5 + 2


def test_windows_lose_nothing_and_are_of_one_size() -> None:
    whole = "".join(page_chunk(page).text for page in REPORT.pages)
    chunks = windows(REPORT, 128)
    sizes = [len(token_ends(chunk.text)) for chunk in chunks]
    assert set(sizes[:-1]) == {128}
    assert "".join("".join(c.text for c in chunks).split()) == "".join(whole.split())


def test_a_window_belongs_to_the_page_with_most_of_it() -> None:
    chunks = windows(document(("one two",), ("red " * 100,)), 60)
    assert [chunk.page for chunk in chunks] == [2, 2]


def test_elements_are_merged_over_pages_but_titles_and_tables_start_anew() -> None:
    debt = table([("Notes", "10", "12")])
    chunks = chunks_of("element", document(("# Debt", "We owe."), ("Still.", debt, "Paid.")))
    assert [chunk.text.split("\n")[0] for chunk in chunks] == [
        "Debt",
        " | 2024 | 2023"[3:],
        "Paid.",
    ]
    assert chunks[0].text == "Debt\nWe owe.\nStill."
    assert [chunk.page for chunk in chunks] == [1, 2, 2]
    assert [chunk.table for chunk in chunks] == [False, True, False]


def test_a_table_is_never_cut() -> None:
    rows = [(f"Item number {n}", "1,000", "2,000") for n in range(300)]
    (chunk,) = chunks_of("element", document((table(rows),)))
    assert "Item number 299" in chunk.text


def test_an_aggregation_has_the_chunks_of_all_its_parts() -> None:
    parts = [chunks_of(name, REPORT) for name in ("base-128", "page")]
    assert chunks_of("base-128+page", REPORT) == parts[0] + parts[1]


@pytest.mark.parametrize("name", STRATEGIES)
def test_every_strategy_takes_an_empty_document(name: str) -> None:
    chunks = chunks_of(name, document(()))
    assert all(not chunk.text for chunk in chunks)


@pytest.mark.parametrize("name", REPRESENTATIONS)
def test_every_representation_has_a_text_for_each_chunk(name: str) -> None:
    chunks = chunks_of("element", REPORT)
    assert len(represent(name, chunks)) == len(chunks)
    assert represent(name, ()) == []


def test_keywords_are_what_tells_a_chunk_from_the_others() -> None:
    chunks = [
        Chunk(1, f"We report {word} {word} in our report. We report.")
        for word in ("leases", "pensions", "derivatives")
    ]
    assert [text.split()[0] for text in represent("keywords (TF-IDF)", chunks)] == [
        "leases",
        "pensions",
        "derivatives",
    ]
    assert all(len(text.split()) <= 6 for text in represent("keywords (TF-IDF)", chunks))


def test_a_summary_is_made_of_sentences_of_the_chunk() -> None:
    text = "We report. Pension obligations of retirees rose. We report. We report."
    (summary, _) = represent("summary (extractive)", [Chunk(1, text), Chunk(2, "We report.")])
    assert "Pension obligations of retirees rose." in summary
    assert all(sentence in text for sentence in summary.split(". "))


def test_the_prefix_is_two_sentences() -> None:
    assert represent("prefix", [Chunk(1, "One. Two. Three.")]) == ["One. Two."]


def test_a_name_that_there_is_not_is_said() -> None:
    with pytest.raises(SecqaError, match="base-128, base-256"):
        chunks_of("base-64", REPORT)
    with pytest.raises(SecqaError, match="no such representation"):
        represent("poems", ())
