"""A failure of the storage engine in, the reason in words out: ours for what object stores say.

Whatever happens to its files (a full disk, a file taken away, no permission), LanceDB raises as
`RuntimeError` and Lance as `ValueError` or `OSError`, with the places in their own sources behind;
other errors of these kinds are none of it.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from secqa.corpus.address import CorpusPath
from secqa.errors import SecqaError

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
        reason = said_by_store(text)
        if reason is not None:
            return reason
    found = _FAILURE.match(text.partition("\n")[0])
    if not found or not (found["engine"] or found["places"]):
        return None
    # What follows an address may sign a request.
    return re.sub(r"(https?://[^\s?]+)\?\S+", r"\1", found["reason"])


def said_by_store(text: str) -> str | None:
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
