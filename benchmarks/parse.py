"""How fast filings are read completely, beside other parsers: `python benchmarks/parse.py`.

Every parser that is installed reads the same real filings in the same run, file by file in turn,
so that whatever else the machine does hits all of them; CPU seconds are counted. Each has a process
of its own, as where it is used: what one keeps in memory slows no other.
secqa's output is complete: pages, typed elements, tables, sections, statements, cover, and
facts of the inline XBRL. The others give what they give. `lexbor` is the bare HTML parse under
secqa: the floor. Peak memory is that of a process of its own that reads the largest file.

    pip install . edgartools unstructured docling-slim cssutils frozendict loguru xxhash
    pip install --no-deps "sec-parser>=0.58"  # it names older versions of what the others use
    python benchmarks/parse.py ../shared/data/filings --all --json
"""

import argparse
import gc
import gzip
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from multiprocessing import get_context
from pathlib import Path

from secqa.filings.document import Filing

Parse = Callable[[bytes, str], object]
MEGABYTE = 1_000_000
SAMPLE = 12
notes: dict[str, str] = {}
"""What to know of a parser's figures."""


# -- the parsers; each imports its library and gives a function ----------------------------


def secqa() -> Parse:
    from secqa.facts.tags.ixbrl import facts_of
    from secqa.filings.html import flow
    from secqa.filings.read import read_bytes

    if flow.__file__.endswith(".py"):
        notes["secqa"] = "not compiled, so slower than it is: install it anew"

    def parse(data: bytes, name: str) -> Filing:
        filing = read_bytes(data, name)
        facts_of(filing)
        return filing

    return parse


def lexbor() -> Parse:
    from selectolax.lexbor import LexborHTMLParser

    return lambda data, name: LexborHTMLParser(data)


def edgartools() -> Parse:
    from edgar.documents import HTMLParser

    return lambda data, name: HTMLParser().parse(data.decode("utf-8", "replace"))


def sec_parser() -> Parse:
    import warnings

    import sec_parser as sp

    # It knows the Items of a 10-Q alone; to print that of each other Item is no part of parsing.
    warnings.filterwarnings("ignore", "Invalid section type")
    return lambda data, name: sp.Edgar10QParser().parse(data.decode("utf-8", "replace"))


def unstructured() -> Parse:
    import spacy
    from unstructured.nlp import tokenize
    from unstructured.partition.html import partition_html

    if not spacy.util.is_package("en_core_web_sm"):
        # It would be downloaded; only splitting words and sentences is much less work than it.
        notes["unstructured"] = "without its language model, so faster than it is"
        blank = spacy.blank("en")
        blank.add_pipe("sentencizer")
        tokenize._load_spacy_model = lambda: blank
    return lambda data, name: partition_html(text=data.decode("utf-8", "replace"))


def docling() -> Parse:
    from io import BytesIO

    from docling.backend.html_backend import HTMLDocumentBackend
    from docling.datamodel.base_models import InputFormat
    from docling.datamodel.document import InputDocument

    def parse(data: bytes, name: str) -> object:
        given = InputDocument(
            path_or_stream=BytesIO(data),
            format=InputFormat.HTML,
            backend=HTMLDocumentBackend,
            filename=name,
        )
        return HTMLDocumentBackend(in_doc=given, path_or_stream=BytesIO(data)).convert()

    return parse


@dataclass(frozen=True, slots=True)
class Parser:
    """A parser, and how many times faster than it secqa means to be."""

    load: Callable[[], Parse]
    package: str
    aim: float


PARSERS = {
    "secqa": Parser(secqa, "secqa", 1.0),
    "lexbor": Parser(lexbor, "selectolax", 1 / 6),
    "edgartools": Parser(edgartools, "edgartools", 10.0),
    "sec-parser": Parser(sec_parser, "sec-parser", 10.0),
    "unstructured": Parser(unstructured, "unstructured", 5.0),
    "docling": Parser(docling, "docling-slim", 10.0),
}


# -- measuring ----------------------------------------------------------------------------


@dataclass(slots=True)
class Times:
    """What one parser took, in CPU seconds by file; files that it failed on are not in it."""

    seconds: dict[Path, float] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)
    peak_megabytes: float = 0.0


_loaded: list[Parse] = []
"""In a process that reads with one parser: that parser."""


def _load(name: str) -> str:
    """Load a parser into this process; what there is to know of its figures."""
    _loaded.append(PARSERS[name].load())
    return notes.get(name, "")


def _read(path: Path) -> tuple[float, int, str]:
    """CPU seconds of reading a file, its pages where they are told, and why it failed if it did."""
    data = gzip.decompress(path.read_bytes())
    gc.collect()
    started = time.process_time()
    try:
        made = _loaded[0](data, path.name.removesuffix(".gz"))
    except Exception as error:  # a peer may raise anything, and the run goes on
        return 0.0, 0, f"{type(error).__name__}: {error}"[:200]
    seconds = time.process_time() - started
    return seconds, len(made.document.pages) if isinstance(made, Filing) else 0, ""


def measure(files: Sequence[Path], pools: dict[str, Executor]) -> tuple[dict[str, Times], int]:
    """Each parser's times over all files, and the number of pages."""
    times = {name: Times() for name in pools}
    pages = 0
    for number, path in enumerate(files, start=1):
        print(f"\r{number} of {len(files)} files", end="", file=sys.stderr, flush=True)
        for name, pool in pools.items():
            seconds, found, failed = pool.submit(_read, path).result()
            pages += found
            if failed:
                times[name].failed[path.name] = failed
            else:
                times[name].seconds[path] = seconds
    print(file=sys.stderr)
    return times, pages


def peak_megabytes(name: str, path: Path) -> float:
    """Peak memory of a fresh process that reads one file with one parser."""
    command = [sys.executable, __file__, "--peak", name, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ)
    return float(done.stdout) if done.returncode == 0 else 0.0


def print_own_peak(name: str, path: Path) -> None:
    """Read one file and print this process's peak memory."""
    data = gzip.decompress(path.read_bytes())
    PARSERS[name].load()(data, path.name.removesuffix(".gz"))
    status = Path("/proc/self/status").read_text()
    print(int(status.partition("VmHWM:")[2].split()[0]) * 1024 / MEGABYTE)


def report(times: dict[str, Times], files: Sequence[Path], pages: int) -> dict[str, object]:
    """All figures; `ratio` is a parser's time over secqa's for the files that both read."""
    sizes = {path: len(gzip.decompress(path.read_bytes())) / MEGABYTE for path in files}
    own = times["secqa"].seconds
    parsers = {}
    for name, measured in times.items():
        both = [path for path in measured.seconds if path in own]
        seconds = sum(measured.seconds[path] for path in both)
        if not both:
            reason = next(iter(measured.failed.values()), "it read no file that secqa reads")
            print(f"{name} left out: {reason}", file=sys.stderr)
            continue
        megabytes = sum(sizes[path] for path in both)
        ratio = seconds / sum(own[path] for path in both)
        parsers[name] = {
            "version": _version(PARSERS[name].package),
            "files": len(both),
            "seconds": round(seconds, 2),
            "megabytes_per_second": round(megabytes / seconds, 1),
            "pages_per_second": round(pages * megabytes / sum(sizes.values()) / seconds),
            "ratio": round(ratio, 2),
            "aim": round(PARSERS[name].aim, 2),
            "peak_megabytes": round(measured.peak_megabytes),
            "failed": measured.failed,
            "note": notes.get(name, ""),
        }
    return {
        "files": len(files),
        "megabytes": round(sum(sizes.values()), 1),
        "pages": pages,
        "largest_megabytes": round(max(sizes.values()), 1),
        "parsers": parsers,
    }


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "source"


# -- the command --------------------------------------------------------------------------


def find_files(folder: Path, take_all: bool) -> list[Path]:
    """The HTML filings of a folder, or a sample spread over it."""
    # A download that was cut off before its first page is not a filing to anyone.
    files = [p for p in sorted(folder.rglob("*.html.gz")) if "truncated" not in p.name]
    if not files:
        raise SystemExit(f"{folder}: no filings (*.html.gz) there")
    return files if take_all else files[:: max(1, len(files) // SAMPLE)][:SAMPLE]


def main() -> None:
    """Measure and print."""
    arguments = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else "")
    shared = Path(os.environ.get("SECQA_SHARED", Path(__file__).parents[2] / "shared"))
    arguments.add_argument("folder", nargs="?", type=Path, default=shared / "data" / "filings")
    arguments.add_argument("--all", action="store_true", help="all filings, not a sample")
    arguments.add_argument("--json", action="store_true", help="print JSON")
    arguments.add_argument("--only", default=",".join(PARSERS), help="parsers, by commas")
    arguments.add_argument("--peak", nargs=2, help=argparse.SUPPRESS)
    given = arguments.parse_args()
    if given.peak:
        print_own_peak(given.peak[0], Path(given.peak[1]))
        return
    files = find_files(given.folder, given.all)
    pools: dict[str, Executor] = {}
    for name in dict.fromkeys(["secqa", *given.only.split(",")]):
        pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"))
        try:
            notes[name] = pool.submit(_load, name).result()
            pools[name] = pool
        except ImportError as error:
            print(f"{name} left out: {error}", file=sys.stderr)
    smallest = min(files, key=lambda path: path.stat().st_size)
    measure([smallest], pools)  # what is loaded and compiled once is not counted
    times, pages = measure(files, pools)
    largest = max(files, key=lambda path: path.stat().st_size)
    for name in times:
        times[name].peak_megabytes = peak_megabytes(name, largest)
    found = report(times, files, pages)
    print(json.dumps(found, indent=1) if given.json else _text(found))


def _text(found: dict[str, object]) -> str:
    lines = [
        f"{found['files']} filings, {found['megabytes']} MB, {found['pages']} pages; one core",
        f"{'':14}{'MB/s':>8}{'pages/s':>10}{'ratio':>8}{'aim':>7}{'peak MB':>9}  failed",
    ]
    parsers = found["parsers"]
    assert isinstance(parsers, dict)
    for name, row in parsers.items():
        line = (
            f"{name:14}{row['megabytes_per_second']:>8}{row['pages_per_second']:>10,}"
            f"{row['ratio']:>8}{row['aim']:>7}{row['peak_megabytes']:>9}"
            f"  {len(row['failed'])}  {row['note']}"
        )
        lines.append(line.rstrip())
    return "\n".join(lines)


if __name__ == "__main__":
    main()
