"""How many questions a second `generate` makes: `python benchmarks/generating.py CORPUS`.

T is loaded before the clock starts. The first benchmark reads the pages that its gates look at;
the others, each of another seed, find them read. Beside them, in the same run, what the least part
of it gives: drafts with their gold answers, ungated and without words. CPU seconds are counted, so
that whatever else the machine does changes little.
"""

import argparse
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path
from statistics import median
from time import process_time

from secqa.benchmark.basis import Basis, basis_of
from secqa.benchmark.corpus_facts import corpus_facts
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


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--suite", default="default")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--benchmarks", type=int, default=5)
    chosen = parser.parse_args()
    suite = replace(load_suite(chosen.suite), count=chosen.count)
    basis = basis_of(corpus_facts(chosen.corpus), open_corpus(chosen.corpus).catalogue, suite)
    first, *later = (per_second(made, basis, seed) for seed in range(chosen.benchmarks + 1))
    floor = median(per_second(drawn, basis, seed) for seed in range(1, chosen.benchmarks + 1))
    print(f"{chosen.corpus}, {chosen.suite}: {chosen.count:,} questions a benchmark")
    print(f"{'the first, pages unread':32}{first:8,.0f} questions a second")
    print(f"{'later ones, median':32}{median(later):8,.0f}")
    print(f"{'only drawn and worked out':32}{floor:8,.0f}")
    print(f"{'ratio, drawn / later':32}{floor / median(later):8.2f}")


if __name__ == "__main__":
    main()
