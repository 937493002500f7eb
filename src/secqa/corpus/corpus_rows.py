"""Convert documents to rows of a corpus, and back without loss.

A filing has some thousand elements, so columns are built and read as whole lists; one dictionary
per row would take several times as long.
"""

import json
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa

from secqa.corpus.company_wordings import wording_rows
from secqa.corpus.corpus_schema import (
    DOCUMENTS,
    ELEMENTS,
    FACTS,
    METRIC_VALUES,
    PAGES,
    SCHEMAS,
    WORDINGS,
    revision_of,
)
from secqa.filings.document import Document, Element, ElementType, Metadata, Page, Statement, Table


@dataclass(frozen=True, slots=True)
class Entry:
    """A document's row in `documents`: its metadata and counts."""

    metadata: Metadata
    pages: int
    elements: int
    tables: int
    facts: int
    metric_values: int
    warnings: tuple[str, ...] = ()

    @property
    def revision(self) -> str:
        """Key of the document's rows."""
        return revision_of(self.metadata.sha256)


@dataclass(frozen=True, slots=True)
class DocumentRows:
    """All rows of one document."""

    entry: Entry
    tables: dict[str, pa.Table] = field(default_factory=dict)
    """Rows by table name, keyed by the entry's revision."""


def rows_for(document: Document, hidden: dict[str, pa.Table] | None = None) -> DocumentRows:
    """The rows of a document and of its facts, for `CorpusWriter.add`."""
    hidden = hidden or {}
    tables = document_rows(document) | hidden
    entry = Entry(
        metadata=document.metadata,
        pages=len(document.pages),
        elements=len(document.elements),
        tables=sum(element.table is not None for element in document.elements),
        facts=hidden[FACTS].num_rows if FACTS in hidden else 0,
        metric_values=hidden[METRIC_VALUES].num_rows if METRIC_VALUES in hidden else 0,
        warnings=document.warnings,
    )
    return DocumentRows(entry, tables)


def document_rows(document: Document) -> dict[str, pa.Table]:
    """The rows of `pages`, `elements` and `wordings` for a document, by table name."""
    revision = revision_of(document.metadata.sha256)
    pages = document.pages
    elements = document.elements
    page_columns: dict[str, list[Any]] = {
        "revision": [revision] * len(pages),
        "page": [page.number for page in pages],
        "label": [page.label for page in pages],
        "title": [page.title for page in pages],
        "tables": [page.tables for page in pages],
        "artificial": [page.artificial for page in pages],
    }
    alike = ("page", "type", "text", "section", "level", "path")
    element_columns: dict[str, list[Any]] = {
        "revision": [revision] * len(elements),
        "element": [element.index for element in elements],
        **{name: [getattr(element, name) for element in elements] for name in alike},
        "table": [table_json(e.table) if e.table is not None else None for e in elements],
    }
    return {
        PAGES: pa.table(page_columns, schema=SCHEMAS[PAGES]),
        ELEMENTS: pa.table(element_columns, schema=SCHEMAS[ELEMENTS]),
        WORDINGS: wording_rows(document),
    }


def entry_rows(entries: list[Entry]) -> pa.Table:
    """The rows of `documents` for these entries."""
    counts = [name for name in _names(Entry) if name != "metadata"]
    rows = [
        {"revision": entry.revision}
        | {name: getattr(entry.metadata, name) for name in _names(Metadata)}
        | {name: getattr(entry, name) for name in counts}
        for entry in entries
    ]
    return pa.Table.from_pylist(rows, schema=SCHEMAS[DOCUMENTS])


def entries_from(lines: pa.Table) -> tuple[Entry, ...]:
    """The entries in rows of `documents`, sorted by document id."""
    columns = {name: _plain(lines.column(name)) for name in lines.column_names}
    metadata, counts = (
        [columns[name] for name in names] for names in (_names(Metadata), _names(Entry)[1:])
    )
    entries = map(Entry, map(Metadata, *metadata), *counts)
    return tuple(sorted(entries, key=lambda entry: entry.metadata.document_id))


def _plain(column: pa.ChunkedArray) -> list[Any]:
    """The values of a column, with lists as tuples."""
    values = column.to_pylist()
    return list(map(tuple, values)) if pa.types.is_list(column.type) else values


class StoredDocument:
    """A stored document that builds its pages on first use.

    A question needs a few pages of a hundred, and building all of them takes longer than reading
    their rows. Rows may be in any order.
    """

    def __init__(self, entry: Entry, pages: pa.Table, elements: pa.Table) -> None:
        self._entry = entry
        columns = pages.sort_by("page").to_pydict()
        self._heads = list(
            zip(columns["page"], columns["label"], columns["artificial"], strict=True)
        )
        self._rows = elements.sort_by([("page", "ascending"), ("element", "ascending")])
        on_page = self._rows.column("page").to_numpy()
        self._starts = np.searchsorted(on_page, columns["page"]).tolist()
        self._ends = np.searchsorted(on_page, columns["page"], "right").tolist()
        self._paths: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._made: dict[int, Page] = {}

    def page(self, place: int) -> Page:
        """The page at a 1-based position."""
        if place not in self._made:
            number, label, artificial = self._heads[place - 1]
            start, end = self._starts[place - 1], self._ends[place - 1]
            elements = _elements(self._rows.slice(start, end - start), self._paths)
            self._made[place] = Page(number, label, tuple(elements), artificial)
        return self._made[place]

    @cached_property
    def document(self) -> Document:
        """The whole document."""
        pages = tuple(self.page(place + 1) for place in range(len(self._heads)))
        return Document(self._entry.metadata, pages, self._entry.warnings)


def _elements(rows: pa.Table, paths: dict[tuple[str, ...], tuple[str, ...]]) -> list[Element]:
    # Most elements have the path of the previous one, so equal paths share a tuple.
    columns = (rows.column(name).to_pylist() for name in SCHEMAS[ELEMENTS].names[1:])
    elements = []
    for page, index, kind, text, section, level, path, table in zip(*columns, strict=True):
        frozen = tuple(path)
        elements.append(
            Element(
                index=index,
                type=_TYPES[kind],
                text=text,
                page=page,
                section=section,
                level=level,
                path=paths.setdefault(frozen, frozen),
                table=table_from_json(table) if table is not None else None,
            )
        )
    return elements


_TYPES = {kind.value: kind for kind in ElementType}


def table_json(table: Table) -> str:
    """A table as compact JSON."""
    content = {name: getattr(table, name) for name in _names(Table)}
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


def table_from_json(text: str) -> Table:
    """The table that `table_json` wrote."""
    content = json.loads(text)
    statement = content["statement"]
    return Table(
        cells=tuple(tuple(row) for row in content["cells"]),
        header_rows=content["header_rows"],
        columns=tuple(content["columns"]),
        indents=tuple(content["indents"]),
        caption=content["caption"],
        statement=Statement(statement) if statement is not None else None,
    )


def _names(kind: type[Any]) -> list[str]:
    return [field.name for field in fields(kind)]
