"""Text locked by a password: AES-SIV under a key from scrypt, both of well-kept libraries.

AES-SIV (RFC 5297) needs no random number, so that the same text and password give the same
bytes; what it shows is only which of two releases of one benchmark hold the same answer. It
notices any change, and a text that was moved to another question. scrypt (RFC 7914) makes each
guess at the password cost a third of a second and 128 MiB.
"""

import base64
import binascii
import hashlib
from typing import TYPE_CHECKING

from secqa.errors import SecqaError

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESSIV

SCHEME = "scrypt(n=131072,r=8,p=1,64 bytes) AES-SIV base64"
_N, _R, _P, _KEY = 131072, 8, 1, 64
_MEMORY = 2 * 128 * 131072 * 8
"""Bytes that scrypt may take: twice what it does."""


def lock_of(password: str, salt: bytes) -> "AESSIV":
    """What locks and opens with a password; SecqaError where the extra is not installed."""
    try:
        from cryptography.hazmat.primitives.ciphers.aead import AESSIV
    except ImportError:
        raise SecqaError(
            "encryption: cryptography is not installed; pip install 'secqa[encrypt]'"
        ) from None
    key = hashlib.scrypt(password.encode(), salt=salt, n=_N, r=_R, p=_P, dklen=_KEY, maxmem=_MEMORY)
    return AESSIV(key)


def locked(lock: "AESSIV", text: str, name: str) -> str:
    """The text, to be opened under this name only, as base64."""
    return base64.b64encode(lock.encrypt(text.encode(), [name.encode()])).decode()


def opened(lock: "AESSIV", sealed: str, name: str) -> str:
    """The text back; SecqaError for another password, name, or changed bytes."""
    from cryptography.exceptions import InvalidTag

    try:
        return lock.decrypt(base64.b64decode(sealed, validate=True), [name.encode()]).decode()
    except (InvalidTag, binascii.Error, ValueError):
        raise SecqaError(
            f"{name}: does not open; give the password it was published with, or get the file again"
        ) from None
