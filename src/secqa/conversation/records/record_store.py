"""Open records by address: a JSON file, a corpus or a MongoDB database.

`open_records("dev.json")`, `open_records("corpus/")`, `open_records("s3://bucket/corpus")`,
`open_records("mongodb://host/base")`. In a corpus a record is a page, named `AAPL-10-K-2024#32`.
An address of MongoDB may hold a password, which no error may print.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from secqa.conversation.records.conversation_record import Record, page_record
from secqa.conversation.records.record_layouts import records_from
from secqa.corpus.corpus_address import corpus_path
from secqa.errors import SecqaError
from secqa.files import read_text
from secqa.filings.decoding import whole_number

if TYPE_CHECKING:
    from secqa.corpus.corpus_store import Corpus

_MOST_IDS = 20
"""Maximum number of ids that a search returns."""
_MILLISECONDS = 5000
"""How long to wait for a MongoDB server."""


class Records(Protocol):
    """A store of records."""

    def get(self, record_id: str) -> Record:
        """The record with this id; SecqaError if there is none."""

    def search(self, words: str) -> tuple[str, ...]:
        """At most 20 ids of records that contain all the words in the id or the text."""


def open_records(address: str) -> Records:
    """The store at an address; SecqaError if there is none."""
    if is_mongodb(address):
        return MongoRecords(address)
    path = corpus_path(address)
    if isinstance(path, Path) and not path.is_dir():
        return FileRecords(path)
    from secqa.corpus.corpus_store import open_corpus

    return CorpusRecords(open_corpus(path))


def read_records(path: Path) -> tuple[Record, ...]:
    """All records of a JSON file; SecqaError if it is unreadable or in no known layout."""
    return records_from(read_json(path), str(path))


def read_json(path: Path) -> Any:
    """The content of a JSON file of records; SecqaError if it is unreadable."""
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
        """See `Records`."""
        try:
            return self._records[record_id]
        except KeyError:
            raise _no_record(record_id, str(self._path)) from None

    def search(self, words: str) -> tuple[str, ...]:
        """See `Records`."""
        return _first_ids(r.id for r in self._records.values() if _has_words(_text_of(r), words))


class CorpusRecords:
    """Pages of a corpus: `document_id#page`."""

    def __init__(self, corpus: "Corpus") -> None:
        self._corpus = corpus

    def get(self, record_id: str) -> Record:
        """See `Records`."""
        document_id, _, number = record_id.partition("#")
        page = whole_number(number)
        if page is None:
            raise SecqaError(f"{record_id}: no page number; write {document_id}#1 for page 1")
        return page_record(document_id, self._corpus.page(document_id, page))

    def search(self, words: str) -> tuple[str, ...]:
        """Words in ids or company names select documents, the other words select pages of these."""
        documents = {m.document_id: f"{m.document_id} {m.company}" for m in self._corpus.documents}
        page_words = []
        chosen = list(documents)
        for word in words.lower().split():
            if any(word in name.lower() for name in documents.values()):
                chosen = [name for name in chosen if word in documents[name].lower()]
            else:
                page_words.append(word)
        return _first_ids(
            f"{document_id}#{page.number}"
            for document_id in chosen
            for page in self._corpus.document(document_id).pages
            if any(element.table for element in page.elements)
            and _has_words(page.text, " ".join(page_words))
        )


def is_mongodb(address: str) -> bool:
    """Whether an address is one of MongoDB."""
    return address.startswith(("mongodb://", "mongodb+srv://"))


class MongoRecords:
    """Records in the collection `records` of a MongoDB database (extra `secqa[mongo]`).

    Each record is stored in the layout it came in, beside the text that searches look at.
    """

    def __init__(self, address: str) -> None:
        self._address = re.sub(r"(?<=//)([^/@]*?):[^/@]*@", r"\1@", address)
        try:
            from pymongo import MongoClient
        except ImportError:
            raise SecqaError(
                f"{self._address}: needs the MongoDB client; install it with "
                "`pip install secqa[mongo]`"
            ) from None
        with self._describe_failure():
            client: Any = MongoClient(address, serverSelectionTimeoutMS=_MILLISECONDS)
            self._records = client.get_default_database("secqa")["records"]
            client.admin.command("ping")

    def add(self, items: Sequence[Any]) -> int:
        """Store records by id in the layout they have, and return how many there are.

        Raises:
            SecqaError: an item has no known layout; then nothing is stored.
        """
        from pymongo import ReplaceOne

        records = records_from(list(items), self._address)
        rows = {
            record.id: {"_id": record.id, "text": _text_of(record), "record": json.dumps(item)}
            for record, item in zip(records, items, strict=True)
        }
        with self._describe_failure():
            self._records.bulk_write(
                [ReplaceOne({"_id": name}, row, upsert=True) for name, row in rows.items()]
            )
        return len(rows)

    def get(self, record_id: str) -> Record:
        """See `Records`."""
        with self._describe_failure():
            row = self._records.find_one({"_id": record_id})
        if row is None:
            raise _no_record(record_id, self._address)
        return records_from([json.loads(row["record"])], self._address)[0]

    def search(self, words: str) -> tuple[str, ...]:
        """See `Records`."""
        conditions = [{"text": {"$regex": re.escape(word)}} for word in words.lower().split()]
        with self._describe_failure():
            rows = self._records.find({"$and": conditions} if conditions else {}, {"_id": 1})
            return _first_ids(row["_id"] for row in rows.sort("_id").limit(_MOST_IDS))

    @contextmanager
    def _describe_failure(self) -> Iterator[None]:
        """Turn errors of the client into a SecqaError of one line."""
        from pymongo.errors import PyMongoError

        try:
            yield
        except (PyMongoError, ValueError) as error:
            reason = str(error).splitlines()[0].split(",")[0]
            raise SecqaError(
                f"{self._address}: {reason}; check that the server runs and allows access"
            ) from None


def _text_of(record: Record) -> str:
    """The text that searches look at: id, questions, names of rows and sentences."""
    names = (row[0] for grid in record.tables for row in grid.rows)
    questions = (turn.question for turn in record.turns)
    return " ".join((record.id, *questions, *names, *record.sentences)).lower()


def _has_words(text: str, words: str) -> bool:
    text = text.lower()
    return all(word in text for word in words.lower().split())


def _first_ids(ids: Iterable[str]) -> tuple[str, ...]:
    return tuple(islice(ids, _MOST_IDS))


def _no_record(record_id: str, store: str) -> SecqaError:
    return SecqaError(f"{record_id}: no such record in {store}; search for one with its words")
