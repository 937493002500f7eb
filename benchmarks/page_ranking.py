"""How well pages are found, on a generated benchmark: `python benchmarks/page_ranking.py BENCH
CORPUS [--json]`.

Gold are the benchmark's own qrels, which come from tagged facts that no search sees. Compared
are the retrievers that need no vectors, and our ranking without selection of documents (full-text
candidates of the whole collection); with `--embedder` also those that see meaning, for which
`secqa index --embedder` has to have been run. Recall at 4, 8, 16 and 32, the reciprocal rank of the
first right page, and nDCG are of `ir-measures`.
"""

import argparse
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

from secqa.benchmark.dataset import Benchmark, qrels_of, read_benchmark
from secqa.corpus.corpus_store import Corpus, open_corpus
from secqa.retrieval.page_query import page_query
from secqa.retrieval.pool import candidate_pool
from secqa.retrieval.rank import RankedPage, rank
from secqa.retrieval.retriever import (
    BM25,
    DENSE,
    HYBRID,
    NO_EMBEDDER,
    OWN_RANKING,
    RANKED,
    ChosenRetriever,
    Retriever,
    open_retriever,
)

K = 32
_MEASURES = ("R@4", "R@8", "R@16", "R@32", "RR", "nDCG@32")
Search = Callable[[str], dict[str, float]]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("benchmark", type=Path)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--embedder", default="none")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    benchmark = read_benchmark(arguments.benchmark)
    corpus = open_corpus(arguments.corpus)
    results = {
        name: _measured(benchmark, search)
        for name, search in _searches(corpus, arguments.embedder).items()
    }
    if arguments.json:
        print(json.dumps({"schema": 1, "questions": len(benchmark.questions), "ways": results}))
        return
    print(f"{len(benchmark.questions)} questions, {len(corpus.documents)} documents")
    print(f"{'':36}" + "".join(f"{name:>9}" for name in _MEASURES))
    for name, scores in results.items():
        print(f"{name:36}" + "".join(f"{100 * scores[measure]:>9.1f}" for measure in _MEASURES))


def _searches(corpus: Corpus, embedder: str) -> dict[str, Search]:
    searches: dict[str, Search] = {
        RANKED: partial(_found, open_retriever(OWN_RANKING, corpus)),
        f"{RANKED}, no documents selected": partial(_unselected, corpus),
        BM25: partial(_found, open_retriever(ChosenRetriever(BM25), corpus)),
    }
    if embedder != NO_EMBEDDER:
        for name in (RANKED, DENSE, HYBRID):
            chosen = ChosenRetriever(name, embedder)
            searches[chosen.label] = partial(_found, open_retriever(chosen, corpus))
    return searches


def _found(retrieve: Retriever, question: str) -> dict[str, float]:
    return _scores(retrieve(question, K))


def _unselected(corpus: Corpus, question: str) -> dict[str, float]:
    query = page_query(question, corpus)
    return _scores(rank(query, candidate_pool(corpus, query), K))


def _scores(found: tuple[RankedPage, ...]) -> dict[str, float]:
    # By place: equal scores must keep the order of the ranking.
    return {f"{page.document_id}#{page.page}": -float(n) for n, page in enumerate(found)}


def _measured(benchmark: Benchmark, search: Search) -> dict[str, float]:
    import ir_measures

    run = {question.question_id: search(question.text) for question in benchmark.questions}
    wanted = [ir_measures.parse_measure(name) for name in _MEASURES]
    found = ir_measures.calc_aggregate(wanted, qrels_of(benchmark.questions), run)
    return {str(measure): float(score) for measure, score in found.items()}


if __name__ == "__main__":
    main()
