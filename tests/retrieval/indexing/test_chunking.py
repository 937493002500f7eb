"""Chunks: bounded, whole, under their headings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.page_builders import page, table

from secqa.retrieval.indexing.chunking import element_chunks, page_chunk


def test_a_title_starts_a_chunk_and_stays_with_what_follows() -> None:
    chunks = element_chunks(page(3, "Before.", "# Leases", "We rent shops.", "And offices."))
    assert [chunk.text for chunk in chunks] == ["Before.", "Leases\nWe rent shops.\nAnd offices."]
    assert chunks[1].headings == ("Leases",)
    assert all(chunk.page == 3 for chunk in chunks)


def test_a_table_is_a_chunk_with_its_caption() -> None:
    debt = table([("Notes", "10", "12")], caption="Debt (in millions)")
    chunks = element_chunks(page(1, "See below.", debt, "Paid in full."))
    assert [chunk.text.split("\n")[0] for chunk in chunks] == [
        "See below.",
        "Debt (in millions)",
        "Paid in full.",
    ]


def test_each_part_of_a_long_table_has_the_caption() -> None:
    rows = [(f"Item number {n}", "1,000", "2,000") for n in range(200)]
    chunks = element_chunks(page(1, table(rows, caption="Properties")))
    assert len(chunks) > 2
    assert all(chunk.text.startswith("Properties\n") for chunk in chunks)


def test_no_chunk_is_too_long_and_nothing_is_lost() -> None:
    sentence = "The company leases warehouses in several states under long agreements. "
    chunks = element_chunks(page(1, *[sentence * n for n in (1, 5, 40, 2)]))
    assert max(len(chunk.text) for chunk in chunks) <= 2048
    assert sum(chunk.text.count("warehouses") for chunk in chunks) == 48


@given(st.lists(st.text(alphabet="ab .\n", max_size=400), max_size=6), st.integers(20, 200))
def test_any_page_is_cut_without_loss(parts: list[str], limit: int) -> None:
    chunks = element_chunks(page(1, *parts), limit)
    assert all(len(chunk.text) <= limit for chunk in chunks)
    printed = "".join("".join(part.split()) for part in parts)
    assert "".join("".join(chunk.text.split()) for chunk in chunks) == printed


def test_a_page_as_one_chunk_has_all_its_headings() -> None:
    whole = page_chunk(page(1, "# Debt", "Notes are due in 2030.", "# Equity", "None issued."))
    assert whole.headings == ("Debt", "Equity")
    assert "2030" in whole.text


@pytest.mark.parametrize("cut", [element_chunks, lambda p: page_chunk(p).elements])
def test_an_empty_page_has_no_chunks(cut) -> None:  # type: ignore[no-untyped-def] # noqa: ANN001
    assert cut(page(1)) == ()
