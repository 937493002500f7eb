"""The chunking study: each strategy and representation on the same questions (paper, 4).

In: FinanceBench's questions and a corpus with their reports. Out: for each way to search the
number of chunks, whether an evidence page is among the pages of ten chunks, and how much of the
evidence the ten contexts hold; with a model also what it answers from them. Retrieval is within
the report that a question is about, as in the paper; ranking is by BM25, or by an embedder where
one is given.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any

import numpy as np

from chunking.answers import Answered, answer_from
from chunking.contexts import context_of
from chunking.overlap import Overlap, Scorer
from chunking.questions import EvidenceQuestion
from chunking.representations import represent
from chunking.strategies import chunks_of
from secqa.corpus.corpus_store import Corpus
from secqa.errors import SecqaError
from secqa.models.model import Model
from secqa.retrieval.bm25 import Bm25
from secqa.retrieval.indexing.chunking import Chunk
from secqa.retrieval.rank import retrieve_pages
from secqa.retrieval.vectors.embedder import Embedder

TOP = 10
DEPTHS = (1, 3, 5, 10)
_ASKED_AT_ONCE = 8


@dataclass(frozen=True, slots=True)
class Way:
    """One way to search: chunks of a strategy, by what they are searched; several are merged."""

    name: str
    parts: tuple[tuple[str, str], ...] = ()
    """(strategy, representation); none: the product's own ranking of pages."""
    paper: str = ""
    """The row of the paper's table 4 that it stands for."""

    @property
    def asks(self) -> bool:
        """Whether a model is asked: not of aggregations, which are too long, as in the paper."""
        return len(self.parts) <= 1


_ELEMENT = [
    Way("element, keywords (TF-IDF)", (("element", "keywords (TF-IDF)"),), "Keywords Chipper"),
    Way("element, summary (extractive)", (("element", "summary (extractive)"),), "Summary Chipper"),
    Way("element, prefix", (("element", "prefix"),), "Prefix & Table Description Chipper"),
]
_BASE = [
    Way(f"base-{tokens}", ((f"base-{tokens}", "text"),), f"Base {tokens}")
    for tokens in (128, 256, 512)
]
WAYS = (
    *_BASE,
    Way("base aggregation", tuple(way.parts[0] for way in _BASE), "Base Aggregation"),
    *_ELEMENT,
    Way("element aggregation", tuple(way.parts[0] for way in _ELEMENT), "Chipper Aggregation"),
    Way("element", (("element", "text"),)),
    Way("element, heading path", (("element", "heading path"),)),
    Way("page", (("page", "text"),)),
    Way("secqa"),
)


@dataclass(frozen=True, slots=True)
class Found:
    """What one way finds for one question."""

    question: str
    rank: int
    """Place of the first chunk on an evidence page, 0 when none of the ten is."""
    rouge_l: float
    bleu: float


@dataclass(frozen=True, slots=True)
class Outcome:
    """A row of our tables 3 and 4."""

    way: str
    paper: str
    chunks: int
    per_report: tuple[float, float]
    """Mean and standard deviation of chunks a report."""
    tables_per_report: tuple[float, float]
    contexts: float
    """Contexts a question: ten of each part of an aggregation."""
    found: tuple[Found, ...]
    answers: tuple[Answered, ...] = ()
    """A model's to the same questions; none where none was asked."""

    def accuracy(self, k: int = TOP) -> float:
        """Share of the questions with an evidence page among the first `k`, percent."""
        return 100 * fmean(0 < one.rank <= k for one in self.found)

    @property
    def rouge_l(self) -> float:
        """Mean over the questions."""
        return fmean(one.rouge_l for one in self.found)

    @property
    def bleu(self) -> float:
        """Mean over the questions."""
        return fmean(one.bleu for one in self.found)

    @property
    def answered(self) -> tuple[float, float] | None:
        """Shares of the questions with no answer and with a right one, percent."""
        if not self.answers:
            return None
        refused = 100 * fmean(one.refused for one in self.answers)
        return refused, 100 * fmean(one.right for one in self.answers)

    def record(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self) | {
            "page_accuracy": {str(k): round(self.accuracy(k), 2) for k in DEPTHS},
            "rouge_l": round(self.rouge_l, 4),
            "bleu": round(self.bleu, 4),
            "answered": self.answered,
        }


def run_study(
    corpus: Corpus,
    questions: Sequence[EvidenceQuestion],
    scorer: Scorer,
    ways: Sequence[Way] = WAYS,
    embedder: Embedder | None = None,
    on_way: Callable[[Way], None] | None = None,
    model: Model | None = None,
) -> tuple[Outcome, ...]:
    """Run each way on all questions; `on_way` is called before each.

    A model answers the questions from the contexts of each way that is no aggregation. May
    raise what it raises.
    """
    documents = _documents(corpus, questions)
    bench = _Bench(corpus, documents, embedder, model)
    outcomes = []
    for way in ways:
        if on_way is not None:
            on_way(way)
        outcomes.append(_outcome(way, questions, bench, scorer))
    return tuple(outcomes)


def _documents(corpus: Corpus, questions: Sequence[EvidenceQuestion]) -> dict[str, str]:
    """Report -> document id."""
    by_name = {Path(m.source).stem: m.document_id for m in corpus.documents}
    missing = sorted({question.report for question in questions} - by_name.keys())
    if missing:
        raise SecqaError(f"{corpus.path}: lacks {', '.join(missing)}; ingest them into it")
    return by_name


class _Bench:
    """The corpus with the chunks and rankings that the ways share."""

    def __init__(
        self,
        corpus: Corpus,
        documents: dict[str, str],
        embedder: Embedder | None,
        model: Model | None,
    ) -> None:
        self.corpus = corpus
        self.documents = documents
        self.embedder = embedder
        self.model = model
        self.chunks = lru_cache(maxsize=None)(self._chunks)
        self.ranker = lru_cache(maxsize=None)(self._ranker)

    def _chunks(self, document_id: str, strategy: str) -> tuple[Chunk, ...]:
        return chunks_of(strategy, self.corpus.document(document_id))

    def _ranker(
        self, document_id: str, strategy: str, representation: str
    ) -> Callable[[str], np.ndarray[Any, Any]]:
        texts = represent(representation, self.chunks(document_id, strategy))
        if self.embedder is None:
            return Bm25(texts).scores
        embedder, vectors = self.embedder, self.embedder.embed(texts)
        return lambda question: vectors @ embedder.embed_query(question)

    def search(self, question: EvidenceQuestion, way: Way) -> list[tuple[int, str]]:
        """(page, context) of the ten best of each part, best first, the parts in turn."""
        document_id = self.documents[question.report]
        if not way.parts:
            ranked = retrieve_pages(self.corpus, question.text, TOP, [document_id])
            return [(page.page, context_of(self.corpus, page)) for page in ranked]
        lists = [self._best(question.text, document_id, *part) for part in way.parts]
        return [one for rank in range(TOP) for best in lists for one in best[rank : rank + 1]]

    def answers(
        self, questions: Sequence[EvidenceQuestion], contexts: Sequence[list[tuple[int, str]]]
    ) -> tuple[Answered, ...]:
        """What the model answers from the contexts of each question; nothing without one."""
        model = self.model
        if model is None:
            return ()

        def ask(question: EvidenceQuestion, found: list[tuple[int, str]]) -> Answered:
            document = self.corpus.entry(self.documents[question.report]).metadata
            return answer_from(question, document, found, model)

        with ThreadPoolExecutor(_ASKED_AT_ONCE) as pool:
            return tuple(pool.map(ask, questions, contexts))

    def _best(
        self, question: str, document_id: str, strategy: str, representation: str
    ) -> list[tuple[int, str]]:
        chunks = self.chunks(document_id, strategy)
        scores = self.ranker(document_id, strategy, representation)(question)
        order = np.argsort(-scores, kind="stable")[:TOP]
        return [(chunks[place].page, chunks[place].text) for place in order]


def _outcome(
    way: Way, questions: Sequence[EvidenceQuestion], bench: _Bench, scorer: Scorer
) -> Outcome:
    found, contexts = [], []
    for question in questions:
        results = bench.search(question, way)
        contexts.append(results)
        overlaps = [scorer.best(text, [c for _, c in results]) for text in question.evidence]
        found.append(_found(question, results, overlaps))
    counts, tables = _counts(way, questions, bench)
    return Outcome(
        way=way.name,
        paper=way.paper,
        chunks=sum(counts),
        per_report=(fmean(counts), pstdev(counts)),
        tables_per_report=(fmean(tables), pstdev(tables)),
        contexts=fmean(len(results) for results in contexts),
        found=tuple(found),
        answers=bench.answers(questions, contexts) if way.asks else (),
    )


def _found(
    question: EvidenceQuestion, results: Sequence[tuple[int, str]], overlaps: Sequence[Overlap]
) -> Found:
    ranks = (rank for rank, (page, _) in enumerate(results, 1) if page in question.pages)
    return Found(
        question.id,
        # Ten of each part in turn: what counts is that it is among them.
        min(next(ranks, 0), TOP),
        fmean(overlap.rouge_l for overlap in overlaps),
        fmean(overlap.bleu for overlap in overlaps),
    )


def _counts(
    way: Way, questions: Sequence[EvidenceQuestion], bench: _Bench
) -> tuple[list[int], list[int]]:
    """Chunks, and those that are tables, of each report."""
    parts = way.parts or (("page-element", "text"),)
    chunks, tables = [], []
    for report in sorted({question.report for question in questions}):
        own = [c for part in parts for c in bench.chunks(bench.documents[report], part[0])]
        chunks.append(len(own))
        tables.append(sum(chunk.table for chunk in own))
    return chunks, tables
