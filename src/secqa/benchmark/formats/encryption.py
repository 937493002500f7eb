"""Encrypts everything of a question but its text, so that a benchmark can be published.

Facts, evidence, program, query, even the type of a question ("unanswerable") or the length of
the encrypted part can tell the answer. So only the fields of PLAIN stay readable, and all
encrypted records are padded to one length. Each is encrypted on its own, with `question_id` as
associated data, so that it opens alone and cannot be moved to another question.

This keeps answers from crawlers and readers. It cannot stop anyone who has the filings and secqa
(the header has the command) or who tries guesses against the id of a question, a hash of its text
and values. With the canary as the password, which is the custom, anyone can decrypt on purpose.

AES-SIV (RFC 5297) needs no random number: the same text and password give the same bytes. scrypt
(RFC 7914) makes each guess at the password cost a third of a second and 128 MiB.
"""

import base64
import hashlib
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from secqa.benchmark.card import card_of
from secqa.benchmark.dataset import (
    CANARY,
    CARD,
    ENCRYPTION,
    QRELS,
    QUESTIONS,
    Benchmark,
    benchmark_of,
    json_line,
    qrels_of,
    qrels_text,
)
from secqa.benchmark.formats.release import Release, read_lines, without_note, write_release
from secqa.errors import SecqaError
from secqa.extensions import needs_extra
from secqa.files import read_text

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESSIV

PLAIN = ("question_id", "text", "split")
SEALED = "sealed"
OPEN = "the canary"
PRIVATE = "kept apart"
VARIABLE = "SECQA_PASSWORD"
SCHEME = "scrypt(n=131072,r=8,p=1,64 bytes) AES-SIV base64"
_SCRYPT = {"n": 131072, "r": 8, "p": 1, "dklen": 64, "maxmem": 2 * 128 * 131072 * 8}


def read_password(file: Path | None) -> str:
    """The password in the file, else in `SECQA_PASSWORD`: others can see a command line."""
    if file is not None:
        password = read_text(file, "give a file that holds the password").rstrip("\r\n")
        if not password:
            raise SecqaError(f"{file}: holds no password; write one into it")
        return password
    if password := os.environ.get(VARIABLE, ""):
        return password
    raise SecqaError(f"no password; set {VARIABLE} or give --password-file")


def encrypt_release(release: Release, password: str = "") -> Release:
    """Encrypt everything that gives an answer away, with the canary if no password is given."""
    if not (password or release.canary):
        raise SecqaError("the canary as the password: there is none; add --canary")
    salt = hashlib.sha256(f"secqa {release.fingerprint}".encode()).hexdigest()[:32]
    cipher = _cipher(password or release.canary, bytes.fromhex(salt))
    how = {"scheme": SCHEME, "salt": salt, "password": PRIVATE if password else OPEN}
    lines = [json_line(record).encode() for record in release.records]
    length = max(map(len, lines), default=0)

    def record_of(record: dict[str, Any], line: bytes) -> dict[str, Any]:
        name = record["question_id"].encode()
        text = base64.b64encode(cipher.encrypt(line.ljust(length), [name])).decode()
        return {**{name: record[name] for name in PLAIN if name in record}, SEALED: text}

    records = map(record_of, release.records, lines)
    header = {**release.header, ENCRYPTION: how}
    return replace(release, header=header, records=tuple(records), qrels={})


def decrypt_benchmark(folder: Path, out: Path, password: Callable[[], str]) -> Benchmark:
    """Write the benchmark of an encrypted one, byte by byte as it was.

    Calls `password` unless the canary is the password. Raises SecqaError when the folder holds
    no encrypted questions, the password is wrong, or `out` cannot be written.
    """
    if out.resolve() == folder.resolve():
        raise SecqaError(f"{out}: is the encrypted folder itself; give another --out")
    header, records = read_lines(folder / QUESTIONS)
    how = header.pop(ENCRYPTION, None)
    if not isinstance(how, dict):
        raise SecqaError(f"{folder}: is not encrypted; it can be used as it is")
    if how.get("scheme") != SCHEME:
        raise SecqaError(f"{folder}: encrypted by another version of secqa; use that one")
    canary = str(header.pop(CANARY, ""))
    try:
        salt = bytes.fromhex(how["salt"])
        parts = [(str(record["question_id"]), str(record[SEALED])) for record in records]
    except (KeyError, TypeError, ValueError) as error:
        raise SecqaError(f"{folder / QUESTIONS}: damaged ({error}); get it again") from error
    cipher = _cipher(canary if how.get("password") == OPEN else password(), salt)
    lines = [_decrypted(cipher, text, name) for name, text in parts]
    text = "".join(f"{line}\n" for line in (json_line(header), *lines))
    benchmark = benchmark_of(text, folder / QUESTIONS)
    card = folder / CARD
    files = {
        QRELS: qrels_text(qrels_of(benchmark.questions)),
        CARD: without_note(read_text(card, "mend or delete it"))
        if card.exists()
        else card_of(benchmark),
        QUESTIONS: text,
    }
    write_release({name: content.encode() for name, content in files.items()}, out, "benchmark")
    return benchmark


def encryption_note(release: Release) -> str:
    """The section of a card about the encryption, with all that other programs need."""
    how = release.header[ENCRYPTION]
    password = (
        "The password is the canary, whole, as it stands above: this keeps answers out of crawls "
        "and out of sight, not from anyone who means to read them."
        if how["password"] == OPEN
        else "The password is kept apart from these files."
    )
    return (
        f"All but {', '.join(PLAIN)} of each question is encrypted in its field `{SEALED}`. "
        f"{password} Who has the filings and secqa can also work the answers out again. "
        "`secqa decrypt FOLDER --out BENCHMARK` makes a benchmark of the folder. In other "
        f"programs: {how['scheme']}, salt {how['salt']} (hexadecimal), `question_id` as "
        "associated data; inside is the question as one line of JSON, filled up with spaces."
    )


def _cipher(password: str, salt: bytes) -> "AESSIV":
    with needs_extra("encrypt", "encryption"):
        from cryptography.hazmat.primitives.ciphers.aead import AESSIV
    return AESSIV(hashlib.scrypt(password.encode(), salt=salt, **_SCRYPT))


def _decrypted(cipher: "AESSIV", text: str, name: str) -> str:
    from cryptography.exceptions import InvalidTag

    try:
        line = cipher.decrypt(base64.b64decode(text, validate=True), [name.encode()])
        return line.decode().rstrip(" ")
    except (InvalidTag, ValueError):
        raise SecqaError(
            f"{name}: does not open; give the password it was published with, or get the file again"
        ) from None
