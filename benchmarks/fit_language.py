"""Fit the parser to the sentences and wordings by many hands: `python benchmarks/fit_language.py`.

Writes `src/secqa/language/data/en/fitted.npz`. Needs scikit-learn. How sure a reading is, is fitted
to readings of writers whom neither linker nor heads had seen; the same holds of the figures that it
prints. Held-out writers (`data/heldout`) are not opened here: see `benchmarks/held_out.py`.
"""

import sys
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from language.heads import Examples, examples_of, fit_heads
from language.links import Sentence, fit_links
from language.rows import DATA, Row, lines_said, load_companies, load_rows, load_wordings
from secqa.errors import CannotAnswer
from secqa.language.companies import Companies
from secqa.language.company_links import link_companies, mask_companies
from secqa.language.fitted import FILE, Fitted, packed
from secqa.language.ground import ground
from secqa.language.lines import LinesOf
from secqa.language.linker import Linker
from secqa.language.mentions import TRANSPARENT, find_mentions, taken_words
from secqa.language.parse import parses
from secqa.language.query import Form, Query, lookups
from secqa.language.skeleton import features_of, signs_of
from secqa.language.sureness import doubts_of, uncovered_of
from secqa.language.times import find_times
from secqa.language.understand import parts_of
from secqa.language.words import tokens
from secqa.learn.odds import Odds
from secqa.metrics.catalogue import load_catalogue

FOLDS = 4
OUT = Path(__file__).parents[1] / "src/secqa/language/data/en" / FILE
_FEWEST_WRITERS = 2
"""Who have a word beside what they ask for, for it to be harmless."""


@dataclass(frozen=True, eq=False)
class Ground:
    """What all rows are about."""

    known: Companies
    lines_of: LinesOf
    parts: dict[str, frozenset[str]]


def main() -> None:
    """Fit, print how well it does on writers left out, write the file."""
    began = time.time()
    folder = DATA / "train"
    rows, catalogue = load_rows(folder), load_catalogue()
    about = Ground(load_companies(folder), lines_said(rows), parts_of(catalogue))
    wordings = load_wordings(catalogue)
    writers = sorted({row.writer for row in rows})
    folds = [[row for row in rows if row.writer in set(writers[n::FOLDS])] for n in range(FOLDS)]
    first = _linked(rows, wordings, about)
    bare, examples = [], []
    for own in folds:
        others = [row for row in rows if row not in set(own)]
        linked = _linked(others, wordings, about, first.linker)
        bare.append(linked)
        examples.append(examples_of(own, linked, about.known, about.lines_of))
        print(f"linked without {len(own)} sentences, {time.time() - began:.0f} s", flush=True)
    judged: list[tuple[dict[str, float], bool]] = []
    for place, own in enumerate(folds):
        heads = fit_heads(_joined([e for at, e in enumerate(examples) if at != place]))
        fitted = Fitted(
            bare[place].linker, bare[place].spans, heads, Odds({}, 0.0), bare[place].harmless
        )
        outcome = [_judged(row, fitted, about) for row in own]
        judged += [one for one in outcome if one is not None]
        print(f"right, writers left out: {_share(outcome, own)}, {time.time() - began:.0f} s")
    sureness = _fit_sureness(judged)
    final = Fitted(
        first.linker, first.spans, fit_heads(_joined(examples)), sureness, first.harmless
    )
    data = packed(final)
    OUT.write_bytes(data)
    print(f"{OUT}: {len(data):,} bytes, {time.time() - began:.0f} s")


def _linked(
    rows: Sequence[Row], wordings: list, about: Ground, usual: Linker | None = None
) -> Fitted:
    """Linker and spans alone, and the words that are harmless."""
    is_usual = usual.is_usual if usual else (lambda _stem: False)
    sentences = [_sentence(row, about.known, is_usual) for row in rows if row.query is not None]
    linker, spans = fit_links(sentences, wordings)
    bare = Fitted(linker, spans, {}, Odds({}, 0.0), frozenset())
    return Fitted(linker, spans, {}, Odds({}, 0.0), _harmless(rows, bare, about))


def _sentence(row: Row, known: Companies, is_usual: object) -> Sentence:
    text = row.text.replace("’", "'")
    mentions = link_companies(text, known, is_usual)  # type: ignore[arg-type]
    words = tuple(tokens(text))
    taken, _ = taken_words(text, words, mentions, find_times(mask_companies(text, mentions)))
    free = tuple(
        at for at, word in enumerate(words) if not taken[at] and word.stem not in TRANSPARENT
    )
    metrics = tuple(dict.fromkeys(one.metric for one in lookups(row.query) if one.metric))
    return Sentence(words, tuple(taken), free, metrics)


def _harmless(rows: Sequence[Row], fitted: Fitted, about: Ground) -> frozenset[str]:
    """Stems that several writers have in questions that can be answered, beside what is asked."""
    from secqa.language.frames import Frame
    from secqa.language.parse import Parse

    writers: defaultdict[str, set[str]] = defaultdict(set)
    for row in rows:
        if row.query is None:
            continue
        found = find_mentions(row.text, about.known, fitted, about.lines_of)
        reading = Parse(Query((), Form()), 0.0, Frame("value"), found.links)
        for word in uncovered_of(found, reading, fitted):
            writers[tokens(word)[0].stem].add(row.writer)
    return frozenset(stem for stem, own in writers.items() if len(own) >= _FEWEST_WRITERS)


def _joined(parts: Sequence[Examples]) -> Examples:
    whole: Examples = defaultdict(list)
    for part in parts:
        for name, own in part.items():
            whole[name] += own
    return whole


def _judged(row: Row, fitted: Fitted, about: Ground) -> tuple[dict[str, float], bool] | None:
    """What speaks against the best reading, and whether it is right; None where there is none."""
    found = find_mentions(row.text, about.known, fitted, about.lines_of)
    readings = parses(found, fitted, about.parts)
    if not readings:
        return None
    kinds = fitted.heads["kind"].scores(features_of(found, signs_of(found)))
    doubts = doubts_of(found, readings, kinds, fitted)
    return doubts, row.query is not None and _same(readings[0].query, row.query, about.known)


def _same(one: Query, other: Query, known: Companies) -> bool:
    """Whether two queries ask for the same; forms of the answer do not count."""
    try:
        return ground(one, known).outputs == ground(other, known).outputs
    except CannotAnswer:
        return False


def _share(outcome: Sequence[tuple[dict[str, float], bool] | None], rows: Sequence[Row]) -> str:
    right = Counter(
        bool(one and one[1])
        for one, row in zip(outcome, rows, strict=True)
        if row.query is not None
    )
    return f"{right[True] / max(right.total(), 1):.1%} of {right.total()}"


def _fit_sureness(judged: Sequence[tuple[dict[str, float], bool]]) -> Odds:
    from sklearn.linear_model import LogisticRegression

    names = sorted({name for doubts, _ in judged for name in doubts})
    table = np.array([[doubts.get(name, 0.0) for name in names] for doubts, _ in judged])
    spread = np.maximum(table.std(axis=0), 1e-6)
    model = LogisticRegression(C=0.3, max_iter=1000)
    model.fit(table / spread, np.array([right for _, right in judged]))
    weights = model.coef_[0] / spread
    return Odds(
        {name: round(float(w), 5) for name, w in zip(names, weights, strict=True)},
        round(float(model.intercept_[0]), 5),
    )


if __name__ == "__main__":
    sys.exit(main())
