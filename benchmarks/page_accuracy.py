"""Page accuracy on FinanceBench and what it hangs on: `python benchmarks/page_accuracy.py
FINANCEBENCH_DIR CORPUS [--robustness] [--json]`.

A question counts at k when one of its evidence pages is among the first k. Asked within the
report that it is about, and over the whole collection. Questions are halved by the hash of their
id: rules and weights were designed on the first half, but wordings of the other had got into the
lists of topics too and were taken out again, so neither half is unseen. `--robustness` halves and
doubles each weight, and drops a random 30% of all synonyms, printed names and topic phrases, five
times.
"""

import argparse
import hashlib
import json
import random
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from statistics import fmean
from typing import Any
from unittest.mock import patch

from chunking.questions import EvidenceQuestion, read_questions
from secqa.corpus.corpus_store import Corpus, open_corpus
from secqa.metrics.catalogue import Catalogue, load_catalogue
from secqa.retrieval import page_query as query
from secqa.retrieval import rank
from secqa.retrieval.topics import load_topics

DEPTHS = (1, 3, 5, 10)
_DROPPED = 0.3
_DRAWS = 5
_Ranks = dict[str, int]
"""Question -> place of its first evidence page, 0 for none."""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--robustness", action="store_true")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    questions = read_questions(arguments.folder)
    corpus = open_corpus(arguments.corpus)
    results = {"as it is": _accuracies(corpus, questions)}
    if arguments.robustness:
        results |= _weights(corpus, questions) | _synonyms(corpus, questions)
    if arguments.json:
        print(json.dumps({"schema": 1, "questions": len(questions), "results": results}))
        return
    for name, result in results.items():
        print(name)
        for group, shares in result.items():
            print(f"    {group:28}" + "".join(f"  @{k} {shares[str(k)]:5.1f}" for k in DEPTHS))


def _accuracies(corpus: Corpus, questions: Sequence[EvidenceQuestion]) -> dict[str, Any]:
    found = {}
    for where in ("within the report", "over the collection"):
        ranks = _ranks(corpus, questions, inside=where == "within the report")
        halves = {
            "design half": [q.id for q in questions if _design(q)],
            "other half": [q.id for q in questions if not _design(q)],
            "all": [q.id for q in questions],
        }
        for half, ids in halves.items():
            found[f"{where}, {half}"] = {
                str(k): round(100 * fmean(0 < ranks[one] <= k for one in ids), 1) for k in DEPTHS
            }
    return found


def _design(question: EvidenceQuestion) -> bool:
    return hashlib.sha256(question.id.encode()).digest()[0] % 2 == 0


def _ranks(corpus: Corpus, questions: Sequence[EvidenceQuestion], inside: bool) -> _Ranks:
    by_name = {Path(m.source).stem: m.document_id for m in corpus.documents}
    ranks = {}
    for question in questions:
        report = by_name[question.report]
        found = rank.retrieve_pages(corpus, question.text, DEPTHS[-1], [report] if inside else None)
        places = (
            place
            for place, page in enumerate(found, 1)
            if page.document_id == report and page.page in question.pages
        )
        ranks[question.id] = next(places, 0)
    return ranks


def _weights(corpus: Corpus, questions: Sequence[EvidenceQuestion]) -> dict[str, Any]:
    results = {}
    for name, weight in rank.WEIGHTS.items():
        for factor in (0.5, 2.0):
            changed = dict(rank.WEIGHTS) | {name: weight * factor}
            with patch.object(rank, "WEIGHTS", changed):
                results[f"weight of {name} x {factor}"] = _accuracies(corpus, questions)
    return results


def _synonyms(corpus: Corpus, questions: Sequence[EvidenceQuestion]) -> dict[str, Any]:
    draws = []
    for seed in range(_DRAWS):
        with _without_some(random.Random(seed)):
            draws.append(_accuracies(corpus, questions))
    mean = {
        group: {str(k): round(fmean(draw[group][str(k)] for draw in draws), 1) for k in DEPTHS}
        for group in draws[0]
    }
    return {f"30% of the synonyms dropped, mean of {_DRAWS}": mean}


@contextmanager
def _without_some(rng: random.Random) -> Iterator[None]:
    """The catalogue and the topics without a part of their words."""

    def kept(words: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(word for word in words if rng.random() >= _DROPPED)

    metrics = {
        name: replace(metric, synonyms=kept(metric.synonyms), printed=kept(metric.printed))
        for name, metric in load_catalogue().metrics.items()
    }
    catalogue = Catalogue(metrics)
    topics = tuple(
        replace(topic, asked=kept(topic.asked), printed=kept(topic.printed))
        for topic in load_topics()
    )
    with ExitStack() as stack:
        stack.enter_context(patch.object(Corpus, "catalogue", catalogue))
        stack.enter_context(patch.object(query, "load_topics", lambda: topics))
        yield


if __name__ == "__main__":
    main()
