"""A corpus in an object store beside one on a disk: `python benchmarks/object_store.py FILINGS`.

FILINGS is a folder of some 20 filings. Each step is done on both in the same run: ingest, making
50 questions, answering them, one command, and pages as the app reads them. Printed are seconds on
the disk, how many times as long the store takes, and what went over the network. Then ingests into
the store are killed at random moments: each is followed by one that goes on, whose fingerprint
must be that of the corpus on the disk, with no row that no document claims. The first of these
waits until the killed one's lease runs out; for the others it is ended.

The store is moto's S3 server on this machine, which works with the same cores and has no latency
to speak of: that of a real store comes on top. `--latency 0.02` adds as much to each request.
"""

import argparse
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import lance

from secqa.app.workplace import Current, Folders
from secqa.corpus.corpus_address import CorpusPath, StoreFolder
from secqa.corpus.corpus_schema import HIDDEN, ORIGINALS, SHOWN, TRUTH
from secqa.corpus.corpus_store import open_corpus
from secqa.corpus.lance_tables import Tables
from secqa.corpus.writer_lease import LEASE
from store_server import StoreServer

_QUESTION = "What was the revenue of {company} in fiscal year {year}?"
_PAGES = 20
_WAIT = 1.0
"""Seconds between two tries to become the writer, while the lease of the killed one runs out."""


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("filings", type=Path)
    parser.add_argument("--latency", type=float, default=0.0, help="seconds added to each request")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=7)
    chosen = parser.parse_args()
    with StoreServer(chosen.latency) as store, TemporaryDirectory() as folder:
        os.environ.update(store.variables)
        disk = Path(folder) / "corpus"
        there = StoreFolder(f"{store.folder}/corpus")
        beside(store, chosen.filings, (disk, there), Path(folder))
        wanted = open_corpus(disk).fingerprint
        print(f"fingerprints equal: {open_corpus(there).fingerprint == wanted}")
        if chosen.kills:
            killed(store, chosen.filings, wanted, chosen.kills, random.Random(chosen.seed))


def beside(
    store: StoreServer, filings: Path, corpora: tuple[CorpusPath, CorpusPath], folder: Path
) -> None:
    """Each step on the disk and in the store."""
    print(" " * 24 + "    disk   store  ratio  requests  MB read  written")

    def step(name: str, work: Callable[[CorpusPath, Path], None]) -> None:
        seconds = []
        for corpus in corpora:
            before, began = store.traffic, time.perf_counter()
            work(corpus, folder / type(corpus).__name__)
            seconds.append(time.perf_counter() - began)
        went = store.traffic - before
        print(
            f"{name:<24}{seconds[0]:>8.2f}{seconds[1]:>8.2f}{seconds[1] / seconds[0]:>7.2f}"
            f"{went.requests:>10}{went.sent / 1e6:>9.2f}{went.received / 1e6:>9.2f}",
            flush=True,
        )

    step("ingest", lambda corpus, _: secqa("ingest", filings, "--corpus", corpus))
    step("ingest, nothing new", lambda corpus, _: secqa("ingest", filings, "--corpus", corpus))
    step("generate 50", lambda corpus, out: secqa(
        "generate", "--corpus", corpus, "--out", out / "asked", "--count", 50))  # fmt: skip
    step("run 50", lambda corpus, out: secqa(
        "run", out / "asked", "--corpus", corpus, "--out", out / "run"))  # fmt: skip
    first = open_corpus(corpora[0]).documents[0]
    question = _QUESTION.format(company=first.company, year=first.fiscal_year)
    step("ask, one command", lambda corpus, _: secqa("ask", question, "--corpus", corpus))
    step("open", lambda corpus, _: void(open_corpus(corpus).documents))
    step("the app opens", lambda corpus, _: void(Current(corpus, Folders())))
    step(f"{_PAGES} pages, app", read_pages)


def read_pages(path: CorpusPath, _: Path) -> None:
    """Pages of different documents, each by a request of its own to one app."""
    current = Current(path, Folders())
    for place in range(_PAGES):
        documents = current().corpus.documents
        current().corpus.page(documents[place * 7 % len(documents)].document_id, 1)


def killed(
    store: StoreServer, filings: Path, wanted: str, times: int, chance: random.Random
) -> None:
    """Ingests that are killed, and those that go on."""
    began = time.perf_counter()
    path = StoreFolder(f"{store.folder}/whole")
    secqa("ingest", filings, "--corpus", path)
    whole = time.perf_counter() - began
    wrong = left = midway = 0
    for number in range(times):
        path = StoreFolder(f"{store.folder}/killed{number}")
        ingest = command("ingest", filings, "--corpus", path)
        process = subprocess.Popen(ingest, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(chance.uniform(0.1, 1.0) * whole)
        midway += process.poll() is None
        process.kill()
        process.wait()
        if number:  # the first is waited for
            end_lease(path)
        while subprocess.run(ingest, capture_output=True, check=False).returncode:
            time.sleep(_WAIT)
        wrong += open_corpus(path).fingerprint != wanted
        left += len(orphans(path))
    print(
        f"{times} ingests killed, {midway} of them at work: {wrong} fingerprints differ, "
        f"count of orphans {left}"
    )


def end_lease(path: CorpusPath) -> None:
    """Let the next writer begin before the killed one's time is over, if it got so far."""
    with suppress(ValueError):
        lance.dataset(f"{path}/{LEASE}.lance").update({"until": "0.0"})


def orphans(path: CorpusPath) -> set[str]:
    """Revisions with rows that no document claims."""
    kept: set[str] = set()
    for folder, names in ((path, SHOWN), (path / TRUTH, HIDDEN), (path / ORIGINALS, (ORIGINALS,))):
        tables = filter(None, map(Tables(folder).opened, names))
        kept.update(*(table.rows(["revision"])["revision"].to_pylist() for table in tables))
    return kept - {entry.revision for entry in open_corpus(path).entries}


def command(*arguments: object) -> list[str]:
    """A command of secqa, as a process is started."""
    return [sys.executable, "-m", "secqa", *map(str, arguments)]


def secqa(*arguments: object) -> None:
    """Run a command that must not fail."""
    done = subprocess.run(command(*arguments), capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stderr)


def void(_: object) -> None:
    """What was made is not needed."""


if __name__ == "__main__":
    main()
