"""A file that one filing was read from in, the documents in it out, in the order of their pages.

A submission holds its main document and exhibits itself, a main document from EDGAR has them in
files beside it, which its sidecar names; pictures that documents show are in the submission, in
the archive or beside the file. Whoever wants to show a filing as printed needs just these.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from secqa.errors import SecqaError
from secqa.filings.containers.pictures import LARGEST_PICTURE, is_picture, pictures_in
from secqa.filings.containers.sidecar import read_sidecar
from secqa.filings.containers.submission import encoded_files, is_submission, read_documents

PICTURE = "GRAPHIC"
"""EDGAR's type of pictures."""
_MOST_BYTES = 30_000_000
"""Of all pictures of a filing together."""


@dataclass(frozen=True, slots=True)
class Part:
    """A document of a filing, or a picture in one."""

    type: str
    """"" of the main document, `EX-13`, `EX-99.1`, or `PICTURE`."""
    name: str
    """Of a picture: what documents call it. A name, never a path."""
    data: bytes


Load = Callable[[Path], bytes]
Find = Callable[[Collection[str]], Iterable[tuple[str, bytes]]]
"""Names -> those that files have that came along, each with its bytes, read one by one."""


def parts_of(data: bytes, path: Path, load: Load, find: Find) -> tuple[Part, ...]:
    """The documents of a filing, the main one first, and then its pictures.

    `data` are the bytes that were read, from the file at `path` or a member of it; `load` gives
    those of an exhibit's file, `find` files that came along.
    """
    documents = [*_within(data), *_beside(path, load)]
    if is_submission(data):
        find = _within_submission(data)
    names = sorted({name for part in documents for name in pictures_in(part.data)})
    return (*documents, *_pictures(find(names)))


def files_beside(path: Path) -> Find:
    """The files of its folder."""

    def find(names: Collection[str]) -> Iterator[tuple[str, bytes]]:
        for name in names:
            file = path.with_name(name)
            if file.is_file() and file.stat().st_size <= LARGEST_PICTURE:
                yield name, file.read_bytes()

    return find


def _within(data: bytes) -> Iterator[Part]:
    if not is_submission(data):
        yield Part("", "", data)
        return
    for at, part in enumerate(read_documents(data)):
        yield Part(part.type if at else "", part.filename, part.body.encode())


def _within_submission(data: bytes) -> Find:
    return lambda names: encoded_files(data, names)


def _beside(path: Path, load: Load) -> Iterator[Part]:
    sidecar = read_sidecar(path)
    for exhibit in sidecar.exhibits if sidecar else ():
        with suppress(SecqaError):  # whoever reads it is warned
            yield Part(exhibit.type, exhibit.file, load(path.with_name(exhibit.file)))


def _pictures(found: Iterable[tuple[str, bytes]]) -> Iterator[Part]:
    left = _MOST_BYTES
    for name, data in found:
        left -= len(data)
        if left < 0:
            return
        if is_picture(data):
            yield Part(PICTURE, name, data)
