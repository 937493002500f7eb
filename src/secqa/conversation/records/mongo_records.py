"""Records in a MongoDB database, with the extra `secqa[mongo]`: its collection `records`.

In: records in any layout of `layouts.py`, each kept as it is beside what it is found by. Out:
a store as in `store.py`. An address may hold a password, so what is said of it leaves that out.
"""

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from secqa.conversation.records.conversation_record import LISTED, Record, first, text_of, unknown
from secqa.conversation.records.record_layouts import records_from
from secqa.errors import SecqaError

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
