"""Read damaged filings: `python benchmarks/fuzz.py FILINGS --count 1000 --log fuzz.jsonl`.

Each mutant is made from --seed and its number alone and is read as ingest reads it, in a worker
process. The log has a line for each; the same command again goes on where it ended. Printed is how
many were read or refused with a line, and every crash, hang, excess of memory and cut file that is
read without a warning. `--shrink NUMBER` writes the smallest part of a mutant that fails alike.
Exit code 1 where a mutant fails.
"""

import argparse
import gzip
import json
import random
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import cache, partial
from importlib import import_module
from pathlib import Path

from mutants import cut, mutated
from secqa.errors import SecqaError
from secqa.filings.read import read_bytes
from secqa.ingest.ingest_worker import Refusal, ingest_file
from secqa.ingest.worker_processes import run_each

SECONDS = 20.0
"""Of a processor; a busy machine may take `_WAIT` times as long."""
_WAIT = 60
_CUT_OFF = 3
"""Times the seconds after which what is read in Python is ended."""
MEGABYTES = 1024
GOOD = ("read", "refused")


@dataclass(frozen=True)
class Trial:
    """What came of a mutant."""

    number: int
    file: str
    mutators: tuple[str, ...]
    verdict: str
    """`read`, `refused`, `silent cut`, or how it failed."""
    seconds: float = 0.0
    megabytes: float = 0.0
    """The most that its worker had used so far."""


@dataclass(frozen=True)
class Campaign:
    """Where mutants come from."""

    files: tuple[Path, ...]
    seed: int

    def mutant(self, number: int) -> tuple[Path, bytes, list[str]]:
        """The file that a mutant is made of, its bytes, and the mutators."""
        chance = random.Random(f"{self.seed}/{number}")
        path, other = chance.choice(self.files), chance.choice(self.files)
        data, names = mutated(_content(path), chance, _content(other))
        return path, data, names


@cache
def _content(path: Path) -> bytes:
    data = path.read_bytes()
    return gzip.decompress(data) if path.suffix == ".gz" else data


def attempt(campaign: Campaign, number: int) -> Trial:
    """Read one mutant."""
    path, data, names = campaign.mutant(number)
    started = time.process_time()
    signal.signal(signal.SIGPROF, _end)
    signal.setitimer(signal.ITIMER_PROF, _CUT_OFF * SECONDS)
    try:
        verdict = verdict_of(data, path)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    seconds = round(time.process_time() - started, 2)
    if verdict in GOOD and seconds > SECONDS:
        verdict = "hang"
    if verdict == "read" and names == [cut.__name__] and not _is_marked(data, path):
        verdict = "silent cut"
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return Trial(number, path.name, tuple(names), verdict, seconds, round(most))


def _end(*_signal: object) -> None:
    raise TimeoutError


def verdict_of(data: bytes, path: Path) -> str:
    """What ingest makes of the bytes under this name."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / path.name.removesuffix(".gz")
        place.write_bytes(data)
        try:
            outcomes = ingest_file(place)
        except Exception as error:
            frame = traceback.extract_tb(error.__traceback__)[-1]
            return f"{type(error).__name__} in {Path(frame.filename).name}:{frame.name}"
    reasons = [outcome.reason for outcome in outcomes if isinstance(outcome, Refusal)]
    if any("\n" in reason or len(reason) > 1_000 for reason in reasons):
        return "a reason of many lines"
    return "refused" if reasons else "read"


def _is_marked(data: bytes, path: Path) -> bool:
    """Whether a cut file says so, where its format has an end that can be missing."""
    tail = data[-2_000:].lower()
    if b"<html" not in data[:20_000].lower() or b"</html" in tail or b"</body" in tail:
        return True
    try:
        warnings = read_bytes(data, path.name.removesuffix(".gz")).document.warnings
    except SecqaError:
        return True
    return any(warning.startswith("truncated") for warning in warnings)


def shrunk(data: bytes, fails: Callable[[bytes], bool], seconds: float) -> bytes:
    """The smallest part found in time that still fails: pieces are left out, ever smaller ones."""
    end = time.monotonic() + seconds
    size = len(data) // 2
    while size:
        at = 0
        while at < len(data) and time.monotonic() < end:
            shorter = data[:at] + data[at + size :]
            if shorter and fails(shorter):
                data = shorter
            else:
                at += size
        size //= 2
    return data


def _limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_DATA, (MEGABYTES << 20, MEGABYTES << 20))


def _trials(campaign: Campaign, numbers: list[int]) -> Iterator[Trial]:
    def failed(number: int, reason: str) -> Trial:
        path, _, names = campaign.mutant(number)
        return Trial(number, path.name, tuple(names), f"no end: {reason}")

    work = partial(attempt, campaign)
    for _, trial in run_each(
        work, numbers, workers=1, timeout=_WAIT * SECONDS, failed=failed, prepare=_limit_memory
    ):
        yield trial


def _shrink(campaign: Campaign, number: int, seconds: float, out: Path) -> None:
    path, data, names = campaign.mutant(number)
    wanted = verdict_of(data, path)
    small = shrunk(data, lambda piece: verdict_of(piece, path) == wanted, seconds)
    out.write_bytes(small)
    print(
        f"{number}: {names} of {path.name}: {wanted}: {len(data):,} bytes, {len(small):,} in {out}"
    )


def _logged(log: Path) -> list[Trial]:
    """The trials of a log; a killed writer's last line does not count."""
    lines = log.read_text().splitlines() if log.exists() else []
    trials = []
    for line in lines:
        try:
            content = json.loads(line)
        except ValueError:
            continue
        trials.append(Trial(**content | {"mutators": tuple(content["mutators"])}))
    return trials


def main() -> int:
    """0 where every mutant is read or refused."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("filings", type=Path, nargs="+", help="files, or folders of them")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--files", type=int, default=40, help="filings that are mutated")
    parser.add_argument("--largest", type=int, default=5_000_000, help="bytes of a file")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--log", type=Path, default=Path("fuzz.jsonl"))
    parser.add_argument("--minutes", type=float, default=600.0, help="end after these")
    parser.add_argument("--shrink", type=int, help="number of a mutant")
    parser.add_argument("--out", type=Path, default=Path("shrunk"))
    given = parser.parse_args()
    found = [
        path
        for place in given.filings
        for path in ([place] if place.is_file() else sorted(place.rglob("*.*")))
    ]
    files = [
        one
        for one in found
        if one.is_file() and one.stat().st_size < given.largest and one.suffix != ".json"
    ]
    chosen = random.Random(given.seed).sample(files, min(given.files, len(files)))
    campaign = Campaign(tuple(chosen), given.seed)
    if given.shrink is not None:
        _shrink(campaign, given.shrink, given.minutes * 60, given.out)
        return 0
    done = _logged(given.log)
    known = {trial.number for trial in done}
    end = time.monotonic() + given.minutes * 60
    with given.log.open("a") as log:
        for trial in _trials(campaign, [n for n in range(given.count) if n not in known]):
            done.append(trial)
            print(json.dumps(asdict(trial)), file=log, flush=True)
            if trial.verdict not in GOOD:
                print(trial, flush=True)
            if time.monotonic() > end:
                break
    counts = Counter(trial.verdict for trial in done)
    print(f"{len(done)} mutants of {len(chosen)} filings: {dict(counts.most_common())}")
    print(f"longest {max(t.seconds for t in done)} s, most {max(t.megabytes for t in done)} MB")
    return 0 if set(counts) <= set(GOOD) else 1


if __name__ == "__main__":
    # Workers do not run this script again: they find what they do by the module's name.
    sys.exit(import_module("fuzz").main())
