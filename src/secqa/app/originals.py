"""A document of the corpus in, the file that it was read from and its pages as printed out.

A corpus keeps what a filing says and not the file. Whoever has the files names their folders: a
file is taken where its bytes are those that were read.
"""

import hashlib
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from secqa.app.printed.html_pages import PrintedFiling, printed_pages
from secqa.corpus.rows import Entry
from secqa.corpus.store import Corpus
from secqa.errors import SecqaError
from secqa.filings.read import load_file, no_collector

_FILES_KEPT = 24
"""Filings that are held as they are printed: some 10 MB each."""
_PDF = b"%PDF-"


class Originals:
    """The files of a corpus' documents, as far as they are at hand."""

    def __init__(self, corpus: Corpus, folders: Iterable[Path]) -> None:
        """SecqaError for a folder that is none."""
        self._corpus = corpus
        self._files: dict[str, list[Path]] = {}
        for folder in folders:
            if not folder.is_dir():
                raise SecqaError(f"--filings {folder}: no such folder; give one with the filings")
            for path in sorted(folder.rglob("*")):
                if path.is_file():
                    self._files.setdefault(f"{path.parent.name}/{path.name}", []).append(path)
        self.printed = lru_cache(maxsize=_FILES_KEPT)(self._printed)
        self.pdf = lru_cache(maxsize=_FILES_KEPT)(self._pdf)

    def _bytes(self, entry: Entry) -> tuple[bytes, str] | None:
        about = entry.metadata
        for path in self._files.get(about.source, ()):
            data, name = load_file(path)
            if hashlib.sha256(data).hexdigest() == about.sha256:
                return data, name
        return None

    def _pdf(self, document_id: str) -> bytes | None:
        """The PDF of a document; None where it was read from no PDF, or that is not at hand."""
        found = self._bytes(self._corpus.entry(document_id))
        return found[0] if found and _PDF in found[0][:1_024] else None

    def _printed(self, document_id: str) -> PrintedFiling | None:
        """The pages of an HTML filing as printed.

        None where there is no such file, or it reads otherwise now than when it was ingested: its
        places would then not be those of the corpus.
        """
        entry = self._corpus.entry(document_id)
        found = self._bytes(entry)
        if found is None or _PDF in found[0][:1_024]:
            return None
        try:
            with no_collector():
                printed, document = printed_pages(*found, scope_of(entry))
        except SecqaError:
            return None
        kept = self._corpus.document(document_id).elements[: len(document.elements)]
        same = [one.text for one in kept] == [one.text for one in document.elements]
        return printed if same else None


def scope_of(entry: Entry) -> str:
    """The class of what is printed of a document: no two documents share it."""
    return f"d{entry.revision}"
