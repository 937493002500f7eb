"""How long the app takes, and pictures of it: `python benchmarks/app_pages.py CORPUS`.

Starts `secqa app` as a user does and prints when it is ready and, for each page, the median and the
95th percentile of the seconds to load it anew. With --questions N it then asks that many different
questions and prints the memory that the server holds on the way. With --crowd SECONDS, 200 ask at
once for so long, while 200 more send bodies that never end. With --pictures FOLDER it draws the
pages of the documentation there instead, from the bundled sample: on a laptop, a phone and in the
dark.
"""

import argparse
import shutil
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from itertools import cycle, islice, product
from pathlib import Path
from statistics import median, quantiles
from urllib.error import URLError
from urllib.parse import quote, urlencode
from urllib.request import urlopen

from secqa.corpus.corpus_store import Corpus, open_corpus
from secqa.retrieval.page_query import corpus_companies

_PORT = 8399
_LAPTOP, _PHONE = {"width": 1200, "height": 720}, {"width": 390, "height": 720}
_SETTLED = 500
"""Milliseconds until all that is in sight is there."""
_COLOURS = 64
"""Of a picture: enough for pages, and a quarter of the size."""
_FIGURE = "What was the revenue of Coca-Cola in 2024?"
_PICTURES = {
    "ask": (f"/ask?{urlencode({'q': _FIGURE})}", _LAPTOP, "light"),
    "start": ("/ask", _LAPTOP, "light"),
    "compare-in-ask": (
        f"/ask?{urlencode({'q': 'Compare the revenue of Nvidia and Meta by year'})}",
        _LAPTOP,
        "light",
    ),
    "company": ("/companies/KO", _LAPTOP, "light"),
    "changes": ("/filings/KO-10-K-2024/changes?section=II/7", _LAPTOP, "light"),
    "compare-dark": ("/compare?company=NVDA&company=META&metric=revenue", _LAPTOP, "dark"),
    "phone": (f"/ask?{urlencode({'q': _FIGURE})}", _PHONE, "light"),
}


_EVERY = 200
"""Questions between two looks at the memory."""
_CROWD = 200
_LOOKS = 6
"""At a crowd."""
_ENDLESS = b"POST /ask HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000\r\n\r\nq="
_WORDINGS = (
    "What was the {metric} of {name} in {year}?",
    "How much did the {metric} of {name} grow in {year}?",
    "Why did the {metric} of {name} change in {year}?",
    "What was the {metric} of {name} for fiscal {year}, and the year before?",
)


@contextmanager
def server(*options: str) -> Iterator[tuple[str, int]]:
    """The address and process of a running app; prints how long it took to answer first."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "secqa", "app", "--port", str(_PORT), *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        address = f"http://127.0.0.1:{_PORT}"
        urlopen(f"{address}/filings").read()
        print(f"ready after {time.perf_counter() - began:.2f} s")
        try:
            yield address, process.pid
        finally:
            process.terminate()


def pages_of(corpus: Corpus) -> dict[str, list[str]]:
    """Addresses of each kind of page, about all companies and filings in turn."""
    companies = [one for one in corpus_companies(corpus) if one.latest_year][:20]
    filings = [one.document_id for one in corpus.documents][:20]

    def asking(words: str) -> list[str]:
        texts = (words.format(name=one.short_name, year=one.latest_year) for one in companies)
        return [f"/ask?{urlencode({'q': text})}" for text in texts]

    return {
        "start": ["/ask"] * 10,
        "figure": asking("What was the revenue of {name} in {year}?"),
        "growth": asking("How much did the net income of {name} grow in {year}?"),
        "passages": asking("What does {name} say about competition in {year}?"),
        "filings": ["/filings"] * 10,
        "search": [f"/search?{urlencode({'q': one.short_name})}" for one in companies],
        "filing": [f"/filings/{one}" for one in filings],
        "changes": [f"/filings/{one}/changes" for one in filings],
        "company": [f"/companies/{quote(one.ticker or one.name)}" for one in companies],
        "compare": [f"/compare?{urlencode({'company': one.name})}" for one in companies],
        "suggestions": [f"/find?{urlencode({'find': one.name[:3]})}" for one in companies],
        "others": ["/saved", "/jobs", "/benchmarks", "/runs", "/chat", "/filings/add"] * 3,
    }


def many_questions(corpus: Corpus) -> Iterator[str]:
    """Addresses of different questions, each about another company than the one before."""
    companies = [one for one in corpus_companies(corpus) if one.fiscal_years]
    metrics = [one.name for one in corpus.catalogue.metrics.values() if not one.axes][:60]
    for metric, wording, one in product(metrics, _WORDINGS, companies):
        text = wording.format(metric=metric, name=one.short_name, year=one.latest_year)
        yield f"/ask?{urlencode({'q': text})}"


def crowd(paths: list[str], address: str, process: int, seconds: float) -> None:
    """Many ask at once; prints what was replied, how late the slowest were, and the memory."""

    def get(path: str) -> tuple[object, float]:
        began = time.perf_counter()
        try:
            status: object = urlopen(f"{address}{path}", timeout=60).status
        except (URLError, OSError) as error:
            status = str(error)
        return status, time.perf_counter() - began

    with ExitStack() as stack:
        for _ in range(_CROWD):
            stack.enter_context(socket.create_connection(("127.0.0.1", _PORT))).sendall(_ENDLESS)
        pool, waiting = stack.enter_context(ThreadPoolExecutor(_CROWD)), cycle(paths)
        for _ in range(_LOOKS):
            end, replies = time.monotonic() + seconds / _LOOKS, list[tuple[object, float]]()
            while time.monotonic() < end:
                replies += pool.map(get, islice(waiting, _CROWD))
            counts = Counter(status for status, _ in replies)
            last = quantiles([late for _, late in replies], n=20)[-1]
            print(f"{dict(counts)}, p95 {last:.2f} s, {held_memory(process)} MB", flush=True)


def held_memory(process: int) -> int:
    """Megabytes of a process in memory."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) // 1024


def draw(address: str, folder: Path) -> None:
    """Draw the pictures of the documentation."""
    from PIL import Image
    from playwright.sync_api import ViewportSize, sync_playwright

    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        for name, (path, size, scheme) in _PICTURES.items():
            tab = browser.new_page(viewport=ViewportSize(**size))  # type: ignore[typeddict-item]
            tab.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
            tab.goto(f"{address}{path}", wait_until="networkidle")
            tab.wait_for_timeout(_SETTLED)
            file = folder / f"{name}.png"
            tab.screenshot(path=file)
            Image.open(file).convert("RGB").quantize(_COLOURS).save(file, optimize=True)
            print(f"{file}: {file.stat().st_size // 1000} kB")


def main() -> None:
    """Measure, or draw."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--pictures", type=Path)
    parser.add_argument("--questions", type=int, default=0)
    parser.add_argument("--crowd", type=float, default=0, metavar="SECONDS")
    given = parser.parse_args()
    with server("--corpus", str(given.corpus)) as (address, process):
        if given.pictures:
            draw(address, given.pictures)
            return
        pages = pages_of(open_corpus(given.corpus))
        if given.crowd:
            one_of_each = [path for row in zip(*pages.values(), strict=False) for path in row]
            crowd(one_of_each, address, process, given.crowd)
            return
        for kind, paths in pages.items():
            seconds = []
            for path in paths:
                began = time.perf_counter()
                urlopen(f"{address}{path}").read()
                seconds.append(time.perf_counter() - began)
            last = quantiles(seconds, n=20)[-1]
            print(f"{kind:12}{median(seconds):7.2f} s  p95{last:7.2f} s  of {len(seconds)}")
        questions = islice(many_questions(open_corpus(given.corpus)), given.questions)
        for count, path in enumerate(questions, 1):
            urlopen(f"{address}{path}").read()
            if count % _EVERY == 0:
                print(f"{count:6,} questions: {held_memory(process)} MB", flush=True)


if __name__ == "__main__":
    main()
