"""Where a corpus is: a folder of this machine, or one in an object store.

LanceDB reads and writes both. Who a store lets in it learns from the usual variables of the
environment (`AWS_ACCESS_KEY_ID`, `GOOGLE_APPLICATION_CREDENTIALS`, `AZURE_STORAGE_ACCOUNT_NAME`
and so on); they are never kept or shown.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from secqa.errors import SecqaError

_STORES = ("s3", "gs", "az")
_ADDRESS = re.compile(r"(?P<store>[A-Za-z][A-Za-z0-9+.-]*)://(?P<place>.*)", re.DOTALL)


class CorpusPath(Protocol):
    """A `Path` or a `StoreFolder`: can be joined, and written as LanceDB takes it."""

    def __truediv__(self, name: str, /) -> "CorpusPath":
        """What is of that name in it."""


@dataclass(frozen=True, slots=True)
class StoreFolder:
    """A folder in an object store; joined and written like a path."""

    address: str
    """As `s3://bucket/prefix`, without a slash at the end."""

    def __str__(self) -> str:
        return self.address

    def __truediv__(self, name: str) -> "StoreFolder":
        return StoreFolder(f"{self.address}/{name}")


def full_address(path: CorpusPath) -> str:
    """The same for a corpus wherever one asks from."""
    return str(path.resolve() if isinstance(path, Path) else path)


def corpus_path(text: str) -> CorpusPath:
    """What a user gives as a corpus: a folder, or `s3://`, `gs://`, `az://` with bucket and prefix.

    Raises SecqaError for an address without a bucket, of no store that LanceDB has, or with
    credentials in it: whatever was made from a corpus tells its address.
    """
    found = _ADDRESS.fullmatch(text)
    if found is None:
        return Path(text)
    if "@" in found["place"]:
        raise SecqaError(
            f"{found['store']}://…@…: no credentials in an address; set the usual "
            "variables of the store, as AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"
        )
    place = found["place"].strip("/")
    if found["store"].lower() not in _STORES or not place or "?" in place or "#" in place:
        told = text.partition("?")[0]  # what follows may be a token
        raise SecqaError(
            f"{told}: no corpus can be there; give a folder, or an address as s3://bucket/prefix "
            f"({', '.join(_STORES)})"
        )
    return StoreFolder(f"{found['store'].lower()}://{re.sub('/+', '/', place)}")
