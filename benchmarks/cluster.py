"""Ingest over a Ray cluster beside the local engine: `python benchmarks/cluster.py FOLDER`.

The cluster is nodes of one core each on this machine, processes of their own that talk over the
loopback. Every round ingests the same filings with one and with two workers of either engine; the
fastest of each counts, since others only slow a machine down. Printed are what a second worker
gains (ideal is twice; what the local engine gains is what this machine has), what Ray costs beside
the local engine, and the fingerprints. Then a node is killed at a random moment of an ingest, and
another started, --kills times: the fingerprint must be the same each time. Exit code 1 where one is
not.
"""

import argparse
import os
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from secqa.corpus.corpus_store import open_corpus
from secqa.ingest.ingest_pipeline import Engine, IngestOptions, ingest
from secqa.ingest.sources import find_filings

_STORE = 400_000_000
"""Bytes that a node keeps results in: those of some hundred filings."""


@contextmanager
def nodes(count: int) -> Iterator[Any]:
    """A cluster of so many nodes of one core."""
    from ray.cluster_utils import Cluster

    made: Any = Cluster(
        initialize_head=True,
        head_node_args={
            "num_cpus": 1,
            "object_store_memory": _STORE,
            "include_dashboard": False,
        },
    )
    try:
        for _ in range(count - 1):
            add_node(made)
        yield made
    finally:
        made.shutdown()


def add_node(cluster: Any) -> None:
    """One more node, which takes some seconds."""
    cluster.add_node(num_cpus=1, object_store_memory=_STORE)


def replace_node(cluster: Any) -> None:
    """Kill the node that is not the head, as a power cut does, and start another."""
    cluster.remove_node(next(iter(cluster.worker_nodes)), allow_graceful=False)
    add_node(cluster)


def ingested(files: list[Path], workers: int, address: str | None) -> tuple[float, str]:
    """(seconds, fingerprint) of a new corpus of all files."""
    engine: Engine = "ray" if address else "local"
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        # A cluster is given work ahead, as it is where nothing is said of workers.
        many = None if address else workers
        summary = ingest(
            files, Path(folder) / "c", IngestOptions(workers=many, engine=engine, address=address)
        )
        seconds = time.perf_counter() - began
        if len(summary.ingested) + len(summary.already) != len(files) or summary.refused:
            sys.exit(f"not all files were read: {summary.refused[:3]}")
        return seconds, open_corpus(Path(folder) / "c").fingerprint


def compare(files: list[Path], rounds: int) -> tuple[dict[tuple[str, int], float], set[str]]:
    """Fastest seconds by engine and workers, and the fingerprints that came out."""
    best: dict[tuple[str, int], float] = {}
    fingerprints = set()
    for _ in range(rounds):
        for workers in (1, 2):
            with nodes(workers) as cluster:
                for engine, address in (("local", None), ("ray", cluster.address)):
                    seconds, fingerprint = ingested(files, workers, address)
                    fingerprints.add(fingerprint)
                    best[engine, workers] = min(seconds, best.get((engine, workers), seconds))
                    print(f"  {engine} {workers}: {seconds:.1f} s", file=sys.stderr, flush=True)
    return best, fingerprints


def killed(files: list[Path], kills: int, seconds: float, seed: int) -> Iterator[tuple[float, str]]:
    """(when a node was killed, fingerprint) of so many ingests that take about so many seconds."""
    draw = random.Random(seed)
    # Ray starts nodes in the main thread alone, so it is the ingest that gets another one.
    with nodes(2) as cluster, ThreadPoolExecutor(1) as other:
        for _ in range(kills):
            under_way = other.submit(ingested, files, 2, cluster.address)
            when = draw.uniform(0, seconds)
            time.sleep(when)
            replace_node(cluster)
            yield when, under_way.result()[1]


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="+", help="filings, or folders of them")
    parser.add_argument("--count", type=int, default=200, help="filings, drawn at random")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    found = [path for path in find_filings(given.folder) if isinstance(path, Path)]
    files = random.Random(given.seed).sample(found, min(given.count, len(found)))
    best, fingerprints = compare(files, given.rounds)
    load = os.getloadavg()[0]
    print(f"{len(files)} filings, fastest of {given.rounds}; load of the machine {load:.1f}")
    for (engine, workers), seconds in sorted(best.items()):
        print(
            f"{engine:<6}{workers} workers {seconds:>8.1f} s {len(files) / seconds:>6.2f} a second"
        )
    for engine in ("local", "ray"):
        gain = best[engine, 1] / best[engine, 2]
        print(f"{engine:<6}a second worker: {gain:.2f} times as fast, {gain / 2:.2f} of ideal")
    for workers in (1, 2):
        more = best["ray", workers] / best["local", workers] - 1
        print(f"ray beside local, {workers} workers: {more:+.0%}")
    for when, fingerprint in killed(files, given.kills, best["ray", 2], given.seed):
        fingerprints.add(fingerprint)
        print(f"node killed after {when:.1f} s: {fingerprint}")
    print(f"fingerprints: {', '.join(sorted(fingerprints))}")
    return 0 if len(fingerprints) == 1 else 1


if __name__ == "__main__":
    sys.exit(main())
