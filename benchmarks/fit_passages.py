"""Fit what finds passages: `secqa fit passages TRAIN`.

TRAIN is a corpus of the filings that `language/data/told/train` asks about, those of the training
companies. Writes `src/secqa/reading/passages/passages.npz` and the card beside it. Needs
scikit-learn and LightGBM. What is printed and on the card is of companies left out, a fifth at a
time.
"""

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from io import BytesIO
from pathlib import Path

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray
from scipy.sparse.linalg import svds

from estimators import fit_odds, fit_trees
from language.rows import DATA
from language.told import ToldRow, is_part, load_told, telling_of
from secqa.corpus.corpus_store import Corpus, open_corpus
from secqa.filings.document import ElementType
from secqa.learning.linear import Odds
from secqa.learning.trees import UNSURE, FeatureTrees
from secqa.reading.passages.find import Pieces, answer_signs, piece_scores, pieces_of
from secqa.reading.passages.passage_choice import PassageLimits, is_heading
from secqa.reading.passages.word_meaning import (
    FILE,
    PassageScorer,
    WordMeaning,
    codes_of,
)
from secqa.retrieval.rank import retrieve_pages
from secqa.systems.narratives import PAGES

FOLDS = 5
KNOWN, DIMENSIONS = 12_000, 64
"""Stems that have a vector, and numbers of each."""
OTHERS = 4
"""One in so many questions is asked of another company's filing too, which does not answer it."""
OUT = Path(__file__).parents[1] / "src/secqa/reading/passages" / FILE
_PROSE = (ElementType.NARRATIVE_TEXT, ElementType.LIST_ITEM)
_CARD = """# What passages are found by

`{file}` holds {trees} boosted trees over {features} named features of a sentence, item, row or
heading on the pages retrieved; how likely any of them answers; and vectors of {known:,} stems. Made
by `secqa fit passages`, from {questions} questions about {companies} companies whose
answers other hands marked, {pieces:,} pieces, {right:,} of them right; vectors from {paragraphs:,}
paragraphs of the same filings.

| companies left out | |
|---|---|
| the best piece is a part of the answer | {first:.1%} |
| one of the best three is | {three:.1%} |
| answered from {answers} on, where the filing answers | {given:.1%} |
| refused, where it does not | {refused:.1%} |
"""


@dataclass(frozen=True, eq=False)
class Example:
    """A question with the pieces of the pages retrieved for it."""

    company: str
    pieces: Pieces
    right: NDArray[np.bool_]
    answered: bool


def main() -> None:
    """Fit, print, write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("corpus", type=Path)
    corpus = open_corpus(parser.parse_args().corpus)
    began = time.perf_counter()
    texts = list(paragraphs(corpus))
    meaning = fit_meaning(texts)
    print(f"{time.perf_counter() - began:.0f} s: {len(texts):,} paragraphs", flush=True)
    rows = load_told(sorted((DATA / "told" / "train").glob("*.jsonl")))
    bare = PassageScorer(UNSURE, Odds({}, 0.0), Odds({}, 0.0), meaning)
    examples = list(examples_of(rows, corpus, bare))
    print(f"{time.perf_counter() - began:.0f} s: {len(examples)} examples", flush=True)
    companies = sorted({one.company for one in examples})
    judged: list[tuple[Example, NDArray[np.float64]]] = []
    for fold in range(FOLDS):
        held = set(companies[fold::FOLDS])
        trees = fit_pieces([one for one in examples if one.company not in held])
        scorer = PassageScorer(trees, bare.there, bare.answers, meaning)
        judged += [
            (e, piece_scores(e.pieces.features, scorer)) for e in examples if e.company in held
        ]
    signs = [answer_signs(one.pieces.features, scores) for one, scores in judged]
    # Sure is what shows the answer, not what is asked of the right filing.
    answers = fit_odds(signs, [best_right(one, scores) for one, scores in judged])
    there = fit_odds(signs, [one.answered for one, _ in judged])
    final = PassageScorer(fit_pieces(examples), there, answers, meaning)
    OUT.write_bytes(packed(final))
    likely = [there.probability(one) for one in signs]
    ranked = [
        (e.right[np.argsort(-s)], p) for (e, s), p in zip(judged, likely, strict=True) if e.answered
    ]
    absent = [p for (e, _), p in zip(judged, likely, strict=True) if not e.answered]
    card = _CARD.format(
        file=FILE,
        answers=PassageLimits().there,
        trees=len(final.trees.trees.leaves),
        features=len(final.trees.names),
        known=len(meaning.codes),
        questions=len(rows),
        companies=len(companies),
        pieces=sum(len(one.right) for one in examples),
        right=sum(int(one.right.sum()) for one in examples),
        paragraphs=len(texts),
        first=np.mean([bool(right[0]) for right, _ in ranked]),
        three=np.mean([bool(right[:3].any()) for right, _ in ranked]),
        given=np.mean([p >= PassageLimits().there for _, p in ranked]),
        refused=np.mean([p < PassageLimits().there for p in absent]),
    )
    OUT.with_suffix(".md").write_text(card, encoding="utf-8")
    print(f"{time.perf_counter() - began:.0f} s, {OUT.stat().st_size:,} bytes\n{card}")


def packed(scorer: PassageScorer) -> bytes:
    """The scorer as the bytes of a `.npz` file; the same scorer gives the same bytes."""
    about = {
        "names": scorer.trees.names,
        "there": asdict(scorer.there),
        "answers": asdict(scorer.answers),
    }
    file = BytesIO()
    np.savez_compressed(
        file,
        about=np.frombuffer(json.dumps(about, sort_keys=True).encode(), np.uint8),
        codes=scorer.meaning.codes,
        rarity=scorer.meaning.rarity.astype(np.float16),
        vectors=scorer.meaning.vectors,
        **scorer.trees.trees.arrays(),
    )
    return file.getvalue()


def best_right(example: Example, scores: NDArray[np.float64]) -> bool:
    """Whether one of the best three pieces is right."""
    return bool(example.right[np.argsort(-scores, kind="stable")[:3]].any())


def paragraphs(corpus: Corpus) -> Iterator[str]:
    """Every paragraph with the heading that it stands under, each text once."""
    seen: set[str] = set()
    for document in corpus.documents:
        for element in corpus.document(document.document_id).elements:
            text = f"{' '.join(element.path[-1:])} {element.text}"
            if element.type in _PROSE and text not in seen:
                seen.add(text)
                yield text


def fit_meaning(texts: Sequence[str]) -> WordMeaning:
    """Rarity and vectors of the most frequent stems."""
    own = [np.unique(codes_of(text)) for text in texts]
    counts = Counter(code for one in own for code in one.tolist())
    known = np.array(sorted(code for code, _ in counts.most_common(KNOWN)), np.uint32)
    often = np.array([counts[code] for code in known.tolist()])
    rarity = np.log(len(texts) / often).astype(np.float32)
    kept = [one[np.isin(one, known)] for one in own]
    columns = np.searchsorted(known, np.concatenate(kept))
    starts = np.cumsum([0, *map(len, kept)])
    matrix = sp.csr_matrix((rarity[columns], columns, starts), (len(texts), len(known)))
    lengths = np.sqrt(np.maximum(matrix.multiply(matrix).sum(axis=1).A1, 1e-6))
    matrix = sp.diags(1 / lengths) @ matrix
    start = np.ones(min(matrix.shape))
    _, worth, right = svds(matrix, DIMENSIONS, v0=start)
    vectors = right.T * np.sqrt(worth)
    vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
    # A direction and its opposite are the same to the solver; one of them is taken.
    vectors *= np.sign(vectors[np.abs(vectors).argmax(axis=0), np.arange(DIMENSIONS)])
    return WordMeaning(known, rarity, np.rint(vectors * 127).astype(np.int8))


def examples_of(
    rows: Sequence[ToldRow], corpus: Corpus, scorer: PassageScorer
) -> Iterator[Example]:
    """What the questions teach: those whose answer is on the pages retrieved, and those that the
    filing does not answer."""
    for place, row in enumerate(rows):
        one = example_of(row, row.document_id, corpus, scorer)
        if one.answered == bool(row.passages):
            yield one
        other = rows[(place * 7 + len(rows) // 2) % len(rows)].document_id
        if place % OTHERS == 0 and row.kind != "about" and other[:3] != row.document_id[:3]:
            yield example_of(row, other, corpus, scorer)


def example_of(row: ToldRow, document: str, corpus: Corpus, scorer: PassageScorer) -> Example:
    """One question asked of a document."""
    telling = telling_of(row.text, corpus)
    if not telling.topic:
        # News is told as it stands, item by item: nothing is searched for.
        telling = replace(telling, topic=row.text)
    ranked = retrieve_pages(corpus, telling.topic, PAGES, [document])
    pieces = pieces_of(corpus, telling, ranked, scorer)
    golds = row.passages if document == row.document_id else ()
    right = np.array(
        [not is_heading(unit) and is_part(unit.text, golds) for unit in pieces.units], bool
    )
    return Example(corpus.entry(document).metadata.cik, pieces, right, bool(right.any()))


def fit_pieces(examples: Iterable[Example]) -> FeatureTrees:
    """The trees; every question weighs the same, however much its pages hold."""
    kept = [one for one in examples if len(one.right)]
    names = kept[0].pieces.features.names
    table = np.concatenate([one.pieces.features.table for one in kept])
    right = np.concatenate([one.right for one in kept])
    mean = np.mean([len(one.right) for one in kept])
    worth = np.concatenate([np.full(len(e.right), mean / len(e.right)) for e in kept])
    return FeatureTrees(names, fit_trees(table, right, worth))


if __name__ == "__main__":
    main()
