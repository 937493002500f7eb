"""What is published of a benchmark, before it takes the form of files.

A benchmark's folder in, its header and records as JSON out, apart from any format. Records are
taken as the file has them, not as this version would write them, so that what a question gains
later reaches every format, and the very bytes can be had back.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from secqa.benchmark.card import card_of
from secqa.benchmark.dataset import (
    CANARY,
    CARD,
    ENCRYPTION,
    QUESTIONS,
    json_line,
    qrels_of,
    read_benchmark,
)
from secqa.benchmark.formats.canary import canary_of
from secqa.errors import SecqaError
from secqa.files import make_folder, read_text, write_file

Files = dict[str, bytes]
"""Path in the folder -> content, in the order to write them in."""

SPLIT = "test"
"""The split of questions that name none: they are made to test with."""
_SPLIT_NAME = re.compile(r"[A-Za-z0-9_]+")


@dataclass(frozen=True, slots=True)
class Release:
    """A benchmark as it is published."""

    fingerprint: str
    """As the header has it: it stays, whatever later versions say of a question."""
    header: dict[str, Any]
    records: tuple[dict[str, Any], ...]
    """One a question; where `encrypted`, what does not tell the answer, and the rest `sealed`."""
    qrels: Mapping[str, Mapping[str, int]]
    """question_id -> page -> grade; empty where encrypted."""
    card: str
    canary: str = ""
    license: str = ""

    @property
    def encrypted(self) -> bool:
        """Whether answers and evidence are encrypted."""
        return ENCRYPTION in self.header


def read_release(folder: Path) -> Release:
    """Read what is to be published; a canary that was given once stays.

    Raises SecqaError when the folder is no benchmark, is damaged or encrypted.
    """
    benchmark = read_benchmark(folder)
    header, records = read_lines(folder / QUESTIONS)
    card = folder / CARD
    text = read_text(card, "mend or delete it") if card.exists() else card_of(benchmark)
    canary = header.pop(CANARY, "")
    for record in records:
        record.pop(CANARY, None)
    return Release(
        header.get("fingerprint") or benchmark.fingerprint,
        header,
        records,
        qrels_of(benchmark.questions),
        without_note(text),
        canary,
    )


def with_canary(release: Release) -> Release:
    """The same with a canary; the one that it has, if any."""
    return replace(release, canary=release.canary or canary_of(release.fingerprint))


def read_lines(path: Path) -> tuple[dict[str, Any], tuple[dict[str, Any], ...]]:
    """Header and records of a `questions.jsonl`; SecqaError when it is none."""
    try:
        # Not splitlines(): quotes of filings hold other characters that it would break at.
        lines = path.read_text(encoding="utf-8").removesuffix("\n").split("\n")
        header, *records = [json.loads(line) for line in lines]
    except OSError:
        raise SecqaError(
            f"{path.parent}: holds no {QUESTIONS}; give a benchmark's folder"
        ) from None
    except ValueError as error:
        raise SecqaError(f"{path}: damaged ({error}); get it again") from error
    if not all(isinstance(record, dict) for record in (header, *records)):
        raise SecqaError(f"{path}: damaged (a line is no object); get it again")
    return header, tuple(records)


def questions_file(release: Release) -> bytes:
    """`questions.jsonl` as it is published."""
    header = {**release.header, CANARY: release.canary} if release.canary else release.header
    return lines_of([header, *marked(release)])


def marked(release: Release) -> list[dict[str, Any]]:
    """The records, each with the canary where there is one."""
    return [
        {**record, CANARY: release.canary} if release.canary else record
        for record in release.records
    ]


def lines_of(records: Iterable[Mapping[str, Any]]) -> bytes:
    """Records as JSON Lines."""
    return b"".join(f"{json_line(record)}\n".encode() for record in records)


def by_split(records: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Records by the split that they name, all in one where they name none.

    Raises SecqaError for a name that cannot be a file's.
    """
    parts: dict[str, list[dict[str, Any]]] = {}
    for record in records:
        name = record.get("split") or SPLIT
        if not isinstance(name, str) or not _SPLIT_NAME.fullmatch(name):
            raise SecqaError(
                f"{record['question_id']}: split {name!r}: must be letters, digits and _"
            )
        parts.setdefault(name, []).append(record)
    return parts or {SPLIT: []}


def write_release(files: Files, folder: Path, kind: str) -> None:
    """Write files into a folder that is new, or holds but files of these names.

    Raises SecqaError where it holds others, also below: a plain file of before beside what is
    encrypted now would tell all. Until then nothing is written.
    """
    names = [Path(name).parts for name in files]
    make_folder(folder, {parts[0] for parts in names}, kind)
    for inner in sorted({parts[0] for parts in names if len(parts) == 2}):
        own = {parts[1] for parts in names if parts[0] == inner and len(parts) == 2}
        make_folder(folder / inner, own, kind)
    for name, content in files.items():
        write_file(folder / name, content)


NOTE = "\n## As published\n"
"""Begins what publishing adds to a card."""


def without_note(card: str) -> str:
    """A card as it was before it was published."""
    return card.partition(NOTE)[0]
