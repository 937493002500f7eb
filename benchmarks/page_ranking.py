"""How well pages are found, on a generated benchmark: `python benchmarks/page_ranking.py BENCH
CORPUS [--json]`.

Gold are the benchmark's own qrels, which come from tagged facts that no search sees. Compared
are our ranking with documents selected from the question, the same ranking without selection
(full-text candidates of the whole collection), and BM25 over pages; with `--embedder` the first
once more with vectors, for which `secqa index --embedder` has to have been run. Recall at 4, 8,
16 and 32, the reciprocal rank of the first right page, and nDCG are of `ir-measures`.
"""

import argparse
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

from secqa.benchmark.dataset import Benchmark, qrels_of, read_benchmark
from secqa.corpus.store import Corpus, open_corpus
from secqa.retrieval.bm25 import Bm25
from secqa.retrieval.chunking import page_chunk
from secqa.retrieval.embedding.open import open_embedder
from secqa.retrieval.pool import candidate_pool
from secqa.retrieval.query import parse_query
from secqa.retrieval.rank import RankedPage, rank, retrieve_pages
from secqa.retrieval.vectors.dense import Dense, check_vectors
from secqa.retrieval.vectors.open import open_store

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
        "documents selected": partial(_selected, corpus, None),
        "no documents selected": partial(_unselected, corpus),
        "BM25 over pages": _bm25(corpus),
    }
    embeds = open_embedder(embedder)
    if embeds is not None:
        dense = Dense(embeds, open_store("lancedb", corpus, embeds.name))
        check_vectors(corpus, dense)
        searches[f"documents selected, {embedder}"] = partial(_selected, corpus, dense)
    return searches


def _selected(corpus: Corpus, dense: Dense | None, question: str) -> dict[str, float]:
    return _scores(retrieve_pages(corpus, question, K, dense=dense))


def _unselected(corpus: Corpus, question: str) -> dict[str, float]:
    query = parse_query(question, corpus)
    return _scores(rank(query, candidate_pool(corpus, query), K))


def _scores(found: tuple[RankedPage, ...]) -> dict[str, float]:
    # By place: equal scores must keep the order of the ranking.
    return {f"{page.document_id}#{page.page}": -float(n) for n, page in enumerate(found)}


def _bm25(corpus: Corpus) -> Search:
    pages = [
        (f"{metadata.document_id}#{page.number}", page_chunk(page).text)
        for metadata in corpus.documents
        for page in corpus.document(metadata.document_id).pages
    ]
    index = Bm25([text for _, text in pages])

    def search(question: str) -> dict[str, float]:
        scores = index.scores(question)
        best = (-scores).argsort(kind="stable")[:K]
        return {pages[place][0]: float(scores[place]) for place in best}

    return search


def _measured(benchmark: Benchmark, search: Search) -> dict[str, float]:
    import ir_measures

    run = {question.question_id: search(question.text) for question in benchmark.questions}
    wanted = [ir_measures.parse_measure(name) for name in _MEASURES]
    found = ir_measures.calc_aggregate(wanted, qrels_of(benchmark.questions), run)
    return {str(measure): float(score) for measure, score in found.items()}


if __name__ == "__main__":
    main()
