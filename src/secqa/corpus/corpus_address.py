"""Where a corpus is: a folder of this machine, or one in an object store.

LanceDB reads and writes both. Who a store lets in it learns from the usual variables of the
environment (`AWS_ACCESS_KEY_ID`, `GOOGLE_APPLICATION_CREDENTIALS`, `AZURE_STORAGE_ACCOUNT_NAME`
and so on); they are never kept or shown.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
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


# What the caller did wrong ("Invalid user input") is a bug, and no failure.
_FAILURE = re.compile(
    r"(?!Invalid )(?:(?P<engine>lance|External) error: )?(?:LanceError\(\w+\): )?"
    r"(?P<reason>[^\n]+?)(?P<places>, \S+\.rs:[\d:]+)*$"
)


_OF_STORES = (
    (
        r"NoSuchBucket|NO_SUCH_BUCKET|BucketNotFound|ContainerNotFound",
        "there is no such bucket",
    ),
    (
        r"InvalidAccessKeyId|INVALID_ACCESS_KEY_ID|SignatureDoesNotMatch|SIGNATURE_DOES_NOT_MATCH|"
        r"InvalidToken|401 Unauthorized",
        "the store does not know these credentials",
    ),
    (
        r"Failed to get \w+ credentials|CredentialsNotLoaded|FailedToLoadToken|"
        r"no providers in chain",
        "no credentials for the store; set its usual variables, as AWS_ACCESS_KEY_ID and "
        "AWS_SECRET_ACCESS_KEY",
    ),
    (
        r"AccessDenied|ACCESS_DENIED|403 Forbidden",
        "the store does not allow it with these credentials",
    ),
    (r"builder error", "an http:// address of a store needs AWS_ALLOW_HTTP=true"),
    (
        r"error sending request|error trying to connect|dns error|timed out|Connection refused|"
        r"NETWORK_CONNECTION",
        "the store cannot be reached",
    ),
)
"""What stores and the ways to them say, by where they stand in messages of several lines."""


_OF_A_STORE = re.compile(r" error: Error performing |RetryError|credential", re.IGNORECASE)


def storage_failure(error: Exception) -> str | None:
    """Why the storage engine failed; None for an error that is not the storage engine's."""
    text = str(error)
    if _OF_A_STORE.search(text):
        reason = store_message(text)
        if reason is not None:
            return reason
    found = _FAILURE.match(text.partition("\n")[0])
    if not found or not (found["engine"] or found["places"]):
        return None
    # What follows an address may sign a request.
    return re.sub(r"(https?://[^\s?]+)\?\S+", r"\1", found["reason"])


def store_message(text: str) -> str | None:
    """What a store, or the way to it, says with a message; None where it is none that is known."""
    return next((reason for sign, reason in _OF_STORES if re.search(sign, text)), None)


@contextmanager
def writing(path: CorpusPath) -> Iterator[None]:
    """Say in one line what could not be written, and why."""
    try:
        yield
    except SecqaError:
        raise
    except (OSError, RuntimeError, ValueError) as error:
        reason = storage_failure(error) or str(error).splitlines()[0]
        raise SecqaError(
            f"{path}: could not be written ({reason}); what was there before is sound, "
            "run the same command again"
        ) from error
