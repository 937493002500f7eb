"""Measure how much of a question's evidence was retrieved (SEC-QA, 4.2).

Evidence is a set of documents, and of pages: a figure stands on several. Page recall is the share
of all evidence pages that were retrieved; fact recall the share of required values, passages too,
with at least one evidence page retrieved, which decides whether it can be answered. Unanswerable
questions have no evidence, so means leave them out.

A system that looks up several values retrieves more than k pages for a question; all of them count.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log2

from secqa.benchmark.dataset import Question, qrels_of
from secqa.evaluation.judging.text_overlap import sentence_coverage
from secqa.systems.answer import Answer

_MOST = 0.5
"""Share of a passage's sentences: with more than half of them, no other half is the larger."""


@dataclass(frozen=True, slots=True)
class SetScores:
    """Precision, recall and F1 of sets: 0 to 1."""

    precision: float
    recall: float
    f1: float


@dataclass(frozen=True, slots=True)
class RetrievalScore:
    """Retrieval measures of one question."""

    documents: SetScores
    pages: SetScores
    facts: float
    """Fact recall."""
    retrieved: int
    """Number of pages retrieved."""
    reciprocal_rank: float
    """Of the first evidence page; 0 if none was retrieved."""
    ndcg: float
    expected: bool = True
    """Whether the question has evidence."""


@dataclass(frozen=True, slots=True)
class PassageScore:
    """Whether the passage that answers a question was retrieved and quoted."""

    page: bool
    """A page of it was retrieved (Financial report chunking, 4.3)."""
    passage: bool
    """Most of its sentences stand in the answer."""
    words: int
    """Words of the answer."""


def passage_score(question: Question, answer: Answer) -> PassageScore | None:
    """Score an answer by passages; None if no passage answers the question."""
    if not question.passages:
        return None
    text = answer.value if isinstance(answer.value, str) else ""
    quoted = "\n\n".join(passage.text for passage in answer.passages) or text
    return PassageScore(
        any((gold.document_id, gold.page) in answer.pages for gold in question.passages),
        any(sentence_coverage(gold.text, quoted) > _MOST for gold in question.passages),
        len(text.split()),
    )


def retrieval_score(question: Question, answer: Answer) -> RetrievalScore:
    """Measure the pages and documents that were retrieved for a question."""
    grades = qrels_of([question])[question.question_id]
    pages = [f"{document}#{page}" for document, page in answer.pages]
    page_sets, reciprocal_rank, ndcg = rank_measures(grades, pages)
    documents = dict.fromkeys(documents_of(question), 1)
    return RetrievalScore(
        documents=rank_measures(documents, [document for document, _ in answer.pages])[0],
        pages=page_sets,
        facts=fact_recall(question, answer),
        retrieved=len(set(pages)),
        reciprocal_rank=reciprocal_rank,
        ndcg=ndcg,
        expected=bool(grades),
    )


def documents_of(question: Question) -> set[str]:
    """The documents that answer a question."""
    documents = {fact.document_id for fact in question.facts}
    return documents | {passage.document_id for passage in question.passages}


def fact_recall(question: Question, answer: Answer) -> float:
    """Share of the required values with at least one evidence page retrieved; 1 of none."""
    retrieved = set(answer.pages)
    hits = [
        any((fact.document_id, page) in retrieved for page in fact.pages) for fact in question.facts
    ]
    hits += [(passage.document_id, passage.page) in retrieved for passage in question.passages]
    return sum(hits) / len(hits) if hits else 1.0


def rank_measures(
    grades: Mapping[str, int], retrieved: Sequence[str]
) -> tuple[SetScores, float, float]:
    """Precision, recall and F1 of the set, reciprocal rank, nDCG; zeros where nothing is found.

    `grades` has the grade of each gold item, `retrieved` the items best first; repeats do not
    count. As trec_eval computes them: the gain of an item is its grade.
    """
    ranked = list(dict.fromkeys(retrieved))
    gains = [grades.get(item, 0) for item in ranked]
    hits = sum(gain > 0 for gain in gains)
    if not hits:
        return SetScores(0.0, 0.0, 0.0), 0.0, 0.0
    precision, recall = hits / len(ranked), hits / sum(grade > 0 for grade in grades.values())
    first = next(rank for rank, gain in enumerate(gains, 1) if gain > 0)
    best = _discounted(sorted(grades.values(), reverse=True))
    scores = SetScores(precision, recall, 2 * precision * recall / (precision + recall))
    return scores, 1 / first, _discounted(gains) / best


def _discounted(gains: Iterable[int]) -> float:
    return sum(gain / log2(rank + 1) for rank, gain in enumerate(gains, 1))
