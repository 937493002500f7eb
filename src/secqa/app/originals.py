"""Find the original files of documents and render their pages as printed.

A corpus may keep the files it was made from. For one that does not, their folders can be named: a
file is taken where its bytes are those that were read.
"""

import hashlib
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from functools import lru_cache, partial
from pathlib import Path
from threading import RLock

from secqa.app.addresses import picture_address
from secqa.corpus.corpus_rows import Entry
from secqa.corpus.corpus_store import Corpus
from secqa.corpus.stored_parts import stored_parts
from secqa.errors import SecqaError
from secqa.filings.containers.parts import (
    LARGEST_PICTURE,
    PICTURE,
    Find,
    Part,
    folder_files,
    parts_of,
)
from secqa.filings.containers.unpacking import archive_files, archive_members, is_archive
from secqa.filings.read import load_file
from secqa.filings.rendering.whole import PrintedFiling, printed_filing

_FILES_KEPT = 8
"""Rendered filings kept in memory, about 10 MB each."""
_BYTES_KEPT = 64_000_000
"""Bytes of original files kept in memory; pictures and PDFs can take many megabytes."""


class Originals:
    """The original files of the documents of a corpus, where they are available."""

    def __init__(self, corpus: Corpus, folders: Iterable[Path]) -> None:
        """Raises SecqaError if one of `folders` is not a folder."""
        self._corpus = corpus
        self._files: dict[str, list[Path]] = {}
        for folder in folders:
            if not folder.is_dir():
                raise SecqaError(f"--filings {folder}: no such folder; give one with the filings")
            for path in sorted(folder.rglob("*")):
                if path.is_file():
                    for name in (f"{path.parent.name}/{path.name}", path.name):
                        self._files.setdefault(name, []).append(path)
        self.printed = lru_cache(maxsize=_FILES_KEPT)(self._printed)
        self._kept: OrderedDict[str, tuple[Part, ...]] = OrderedDict()
        self._keeping = RLock()

    def picture(self, document_id: str, name: str) -> bytes:
        """A picture of a document; SecqaError if its file is not available."""
        for part in self._parts(document_id):
            if part.type == PICTURE and part.name == name:
                return part.data
        raise SecqaError(f"{document_id}: its picture {name} is not at hand")

    def _printed(self, document_id: str) -> PrintedFiling:
        """The pages of a filing as printed; no pages without its original file."""
        parts = self._parts(document_id)
        if not parts:
            return PrintedFiling()
        documents = [part for part in parts if part.type != PICTURE]
        names = [part.name for part in parts if part.type == PICTURE]
        return printed_filing(
            documents,
            self._corpus.document(document_id),
            scope_of(self._corpus.entry(document_id)),
            {name: picture_address(document_id, name) for name in names},
        )

    def _parts(self, document_id: str) -> tuple[Part, ...]:
        """The files of a filing; the most recent ones are cached, up to `_BYTES_KEPT`."""
        with self._keeping:
            parts = self._kept.pop(document_id, None)
            if parts is None:
                entry = self._corpus.entry(document_id)
                stored = stored_parts(self._corpus.path, entry.revision)
                parts = stored or self._in_folders(entry)
            self._kept[document_id] = parts
            while len(self._kept) > 1 and self._size() > _BYTES_KEPT:
                self._kept.popitem(last=False)
        return parts

    def _size(self) -> int:
        return sum(len(part.data) for parts in self._kept.values() for part in parts)

    def _in_folders(self, entry: Entry) -> tuple[Part, ...]:
        """The parts of the file that was ingested; none if it is missing or has changed."""
        for path, data, find in self._candidates(entry.metadata.source):
            if hashlib.sha256(data).hexdigest() == entry.metadata.sha256:
                return parts_of(data, path, lambda file: load_file(file)[0], find)
        return ()

    def _candidates(self, source: str) -> Iterator[tuple[Path, bytes, Find]]:
        """Files with the name of a source, and members of archives if it names one."""
        for path in self._files.get(source, ()):
            yield path, load_file(path)[0], folder_files(path)
        for path in self._files.get(source.rpartition("/")[0], ()):
            data, name = load_file(path)
            if is_archive(data):
                find = partial(archive_files, data, largest=LARGEST_PICTURE)
                for member, _ in archive_members(data, name):
                    yield path, member, find


def scope_of(entry: Entry) -> str:
    """The class of what is printed of a document: no two documents share it."""
    return f"d{entry.revision}"
