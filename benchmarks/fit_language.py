"""Fit the parser to the sentences and wordings by many hands: `python benchmarks/fit_language.py`.

Writes `src/secqa/language/data/en/fitted.npz`. Needs scikit-learn. How sure a reading is, is fitted
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

from language.heads import Examples, examples_of, fit_heads
from language.links import Sentence, Wording, fit_linker, fit_links
from language.rows import DATA, Row, lines_said, load_companies, load_rows, load_wordings
from secqa.errors import CannotAnswer
from secqa.language.entities.companies import Companies
from secqa.language.entities.company_links import link_companies, mask_companies
from secqa.language.entities.lines import LinesOf
from secqa.language.ground import ground
from secqa.language.parser.fitted import FILE, Fitted, packed
from secqa.language.parser.frames import Frame
from secqa.language.parser.linker import Linker
from secqa.language.parser.mentions import TRANSPARENT, find_mentions, taken_words
from secqa.language.parser.parse import Parse, parses
from secqa.language.parser.skeleton import features_of, signs_of
from secqa.language.parser.sureness import doubts_of, uncovered_of
from secqa.language.query import Form, Query, lookups
from secqa.language.time.times import find_times
from secqa.language.understand import parts_of
from secqa.language.words import tokens
from secqa.learn.fit import fit_odds
from secqa.learn.odds import Odds
from secqa.metrics.catalogue import load_catalogue

FOLDS = 3
OUT = Path(__file__).parents[1] / "src/secqa/language/data/en" / FILE
_FEWEST_WRITERS = 2
"""Who have a word beside what they ask for, for it to be harmless."""


@dataclass(frozen=True, eq=False)
class Ground:
    """What all rows are about."""

    known: Companies
    lines_of: LinesOf
    parts: dict[str, frozenset[str]]
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
        parts_of(catalogue),
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
        judged = []
        for own, job in zip(folds, jobs, strict=True):
            outcome = job.result()
            judged += [one for one in outcome if one is not None]
            print(f"right, writers left out: {_share(outcome, own)}, {time.time() - began:.0f} s")
        fitted = Fitted(
            final.linker,
            final.spans,
            heads.result(),
            fit_odds([doubts for doubts, _ in judged], [right for _, right in judged]),
            _harmless(spoken, ()),
        )
    _show_sureness(fitted.sureness, judged)
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
    bare = Fitted(linker, spans, {}, Odds({}, 0.0), frozenset())
    if others:
        return bare, examples_of(others, bare, about.known, about.lines_of), {}
    return bare, {}, _spoken(rows, bare, about)


def _spoken(rows: Sequence[Row], fitted: Fitted, about: Ground) -> Spoken:
    writers: defaultdict[str, set[str]] = defaultdict(set)
    for row in rows:
        if row.query is not None:
            found = find_mentions(row.text, about.known, fitted, about.lines_of)
            reading = Parse(Query((), Form()), 0.0, Frame("value"), found.links)
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
    fitted = Fitted(bare.linker, bare.spans, heads, Odds({}, 0.0), harmless)
    return [_judged(row, fitted, _kept[0]) for row in rows]


def _sentence(row: Row, about: Ground) -> Sentence:
    text = row.text.replace("’", "'")
    mentions = link_companies(text, about.known, about.usual.is_usual)
    words = tuple(tokens(text))
    taken, _ = taken_words(text, words, mentions, find_times(mask_companies(text, mentions)))
    free = tuple(
        at for at, word in enumerate(words) if not taken[at] and word.stem not in TRANSPARENT
    )
    metrics = tuple(dict.fromkeys(one.metric for one in lookups(row.query) if one.metric))
    return Sentence(words, tuple(taken), free, metrics)


def _joined(parts: Sequence[Examples]) -> Examples:
    whole: Examples = defaultdict(list)
    for part in parts:
        for name, own in part.items():
            whole[name] += own
    return whole


def _judged(row: Row, fitted: Fitted, about: Ground) -> Judged | None:
    """What speaks against the best reading, and whether it is right; None where none is given."""
    found = find_mentions(row.text, about.known, fitted, about.lines_of)
    readings = parses(found, fitted, about.parts)
    if not readings:
        return None
    kinds = fitted.heads["kind"].scores(features_of(found, signs_of(found)))
    try:
        outputs = ground(readings[0].query, about.known).outputs
    except CannotAnswer:
        return None
    doubts = doubts_of(found, readings, kinds, fitted)
    return doubts, row.query is not None and _same(outputs, row.query, about.known)


def _same(outputs: object, asked: Query, known: Companies) -> bool:
    """Whether two queries ask for the same; forms of the answer do not count."""
    try:
        return outputs == ground(asked, known).outputs
    except CannotAnswer:
        return False


def _share(outcome: Sequence[Judged | None], rows: Sequence[Row]) -> str:
    right = Counter(
        bool(one and one[1])
        for one, row in zip(outcome, rows, strict=True)
        if row.query is not None
    )
    return f"{right[True] / max(right.total(), 1):.1%} of {right.total()}"


def _show_sureness(sureness: Odds, judged: Sequence[Judged]) -> None:
    """How many readings are given, and how many of those are wrong, from which probability on."""
    found = [(sureness.probability(doubts), right) for doubts, right in judged]
    for least in (0.0, 0.5, 0.7, 0.8, 0.85, 0.9, 0.95):
        given = [right for probability, right in found if probability >= least]
        wrong = 1 - sum(given) / max(len(given), 1)
        print(f"from {least:.2f} on: {len(given) / len(found):.1%} given, {wrong:.1%} wrong")


if __name__ == "__main__":
    main()
