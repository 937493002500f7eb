"""Questions that want words, each with the passages that answer it, as files have them; and how far
what is shown overlaps with those passages."""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from rapidfuzz import fuzz

from secqa.corpus.corpus_store import Corpus
from secqa.parsing.grammar.answer_kind import narrative_odds
from secqa.parsing.grammar.fitted import load_fitted
from secqa.parsing.grammar.metric_links import names_of
from secqa.parsing.grammar.narrative_queries import narrative_query
from secqa.parsing.grammar.question_mentions import find_mentions
from secqa.parsing.grammar.skeleton import features_of, signs_of
from secqa.query.leaves import Narrative
from secqa.retrieval.page_query import corpus_companies

_ALIKE = 90
"""Likeness, of 100, from which a piece is a part of a passage: readers join lines in other ways."""
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Gold:
    """A passage that answers."""

    page: int
    text: str


@dataclass(frozen=True, slots=True)
class ToldRow:
    """A question about one document."""

    text: str
    document_id: str
    kind: str
    """`absent`: the document does not tell."""
    passages: tuple[Gold, ...]


def load_told(paths: Iterable[Path]) -> list[ToldRow]:
    """The questions of some files, in order."""
    rows = []
    for path in paths:
        for line in path.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            golds = tuple(Gold(one["page"], one["text"]) for one in record["passages"])
            rows.append(ToldRow(record["question"], record["document_id"], record["kind"], golds))
    return rows


def telling_of(question: str, corpus: Corpus) -> Narrative:
    """What is to be told, whether or not the question is taken for one that wants words."""
    names = names_of(corpus.catalogue)
    found = find_mentions(question, corpus_companies(corpus), load_fitted(), names=names)
    _, why = narrative_odds(features_of(found, signs_of(found)))
    return narrative_query(found, why >= 0.5).narratives[0]


def is_part(text: str, golds: Sequence[Gold]) -> bool:
    """Whether a piece is a part of a gold passage, or has one in it."""
    return any(fuzz.partial_ratio(text, gold.text) >= _ALIKE for gold in golds)


def overlap(texts: Sequence[str], golds: Sequence[Gold]) -> tuple[float, float]:
    """(recall, precision) of words: of the gold passages' in what is shown, and the other way."""
    shown = _words(texts)
    gold = _words([one.text for one in golds])
    common = sum(min(count, gold.get(word, 0)) for word, count in shown.items())
    return common / max(sum(gold.values()), 1), common / max(sum(shown.values()), 1)


def _words(texts: Iterable[str]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for text in texts:
        for word in _WORD.findall(text.lower()):
            counts[word] = counts.get(word, 0) + 1
    return counts
