"""Where records are kept, opened by address: a JSON file, a corpus, a MongoDB database.

`open_records("dev.json")`, `open_records("corpus/")`, `open_records("s3://bucket/corpus")`,
`open_records("mongodb://host/base")`.
In a corpus a record is a page, named `AAPL-10-K-2024#32`.
"""

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from secqa.conversation.records.conversation_record import (
    LISTED,
    Grid,
    Record,
    RecordSpot,
    first,
    holds,
    text_of,
    unknown,
)
from secqa.conversation.records.record_layouts import records_from
from secqa.corpus.corpus_address import corpus_path
from secqa.errors import SecqaError
from secqa.files import read_text
from secqa.filings.document import Element, ElementType, Location, Page, Table

if TYPE_CHECKING:
    from secqa.corpus.corpus_store import Corpus


class Records(Protocol):
    """A place that holds records."""

    def get(self, record_id: str) -> Record:
        """The record of an id; SecqaError when there is none."""

    def search(self, words: str) -> tuple[str, ...]:
        """Ids that hold all the words, in the id or in the record, at most 20."""


def open_records(address: str) -> Records:
    """The records at an address; SecqaError where there are none."""
    if is_mongodb(address):
        return MongoRecords(address)
    path = corpus_path(address)
    if isinstance(path, Path) and not path.is_dir():
        return FileRecords(path)
    from secqa.corpus.corpus_store import open_corpus

    return CorpusRecords(open_corpus(path))


def read_records(path: Path) -> tuple[Record, ...]:
    """All records of a JSON file; SecqaError where it cannot be read or is no known layout."""
    return records_from(read_json(path), str(path))


def read_json(path: Path) -> Any:
    """What a JSON file of records holds; SecqaError where it cannot be read."""
    try:
        return json.loads(read_text(path, "give a JSON file of records"))
    except ValueError:
        raise SecqaError(f"{path}: not JSON; give a JSON file of records") from None


class FileRecords:
    """Records of a JSON file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._records = {record.id: record for record in read_records(path)}

    def get(self, record_id: str) -> Record:
        try:
            return self._records[record_id]
        except KeyError:
            raise unknown(record_id, str(self._path)) from None

    def search(self, words: str) -> tuple[str, ...]:
        return first(r.id for r in self._records.values() if holds(text_of(r), words))


class CorpusRecords:
    """Pages of a corpus: `document_id#page`."""

    def __init__(self, corpus: "Corpus") -> None:
        self._corpus = corpus

    def get(self, record_id: str) -> Record:
        document_id, _, number = record_id.partition("#")
        if not number.isdigit():
            raise SecqaError(f"{record_id}: names no page; write {document_id}#1 for its page 1")
        return page_record(document_id, self._corpus.page(document_id, int(number)))

    def search(self, words: str) -> tuple[str, ...]:
        """Documents whose id or company holds the first word that any does; then their pages."""
        named = {
            word: [
                m.document_id
                for m in self._corpus.documents
                if word in f"{m.document_id} {m.company}".lower()
            ]
            for word in words.lower().split()
        }
        naming = [word for word, ids in named.items() if ids]
        rest = " ".join(word for word in words.lower().split() if word not in naming)
        chosen = [m.document_id for m in self._corpus.documents]
        for word in naming:
            chosen = [document_id for document_id in chosen if document_id in named[word]]
        return first(
            f"{document_id}#{page.number}"
            for document_id in chosen
            for page in self._corpus.document(document_id).pages
            if any(element.table for element in page.elements) and holds(page.text, rest)
        )


_FURNITURE = (ElementType.HEADER, ElementType.FOOTER, ElementType.PAGE_NUMBER)


def page_record(document_id: str, page: Page) -> Record:
    """A page of a corpus as a record `document_id#number`."""
    tables = _tables(page)
    first = tables[0].index if tables else None
    texts = _texts(page)
    before = tuple(one.text for one in texts if first is None or one.index < first)
    grids = tuple(
        Grid(one.table.columns, one.table.cells[one.table.header_rows :], one.table.caption)
        for one in tables
        if one.table is not None
    )
    after = tuple(one.text for one in texts[len(before) :])
    return Record(page_id(document_id, page.number), before, grids, after)


def page_id(document_id: str, number: int) -> str:
    """What the record of a page is called."""
    return f"{document_id}#{number}"


def place_of(spot: RecordSpot, page: Page) -> Location:
    """Where on its page a place of `page_record` is."""
    if spot.sentence >= 0:
        return Location(page.number, _texts(page)[spot.sentence].index)
    element = _tables(page)[spot.table]
    assert element.table is not None
    row = spot.row + element.table.header_rows
    return Location(page.number, element.index, row, spot.column)


def _tables(page: Page) -> list[Element]:
    return [one for one in page.elements if one.table is not None]


def _texts(page: Page) -> list[Element]:
    return [one for one in page.elements if one.table is None and one.type not in _FURNITURE]


def record_page(record: Record) -> Page:
    """A record that is no page of a corpus as one, so that it can be shown: see `place_of`."""
    between = len(record.pre_text)
    texts = [Element(0, ElementType.NARRATIVE_TEXT, text, 1) for text in record.sentences]
    grids = [
        Element(0, ElementType.TABLE, table.text, 1, table=table)
        for table in map(_table, record.tables)
    ]
    elements = (*texts[:between], *grids, *texts[between:])
    return Page(1, "", tuple(replace(one, index=at) for at, one in enumerate(elements)))


def _table(grid: Grid) -> Table:
    cells = (grid.header, *grid.rows)
    return Table(cells, 1, grid.header, (0.0,) * len(cells), grid.caption)


_DATABASE = "secqa"
"""Where an address names none."""
_MILLISECONDS = 5000
"""To wait for a server."""
_PASSWORD = re.compile(r"(?<=//)([^/@]*?):[^/@]*@")


def is_mongodb(address: str) -> bool:
    """Whether an address is one of MongoDB."""
    return address.startswith(("mongodb://", "mongodb+srv://"))


class MongoRecords:
    """Records of a database; SecqaError where the client or the server is not there."""

    def __init__(self, address: str) -> None:
        self._shown = _PASSWORD.sub(r"\1@", address)
        try:
            from pymongo import MongoClient
        except ImportError:
            raise SecqaError(
                f"{self._shown}: needs the MongoDB client; install it with "
                "`pip install secqa[mongo]`"
            ) from None
        with self._describe_failure():
            client: Any = MongoClient(address, serverSelectionTimeoutMS=_MILLISECONDS)
            self._records = client.get_default_database(_DATABASE)["records"]
            client.admin.command("ping")

    def add(self, items: Sequence[Any]) -> int:
        """Keep records as they are in their layout, by id; how many there are.

        The same record twice is one. SecqaError, and nothing kept, where one has no known layout.
        """
        from pymongo import ReplaceOne

        records = records_from(list(items), self._shown)
        kept = {
            record.id: {"_id": record.id, "text": text_of(record), "record": json.dumps(item)}
            for record, item in zip(records, items, strict=True)
        }
        with self._describe_failure():
            self._records.bulk_write(
                [ReplaceOne({"_id": name}, one, upsert=True) for name, one in kept.items()]
            )
        return len(kept)

    def get(self, record_id: str) -> Record:
        """See `Records`."""
        with self._describe_failure():
            found = self._records.find_one({"_id": record_id})
        if found is None:
            raise unknown(record_id, self._shown)
        return records_from([json.loads(found["record"])], self._shown)[0]

    def search(self, words: str) -> tuple[str, ...]:
        """See `Records`."""
        wanted = [{"text": {"$regex": re.escape(word)}} for word in words.lower().split()]
        with self._describe_failure():
            found = self._records.find({"$and": wanted} if wanted else {}, {"_id": 1})
            return first(item["_id"] for item in found.sort("_id").limit(LISTED))

    @contextmanager
    def _describe_failure(self) -> Iterator[None]:
        """What the client complains of becomes one line."""
        from pymongo.errors import PyMongoError

        try:
            yield
        except (PyMongoError, ValueError) as error:
            reason = str(error).splitlines()[0].split(",")[0]
            raise SecqaError(
                f"{self._shown}: {reason}; is the server there, and may it be used?"
            ) from None
