"""Where records are kept, opened by address: a JSON file, a corpus, a MongoDB database.

`open_records("dev.json")`, `open_records("corpus/")`, `open_records("mongodb://host/base")`.
In a corpus a record is a page, named `AAPL-10-K-2024#32`.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from secqa.conversation.layouts import records_from
from secqa.conversation.record import Grid, Record
from secqa.errors import SecqaError
from secqa.files import read_text

if TYPE_CHECKING:
    from secqa.corpus.store import Corpus
    from secqa.filings.document import Page

_LISTED = 20


class Records(Protocol):
    """A place that holds records."""

    def get(self, record_id: str) -> Record:
        """The record of an id; SecqaError when there is none."""

    def search(self, words: str) -> tuple[str, ...]:
        """Ids that hold all the words, in the id or in the record, at most 20."""


def open_records(address: str) -> Records:
    """The records at an address; SecqaError where there are none."""
    if address.startswith(("mongodb://", "mongodb+srv://")):
        return MongoRecords(address)
    path = Path(address)
    if path.is_dir():
        from secqa.corpus.store import open_corpus

        return CorpusRecords(open_corpus(path))
    return FileRecords(path)


def read_records(path: Path) -> tuple[Record, ...]:
    """All records of a JSON file; SecqaError where it cannot be read or is no known layout."""
    try:
        data = json.loads(read_text(path, "give a JSON file of records"))
    except ValueError:
        raise SecqaError(f"{path}: not JSON; give a JSON file of records") from None
    return records_from(data, str(path))


class FileRecords:
    """Records of a JSON file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._records = {record.id: record for record in read_records(path)}

    def get(self, record_id: str) -> Record:
        try:
            return self._records[record_id]
        except KeyError:
            raise _unknown(record_id, str(self._path)) from None

    def search(self, words: str) -> tuple[str, ...]:
        return _first(r.id for r in self._records.values() if _holds(_text(r), words))


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
        return _first(
            f"{document_id}#{page.number}"
            for document_id in chosen
            for page in self._corpus.document(document_id).pages
            if any(element.table for element in page.elements) and _holds(page.text, rest)
        )


class MongoRecords:
    """Records in a MongoDB collection `records`, as the ConvFinQA system keeps them."""

    def __init__(self, address: str) -> None:
        try:
            from pymongo import MongoClient
            from pymongo.errors import PyMongoError
        except ImportError:
            raise SecqaError(
                f"{address}: needs the MongoDB client; install it with `pip install secqa[mongo]`"
            ) from None
        self._address = address
        try:
            client: Any = MongoClient(address, serverSelectionTimeoutMS=5000)
            self._records = client.get_default_database("secqa")["records"]
            client.admin.command("ping")
        except (PyMongoError, ValueError) as error:
            raise SecqaError(
                f"{address}: {str(error).splitlines()[0].split(',')[0]}; is the server there?"
            ) from None

    def add(self, items: Iterable[Mapping[str, Any]]) -> int:
        """Keep records as they are in their layout, by id; the number kept."""
        count = 0
        for item in items:
            record = records_from([item], self._address)[0]
            kept = {"_id": record.id, "text": _text(record), "record": json.dumps(item)}
            self._records.replace_one({"_id": record.id}, kept, upsert=True)
            count += 1
        return count

    def get(self, record_id: str) -> Record:
        found = self._records.find_one({"_id": record_id})
        if found is None:
            raise _unknown(record_id, self._address)
        return records_from([json.loads(found["record"])], self._address)[0]

    def search(self, words: str) -> tuple[str, ...]:
        import re

        wanted = [{"text": {"$regex": re.escape(word)}} for word in words.lower().split()]
        found = self._records.find({"$and": wanted} if wanted else {}, {"_id": 1})
        return _first(item["_id"] for item in found.sort("_id").limit(_LISTED))


def page_record(document_id: str, page: "Page") -> Record:
    """A page of a corpus as a record `document_id#number`."""
    from secqa.filings.document import ElementType

    furniture = (ElementType.HEADER, ElementType.FOOTER, ElementType.PAGE_NUMBER)
    before: list[str] = []
    after: list[str] = []
    grids: list[Grid] = []
    for element in page.elements:
        if element.table is not None:
            table = element.table
            grids.append(Grid(table.columns, table.cells[table.header_rows :], table.caption))
        elif element.type not in furniture:
            (after if grids else before).append(element.text)
    return Record(f"{document_id}#{page.number}", tuple(before), tuple(grids), tuple(after))


def _text(record: Record) -> str:
    names = (row[0] for grid in record.tables for row in grid.rows)
    questions = (turn.question for turn in record.turns)
    return " ".join((record.id, *questions, *names, *record.sentences)).lower()


def _holds(text: str, words: str) -> bool:
    text = text.lower()
    return all(word in text for word in words.lower().split())


def _first(ids: Iterable[str]) -> tuple[str, ...]:
    from itertools import islice

    return tuple(islice(ids, _LISTED))


def _unknown(record_id: str, where: str) -> SecqaError:
    return SecqaError(f"{record_id}: no such record in {where}; search for one with its words")
