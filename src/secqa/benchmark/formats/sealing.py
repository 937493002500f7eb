"""Answers that can be published without being read: questions stay plain, all else is sealed.

Everything but the text of a question can tell its answer: facts, evidence, program, query, even
its type ("unanswerable") and how long the sealed rest is. So only what is listed here stays
plain, and all rests are filled up to one length. Each is sealed for itself, so that a question
can be opened alone.

What it is good for: neither a crawler nor a reader comes by the answers. What not: who has the
filings, and secqa, can work the answers out again (the header says by which command), or try a
guess against the id of a question, which is a hash of its text and values; and under the canary
as the password, which is the custom, anyone can open them who means to.
"""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

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
from secqa.benchmark.formats.cipher import SCHEME, lock_of, locked, opened
from secqa.benchmark.formats.release import Release, read_lines, without_note, write_release
from secqa.errors import SecqaError
from secqa.files import read_text

PLAIN = ("question_id", "text", "split")
SEALED = "sealed"
OPEN = "the canary"
APART = "kept apart"


def sealed(release: Release, password: str = "") -> Release:
    """The same with all that tells an answer sealed, by the canary where no password is given."""
    if not (password or release.canary):
        raise SecqaError("the canary as the password: there is none; add --canary")
    salt = hashlib.sha256(f"secqa {release.fingerprint}".encode()).hexdigest()[:32]
    lock = lock_of(password or release.canary, bytes.fromhex(salt))
    how = {"scheme": SCHEME, "salt": salt, "password": APART if password else OPEN}
    lines = [json_line(record) for record in release.records]
    length = max((len(line.encode()) for line in lines), default=0)
    return replace(
        release,
        header={**release.header, ENCRYPTION: how},
        records=tuple(
            {
                **{name: record[name] for name in PLAIN if name in record},
                SEALED: locked(lock, _filled(line, length), record["question_id"]),
            }
            for record, line in zip(release.records, lines, strict=True)
        ),
        qrels={},
    )


def _filled(line: str, length: int) -> str:
    return line + " " * (length - len(line.encode()))


def open_sealed(folder: Path, out: Path, password: Callable[[], str]) -> Benchmark:
    """Make the benchmark of an encrypted one, its questions byte by byte as they were.

    `password` is asked where the canary is not it. Raises SecqaError when the folder holds no
    encrypted questions, the password is another, or `out` cannot be written.
    """
    if out.resolve() == folder.resolve():
        raise SecqaError(f"{out}: is the encrypted folder itself; give another --out")
    header, records = read_lines(folder / QUESTIONS)
    how = header.pop(ENCRYPTION, None)
    if not isinstance(how, dict):
        raise SecqaError(f"{folder}: is not encrypted; it can be used as it is")
    canary = str(header.pop(CANARY, ""))
    lines = _opened(folder, how, records, canary, password)
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


def _opened(
    folder: Path,
    how: dict[str, Any],
    records: tuple[dict[str, Any], ...],
    canary: str,
    password: Callable[[], str],
) -> list[str]:
    if how.get("scheme") != SCHEME:
        raise SecqaError(f"{folder}: encrypted by another version of secqa; use that one")
    try:
        salt = bytes.fromhex(how["salt"])
        parts = [(str(record["question_id"]), str(record[SEALED])) for record in records]
    except (KeyError, TypeError, ValueError) as error:
        raise SecqaError(f"{folder / QUESTIONS}: damaged ({error}); get it again") from error
    lock = lock_of(canary if how.get("password") == OPEN else password(), salt)
    return [opened(lock, text, name).rstrip(" ") for name, text in parts]
