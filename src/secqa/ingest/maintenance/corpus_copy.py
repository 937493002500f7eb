"""A corpus -> the same elsewhere: from a folder into an object store, back, or between two.

Files are copied as they are, those of the version of each table that is there now; `documents`
comes last and the file that makes it a table last of it, so that for readers the copy is there as a
whole or not at all. Files have names of their own: one that is there is whole, and a copy that was
interrupted goes on with the others.
"""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import lance
from lance.file import LanceFileSession

from secqa.corpus.corpus_address import CorpusPath, writing
from secqa.corpus.corpus_schema import DOCUMENTS, HIDDEN, ORIGINALS, TRUTH
from secqa.corpus.corpus_store import open_corpus
from secqa.corpus.lance_tables import Tables
from secqa.corpus.writer_lease import LEASE, LOCK, lease
from secqa.errors import SecqaError
from secqa.files import make_folder
from secqa.ingest.maintenance.corpus_survey import table_places

if TYPE_CHECKING:
    from lance import LanceDataset


@dataclass(frozen=True, slots=True)
class Copied:
    """What a copy did, in files."""

    files: int
    already: int


def copy(
    source: CorpusPath, target: CorpusPath, progress: Callable[[int, int], None] | None = None
) -> Copied:
    """Copy a corpus to where none is yet; calls `progress(done, of)` in files.

    Raises `SecqaError` where there is a corpus, or something else, already, or where the source
    was written to meanwhile: then the same again copies what is new.
    """
    open_corpus(source)
    if isinstance(target, Path):
        make_folder(target, _relative_names(source), "begun copy of this corpus")
    with writing(target), lease(target):
        if Tables(target).opened(DOCUMENTS) is not None:
            raise SecqaError(
                f"{target}: holds a corpus; `secqa corpus merge {source} --into {target}` adds to "
                "it"
            )
        return _copied(source, target, progress or (lambda done, of: None))


def _copied(source: CorpusPath, target: CorpusPath, progress: Callable[[int, int], None]) -> Copied:
    tables = {name: lance.dataset(f"{source}/{name}.lance") for name in _names(source)}
    files = {name: list(_files_of(source, name, dataset)) for name, dataset in tables.items()}
    every = [(name, file) for name in tables for file in files[name]]
    there = _without_manifests(target)
    move = _between(source, target)
    new = 0
    for done, (name, file) in enumerate(every, 1):
        first_of_lines = name == DOCUMENTS and file == files[name][0]
        if first_of_lines and lance.dataset(f"{source}/{DOCUMENTS}.lance").version != (
            tables[DOCUMENTS].version
        ):
            raise SecqaError(f"{source}: was written to meanwhile; copy it again to go on")
        if file not in there:
            move(file)
            new += 1
        progress(done, len(every))
    return Copied(new, len(every) - new)


def _names(path: CorpusPath) -> list[str]:
    """All tables, as they stand below the corpus, `documents` last."""
    folders = {TRUTH: HIDDEN, ORIGINALS: (ORIGINALS,)}
    below = {name: folder for folder, names in folders.items() for name in names}
    return [f"{below[name]}/{name}" if name in below else name for name in table_places(path)]


def _relative_names(path: CorpusPath) -> set[str]:
    return {LOCK, TRUTH, ORIGINALS, *(f"{name}.lance" for name in _names(path))}


def _files_of(path: CorpusPath, name: str, dataset: "LanceDataset") -> Iterator[str]:
    """The files of a table's version, as they stand below the corpus, its manifest last."""
    folder = f"{name}.lance"
    segments = {segment.uuid for index in dataset.describe_indices() for segment in index.segments}
    data = {file.path for fragment in dataset.get_fragments() for file in fragment.data_files()}
    manifests = []
    for file in _file_list(path, folder):
        kind, _, rest = file.removeprefix(f"{folder}/").partition("/")
        if kind == "_versions":
            manifests += [file] if _is_version(rest, dataset.version) else []
        elif kind == "data":
            if rest in data:
                yield file
        elif kind == "_indices":
            if rest.partition("/")[0] in segments:
                yield file
        elif kind == "_deletions" or rest.startswith(f"{dataset.version - 1}-"):
            yield file
    yield from manifests


def _is_version(name: str, version: int) -> bool:
    """Whether a manifest is that of a version; the newer way to name them counts down."""
    return name in (f"{version}.manifest", f"{2**64 - 1 - version:020}.manifest")


def _without_manifests(target: CorpusPath) -> set[str]:
    """The files that a begun copy left, without those that make tables of them.

    Manifests of different corpora are called the same, other files have names of their own.
    """
    session = LanceFileSession(str(target))
    there = {file for file in _file_list(target) if not file.startswith(f"{LEASE}.lance/")}
    manifests = {file for file in there if "/_versions/" in file}
    for file in sorted(manifests):
        session.delete_file(file)
    return there - manifests


def _file_list(path: CorpusPath, below: str | None = None) -> list[str]:
    """The files below a folder, as they stand below the corpus."""
    if isinstance(path, Path):
        found = (path / below if below else path).rglob("*")
        return sorted(file.relative_to(path).as_posix() for file in found if file.is_file())
    return sorted(LanceFileSession(str(path)).list(below))


def _between(source: CorpusPath, target: CorpusPath) -> Callable[[str], None]:
    """How one file comes from one place to the other; it is there as a whole or not at all."""

    def fetch(file: str, place: Path) -> None:
        place.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(source, Path):
            shutil.copyfile(source / file, place)
        else:
            LanceFileSession(str(source)).download_file(file, place)

    def keep(file: str) -> None:
        assert isinstance(target, Path)
        partial = target / ".partial"
        fetch(file, partial)
        (target / file).parent.mkdir(parents=True, exist_ok=True)
        partial.replace(target / file)

    def send(file: str) -> None:
        if isinstance(source, Path):
            LanceFileSession(str(target)).upload_file(source / file, file)
            return
        with tempfile.TemporaryDirectory() as folder:
            fetch(file, Path(folder) / "file")
            LanceFileSession(str(target)).upload_file(Path(folder) / "file", file)

    return keep if isinstance(target, Path) else send
