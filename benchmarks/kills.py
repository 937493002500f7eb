"""Kill what changes something: `PYTHONPATH=. python benchmarks/kills.py FILINGS [--kills 15]`.

A corpus is made of some filings, a commit each, so that it is in small pieces, and a benchmark of
it. Then each kind of work (ingest into a new corpus and into one that is there, index, compact,
copy, merge, repair, refresh from a local EDGAR, an upload to the app, generate, run) is done once,
and begun again and again and killed at a random moment, until it was killed --kills times midway.
Filings are read in the process that is killed. A reader looks all the while and after each kill.
Printed is how often readers looked, how often they found less than whole documents or an unreadable
folder, and how often the end was another than that of the work that lived. Exit code 1 where not
all is well.
"""

import argparse
import io
import os
import random
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from datetime import date, timedelta
from math import inf
from multiprocessing import get_context, set_forkserver_preload
from multiprocessing.synchronize import Event
from pathlib import Path

from secqa.corpus.corpus_schema import PAGE_INDEX, WORDINGS
from secqa.corpus.corpus_store import open_corpus
from secqa.errors import SecqaError
from secqa.evaluation.runs import read_run
from secqa.ingest.ingest_pipeline import ingest
from secqa.ingest.maintenance.corpus_survey import findings, survey
from secqa.ingest.sources import find_filings

_IMPORTED = (
    "lance",
    "secqa.app.server",
    "secqa.cli.main",
    "secqa.cli.benchmark.generate_command",
    "secqa.cli.corpus.fetch_command",
    "secqa.cli.corpus.ingest_command",
    "secqa.cli.runs.run_command",
    "secqa.systems.make",
    "starlette.testclient",
    "tests.support.in_process",
)
_BETWEEN_LOOKS = 0.05
"""Seconds."""
_MOST_TRIES = 3
"""Times the kills that are wanted."""


@dataclass(frozen=True)
class Made:
    """What all trials begin with."""

    filings: tuple[Path, ...]
    corpus: Path
    benchmark: Path


Step = Callable[[Made, Path], object]
"""Does something at a place of its own."""


@dataclass(frozen=True)
class Trial:
    """Work that is killed."""

    name: str
    prepare: Step
    work: Step
    result: Step
    """What the work comes to, to be compared."""
    found: Step
    """Whether a reader finds nothing broken."""


def secqa(*arguments: object) -> None:
    """Run a command; its errors end the process."""
    from secqa.cli.main import main

    sys.argv = ["secqa", *map(str, arguments)]
    said = io.StringIO()
    try:
        with redirect_stdout(said), redirect_stderr(said):
            main()
    except SystemExit as end:
        if end.code:
            raise SystemExit(f"secqa {' '.join(sys.argv[1:])}: {said.getvalue()}") from None


def _nothing(made: Made, place: Path) -> None:
    """For what begins with nothing."""


def _copied(made: Made, place: Path) -> None:
    shutil.copytree(made.corpus, place)


def _damaged(made: Made, place: Path) -> None:
    _copied(made, place)
    for name in (WORDINGS, PAGE_INDEX):
        shutil.rmtree(place / f"{name}.lance")


def _unindexed(made: Made, place: Path) -> None:
    _copied(made, place)
    shutil.rmtree(place / f"{PAGE_INDEX}.lance")


def _half(made: Made, place: Path) -> None:
    ingest(made.filings[: len(made.filings) // 2], place)


def _older(made: Made, place: Path) -> None:
    """The oldest filing of the local EDGAR's company, from a file."""
    from tests.support.ingest_filings import filing_html

    path = place.parent / "acme.htm"
    path.write_text(filing_html(year=date.today().year - 9))
    ingest([path], place)


def _ingest(made: Made, place: Path) -> None:
    secqa("ingest", *made.filings, "--corpus", place, "--workers", 1)


def _index(made: Made, place: Path) -> None:
    secqa("index", "--corpus", place)


def _compact(made: Made, place: Path) -> None:
    secqa("corpus", "compact", place)


def _copy(made: Made, place: Path) -> None:
    # What had just ended may not be begun again: there is a corpus already.
    if not documents(place):
        secqa("corpus", "copy", made.corpus, place)


def _merge(made: Made, place: Path) -> None:
    secqa("corpus", "merge", made.corpus, "--into", place)


def _repair(made: Made, place: Path) -> None:
    secqa("corpus", "repair", place)


def _refresh(made: Made, place: Path) -> None:
    _unhurried()
    secqa("refresh", place)


def _unhurried() -> None:
    from secqa.ingest.edgar import edgar_client

    edgar_client.MOST_A_SECOND = 1000


def _upload(made: Made, place: Path) -> None:
    """What a browser sends, and waits for."""
    from starlette.testclient import TestClient

    from secqa.app.server import make_app
    from secqa.app.workplace import Current, Folders

    address = "http://127.0.0.1"
    client = TestClient(make_app(Current(place, Folders())), base_url=address)
    files = [("files", (f"{one.parent.name}/{one.name}", one.read_bytes())) for one in made.filings]
    sent = client.post("/filings/add/files", files=files, headers={"origin": address})
    while not client.get(f"{sent.url.path}/state").json()["finished"]:
        time.sleep(0.02)
    if error := re.search('role="alert">([^<]*)', client.get(sent.url.path).text):
        raise SystemExit(error[1])


def _generate(made: Made, place: Path) -> None:
    secqa("generate", "--corpus", made.corpus, "--count", 30, "--seed", 7, "--out", place)


def _run(made: Made, place: Path) -> None:
    options = ("--system", "codegen-docs", "--pages", 4, "--out", place)
    secqa("run", made.benchmark, "--corpus", made.corpus, *options)


def documents(place: Path) -> dict[str, int]:
    """The documents that a reader finds, and how many pages of each; none where no corpus is."""
    try:
        corpus = open_corpus(place)
    except SecqaError:
        return {}
    names = [one.document_id for one in corpus.documents]
    return {name: len(corpus.document(name).pages) for name in names}


def _all_found(made: Made, place: Path) -> bool:
    return documents(place) == documents(made.corpus)


def _some_found(made: Made, place: Path) -> bool:
    return documents(place).items() <= documents(made.corpus).items()


def _older_found(made: Made, place: Path) -> bool:
    return all(pages == 3 for pages in documents(place).values())


def _corpus_of(made: Made, place: Path) -> object:
    return open_corpus(place).fingerprint, bool(findings(survey(place)))


def _questions_of(made: Made, place: Path) -> object:
    path = place / "questions.jsonl"
    # The first line names the folder, which is another each time.
    return path.read_bytes().partition(b"\n")[2] if path.exists() else None


def _questions_found(made: Made, place: Path) -> bool:
    return _questions_of(made, place) in (None, _questions_of(made, made.benchmark))


def _answers_of(made: Made, place: Path) -> object:
    answers = ((one.question_id, one.answer.value) for one in read_run(place).predictions)
    return sorted(answers, key=str)


def _answers_found(made: Made, place: Path) -> bool:
    was_there = (place / "predictions.jsonl").exists()
    try:
        read_run(place)
    except SecqaError:
        return not was_there
    return True


TRIALS = (
    Trial("ingest", _nothing, _ingest, _corpus_of, _some_found),
    Trial("ingest more", _half, _ingest, _corpus_of, _some_found),
    Trial("index", _unindexed, _index, _corpus_of, _all_found),
    Trial("compact", _copied, _compact, _corpus_of, _all_found),
    Trial("copy", _nothing, _copy, _corpus_of, _some_found),
    Trial("merge", _nothing, _merge, _corpus_of, _some_found),
    Trial("repair", _damaged, _repair, _corpus_of, _all_found),
    Trial("refresh", _older, _refresh, _corpus_of, _older_found),
    Trial("upload", _half, _upload, _corpus_of, _some_found),
    Trial("generate", _nothing, _generate, _questions_of, _questions_found),
    Trial("run", _nothing, _run, _answers_of, _answers_found),
)


def run(trial: Trial, made: Made, place: Path, seconds: float) -> tuple[float | None, list[bool]]:
    """Work in a process of its own, killed after some seconds, and what a reader finds meanwhile.

    The first is how long it took, None if killed; what the process takes to start does not count.
    """
    context = get_context("forkserver")
    begun = context.Event()
    process = context.Process(target=_begin, args=(begun, trial.work, made, place))
    process.start()
    begun.wait()
    started = time.monotonic()
    looks = []
    while process.is_alive() and (left := started + seconds - time.monotonic()) > 0:
        looks.append(bool(trial.found(made, place)))
        process.join(min(left, _BETWEEN_LOOKS))
    took = time.monotonic() - started
    process.kill()
    process.join()
    if process.exitcode not in (0, -9):
        raise SystemExit(f"{trial.name} failed with exit code {process.exitcode}")
    return took if process.exitcode == 0 else None, [*looks, bool(trial.found(made, place))]


def _begin(begun: Event, work: Step, made: Made, place: Path) -> None:
    from tests.support.in_process import ingest_in_this_process

    begun.set()
    with ingest_in_this_process():
        work(made, place)


def _killed(trial: Trial, made: Made, kills: int, moments: random.Random) -> bool:
    """Whether all went well; prints a line."""
    usual, midway, tries, wrong = inf, 0, 0, 0
    wanted: object = None
    looks = list[bool]()
    while midway < kills and tries <= _MOST_TRIES * kills:
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder) / "place"
            trial.prepare(made, place)
            # The first lives: it tells how long it takes.
            took, seen = run(trial, made, place, moments.uniform(0, usual) if tries else inf)
            looks += seen
            if took is None:
                midway += 1
                looks += run(trial, made, place, inf)[1]
            else:
                usual = min(usual, took)
            result = trial.result(made, place)
            if tries == 0:
                wanted = result
            wrong += result != wanted
            tries += 1
    print(
        f"{trial.name:<12} {usual:5.2f} s  killed {midway} times midway, {tries} begun: readers "
        f"looked {len(looks)} times, misled {looks.count(False)}; in the end wrong {wrong}",
        flush=True,
    )
    return all(looks) and not wrong


def made_of(filings: Path, count: int, place: Path) -> Made:
    """A corpus and a benchmark of the first filings of a folder."""
    files = [path for path in find_filings([filings]) if isinstance(path, Path)]
    made = Made(tuple(files[:count]), place / "corpus", place / "benchmark")
    for path in made.filings:
        ingest([path], made.corpus)
    _generate(made, made.benchmark)
    return made


def _serve_edgar() -> None:
    """A local EDGAR with the filings of six years, the last of them filed lately."""
    from tests.support.edgar_indexes import Filed, add
    from tests.support.edgar_server import Server, serve
    from tests.support.ingest_filings import filing_html

    today = date.today()
    filings = [
        Filed(
            7,
            str(10 + age),
            "10-K",
            today - timedelta(days=max(2, 7 * age)),
            date(today.year - 1 - age, 12, 31),
            filing_html(year=today.year - 1 - age).encode(),
        )
        for age in range(9)
    ]
    server = Server()
    serve(server)
    add(server, filings, today)
    os.environ |= {
        "EDGAR_IDENTITY": "Ann Tester ann@example.com",
        "EDGAR_BASE_URL": server.url,
        "EDGAR_DATA_URL": server.url,
        "EDGAR_RATE_LIMIT_PER_SEC": "1000",
    }


def main() -> int:
    """0 where nothing was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("filings", type=Path)
    parser.add_argument("--count", type=int, default=8, help="filings of the corpus")
    parser.add_argument("--kills", type=int, default=15, help="midway, of each kind of work")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", nargs="*", default=[one.name for one in TRIALS])
    given = parser.parse_args()
    # Each process begins with these, which take a second to import.
    set_forkserver_preload(list(_IMPORTED))
    moments = random.Random(given.seed)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["EDGAR_LOCAL_DATA_DIR"] = folder
        _serve_edgar()
        made = made_of(given.filings, given.count, Path(folder))
        print(f"{len(documents(made.corpus))} documents", flush=True)
        chosen = [one for one in TRIALS if one.name in given.only]
        went_well = [_killed(one, made, given.kills, moments) for one in chosen]
        return 0 if all(went_well) else 1


if __name__ == "__main__":
    sys.exit(main())
