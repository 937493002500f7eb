"""How cost grows with a corpus: `python benchmarks/big_corpus.py build SOURCE CORPUS PAGES`.

`build` makes a corpus of so many pages out of those of SOURCE: each copy has other words in each
thirteenth place, and documents and companies of its own names. Rows are made directly, without
parsing again, and go the way of an ingest: through `CorpusWriter` and `update_index`, the filings
of SOURCE a run. (What ranking reads of a page besides its text stays that of the page it was made
from: as much to read, other words in it.) Given again with more pages, it goes on.

`search CORPUS` is a query process: how long opening takes, the median and the 95th percentile of
page search with a company, with a year and with neither, and the memory all of it took.
`add SOURCE CORPUS` gives the time of one more filing, of several in a row.
"""

import argparse
import hashlib
import random
import re
import resource
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from statistics import median, quantiles

import lance
import pyarrow as pa
import pyarrow.compute as pc

from secqa.corpus.company_wordings import NAME
from secqa.corpus.corpus_rows import DocumentRows, Entry
from secqa.corpus.corpus_schema import ELEMENTS, HIDDEN, PAGE_INDEX, SHOWN, TRUTH, WORDINGS
from secqa.corpus.corpus_store import open_corpus
from secqa.corpus.corpus_writer import CorpusWriter
from secqa.corpus.lance_tables import Tables
from secqa.corpus.table_segments import file_sizes
from secqa.filings.document import Metadata
from secqa.retrieval.indexing.page_index import RANKED, make_index, update_index
from secqa.retrieval.page_query import corpus_companies
from secqa.retrieval.rank import retrieve_pages

_EVERY = 13
"""Words between two that are changed."""
_SYLLABLES = "ba be bi co da del fen gar hol ka lin mor nel or pra quil ra sol tem ur vex wy zan"
_QUESTIONS = 100
_FIRST = 10
"""Questions that are not counted: caches of the process are empty."""
_MORE = 20
"""Filings added one after the other: some of them pay for tidying up, too."""


@dataclass(frozen=True)
class Source:
    """All rows of a corpus by table and revision."""

    entries: tuple[Entry, ...]
    rows: dict[str, dict[str, pa.Table]]
    words: list[str]

    @classmethod
    def of(cls, path: Path) -> "Source":
        """Read the corpus in a folder, which must fit into memory."""
        shown, hidden = Tables(path), Tables(path / TRUTH)
        places = dict.fromkeys((*SHOWN, PAGE_INDEX), shown) | dict.fromkeys(HIDDEN, hidden)
        rows = {name: _by_revision(tables, name) for name, tables in places.items()}
        texts = (
            text for table in rows[PAGE_INDEX].values() for text in table["text"].to_pylist()[::9]
        )
        words = sorted({word for text in texts for word in re.findall(r"\b[a-z]{4,}\b", text)})
        return cls(open_corpus(path).entries, rows, words)

    def copy(self, number: int) -> Iterator[DocumentRows]:
        """Its documents with other words and names."""
        for entry in self.entries:
            old = entry.revision
            new = replace(entry, metadata=_renamed(entry, number))
            tables = {
                name: self._changed(name, found[old], new, number)
                for name, found in self.rows.items()
                if old in found
            }
            yield DocumentRows(new, tables)

    def _changed(self, name: str, rows: pa.Table, new: Entry, number: int) -> pa.Table:
        revision = pa.array([new.revision] * rows.num_rows, pa.string())
        rows = rows.set_column(0, rows.schema.field(0), revision)
        if name in (PAGE_INDEX, ELEMENTS):
            rows = _set(rows, "text", [self._other(t, number) for t in rows["text"].to_pylist()])
        if name == PAGE_INDEX:
            key = new.revision.encode()
            packed = [key + page[len(key) :] for page in rows[RANKED].to_pylist()]
            rows = _set(rows, RANKED, packed)
        if name == WORDINGS:
            own = [
                f"{text} {new.metadata.ticker}" if kind == NAME else text
                for kind, text in zip(*(rows[c].to_pylist() for c in ("kind", "text")), strict=True)
            ]
            rows = _set(rows, "text", own)
        return rows

    def _other(self, text: str, number: int) -> str:
        said = text.split(" ")
        for place in range(number % _EVERY, len(said), _EVERY):
            said[place] = self.words[(place * 31 + number * 977 + len(said)) % len(self.words)]
        return " ".join(said)


def _by_revision(tables: Tables, name: str) -> dict[str, pa.Table]:
    table = tables.opened(name)
    assert table is not None
    rows = table.rows().sort_by("revision").combine_chunks()
    counts = pc.value_counts(rows["revision"]).to_pylist()
    starts = pc.cumulative_sum(pa.array([0, *(one["counts"] for one in counts)])).to_pylist()
    return {
        one["values"]: rows.slice(start, one["counts"])
        for one, start in zip(counts, starts, strict=False)
    }


def _set(rows: pa.Table, name: str, values: Sequence[str | bytes]) -> pa.Table:
    field = rows.schema.field(name)
    return rows.set_column(rows.schema.names.index(name), field, pa.array(values, field.type))


def _renamed(entry: Entry, number: int) -> Metadata:
    old = entry.metadata
    drawn = random.Random(f"{number} {old.cik or old.company}")
    syllables = _SYLLABLES.split()
    first, second = ("".join(drawn.choices(syllables, k=3)).capitalize() for _ in range(2))
    ticker = "".join(drawn.choices("ABCDEFGHIJKLMNOPQRSTUVWXYZ", k=6))
    return replace(
        old,
        document_id=f"{ticker}-{old.document_id.partition('-')[2]}",
        company=f"{first} {second}, Inc.",
        ticker=ticker,
        tickers=(ticker,),
        cik=f"{drawn.randrange(10**10):010}",
        accession=f"{number:04}-{old.accession}",
        sha256=hashlib.sha256(f"{number} {old.sha256}".encode()).hexdigest(),
    )


def build(source: Path, corpus: Path, pages: int) -> None:
    """Make or enlarge a corpus until it has so many pages."""
    made = Source.of(source)
    there = sum(e.pages for e in open_corpus(corpus).entries) if corpus.exists() else 0
    began, used, first = time.perf_counter(), _processor(), there
    number = 0
    while there < pages:
        added = _add_copy(made, corpus, number, pages - there)
        there, number = there + added, number + 1
        if added:
            print(f"{there:,} pages, {time.perf_counter() - began:.0f} s", flush=True)
    new = max(there - first, 1)
    print(
        f"{there:,} pages of {len(open_corpus(corpus).entries):,} documents; "
        f"{1000 * (time.perf_counter() - began) / new:.2f} ms "
        f"({1000 * (_processor() - used) / new:.2f} ms processor) and "
        f"{_size(corpus) / there / 1000:.1f} kB a page "
        f"({_on_disk(corpus) / there / 1000:.1f} kB with the versions of the last hour)"
    )


def _add_copy(made: Source, corpus: Path, number: int, wanted: int) -> int:
    """Add what is new of a copy, as one ingest, up to so many pages; how many they are."""
    added = 0
    with CorpusWriter(corpus) as writer:
        if writer.holds(_renamed(made.entries[-1], number).sha256):
            return 0
        make_index(corpus)
        for rows in made.copy(number):
            if added < wanted and not writer.holds(rows.entry.metadata.sha256):
                writer.add(rows)
                added += rows.entry.pages
        writer.finish()
        update_index(open_corpus(corpus))
    return added


def add(source: Path, corpus: Path) -> None:
    """Print how long one more filing takes, its rows at hand."""
    more = list(Source.of(source).copy(number=int(time.time())))[:_MORE]
    taken, used = [], []
    for rows in more:
        began, before = time.perf_counter(), _processor()
        with CorpusWriter(corpus) as writer:
            writer.add(rows)
            writer.finish()
            update_index(open_corpus(corpus))
        taken.append(time.perf_counter() - began)
        used.append(_processor() - before)
    print(
        f"one more filing: median {median(taken):.2f} s ({median(used):.2f} s processor), "
        f"longest {max(taken):.2f} s ({max(used):.2f} s processor)"
    )


def search(corpus: Path) -> None:
    """Print what a process that searches takes."""
    began, used = time.perf_counter(), _processor()
    opened = open_corpus(corpus)
    companies = corpus_companies(opened)
    retrieve_pages(opened, f"What was the revenue of {companies[0].name}?", 10)
    pages = sum(entry.pages for entry in opened.entries)
    print(
        f"{pages:,} pages of {len(opened.entries):,} documents; opened, and first answer, in "
        f"{time.perf_counter() - began:.2f} s ({_processor() - used:.2f} s processor)"
    )
    drawn = random.Random(1)
    years = sorted({m.fiscal_year for m in opened.documents if m.fiscal_year})
    names = [one.name for one in opened.catalogue.metrics.values()]
    kinds: dict[str, Callable[[], str]] = {
        "company": lambda: f" of {drawn.choice(companies).name}",
        "company and year": lambda: f" of {drawn.choice(companies).name} in {drawn.choice(years)}",
        "year": lambda: f" in fiscal {drawn.choice(years)}",
        "neither": lambda: "",
    }
    for kind, told in kinds.items():
        asked = [f"What was the {drawn.choice(names)}{told()}?" for _ in range(_QUESTIONS)]
        _print_times(kind, asked, partial(retrieve_pages, opened, k=10))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"memory at its highest {peak:,.0f} MB")


def _print_times(kind: str, questions: Sequence[str], find: Callable[[str], object]) -> None:
    taken, used = [], []
    for question in questions:
        began, before = time.perf_counter(), _processor()
        find(question)
        taken.append(1000 * (time.perf_counter() - began))
        used.append(1000 * (_processor() - before))
    (wall, high), (own, own_high) = (
        (median(times[_FIRST:]), quantiles(times[_FIRST:], n=20)[-1]) for times in (taken, used)
    )
    print(
        f"{kind:<18} p50 {wall:6.1f} ms, p95 {high:6.1f} ms "
        f"(processor {own:6.1f} ms, {own_high:6.1f} ms)"
    )


def _processor() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def _size(corpus: Path) -> int:
    """Bytes of what all tables are now."""
    datasets = (lance.dataset(folder) for folder in corpus.rglob("*.lance") if folder.is_dir())
    return sum(sum(file_sizes(dataset).values()) for dataset in datasets)


def _on_disk(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def main() -> None:
    """Do what is asked for on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, arguments in (
        ("build", "source corpus"),
        ("search", "corpus"),
        ("add", "source corpus"),
    ):
        command = commands.add_parser(name)
        for argument in arguments.split():
            command.add_argument(argument, type=Path)
        if name == "build":
            command.add_argument("pages", type=int)
    given = parser.parse_args()
    if given.command == "build":
        build(given.source, given.corpus, given.pages)
    elif given.command == "search":
        search(given.corpus)
    else:
        add(given.source, given.corpus)


if __name__ == "__main__":
    main()
