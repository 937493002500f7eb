"""Copy a corpus between folders and object stores.

Only files of the current version of each table are copied. `documents` comes last, and its manifest
last of all, so readers see the whole copy or none. File names are unique: an existing file is
complete, and an interrupted copy goes on with the others.
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
    """Counts of files."""

    files: int
    already: int


def copy(
    source: CorpusPath, target: CorpusPath, progress: Callable[[int, int], None] | None = None
) -> Copied:
    """Copy a corpus to an empty place; calls `progress(done, count)` in files.

    Raises `SecqaError` if the target holds something else, or if the source changed meanwhile:
    then another call copies the new files.
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
        return _copy_files(source, target, progress or (lambda done, count: None))


def _copy_files(
    source: CorpusPath, target: CorpusPath, progress: Callable[[int, int], None]
) -> Copied:
    tables = {name: lance.dataset(f"{source}/{name}.lance") for name in _names(source)}
    files = {name: list(_files_of(source, name, dataset)) for name, dataset in tables.items()}
    all_files = [(name, file) for name in tables for file in files[name]]
    stored = _without_manifests(target)
    move = _file_copier(source, target)
    new = 0
    for done, (name, file) in enumerate(all_files, 1):
        first_of_lines = name == DOCUMENTS and file == files[name][0]
        if first_of_lines and lance.dataset(f"{source}/{DOCUMENTS}.lance").version != (
            tables[DOCUMENTS].version
        ):
            raise SecqaError(f"{source}: was written to meanwhile; copy it again to go on")
        if file not in stored:
            move(file)
            new += 1
        progress(done, len(all_files))
    return Copied(new, len(all_files) - new)


def _names(path: CorpusPath) -> list[str]:
    """Paths of all tables below the corpus, `documents` last."""
    folders = {TRUTH: HIDDEN, ORIGINALS: (ORIGINALS,)}
    below = {name: folder for folder, names in folders.items() for name in names}
    return [f"{below[name]}/{name}" if name in below else name for name in table_places(path)]


def _relative_names(path: CorpusPath) -> set[str]:
    return {LOCK, TRUTH, ORIGINALS, *(f"{name}.lance" for name in _names(path))}


def _files_of(path: CorpusPath, name: str, dataset: "LanceDataset") -> Iterator[str]:
    """Paths of the files of a table's version below the corpus, its manifest last."""
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
    """Return whether a manifest belongs to a version; newer names count down."""
    return name in (f"{version}.manifest", f"{2**64 - 1 - version:020}.manifest")


def _without_manifests(target: CorpusPath) -> set[str]:
    """The files of an interrupted copy, after deleting its manifests.

    Manifests of different corpora have equal names; all other names are unique.
    """
    session = LanceFileSession(str(target))
    files = {file for file in _file_list(target) if not file.startswith(f"{LEASE}.lance/")}
    manifests = {file for file in files if "/_versions/" in file}
    for file in sorted(manifests):
        session.delete_file(file)
    return files - manifests


def _file_list(path: CorpusPath, below: str | None = None) -> list[str]:
    """Paths of files in a folder below the corpus."""
    if isinstance(path, Path):
        files = (path / below if below else path).rglob("*")
        return sorted(file.relative_to(path).as_posix() for file in files if file.is_file())
    return sorted(LanceFileSession(str(path)).list(below))


def _file_copier(source: CorpusPath, target: CorpusPath) -> Callable[[str], None]:
    """A function that copies one file completely or not at all."""

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
