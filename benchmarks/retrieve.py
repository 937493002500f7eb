"""Speed and size of retrieval: `python benchmarks/retrieve.py [CORPUS] [--json]`.

The pages of a corpus (without one, of the real 10-K and 10-Q in the shared data) are repeated
with changed words until there are 10,000, then 100,000: each copy of a document is another
company's, with a tenth of its words replaced. Measured at each size: time and disk a page to
index, queries within a document, over the collection with a company named and without one,
beside `bm25s` (all pages in memory) and plain Lance full text (one column of page text) with
the same queries; and what one more filing costs.
"""

import argparse
import json
import os
import random
import re
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import pyarrow as pa

from secqa.corpus.corpus_rows import rows_for
from secqa.corpus.corpus_schema import PAGE_INDEX
from secqa.corpus.corpus_store import Corpus, open_corpus
from secqa.corpus.corpus_writer import CorpusWriter
from secqa.filings.document import Document, Element, Table
from secqa.ingest.ingest_pipeline import ingest
from secqa.retrieval.indexing.chunking import page_chunk
from secqa.retrieval.indexing.page_index import update_index
from secqa.retrieval.rank import retrieve_pages

SIZES = (10_000, 100_000)
K = 8
_QUERIES = 100
_ASKED = (
    "What was the net income",
    "How much cash was used for capital expenditures",
    "What is the gross margin",
    "What were total current liabilities",
    "Which legal proceedings are pending",
    "What drove the change in operating income",
    "How many employees are there",
    "What are the maturities of long-term debt",
    "Which acquisitions were made",
    "What is the effective tax rate",
)
_WORD = re.compile(r"[A-Za-z]{4,}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("corpus", type=Path, nargs="?", help="a corpus whose pages are repeated")
    parser.add_argument("--pages", type=int, nargs="*", default=list(SIZES))
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        copies = _copies(open_corpus(arguments.corpus or _real_filings(Path(folder) / "source")))
        results = [_measure(Path(folder) / "corpus", copies, size) for size in arguments.pages]
    if arguments.json:
        print(json.dumps({"schema": 1, "sizes": results}, indent=2))
        return
    for result in results:
        for name, value in result.items():
            print(f"{name:42}{value}")
        print()


def _real_filings(folder: Path) -> Path:
    """A corpus of the shared filings."""
    shared = Path(os.environ.get("SECQA_SHARED", Path(__file__).parents[2] / "shared"))
    files = sorted((shared / "data" / "filings").glob("*/10-*.html.gz"))
    if not files:
        sys.exit(f"{shared}: has no data/filings; give a corpus")
    ingest(files, folder)
    return folder


def _copies(source: Corpus) -> Iterator[Document]:
    """The documents again and again, each copy another company's."""
    number = 0
    while True:
        for metadata in source.documents:
            number += 1
            yield _copy(source.document(metadata.document_id), number)


def _copy(document: Document, number: int) -> Document:
    """The document as another company's, with a tenth of its words replaced."""
    seed = random.Random(number)
    changed: dict[str, str] = {}

    def change(match: re.Match[str]) -> str:
        word = match.group()
        if word not in changed:
            changed[word] = f"{word[:3]}{number}x" if seed.random() < 0.1 else word
        return changed[word]

    def altered(element: Element) -> Element:
        return replace(element, text=_WORD.sub(change, element.text), table=_table(element.table))

    def _table(table: Table | None) -> Table | None:
        if table is None:
            return None
        cells = tuple(tuple(_WORD.sub(change, cell) for cell in row) for row in table.cells)
        return replace(table, cells=cells)

    pages = tuple(
        replace(page, elements=tuple(altered(element) for element in page.elements))
        for page in document.pages
    )
    metadata = replace(
        document.metadata,
        document_id=f"{document.metadata.document_id}-{number}",
        company=f"{_name(number)} Holdings",
        ticker="",
        tickers=(),
        cik=f"{number:010}",
        accession=f"{number:010}-00-000001",
        sha256=sha256(str(number).encode()).hexdigest(),
    )
    return replace(document, metadata=metadata, pages=pages)


def _name(number: int) -> str:
    """A made-up name that no other copy has."""
    syllables = ("ba", "ke", "li", "mo", "nu", "ra", "se", "ti", "vo", "zu")
    return "".join(syllables[int(digit)] for digit in f"{number:05}").capitalize()


def _measure(folder: Path, copies: Iterator[Document], pages: int) -> dict[str, Any]:
    """Fill the corpus up to so many pages, then measure."""
    _fill(folder, copies, pages)
    corpus = open_corpus(folder)
    before = _peak()
    started, used = time.perf_counter(), time.process_time()
    update_index(corpus)
    wall, cpu = time.perf_counter() - started, time.process_time() - used
    corpus = open_corpus(folder)
    there = sum(entry.pages for entry in corpus.entries)
    disk = sum(
        one.stat().st_size for one in (folder / f"{PAGE_INDEX}.lance").rglob("*") if one.is_file()
    )
    rng = random.Random(pages)
    chosen = [rng.choice(corpus.documents) for _ in range(_QUERIES)]
    asked = [rng.choice(_ASKED) for _ in range(_QUERIES)]
    named = [
        f"{words} of {document.company} in fiscal year {document.fiscal_year}?"
        for words, document in zip(asked, chosen, strict=True)
    ]
    within = [[document.document_id] for document in chosen]
    plain = [f"{words} in fiscal year 2022?" for words in asked]
    return {
        "pages": there,
        "documents": len(corpus.entries),
        "index, seconds": round(wall, 1),
        "index, CPU ms a page": round(1000 * cpu / there, 2),
        "index, MB of memory more": round(_peak() - before, 0),
        "index, KB on disk a page": round(disk / 1024 / there, 2),
        "one more filing, seconds": _one_more(folder, copies),
        **_latencies(corpus, named, within, plain),
        **_peers(corpus, named, plain),
    }


def _fill(folder: Path, copies: Iterator[Document], pages: int) -> None:
    there = 0
    if folder.exists():
        there = sum(entry.pages for entry in open_corpus(folder).entries)
    with CorpusWriter(folder) as writer:
        while there < pages:
            document = next(copies)
            writer.add(rows_for(document))
            there += len(document.pages)


def _one_more(folder: Path, copies: Iterator[Document]) -> float:
    with CorpusWriter(folder) as writer:
        writer.add(rows_for(next(copies)))
    corpus = open_corpus(folder)
    started = time.perf_counter()
    if update_index(corpus) != 1:
        sys.exit("more than the new filing was indexed")
    return round(time.perf_counter() - started, 2)


def _each(search: Callable[[str], object], queries: Sequence[str]) -> dict[str, float]:
    return _timed([partial(search, query) for query in queries])


def _latencies(
    corpus: Corpus, named: Sequence[str], within: Sequence[list[str]], plain: Sequence[str]
) -> dict[str, Any]:
    def inside(pair: tuple[str, list[str]]) -> object:
        return retrieve_pages(corpus, pair[0], K, pair[1])

    def anywhere(question: str) -> object:
        return retrieve_pages(corpus, question, K)

    pairs = [partial(inside, pair) for pair in zip(named, within, strict=True)]
    anywhere(named[0])
    return {
        "within a document, first time, ms": _timed(pairs),
        "within a document, again, ms": _timed(pairs),
        "collection, company named, ms": _each(anywhere, named),
        "collection, no company named, ms": _each(anywhere, plain),
    }


def _peers(corpus: Corpus, named: Sequence[str], plain: Sequence[str]) -> dict[str, Any]:
    """The same queries over page texts with plain tools."""
    texts = [
        page_chunk(page).text
        for entry in corpus.entries
        for page in corpus.document(entry.metadata.document_id).pages
    ]
    return {**_plain_lance(corpus, texts, named, plain), **_bm25s(texts, named, plain)}


def _plain_lance(
    corpus: Corpus, texts: Sequence[str], named: Sequence[str], plain: Sequence[str]
) -> dict[str, Any]:
    import lance

    started = time.perf_counter()
    address = f"{corpus.path}/plain_pages.lance"
    table = lance.write_dataset(pa.table({"text": texts}), address, mode="overwrite")
    table.create_scalar_index("text", "INVERTED", language="English", stem=True)
    seconds = time.perf_counter() - started

    def search(query: str) -> object:
        return table.to_table(full_text_query=query, limit=K)

    search(named[0])
    result = {
        "plain Lance, index seconds": round(seconds, 1),
        "plain Lance, company named, ms": _each(search, named),
        "plain Lance, no company named, ms": _each(search, plain),
    }
    lance.LanceDataset.drop(address)
    return result


def _bm25s(texts: Sequence[str], named: Sequence[str], plain: Sequence[str]) -> dict[str, Any]:
    try:
        import bm25s
    except ImportError:
        return {"bm25s": "not installed"}
    started = time.perf_counter()
    index = bm25s.BM25()
    index.index(bm25s.tokenize(list(texts), show_progress=False), show_progress=False)
    seconds = time.perf_counter() - started

    def search(query: str) -> object:
        return index.retrieve(bm25s.tokenize(query, show_progress=False), k=K, show_progress=False)

    search(named[0])
    return {
        "bm25s, index seconds": round(seconds, 1),
        "bm25s, company named, ms": _each(search, named),
        "bm25s, no company named, ms": _each(search, plain),
    }


def _timed(calls: Sequence[Callable[[], object]]) -> dict[str, float]:
    taken = []
    for call in calls:
        started = time.perf_counter()
        call()
        taken.append(1000 * (time.perf_counter() - started))
    return {"median": round(median(taken), 1), "p95": round(quantiles(taken, n=20)[-1], 1)}


def _peak() -> float:
    """Most memory that this process has had, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
