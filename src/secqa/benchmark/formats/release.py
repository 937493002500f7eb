"""A benchmark as JSON records, before a format turns it into files.

Records are taken as the file has them, not as this version would write them: new fields of a
question reach every format.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from secqa.benchmark.card import card_of
from secqa.benchmark.dataset import CANARY, CARD, json_line, qrels_of, read_benchmark, read_records
from secqa.errors import SecqaError
from secqa.files import make_folder, read_text, write_file

Files = dict[str, bytes]
"""Path in the folder -> content, in the order to write them in."""

SPLIT = "test"
"""The split of questions without one: they are made to test with."""
NOTE = "\n## As published\n"
"""Begins the section that publishing adds to a card."""
_SPLIT_NAME = re.compile(r"[A-Za-z0-9_]+")


@dataclass(frozen=True, slots=True)
class FormatFiles:
    """The files of one format."""

    files: Files
    loading: str
    """A sentence for the card: how to load the files."""
    card: str = CARD
    """The file name of the card."""
    front: str = ""
    """Text before the card."""


@dataclass(frozen=True, slots=True)
class Release:
    """A benchmark as it is published."""

    fingerprint: str
    """As it was written: it stays, even if later versions write a question in another way."""
    header: dict[str, Any]
    records: tuple[dict[str, Any], ...]
    """One a question."""
    qrels: Mapping[str, Mapping[str, int]]
    """question_id -> page -> grade."""
    card: str
    license: str = ""

    @property
    def canary(self) -> str:
        """The canary that header and records carry; "" for none."""
        canary: str = self.header.get(CANARY, "")
        return canary


def read_release(folder: Path, license: str = "", canary: bool = False) -> Release:
    """Read a benchmark for publication; it keeps the canary of an earlier publication.

    Raises SecqaError if the folder is no benchmark, or is damaged.
    """
    benchmark = read_benchmark(folder)
    header, records = read_records(folder)
    card = folder / CARD
    text = read_text(card, "mend or delete it") if card.exists() else card_of(benchmark)
    fingerprint = header.get("fingerprint") or benchmark.fingerprint
    if canary and CANARY not in header:
        for marked in (header, *records):
            marked[CANARY] = canary_of(fingerprint)
    qrels = qrels_of(benchmark.questions)
    return Release(fingerprint, header, tuple(records), qrels, without_note(text), license)


def canary_of(fingerprint: str) -> str:
    """The canary of a benchmark: a string that stands nowhere else.

    Filters of training data can leave out the files that hold it, and a model that completes it
    has seen them (as in BIG-bench, Srivastava et al. 2022).
    """
    guid = uuid5(NAMESPACE_URL, f"urn:secqa:benchmark:{fingerprint}")
    return f"Benchmark, not for training: leave out what holds this. secqa-canary GUID {guid}"


def lines_of(records: Iterable[Mapping[str, Any]]) -> bytes:
    """Records as JSON Lines."""
    return b"".join(f"{json_line(record)}\n".encode() for record in records)


def by_split(records: Iterable[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Records by split; SecqaError for a split whose name cannot be a file name."""
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
    """Write files into a folder that is new or holds only files of these names.

    Raises SecqaError before writing if it holds others, also in sub-folders.
    """
    names = [Path(name).parts for name in files]
    make_folder(folder, {parts[0] for parts in names}, kind)
    for inner in sorted({parts[0] for parts in names if len(parts) == 2}):
        in_folder = {parts[1] for parts in names if parts[0] == inner and len(parts) == 2}
        make_folder(folder / inner, in_folder, kind)
    for name, content in files.items():
        path = folder / name
        if path.exists() and path.read_bytes() != content:
            raise SecqaError(f"{path}: is another file; give a new folder, or delete it")
    for name, content in files.items():
        write_file(folder / name, content)


def without_note(card: str) -> str:
    """A card without the section of an earlier publication."""
    return card.partition(NOTE)[0]
