"""Fit the parser to the sentences and wordings by many hands: `secqa fit parser`.

Writes `src/secqa/parsing/data/fitted.npz`. Needs scikit-learn. How sure a reading is, is fitted
to readings of writers whom neither linker nor heads had seen; the same holds of the figures that it
prints. Held-out writers (`data/heldout`) are not opened here: see `benchmarks/held_out.py`.
"""

import time
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from language.heads import Examples, examples_of, fit_heads
from language.links import Sentence, Wording, fit_linker, fit_links
from language.packing import packed
from language.rows import DATA, Row, lines_said, load_companies, load_rows, load_wordings
from language.same import same
from secqa.errors import CannotAnswer
from secqa.learning.estimators import fit_trees
from secqa.learning.trees import UNSURE, FeatureTrees
from secqa.metrics.catalogue import Catalogue, load_catalogue
from secqa.parsing.entities.company_index import CompanyIndex
from secqa.parsing.entities.company_mentions import link_companies, mask_companies
from secqa.parsing.entities.label_mentions import LinesOf
from secqa.parsing.grammar.fitted import FILE, Fitted
from secqa.parsing.grammar.frames import QuestionFrame
from secqa.parsing.grammar.linker import Linker
from secqa.parsing.grammar.parse import Parse, parses
from secqa.parsing.grammar.parse_confidence import doubts_of, uncovered_of
from secqa.parsing.grammar.question_mentions import find_mentions, occupied_words
from secqa.parsing.grammar.skeleton import features_of, signs_of
from secqa.parsing.ground import ground
from secqa.parsing.lexicon import TRANSPARENT, tokens
from secqa.parsing.periods.times import find_times
from secqa.query.query import AnswerForm, Query, lookups

FOLDS = 3
OUT = Path(__file__).parents[1] / "src/secqa/parsing/data" / FILE
_FEWEST_WRITERS = 2
"""Who have a word beside what they ask for, for it to be harmless."""


@dataclass(frozen=True, eq=False)
class Ground:
    """What all rows are about."""

    known: CompanyIndex
    lines_of: LinesOf
    catalogue: Catalogue
    wordings: tuple[Wording, ...]
    usual: Linker
    """Of wordings alone."""


Judged = tuple[dict[str, float], bool]
"""What speaks against a reading, and whether it is right."""


def main() -> None:
    """Fit, print how well it does on writers left out, write the file."""
    began = time.time()
    folder = DATA / "train"
    rows, catalogue = load_rows(folder), load_catalogue()
    about = Ground(
        load_companies(folder),
        lines_said(rows),
        catalogue,
        tuple(load_wordings(catalogue)),
        fit_linker(load_wordings(catalogue)),
    )
    writers = sorted({row.writer for row in rows})
    held = [set(writers[place::FOLDS]) for place in range(FOLDS)]
    folds = [[row for row in rows if row.writer in own] for own in held]
    parts = [[row for row in rows if row.writer not in own] for own in held]
    with ProcessPoolExecutor(2, get_context("fork"), _keep, (about,)) as pool:
        whole = pool.submit(_linked, rows, [])
        pairs = zip(parts, folds, strict=True)
        linked = [pool.submit(_linked, part, own) for part, own in pairs]
        final, _, spoken = whole.result()
        done = [one.result() for one in linked]
        print(f"linked, {time.time() - began:.0f} s", flush=True)
        jobs = [
            pool.submit(_judge_fold, own, done, place, spoken) for place, own in enumerate(folds)
        ]
        heads = pool.submit(fit_heads, _joined([examples for _, examples, _ in done]))
        judged, judged_writers = [], []
        for own, job in zip(folds, jobs, strict=True):
            outcome = job.result()
            judged += [one for one in outcome if one is not None]
            pairs_of = zip(own, outcome, strict=True)
            judged_writers += [row.writer for row, one in pairs_of if one is not None]
            print(f"right, writers left out: {_share(outcome, own)}, {time.time() - began:.0f} s")
        fitted = Fitted(
            final.linker, final.spans, heads.result(), _fit_sureness(judged), _harmless(spoken, ())
        )
    _show_sureness(_left_out(judged, judged_writers))
    data = packed(fitted)
    OUT.write_bytes(data)
    print(f"{OUT}: {len(data):,} bytes, {time.time() - began:.0f} s")


_kept: list[Ground] = []


def _keep(about: Ground) -> None:
    """Lines are looked up by functions, which cannot be sent to a process that has begun."""
    _kept.append(about)


Spoken = dict[str, set[str]]
"""Stem -> writers who have it in a question that can be answered, beside what is asked."""
Linked = tuple[Fitted, Examples, Spoken]


def _linked(rows: Sequence[Row], others: Sequence[Row]) -> Linked:
    """Linker and spans fitted to rows, and what other rows teach with them."""
    about = _kept[0]
    sentences = [_sentence(row, about) for row in rows if row.query is not None]
    linker, spans = fit_links(sentences, about.wordings)
    bare = Fitted(linker, spans, {}, UNSURE, frozenset())
    if others:
        return bare, examples_of(others, bare, about.known, about.lines_of), {}
    return bare, {}, _spoken(rows, bare, about)


def _spoken(rows: Sequence[Row], fitted: Fitted, about: Ground) -> Spoken:
    writers: defaultdict[str, set[str]] = defaultdict(set)
    for row in rows:
        if row.query is not None:
            found = find_mentions(row.text, about.known, fitted, about.lines_of)
            reading = Parse(Query((), AnswerForm()), 0.0, QuestionFrame("value"), found.links)
            for word in uncovered_of(found, reading, fitted):
                writers[tokens(word)[0].stem].add(row.writer)
    return dict(writers)


def _harmless(spoken: Spoken, left_out: Collection[str]) -> frozenset[str]:
    """Stems of several writers, some left out."""
    return frozenset(
        stem
        for stem, writers in spoken.items()
        if len(writers.difference(left_out)) >= _FEWEST_WRITERS
    )


def _judge_fold(
    rows: Sequence[Row], linked: Sequence[Linked], place: int, spoken: Spoken
) -> list[Judged | None]:
    """The rows of one fold, read by what the others taught."""
    heads = fit_heads(_joined([own for at, (_, own, _) in enumerate(linked) if at != place]))
    harmless = _harmless(spoken, {row.writer for row in rows})
    bare = linked[place][0]
    fitted = Fitted(bare.linker, bare.spans, heads, UNSURE, harmless)
    return [_judged(row, fitted, _kept[0]) for row in rows]


def _sentence(row: Row, about: Ground) -> Sentence:
    text = row.text.replace("’", "'")
    mentions = link_companies(text, about.known, about.usual.is_usual)
    words = tuple(tokens(text))
    taken, _ = occupied_words(text, words, mentions, find_times(mask_companies(text, mentions)))
    for label in _labels_of(row):
        # What a company calls its parts and lines is no wording of a metric.
        for first in range(len(words) - len(label) + 1):
            if tuple(word.stem for word in words[first : first + len(label)]) == label:
                taken[first : first + len(label)] = [True] * len(label)
    free = tuple(
        at for at, word in enumerate(words) if not taken[at] and word.stem not in TRANSPARENT
    )
    metrics = tuple(dict.fromkeys(one.metric for one in lookups(row.query) if one.metric))
    return Sentence(words, tuple(taken), free, metrics)


def _labels_of(row: Row) -> set[tuple[str, ...]]:
    said = {text for one in lookups(row.query) for text in (one.line, one.part) if text}
    return {tuple(word.stem for word in tokens(text)) for text in said if isinstance(text, str)}


def _joined(parts: Sequence[Examples]) -> Examples:
    whole: Examples = defaultdict(list)
    for part in parts:
        for name, own in part.items():
            whole[name] += own
    return whole


def _judged(row: Row, fitted: Fitted, about: Ground) -> Judged | None:
    """What speaks against the best reading, and whether it is right; None where none is given."""
    found = find_mentions(row.text, about.known, fitted, about.lines_of)
    readings = parses(found, fitted, about.catalogue)
    if not readings:
        return None
    kinds = fitted.heads["kind"].scores(features_of(found, signs_of(found)))
    try:
        ground(readings[0].query, about.known)
    except CannotAnswer:
        return None
    doubts = doubts_of(found, readings, kinds, fitted)
    right = row.query is not None and same(readings[0].query, row.query, about.known)
    return doubts, right


def _share(outcome: Sequence[Judged | None], rows: Sequence[Row]) -> str:
    right = Counter(
        bool(one and one[1])
        for one, row in zip(outcome, rows, strict=True)
        if row.query is not None
    )
    return f"{right[True] / max(right.total(), 1):.1%} of {right.total()}"


def _fit_sureness(judged: Sequence[Judged]) -> FeatureTrees:
    names = tuple(sorted({name for doubts, _ in judged for name in doubts}))
    rows = np.array([[doubts.get(name, 0.0) for name in names] for doubts, _ in judged], np.float32)
    right = np.array([right for _, right in judged])
    return FeatureTrees(names, fit_trees(rows, right, np.ones(len(right))))


def _left_out(judged: Sequence[Judged], writers: Sequence[str]) -> list[tuple[float, bool]]:
    """How sure each reading is by what the others teach, and whether it is right."""
    found = []
    for own in range(FOLDS):
        held = set(sorted(set(writers))[own::FOLDS])
        pairs = list(zip(judged, writers, strict=True))
        sureness = _fit_sureness([one for one, writer in pairs if writer not in held])
        found += [(sureness.probability(d), right) for (d, right), w in pairs if w in held]
    return found


def _show_sureness(found: Sequence[tuple[float, bool]]) -> None:
    """How many readings are given, and how many of those are wrong, from which probability on."""
    for least in (0.0, 0.5, 0.7, 0.8, 0.85, 0.9, 0.95):
        given = [right for probability, right in found if probability >= least]
        wrong = 1 - sum(given) / max(len(given), 1)
        print(f"from {least:.2f} on: {len(given) / len(found):.1%} given, {wrong:.1%} wrong")


if __name__ == "__main__":
    main()
