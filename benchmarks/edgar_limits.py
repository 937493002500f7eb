"""What one corpus of all of EDGAR asks of one process: `python benchmarks/edgar_limits.py`.

`lines SOURCE COUNT...` makes lists of so many documents out of those of SOURCE, and opens each in
a process of its own: seconds, and memory by line. `writer SOURCE COUNT` writes so many documents
out of SOURCE's rows, parsed before, through `CorpusWriter`, and prints documents a second: what
the one writer of a cluster commits at most. Both write to a temporary folder.
"""

import argparse
import hashlib
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow as pa
import pyarrow.compute as pc

from secqa.corpus.corpus_address import CorpusPath
from secqa.corpus.corpus_rows import DocumentRows, Entry, entry_rows
from secqa.corpus.corpus_schema import DOCUMENTS, HIDDEN, ORIGINALS, SHOWN, TRUTH, revision_of
from secqa.corpus.corpus_store import open_corpus
from secqa.corpus.corpus_writer import CorpusWriter
from secqa.corpus.lance_tables import Tables

_CHUNK = 50_000
"""Lines written at once."""
_MB = 1_000_000


def made(entry: Entry, number: int) -> Entry:
    """The line of another document, as long as a real one."""
    about = entry.metadata
    name = f"{about.document_id}-{number}"
    sha256 = hashlib.sha256(name.encode()).hexdigest()
    accession = f"{number:010}-24-{number % 1_000_000:06}"
    return replace(
        entry,
        metadata=replace(about, document_id=name, sha256=sha256, accession=accession),
    )


def write_lines(source: Path, folder: Path, count: int) -> None:
    """A corpus of `count` documents that has their lines alone."""
    import lance

    entries = open_corpus(source).entries
    with CorpusWriter(folder):
        pass
    for start in range(0, count, _CHUNK):
        numbers = range(start, min(start + _CHUNK, count))
        lines = entry_rows([made(entries[n % len(entries)], n) for n in numbers])
        lance.write_dataset(lines, str(folder / f"{DOCUMENTS}.lance"), mode="append")


def open_once(folder: Path) -> None:
    """Print how long opening takes, and the memory that the list of documents takes."""
    import lance  # noqa: F401 - what is imported is not counted

    before = _memory("VmRSS")
    began, used = time.perf_counter(), time.process_time()
    corpus = open_corpus(folder)
    wall, cpu = time.perf_counter() - began, time.process_time() - used
    kept, most = _memory("VmRSS") - before, _memory("VmHWM") - before
    count = len(corpus.entries)
    print(
        f"{count:>9,} documents: opened in {wall:6.2f} s ({cpu:.2f} s of CPU), "
        f"{kept / _MB:,.0f} MB ({kept / count:,.0f} bytes a document), "
        f"{most / _MB:,.0f} MB at the most"
    )


def _memory(name: str) -> int:
    """Bytes of this process, as Linux counts them: `VmRSS` now, `VmHWM` at the most."""
    lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(f"{name}:"))


def writer_rate(source: Path, count: int) -> None:
    """Print how many documents a second `CorpusWriter` commits, and what they take on disk."""
    corpus = open_corpus(source)
    rows = _rows_by_revision(source)
    with TemporaryDirectory(prefix="secqa-limits-") as folder:
        began, used = time.perf_counter(), time.process_time()
        pages = 0
        with CorpusWriter(Path(folder)) as writer:
            for number in range(count):
                entry = made(corpus.entries[number % len(corpus.entries)], number)
                old = corpus.entries[number % len(corpus.entries)].revision
                revision = revision_of(entry.metadata.sha256)
                tables = {name: _renamed(by[old], revision) for name, by in rows.items()}
                writer.add(DocumentRows(entry, tables))
                pages += entry.pages
        wall, cpu = time.perf_counter() - began, time.process_time() - used
        size = sum(path.stat().st_size for path in Path(folder).rglob("*") if path.is_file())
    print(
        f"{count:,} documents, {pages:,} pages: {count / wall:.1f} documents a second "
        f"({count / cpu:.1f} a second of CPU), {size / pages / 1000:.1f} KB a page on disk"
    )


def _rows_by_revision(source: Path) -> dict[str, dict[str, pa.Table]]:
    places: list[tuple[CorpusPath, Sequence[str]]] = [
        (source, SHOWN),
        (source / TRUTH, HIDDEN),
        (source / ORIGINALS, (ORIGINALS,)),
    ]
    found: dict[str, dict[str, pa.Table]] = {}
    entries = open_corpus(source).entries
    for place, names in places:
        for name in names:
            table = Tables(place).opened(name)
            if table is not None:
                rows = table.rows()
                found[name] = {
                    entry.revision: rows.filter(pc.equal(rows["revision"], entry.revision))
                    for entry in entries
                }
    return found


def _renamed(rows: pa.Table, revision: str) -> pa.Table:
    column = pa.array([revision] * rows.num_rows, pa.string())
    return rows.set_column(rows.schema.get_field_index("revision"), "revision", column)


def main() -> None:
    """Parse the command line and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("lines", "writer", "open"))
    parser.add_argument("source", type=Path)
    parser.add_argument("count", type=int, nargs="*")
    given = parser.parse_args()
    if given.what == "open":
        open_once(given.source)
    for count in given.count:
        if given.what == "writer":
            writer_rate(given.source, count)
            continue
        with TemporaryDirectory(prefix="secqa-limits-") as folder:
            write_lines(given.source, Path(folder), count)
            subprocess.run([sys.executable, __file__, "open", folder], check=True)


if __name__ == "__main__":
    main()
