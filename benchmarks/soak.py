"""Ask a corpus very many questions: `python benchmarks/soak.py CORPUS --questions 10000`.

A day's mix from --seed: figures, growth, comparisons, series and passages of its companies,
questions that it cannot answer, and nonsense. Written to --out are a CSV with a line for each slice
of the questions (answers, refusals, errors, median and 95th percentile of the seconds, memory) and
a drawing of it. Exit code 1 for an error, or where the last slice takes over a tenth more memory
than the second: caches fill in the first.
"""

import argparse
import csv
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from secqa.corpus.corpus_store import Corpus, open_corpus
from secqa.systems.make import make_system

_SLICES = 20
_GROWTH = 1.1
_PERIODS = 3
_FORMS = (
    "What was the {metric} of {company} in {year}?",
    "What was {company}'s {metric} growth from {before} to {year}?",
    "Which of {company} and {other} had the higher {metric} in {year}?",
    "Show {company}'s {metric} by year from {before} to {year}",
    "What does {company} say about its {topic}?",
    "What was the {metric} of Nobody Holdings in {year}?",
    "What is the {metric} margin divided by {company} over {other}?",
    "{topic} {company} {year} {metric} ( ?? ) {topic}",
)
_METRICS = ("revenue", "net income", "total assets", "operating income", "inventory", "cash")
_TOPICS = ("largest customers", "employees", "risk factors", "competition", "supply of parts")


@dataclass(frozen=True)
class Slice:
    """What came of some of the questions."""

    asked: int
    answered: int
    refused: int
    failed: int
    median: float
    """Seconds."""
    p95: float
    megabytes: float


def question(corpus: Corpus, chance: random.Random) -> str:
    """One of a day's mix."""
    one, other = chance.choice(corpus.documents), chance.choice(corpus.documents)
    year = one.fiscal_year or 2023
    return chance.choice(_FORMS).format(
        metric=chance.choice(_METRICS),
        topic=chance.choice(_TOPICS),
        company=one.company,
        other=other.company,
        year=year,
        before=year - chance.randrange(1, _PERIODS),
    )


def soak(corpus: Corpus, count: int, seed: int, minutes: float) -> list[Slice]:
    """The slices, as far as the time goes."""
    system = make_system("codegen-docs", corpus, 8)
    slices: list[Slice] = []
    end = time.monotonic() + 60 * minutes
    size = max(1, count // _SLICES)
    for start in range(0, count, size):
        seconds: list[float] = []
        counts = Counter[str]()
        for number in range(start, min(start + size, count)):
            text = question(corpus, random.Random(f"{seed}/{number}"))
            began = time.perf_counter()
            try:
                answer = system.answer(text)
                counts["refused" if answer.value is None else "answered"] += 1
            except Exception as error:
                counts["failed"] += 1
                print(f"{number}: {text}: {type(error).__name__}: {error}", flush=True)
            seconds.append(time.perf_counter() - began)
            if time.monotonic() > end:
                break
        slices.append(_slice_of(start, seconds, counts))
        print(slices[-1], flush=True)
        if time.monotonic() > end:
            break
    return slices


def _slice_of(start: int, seconds: Sequence[float], counts: Counter[str]) -> Slice:
    ordered = sorted(seconds)
    return Slice(
        start + len(seconds),
        counts["answered"],
        counts["refused"],
        counts["failed"],
        round(statistics.median(ordered), 4),
        round(ordered[int(0.95 * (len(ordered) - 1))], 4),
        round(_resident(), 1),
    )


def _resident() -> float:
    """Megabytes that the process has now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6


def drawing(slices: Sequence[Slice]) -> str:
    """Memory and 95th percentile over the questions, each as a line from zero to its most."""
    lines: list[str] = []
    for name, colour, values in (
        ("memory, MB", "#0060a0", [one.megabytes for one in slices]),
        ("95th percentile, ms", "#a04000", [one.p95 * 1000 for one in slices]),
    ):
        most, last = max(values), slices[-1].asked
        points = " ".join(
            f"{60 + 500 * one.asked / last:.1f},{220 - 180 * value / most:.1f}"
            for one, value in zip(slices, values, strict=True)
        )
        place = 20 + 15 * len(lines) // 2
        lines += [
            f'<polyline fill="none" stroke="{colour}" points="{points}"/>',
            f'<text x="60" y="{place}" fill="{colour}">{name}: at most {most:,.0f}</text>',
        ]
    axis = (
        f'<path d="M60 40V220H560" fill="none" stroke="#444"/><text x="480" y="238">{last:,}</text>'
    )
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 250" font-size="12">'
    return f"{head}{axis}{''.join(lines)}</svg>\n"


def main() -> int:
    """0 where nothing failed and memory stayed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--questions", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=600.0, help="end after these")
    parser.add_argument("--out", type=Path, default=Path("soak"))
    given = parser.parse_args()
    slices = soak(open_corpus(given.corpus), given.questions, given.seed, given.minutes)
    given.out.mkdir(parents=True, exist_ok=True)
    with (given.out / "soak.csv").open("w", newline="") as file:
        rows = csv.DictWriter(file, list(asdict(slices[0])))
        rows.writeheader()
        rows.writerows(map(asdict, slices))
    (given.out / "soak.svg").write_text(drawing(slices))
    grows = len(slices) > 2 and slices[-1].megabytes > _GROWTH * slices[1].megabytes
    return 1 if grows or any(one.failed for one in slices) else 0


if __name__ == "__main__":
    sys.exit(main())
