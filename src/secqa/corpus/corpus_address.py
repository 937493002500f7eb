"""Parse the address of a corpus: a local folder, or a folder in an object store.

Lance reads and writes both. Credentials come from the store's usual environment variables
(`AWS_ACCESS_KEY_ID`, `GOOGLE_APPLICATION_CREDENTIALS`, `AZURE_STORAGE_ACCOUNT_NAME` …) and are
never stored or shown.
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
    """A `Path` or a `StoreFolder`; `str` returns the form that Lance expects."""

    def __truediv__(self, name: str, /) -> "CorpusPath":
        """Join a name."""


@dataclass(frozen=True, slots=True)
class StoreFolder:
    """A folder in an object store, which joins like a path."""

    address: str
    """Such as `s3://bucket/prefix`, without a final slash."""

    def __str__(self) -> str:
        return self.address

    def __truediv__(self, name: str) -> "StoreFolder":
        return StoreFolder(f"{self.address}/{name}")


def full_address(path: CorpusPath) -> str:
    """The absolute address of a corpus."""
    return str(path.resolve() if isinstance(path, Path) else path)


def corpus_path(text: str) -> CorpusPath:
    """Parse a folder, or an `s3://`, `gs://` or `az://` address with bucket and prefix.

    Raises SecqaError for an unknown store, a missing bucket, and for credentials, since benchmarks
    and runs record the address of their corpus.
    """
    match = _ADDRESS.fullmatch(text)
    if match is None:
        return Path(text)
    if "@" in match["place"]:
        raise SecqaError(
            f"{match['store']}://…@…: no credentials in an address; set the usual "
            "variables of the store, as AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"
        )
    place = match["place"].strip("/")
    if match["store"].lower() not in _STORES or not place or "?" in place or "#" in place:
        address = text.partition("?")[0]  # the rest may be a token
        raise SecqaError(
            f"{address}: no corpus can be there; give a folder, or an address as "
            f"s3://bucket/prefix ({', '.join(_STORES)})"
        )
    return StoreFolder(f"{match['store'].lower()}://{re.sub('/+', '/', place)}")


# "Invalid user input" is a bug of the caller, not a failure of the storage.
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
"""Patterns of store and network errors, each with a message for the user."""


_OF_A_STORE = re.compile(r" error: Error performing |RetryError|credential", re.IGNORECASE)


def storage_failure(error: Exception) -> str | None:
    """Why the storage engine failed; None for other errors."""
    text = str(error)
    if _OF_A_STORE.search(text):
        reason = store_message(text)
        if reason is not None:
            return reason
    match = _FAILURE.match(text.partition("\n")[0])
    if not match or not (match["engine"] or match["places"]):
        return None
    # The query of an address may be a signature.
    return re.sub(r"(https?://[^\s?]+)\?\S+", r"\1", match["reason"])


def store_message(text: str) -> str | None:
    """The reason in a store's or network's message; None for unknown messages."""
    return next((reason for sign, reason in _OF_STORES if re.search(sign, text)), None)


@contextmanager
def writing(path: CorpusPath) -> Iterator[None]:
    """Turn failures of writing into a one-line SecqaError."""
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
