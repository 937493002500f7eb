"""How many questions a second `generate` makes: `python benchmarks/generating.py CORPUS`.

With `--gates` it counts instead the values that each gate keeps out of all questions.

T is loaded before the clock starts. The first benchmark reads the pages that its gates look at;
the others, each of another seed, find them read. Beside them, in the same run, what the least part
of it gives: drafts with their gold answers, ungated and without words. CPU seconds are counted, so
that whatever else the machine does changes little.
"""

import argparse
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path
from statistics import median
from time import process_time

from secqa.benchmark.basis import Basis, basis_of
from secqa.benchmark.corpus_facts import corpus_facts
from secqa.benchmark.gate import reasons_against_fact
from secqa.benchmark.generation import Origin, choose, streams, write_questions
from secqa.benchmark.suite import load_suite
from secqa.corpus.corpus_store import open_corpus


def made(basis: Basis, seed: int) -> int:
    """Questions of one benchmark."""
    return len(write_questions(choose(basis, seed), basis, Origin(seed, "", "")).questions)


def drawn(basis: Basis, seed: int) -> int:
    """Drafts, as many of each kind as its share of a benchmark."""
    kinds = streams(basis, seed)
    each = basis.suite.count / sum(kind.share for kind in kinds)
    return sum(1 for kind in kinds for _ in islice(kind.drafts, round(each * kind.share)))


def per_second(make: Callable[[Basis, int], int], basis: Basis, seed: int) -> float:
    """How many one second of a processor gives."""
    before = process_time()
    count = make(basis, seed)
    return count / (process_time() - before)


def count_rejected(basis: Basis) -> None:
    """Print how many stated values each gate turns away; a value may have several reasons."""
    values = (*basis.source.rows, *basis.source.parts)
    reasons = [set(reasons_against_fact(value, basis)) for value in values]
    print(f"{sum(map(bool, reasons)):,} of {len(values):,} values turned away")
    for reason, count in Counter(one for of in reasons for one in of).most_common():
        print(f"{count:8,}  {reason}")


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--suite", default="default")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--benchmarks", type=int, default=5)
    parser.add_argument("--gates", action="store_true", help="count values turned away by gate")
    chosen = parser.parse_args()
    suite = replace(load_suite(chosen.suite), count=chosen.count)
    basis = basis_of(corpus_facts(chosen.corpus), open_corpus(chosen.corpus).catalogue, suite)
    if chosen.gates:
        count_rejected(basis)
        return
    first, *later = (per_second(made, basis, seed) for seed in range(chosen.benchmarks + 1))
    floor = median(per_second(drawn, basis, seed) for seed in range(1, chosen.benchmarks + 1))
    print(f"{chosen.corpus}, {chosen.suite}: {chosen.count:,} questions a benchmark")
    print(f"{'the first, pages unread':32}{first:8,.0f} questions a second")
    print(f"{'later ones, median':32}{median(later):8,.0f}")
    print(f"{'only drawn and worked out':32}{floor:8,.0f}")
    print(f"{'ratio, drawn / later':32}{floor / median(later):8.2f}")


if __name__ == "__main__":
    main()
