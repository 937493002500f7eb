"""Number passages as sources: what a model reads, and what its sentences are checked against.

A row of a table says nothing checkable without its header. So each cell gets its column back, and
the row its scale.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from secqa.corpus.corpus_store import Corpus
from secqa.filings.document import Metadata, Page, Table
from secqa.reading.passages.text_units import sentences
from secqa.reading.reading import Passage

_SCALE = re.compile(r"\bin (thousand|million|billion)s\b", re.IGNORECASE)
_ORDER = re.compile(
    r"\b(?:ignore|disregard|override|forget)\b[^.]{0,60}\b(?:instructions?|prompts?)\b"
    r"|\b(?:system|assistant)(?: prompt| message)?:"
    r"|\b(?:reply|respond|answer) (?:only )?with (?:the words?|only|exactly|just|nothing but)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class SourceCell:
    """A figure of a table with what it needs to be understood."""

    text: str
    column: str
    scale: str
    """`thousand`, `million` or `billion`, or ""."""


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A sentence, or a row of a table with its label and cells."""

    text: str
    cells: tuple[SourceCell, ...] = ()


@dataclass(frozen=True, slots=True)
class CitedSource:
    """A passage that can be cited."""

    number: int
    """From 1."""
    passage: Passage
    about: Metadata
    text: str
    """As a model is told it."""
    lines: tuple[SourceLine, ...]
    """What can be cited of it. Paragraphs with orders to a model are left out: filings speak to
    investors, and whoever writes such a thing into one is no witness."""


def sources_of(passages: Sequence[Passage], corpus: Corpus) -> tuple[CitedSource, ...]:
    """The passages, numbered in their order."""
    return tuple(
        source_of(
            number,
            passage,
            corpus.entry(passage.document_id).metadata,
            corpus.page(passage.document_id, passage.page),
        )
        for number, passage in enumerate(passages, 1)
    )


def source_of(number: int, passage: Passage, about: Metadata, page: Page) -> CitedSource:
    """One passage, its rows with their columns; `page` is where it stands."""
    tables = [element.table for element in page.elements if element.table is not None]
    parts: list[str] = []
    lines: list[SourceLine] = []
    for printed in passage.text.split("\n"):
        row = _row(printed, tables)
        parts.append(row.text if row else printed)
        if not _ORDER.search(printed):
            lines.extend([row] if row else map(SourceLine, sentences(printed)))
    return CitedSource(number, passage, about, "\n".join(parts), tuple(lines))


def _row(printed: str, tables: Sequence[Table]) -> SourceLine | None:
    """The row of a table that was printed so; None for prose."""
    for table in tables:
        for row in table.cells[table.header_rows :]:
            if " | ".join(filter(None, row)) == printed and sum(map(bool, row)) > 1:
                return _with_columns(row, table)
    return None


def _with_columns(row: tuple[str, ...], table: Table) -> SourceLine:
    named = _SCALE.search(f"{table.caption} {' '.join(table.columns)}")
    scale = named[1].lower() if named else ""
    cells = [
        SourceCell(text, column, scale)
        for text, column in zip(row[1:], table.columns[1:], strict=True)
        if text
    ]
    parts = [row[0], *(f"{one.column}: {one.text}" if one.column else one.text for one in cells)]
    counted = table.caption or (scale and f"in {scale}s")
    return SourceLine(" | ".join(filter(None, (*parts, counted))), tuple(cells))
