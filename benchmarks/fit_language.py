"""Fit the parser to sentences and wordings by many hands: `secqa fit parser`.

Writes `fitted.npz` (linker, spans, how likely a reading is right) and `translator.npz` to
`src/secqa/parsing/data`. Needs scikit-learn and PyTorch. Half of the writers are linked by what
the other half taught. Three translators each leave out a third of the free writers, the first also
a third of the others. What they make of the writers left out fits how likely a reading is right,
and gives the figures that are printed.
Held-out writers are not opened here: see `benchmarks/held_out.py` and
`benchmarks/free_questions.py`.
"""

import argparse
import time
from collections import defaultdict
from collections.abc import Collection, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from estimators import fit_trees
from language.examples import Example, Surroundings, example_of, gold_query, pairs_of
from language.free import FREE, FreeQuestion, agrees, companies_of, load_free
from language.links import Sentence, fit_linker, fit_links
from language.outline import fit_outline
from language.packing import packed, packed_translator
from language.rows import DATA, Row, lines_said, load_companies, load_rows, load_wordings
from language.same import same
from language.translator import fit_translator
from secqa.errors import CannotAnswer
from secqa.learning.trees import UNSURE, FeatureTrees
from secqa.metrics.catalogue import load_catalogue
from secqa.parsing.entities.company_mentions import link_companies, mask_companies
from secqa.parsing.grammar.fitted import FILE, Fitted, load_fitted
from secqa.parsing.grammar.linker import Linker, SpanScorer
from secqa.parsing.grammar.question_mentions import occupied_words
from secqa.parsing.ground import ground
from secqa.parsing.lexicon import TRANSPARENT, tokens
from secqa.parsing.periods.times import find_times
from secqa.parsing.translation import translator as translation
from secqa.parsing.translation.question_readings import candidates
from secqa.parsing.translation.translator import Translator
from secqa.parsing.translation.uncovered_words import qualifiers_of, uncovered_of
from secqa.query.query import Query, lookups

FOLDS, PARTS = 2, 3
"""Halves of the writers that are linked by each other; parts of the writers that are left out of a
translator of their own."""
OUT = Path(__file__).parents[1] / "src/secqa/parsing/data"
FREE_KIND = "f"
"""The first letter of free writers."""
_OWN_COMPOSED = frozenset(f"f{number}" for number in (*range(43, 55), *range(73, 91)))
"""Free writers who thought of what they want to know rather than of a formula."""
_NOUNS = "nouns"
"""Generated questions for what no report tells. Their readings as figures are wrong; that they ask
for no figure is not counted: it would teach that any short question asks for none."""
_COUNT, _COUNT_COMPOSED, _COUNT_OF_KINDS = 3.0, 6.0, {"definition": 2.0, "sign": 2.0}
"""How much a reading counts: of any sentence, of those writers, of generated sentences by kind."""
_CAREFUL = {"lambda_l2": 20.0, "min_data_in_leaf": 100}
"""Settings of these trees, stronger than usual: rare features have few writers."""
_FEWEST_WRITERS = 3
"""Who have a word beside what they ask for, for it to be harmless."""

AnyRow = Row | FreeQuestion
Judged = tuple[dict[str, float], bool]
"""The doubts of a reading, and whether it is right."""


def main() -> None:
    """Fit, print how well it does on writers left out, write the files."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--pairs", type=Path, help="write the token pairs there, and end")
    parser.add_argument(
        "--translators", type=Path, nargs=PARTS + 1, metavar="FILE",
        help="translators that were fitted elsewhere: without each part of the writers, and to all",
    )  # fmt: skip
    options = parser.parse_args()
    fit = _Fit()
    with ProcessPoolExecutor(2, get_context("fork"), _keep, (fit,)) as pool:
        halves = list(pool.map(_links, [fit.own(1), fit.own(0)]))
    fit.linked = [Fitted(*links, UNSURE, frozenset(), frozenset()) for links in halves]
    fit.say("linked")
    examples = [one for place in range(FOLDS) for one in fit.examples(place)]
    if options.translators:
        *partial, last = (translation.unpacked(path.read_bytes()) for path in options.translators)
    else:
        pairs = pairs_of(examples)
        fit.say(f"{len(pairs.pairs)} of {len(fit.rows)} rows can be said")
        if options.pairs:
            options.pairs.write_bytes(pairs.saved())
            for writers in fit.left_out:
                print(",".join(sorted(writers)))
            return
        partial = [fit_translator(pairs.without(writers)) for writers in fit.left_out]
        last = fit_translator(pairs)
    for left_out, translator in zip(fit.left_out, partial, strict=True):
        others = [one for one in examples if one.writer not in left_out]
        fit.translators.append(replace(translator, outline=fit_outline(others)))
    last = replace(last, outline=fit_outline(examples))
    fit.say("outlines")
    fit.collect_spoken()
    with ProcessPoolExecutor(2, get_context("fork"), _keep, (fit,)) as pool:
        tasks = [(place, part) for part in range(PARTS) for place in range(FOLDS)]
        judged = [one for some in pool.map(_judged, tasks) for one in some]
    _show(judged)
    sureness = _fit_sureness(judged)
    fit.say("judged")
    with ProcessPoolExecutor(1, get_context("fork"), _keep, (fit,)) as pool:
        links = pool.submit(_links, fit.rows).result()
    final = Fitted(*links, sureness, fit.harmless(()), frozenset())
    final = replace(final, qualifiers=fit.qualifiers(final))
    for name, data in ((FILE, packed(final)), (translation.FILE, packed_translator(last))):
        (OUT / name).write_bytes(data)
        fit.say(f"{OUT / name}: {len(data):,} bytes")


_kept: list["_Fit"] = []


def _keep(fit: "_Fit") -> None:
    """Lines are looked up by functions, which cannot be sent to a process that has begun. One
    thread each: the processes share the cores."""
    from threadpoolctl import threadpool_limits

    _kept.append(fit)
    threadpool_limits(1)


def _links(rows: Sequence[AnyRow]) -> tuple[Linker, SpanScorer]:
    """Linker and span scorer of rows."""
    sentences = [one for row in rows if (one := _kept[0].sentence(row)) is not None]
    return fit_links(sentences, _kept[0].wordings)


def _judged(task: tuple[int, int]) -> list[tuple[AnyRow, list[Judged]]]:
    """The readings of a half and part of the writers."""
    return _kept[0].judged(*task)


class _Fit:
    """What all steps share: the rows, the companies, the wordings, what was fitted so far."""

    def __init__(self) -> None:
        self.began = time.time()
        folder = DATA / "train"
        old = load_rows(folder)
        self.rows: list[AnyRow] = [*old, *load_free(sorted((FREE / "train").glob("*.jsonl")))]
        self.about = Surroundings(load_companies(folder), lines_said(old), load_catalogue())
        self.wordings = tuple(load_wordings(self.about.catalogue))
        self.usual = fit_linker(self.wordings)
        self.spoken: defaultdict[str, set[str]] = defaultdict(set)
        writers = sorted({row.writer for row in self.rows})
        self.parts = [set(writers[place::FOLDS]) for place in range(FOLDS)]
        free = [name for name in writers if name[0] == FREE_KIND]
        others = [name for name in writers if name[0] != FREE_KIND and name != _NOUNS]
        self.left_out = [frozenset(free[part::PARTS]) for part in range(PARTS)]
        self.left_out[0] |= {_NOUNS, *others[::PARTS]}
        self.linked: list[Fitted] = []
        """Linkers of each half of the writers, fitted to the other half."""
        self.translators: list[Translator] = []
        """Fitted without each part of the writers."""
        self.free_companies = {
            name: companies_of(
                (row for row in self.rows if isinstance(row, FreeQuestion) and row.writer == name),
                self.about.known,
            )
            for name in free
        }

    def say(self, text: str) -> None:
        print(f"{text}, {time.time() - self.began:.0f} s", flush=True)

    def own(self, place: int) -> list[AnyRow]:
        """The rows of one half of the writers."""
        return [row for row in self.rows if row.writer in self.parts[place]]

    def examples(self, place: int) -> list[Example]:
        """The token pairs of one half, linked by what the other half taught."""
        made = (example_of(row, self.about, self.linked[place]) for row in self.own(place))
        return [one for one in made if one is not None]

    def collect_spoken(self) -> None:
        """Collect the words that writers have beside what they ask for."""
        for place in range(FOLDS):
            for row in filter(_is_answerable, self.own(place)):
                mentions = self.about.mentions(row.text, self.linked[place])
                for word in uncovered_of(mentions, self.linked[place]):
                    self.spoken[tokens(word)[0].stem].add(row.writer)

    def judged(self, place: int, part: int) -> list[tuple[AnyRow, list[Judged]]]:
        """The readings of the writers of a half who are left out with a part, by what the others
        taught.

        A question without an answer is left out where a reading of it is refused anyway.
        """
        found = []
        for row in self.own(place):
            if row.writer not in self.left_out[part]:
                continue
            own = replace(self.linked[place], harmless=self.harmless({row.writer}))
            mentions = self.about.mentions(row.text, own)
            readings = candidates(mentions, own, self.about.catalogue, self.translators[part])
            labels = [(doubts, self.is_right(row, query)) for query, doubts in readings]
            if _is_answerable(row) or all(label is not None for _, label in labels):
                found.append((row, [(doubts, bool(label)) for doubts, label in labels]))
        return found

    def is_right(self, row: AnyRow, query: Query | None) -> bool | None:
        """Whether a reading is what a row asks for; None where a company or year is none that the
        writer had, so that it is refused."""
        if query is None:
            return not _is_answerable(row)
        known = self.free_companies.get(row.writer, self.about.known)
        try:
            ground(query, known)
        except CannotAnswer:
            return None
        if not _is_answerable(row):
            return False
        if isinstance(row, FreeQuestion):
            return agrees(row, query, known, self.about.catalogue)
        assert row.query is not None
        return same(query, row.query, self.about.known)

    def harmless(self, left_out: Collection[str]) -> frozenset[str]:
        """Stems that several writers, some left out, have beside what they ask for."""
        return frozenset(
            stem
            for stem, writers in self.spoken.items()
            if len(writers.difference(left_out)) >= _FEWEST_WRITERS
        )

    def qualifiers(self, fitted: Fitted) -> frozenset[str]:
        """Stems that as many writers put beside a figure that they ask for as a whole."""
        writers: defaultdict[str, set[str]] = defaultdict(set)
        for row in filter(_is_answerable, self.rows):
            mentions = self.about.mentions(row.text, fitted)
            for at in qualifiers_of(mentions):
                writers[mentions.tokens[at].stem].add(row.writer)
        return frozenset(stem for stem, own in writers.items() if len(own) >= _FEWEST_WRITERS)

    def sentence(self, row: AnyRow) -> Sentence | None:
        mentions = self.about.mentions(row.text, load_fitted())
        try:
            query = gold_query(row, mentions, self.about)
        except (ValueError, KeyError, CannotAnswer):
            return None
        if query is None or query.narratives:
            return None
        text = row.text.replace("’", "'")
        named = link_companies(text, self.about.known, self.usual.is_usual)
        words = tuple(tokens(text))
        taken, _ = occupied_words(text, words, named, find_times(mask_companies(text, named)))
        said = {text for one in lookups(query) for text in (one.line, one.part) if text}
        for label in {
            tuple(w.stem for w in tokens(text)) for text in said if isinstance(text, str)
        }:
            # What a company calls its parts and lines is no wording of a metric.
            for first in range(len(words) - len(label) + 1):
                if tuple(word.stem for word in words[first : first + len(label)]) == label:
                    taken[first : first + len(label)] = [True] * len(label)
        free = tuple(
            at for at, word in enumerate(words) if not taken[at] and word.stem not in TRANSPARENT
        )
        metrics = tuple(dict.fromkeys(one.metric for one in lookups(query) if one.metric))
        return Sentence(words, tuple(taken), free, metrics)


def _is_answerable(row: AnyRow) -> bool:
    return bool(row.formula) if isinstance(row, FreeQuestion) else row.query is not None


def _count_of(row: AnyRow) -> float:
    """How much the readings of a row count for how likely a reading is right."""
    if row.writer == "generated":
        return _COUNT_OF_KINDS.get(row.kind, _COUNT)
    return _COUNT_COMPOSED if row.writer in _OWN_COMPOSED else _COUNT


def _fit_sureness(judged: Sequence[tuple[AnyRow, list[Judged]]]) -> FeatureTrees:
    pairs = [
        (one, _count_of(row))
        for row, readings in judged
        for one in readings
        if row.writer != _NOUNS or "gives nothing" not in one[0]
    ]
    names = tuple(sorted({name for (doubts, _), _ in pairs for name in doubts}))
    rows = np.array(
        [[doubts.get(name, 0.0) for name in names] for (doubts, _), _ in pairs], np.float32
    )
    right = np.array([right for (_, right), _ in pairs])
    counts = np.array([count for _, count in pairs])
    return FeatureTrees(names, fit_trees(rows, right, counts, **_CAREFUL))


def _show(judged: Sequence[tuple[AnyRow, list[Judged]]]) -> None:
    """How many questions are read right, and from which probability on how many wrong ones are
    given, on writers whom nothing was fitted on."""
    writers = sorted({row.writer for row, _ in judged})
    best: list[tuple[bool, bool, float, bool]] = []
    for own in range(3):
        held = set(writers[own::3])
        sureness = _fit_sureness([one for one in judged if one[0].writer not in held])
        for row, readings in judged:
            if row.writer not in held or not _is_answerable(row):
                continue
            scored = [(sureness.probability(doubts), doubts, right) for doubts, right in readings]
            probability, doubts, right = max(
                scored, key=lambda one: one[0], default=(0.0, {}, False)
            )
            given = bool(doubts) and "gives nothing" not in doubts
            best.append((isinstance(row, FreeQuestion), given, probability, right))
    for is_free, name in ((False, "given queries"), (True, "free questions")):
        mine = [one for one in best if one[0] == is_free]
        for least in (0.0, 0.5, 0.7, 0.8, 0.85, 0.9, 0.95):
            shown = [one for one in mine if one[1] and one[2] >= least]
            correct = sum(one[3] for one in shown)
            print(
                f"{name} from {least:.2f} on: right {correct / max(len(mine), 1):.1%}, given"
                f" {len(shown) / max(len(mine), 1):.1%}, wrong of given"
                f" {1 - correct / max(len(shown), 1):.1%}"
            )


if __name__ == "__main__":
    main()
