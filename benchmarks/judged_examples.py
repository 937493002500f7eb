"""What the offline judge is fitted to: filings in, labelled answers out; those in, its limits out.

A passage under a heading is the gold text; answers to it are made of other passages of the corpus,
so that which are right is known and nobody labels by hand. Right are the passage among others, as
systems show several, in any order, and all but the end of it. Wrong are passages of the same
section, of other sections, under the same heading of another company where no sentence is the same,
under the same heading in another year where it tells other figures, and only the beginning of the
passage.
"""

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from statistics import fmean

from secqa.benchmark.grammar.passage_kinds import passages_of
from secqa.corpus.corpus_store import Corpus
from secqa.evaluation.judging.case import JudgeCase
from secqa.evaluation.judging.rule_judge import MinimumShares, judge_by
from secqa.evaluation.judging.text_overlap import (
    TextOverlap,
    measure_overlap,
    missing_figures,
    sentence_coverage,
)
from secqa.filings.document import Metadata
from secqa.learning.calibration import Proportion
from secqa.reading.reading import Passage
from secqa.reading.structure.text_figures import figures_in

_A_DOCUMENT = 4
"""Gold passages drawn from a report, so that long ones do not count for more."""
_SHOWN = 3
"""Passages of an answer, at most."""
_MOST, _BEGINNING = 0.75, 0.34
"""Shares of a passage's words that are most of it, and no more than its beginning. What lies
between nobody could call right or wrong."""
_EQUAL = 1e-9
_GRID = tuple(share / 100 for share in range(0, 100, 5))


@dataclass(frozen=True, slots=True)
class Labelled:
    """An answer of which is known whether it is right."""

    case: JudgeCase
    right: bool
    how: str
    """How it was made."""


def labelled_passages(corpus: Corpus, seed: int = 0) -> Iterator[Labelled]:
    """Answers to what annual reports say under their headings."""
    rng = random.Random(seed)
    reports = [m for m in corpus.documents if m.form == "10-K"]
    passages = {m.document_id: passages_of(corpus.document(m.document_id)) for m in reports}
    years, companies = _by_heading(reports, passages)
    for report in reports:
        own = passages[report.document_id]
        for gold in rng.sample(own, min(_A_DOCUMENT, len(own))):
            question = f"What does {report.company}'s {report.fiscal_year} annual report say " \
                       f"about {gold.heading}?"  # fmt: skip
            others = [one for one in own if one is not gold]
            near = [one for one in others if one.section == gold.section]
            far = [one for one in others if one.section != gold.section]
            heading = gold.heading.lower()
            stale = [p for p in years[report.cik, heading] if _tells_other_figures(p, gold)]
            foreign = [
                passage
                for cik, passage in companies[heading]
                if cik != report.cik and not sentence_coverage(gold.text, passage.text)
            ]
            made = [
                (True, "among others", _shown(rng, [gold, *_drawn(rng, others, _SHOWN - 1)])),
                (True, "most of it", _part(gold, _MOST)),
                (False, "beginning", _part(gold, _BEGINNING)),
                (False, "same section", _shown(rng, _drawn(rng, near, _SHOWN))),
                (False, "other sections", _shown(rng, _drawn(rng, far, _SHOWN))),
                (False, "another year", _shown(rng, _drawn(rng, stale, 1))),
                (False, "another company", _shown(rng, _drawn(rng, foreign, 1))),
            ]
            for right, how, answer in made:
                if answer:
                    yield Labelled(
                        JudgeCase(question, (gold.text,), answer, quoted=True), right, how
                    )


def fit_least(labelled: Sequence[Labelled]) -> MinimumShares:
    """The limits under which right and wrong answers are told apart best.

    Among equally good ones those in the middle, which leave room on both sides.
    """
    measured = [(one, measure_overlap(one.case.golds[0], one.case)) for one in labelled]
    scores = {pair: balanced(measured, MinimumShares(*pair)) for pair in product(_GRID, _GRID)}
    best = max(scores.values())
    equal = [pair for pair, score in scores.items() if score > best - _EQUAL]
    coverages, figures = (sorted(side) for side in zip(*equal, strict=True))
    middle = coverages[len(equal) // 2], figures[len(equal) // 2]
    return min((MinimumShares(*pair) for pair in equal), key=lambda one: _apart(one, middle))


def _apart(one: MinimumShares, other: tuple[float, float]) -> float:
    return abs(one.coverage - other[0]) + abs(one.figures - other[1])


def balanced(measured: Sequence[tuple[Labelled, TextOverlap]], least: MinimumShares) -> float:
    """Share of the answers that are judged as they are: right and wrong ones count half each, and
    within both every way to make one the same."""
    shares = judged(measured, least)
    kinds = [
        [s.value for (right, _), s in shares.items() if right == kind] for kind in (True, False)
    ]
    return fmean(fmean(kind) for kind in kinds if kind)


def judged(
    measured: Sequence[tuple[Labelled, TextOverlap]], least: MinimumShares
) -> dict[tuple[bool, str], Proportion]:
    """How many of each kind are judged as they are, by (right, how they were made)."""
    groups: dict[tuple[bool, str], list[bool]] = defaultdict(list)
    for one, found in measured:
        verdict = judge_by(found, one.case, least)
        groups[one.right, one.how].append(verdict.right == one.right)
    return {kind: Proportion(sum(group), len(group)) for kind, group in groups.items()}


def _by_heading(
    reports: Sequence[Metadata], passages: dict[str, list[Passage]]
) -> tuple[dict[tuple[str, str], list[Passage]], dict[str, list[tuple[str, Passage]]]]:
    """Passages by (company, heading), and with their company by heading."""
    years: dict[tuple[str, str], list[Passage]] = defaultdict(list)
    companies: dict[str, list[tuple[str, Passage]]] = defaultdict(list)
    for report in reports:
        for passage in passages[report.document_id]:
            years[report.cik, passage.heading.lower()].append(passage)
            companies[passage.heading.lower()].append((report.cik, passage))
    return years, companies


def _tells_other_figures(passage: Passage, gold: Passage) -> bool:
    """Whether half of the gold passage's figures are not in it: what changes from year to year."""
    golds = figures_in(gold.text)
    lacking = missing_figures(golds, figures_in(passage.text))
    return passage is not gold and len(golds) > 1 and 2 * len(lacking) >= len(golds)


def _drawn(rng: random.Random, passages: Sequence[Passage], most: int) -> list[Passage]:
    return rng.sample(passages, min(rng.randint(1, most), len(passages)))


def _shown(rng: random.Random, passages: list[Passage]) -> str:
    rng.shuffle(passages)
    return "\n\n".join(passage.text for passage in passages)


def _part(passage: Passage, share: float) -> str:
    words = passage.text.split()
    return " ".join(words[: round(share * len(words))])
