"""Do work where something is wrong: `PYTHONPATH=. python benchmarks/faults.py FILINGS`.

Each command (ingest, ingest of more, index, compact, merge, refresh from a local EDGAR, generate,
run, report) and an upload to the app is tried with faults: a disk that gets full at a random size,
a folder that becomes read-only, little memory, a clock that goes back two days after a kill, and
two processes that do the same at once. A reader looks all the while. Then the fault is mended and
the command is given again. Printed for each is how often it ended well, with one line, and with
more (which is wrong); how often readers were misled, and how often the end was another than that of
undisturbed work. Disks need root, the clock `faketime`. Exit code 1 where not all is well.
"""

import argparse
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import kills
from kills import Made, Step

_BETWEEN_LOOKS = 0.2
"""Seconds."""
_PATIENCE = 300
_ENDS = (0, 1, 2)
"""Exit codes of secqa."""
_MEMORY = (150, 2_600)
"""Megabytes of address space: what Python needs and what suffices for small filings."""
_SPACE = 1 << 30
"""Bytes of a disk that is large enough."""
_NEEDED = 2.0
"""Megabytes that the largest work writes."""


@dataclass(frozen=True)
class Work:
    """A command that is disturbed."""

    name: str
    prepare: Step
    arguments: Callable[[Made, Path], Sequence[object]]
    result: Step
    found: Step
    program: tuple[str, ...] = ("-m", "secqa")
    """What Python runs."""


@dataclass
class Tally:
    """What came of a command under a fault."""

    ends: Counter[str] = field(default_factory=Counter)
    looks: int = 0
    misled: int = 0
    wrong: int = 0

    @property
    def is_well(self) -> bool:
        return not (self.misled or self.wrong or self.ends["more"])


def _report_of(made: Made, place: Path) -> object:
    return (place / "report.html").exists()


def _anything(made: Made, place: Path) -> bool:
    return True


def _run_arguments(made: Made, place: Path) -> Sequence[object]:
    options = ("--system", "codegen-docs", "--pages", 4, "--out", place / "run")
    return ("run", made.benchmark, "--corpus", made.corpus, *options)


def _run_found(made: Made, place: Path) -> object:
    return kills._answers_found(made, place / "run")


_UPLOAD = """\
import kills, pathlib, sys
place, *filings = map(pathlib.Path, sys.argv[1:])
kills._upload(kills.Made(tuple(filings), place, place), place)
"""
WORKS = (
    Work("ingest", kills._nothing, lambda made, place: ("ingest", *made.filings, "--corpus", place),
         kills._corpus_of, kills._some_found),
    Work("ingest more", kills._half,
         lambda made, place: ("ingest", *made.filings, "--corpus", place),
         kills._corpus_of, kills._some_found),
    Work("index", kills._unindexed, lambda made, place: ("index", "--corpus", place),
         kills._corpus_of, kills._all_found),
    Work("compact", kills._copied, lambda made, place: ("corpus", "compact", place),
         kills._corpus_of, kills._all_found),
    Work("merge", kills._nothing,
         lambda made, place: ("corpus", "merge", made.corpus, "--into", place),
         kills._corpus_of, kills._some_found),
    Work("refresh", kills._older, lambda made, place: ("refresh", place),
         kills._corpus_of, kills._older_found),
    Work("upload", kills._half, lambda made, place: (place, *made.filings),
         kills._corpus_of, kills._some_found, ("-c", _UPLOAD)),
    Work("generate", kills._nothing,
         lambda made, place: ("generate", "--corpus", made.corpus, "--count", 30, "--seed", 7,
                              "--out", place),
         kills._questions_of, kills._questions_found),
    Work("run", kills._nothing, _run_arguments,
         lambda made, place: kills._answers_of(made, place / "run"), _run_found),
    Work("report", lambda made, place: place.mkdir(),
         lambda made, place: ("report", made.corpus.parent / "run", "--out", place / "report.html"),
         _report_of, _anything),
)  # fmt: skip


class Trouble:
    """Work in a folder of its own, and what is seen of it."""

    def __init__(self, work: Work, made: Made, place: Path, tally: Tally) -> None:
        self.work, self.made, self.place, self.tally = work, made, place, tally

    def begin(
        self, before: Sequence[str] = (), prepare: Callable[[], object] | None = None
    ) -> "subprocess.Popen[str]":
        arguments = map(str, self.work.arguments(self.made, self.place))
        return subprocess.Popen(
            [*before, sys.executable, *self.work.program, *arguments],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=prepare,
        )

    def end(self, process: "subprocess.Popen[str]", *, counts: bool = True) -> None:
        """Look until it ends, and count how it ended."""
        while process.poll() is None:
            self.look()
            time.sleep(_BETWEEN_LOOKS)
        self.look()
        assert process.stderr
        lines = [one for one in process.stderr.read().splitlines() if not self._is_progress(one)]
        if not counts:
            return
        if process.returncode == 0:
            self.tally.ends["well"] += 1
        elif len(lines) == 1 and process.returncode in _ENDS:
            self.tally.ends["one line"] += 1
        else:
            self.tally.ends["more"] += 1
            print(f"  {self.work.name}: exit code {process.returncode}:", *lines[-8:], sep="\n    ")

    def _is_progress(self, line: str) -> bool:
        names = [str(path) for path in self.made.filings]
        is_counted = line.partition(" of ")[0].isdigit()
        begins = (*names, "codegen-docs: ", "main.htm: ", "Acme Rockets, Inc.: ")
        return is_counted or line.startswith(begins) or not line.strip()

    def look(self) -> None:
        self.tally.looks += 1
        self.tally.misled += not self.work.found(self.made, self.place)

    def mend(self, wanted: object) -> None:
        """Give the command again, undisturbed; what came of it must be as wanted."""
        last = self.begin()
        try:
            _, said = last.communicate(timeout=_PATIENCE)
        except subprocess.TimeoutExpired:
            last.kill()
            said = "no end"
        # What ended well may not be made again.
        self.tally.wrong += self.work.result(self.made, self.place) != wanted
        if self.work.result(self.made, self.place) != wanted:
            print(f"  {self.work.name}: not as it should be: {said[-400:]}")


@contextmanager
def _disk(place: Path) -> Iterator[Callable[[str], None]]:
    """A disk of its own at a folder, and what changes its options."""
    place.mkdir(parents=True, exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={_SPACE}", "tmpfs", place], check=True)
    try:
        yield lambda options: _remount(place, options)
    finally:
        subprocess.run(["umount", "--lazy", place], check=True)


def _remount(place: Path, options: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{options}", place], check=True)


def _used(place: Path) -> int:
    return sum(one.stat().st_blocks * 512 for one in place.rglob("*") if one.is_file())


def full(trouble: Trouble, chance: random.Random, wanted: object) -> None:
    """The disk has some kilobytes left."""
    disk = trouble.place.parent
    with _disk(disk) as change:
        trouble.work.prepare(trouble.made, trouble.place)
        left = int(chance.uniform(0, _NEEDED) * chance.random() * 1e6)
        change(f"size={_used(disk) + left + 4096}")
        trouble.end(trouble.begin())
        change(f"size={_SPACE}")
        trouble.mend(wanted)


def read_only(trouble: Trouble, chance: random.Random, wanted: object) -> None:
    """Nothing may be written."""
    with _disk(trouble.place.parent) as change:
        trouble.work.prepare(trouble.made, trouble.place)
        change("ro")
        trouble.end(trouble.begin())
        change("rw")
        trouble.mend(wanted)


def memory(trouble: Trouble, chance: random.Random, wanted: object) -> None:
    """There is little memory."""
    size = round(chance.uniform(*_MEMORY)) << 20
    trouble.work.prepare(trouble.made, trouble.place)
    limit = partial(resource.setrlimit, resource.RLIMIT_AS, (size, size))
    trouble.end(trouble.begin(prepare=limit))
    trouble.mend(wanted)


def clock(trouble: Trouble, chance: random.Random, wanted: object) -> None:
    """The work is killed, and goes on two days before."""
    trouble.work.prepare(trouble.made, trouble.place)
    process = trouble.begin()
    time.sleep(chance.uniform(1, 4))
    process.kill()
    trouble.end(process, counts=False)
    trouble.end(trouble.begin(("faketime", "-f", "-2d")))
    trouble.mend(wanted)


def two(trouble: Trouble, chance: random.Random, wanted: object) -> None:
    """Two do the same at once."""
    trouble.work.prepare(trouble.made, trouble.place)
    first = trouble.begin()
    time.sleep(chance.uniform(0, 0.5))
    second = trouble.begin()
    trouble.end(first)
    trouble.end(second)
    trouble.mend(wanted)


FAULTS = {one.__name__: one for one in (full, read_only, memory, clock, two)}


def _wanted(work: Work, made: Made) -> object:
    with tempfile.TemporaryDirectory() as folder:
        trouble = Trouble(work, made, Path(folder) / "disk" / "place", Tally())
        trouble.place.parent.mkdir()
        work.prepare(made, trouble.place)
        _, said = (process := trouble.begin()).communicate()
        if process.returncode:
            raise SystemExit(f"{work.name} fails undisturbed: {said}")
        return work.result(made, trouble.place)


def main() -> int:
    """0 where all ended well or with one line, and in the end as it should."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("filings", type=Path)
    parser.add_argument("--count", type=int, default=3, help="filings of the corpus")
    parser.add_argument("--times", type=int, default=3, help="each command meets each fault")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--faults", nargs="*", choices=FAULTS, default=list(FAULTS))
    parser.add_argument("--only", nargs="*", default=[one.name for one in WORKS])
    given = parser.parse_args()
    os.environ |= {"PYTHONWARNINGS": "ignore", "PYTHONPATH": os.pathsep.join(sys.path)}
    is_well = True
    with tempfile.TemporaryDirectory() as folder:
        os.environ["EDGAR_LOCAL_DATA_DIR"] = folder
        kills._serve_edgar()
        made = kills.made_of(given.filings, given.count, Path(folder))
        shutil.rmtree(made.corpus.parent / "run", ignore_errors=True)
        kills._run(made, made.corpus.parent / "run")
        for work in WORKS:
            if work.name not in given.only:
                continue
            wanted = _wanted(work, made)
            for name in given.faults:
                tally = Tally()
                for number in range(given.times):
                    with tempfile.TemporaryDirectory() as inner:
                        place = Path(inner) / "disk" / "place"
                        place.parent.mkdir()
                        chance = random.Random(f"{given.seed}/{work.name}/{name}/{number}")
                        FAULTS[name](Trouble(work, made, place, tally), chance, wanted)
                ends = ", ".join(f"{tally.ends[end]} {end}" for end in ("well", "one line", "more"))
                print(
                    f"{work.name:<12} {name:<10} {ends}; readers misled {tally.misled} of "
                    f"{tally.looks} times; in the end wrong {tally.wrong} of {given.times}",
                    flush=True,
                )
                is_well &= tally.is_well
    return 0 if is_well else 1


if __name__ == "__main__":
    sys.exit(main())
