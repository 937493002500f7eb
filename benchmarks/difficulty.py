"""Fit how hard questions are: `secqa fit difficulty TRAIN DEV`.

Questions of the default suite that are not answered in words are generated about the companies of
two corpora, and answered by the four systems at 8 pages. How likely an answer is wrong is fitted on
the first corpus; printed is how well that, and the labels drawn from it, hold on the second.
The script stores the fit with `--write` alone. A thousand questions take some minutes.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from sklearn.metrics import roc_auc_score

import secqa.benchmark
from estimators import fit_odds
from secqa.benchmark.complexity import LEVELS, signs
from secqa.benchmark.corpus_facts import corpus_facts
from secqa.benchmark.generation import Origin, generate
from secqa.benchmark.suite import load_suite
from secqa.corpus.corpus_store import open_corpus
from secqa.evaluation.verdict import Verdict, judge_question
from secqa.learning.calibration import expected_error
from secqa.learning.linear import Odds
from secqa.systems.make import SYSTEMS, make_system

_PAGES = 8
_IN_WORDS = ("about",)
"""Kinds whose answers are words."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A question, and which systems answered it wrong."""

    signs: dict[str, float]
    wrong: tuple[bool, ...]
    """In the order of `SYSTEMS`."""


def samples(corpus: Path, count: int, seed: int) -> Iterator[Sample]:
    """Questions about the companies of a corpus, with what became of them."""
    opened, suite = open_corpus(corpus), load_suite("default")
    kinds = tuple(one for one in suite.kinds if one[0] not in _IN_WORDS)
    wanted = replace(suite, kinds=kinds, count=count)
    made = generate(corpus_facts(corpus), opened.catalogue, wanted, Origin(seed, "", ""))
    systems = [make_system(name, opened, _PAGES) for name in SYSTEMS]
    for question in made.questions:
        answers = [system.answer(question.text).value for system in systems]
        wrong = tuple(judge_question(one, question) is not Verdict.RIGHT for one in answers)
        yield Sample(signs(question, question.complexity), wrong)


def fit(given: Sequence[Sample]) -> tuple[Odds, float, float]:
    """Weights, and the probabilities that part the easiest and the hardest quarter."""
    rows = [sample.signs for sample in given for _ in sample.wrong]
    found = fit_odds(rows, [one for sample in given for one in sample.wrong])
    weights = {name: round(found.weights[name], 2) for name in given[0].signs}
    odds = Odds(weights, round(found.start, 2))
    chances = [odds.probability(sample.signs) for sample in given]
    easy, hard = (round(float(np.quantile(chances, share)), 2) for share in (0.25, 0.75))
    return odds, easy, hard


def told(name: str, given: Sequence[Sample], odds: Odds, easy: float, hard: float) -> Iterator[str]:
    """How well the fit holds, and how often each system is wrong under each label."""
    chances = np.array([odds.probability(sample.signs) for sample in given])
    wrong = np.array([sample.wrong for sample in given])
    flat, each = wrong.ravel(), np.repeat(chances, wrong.shape[1])
    yield (
        f"{name}: {len(given)} questions, {flat.mean():.1%} of answers wrong, AUC "
        f"{roc_auc_score(flat, each):.3f}, expected calibration error "
        f"{expected_error(each, flat):.3f}"
    )
    label = np.digitize(chances, [easy, np.nextafter(hard, 1)])
    for place, level in enumerate(LEVELS):
        own = label == place
        shares = zip(SYSTEMS, wrong[own].mean(axis=0), strict=True)
        yield (
            f"  {level}: {own.sum()} questions, expected wrong {chances[own].mean():.0%}; "
            + ", ".join(f"{system} {share:.0%}" for system, share in shares)
        )


def main() -> None:
    """Fit, print, and store if asked to."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("train", type=Path)
    parser.add_argument("dev", type=Path, help="filings of other companies")
    parser.add_argument(
        "--count", type=int, default=1000, help="questions to fit on; half to check"
    )
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--write", action="store_true", help="store the fit in the package")
    chosen = parser.parse_args()
    train = list(samples(chosen.train, chosen.count, chosen.seed))
    dev = list(samples(chosen.dev, chosen.count // 2, chosen.seed))
    odds, easy, hard = fit(train)
    lines = [
        *told("fitted on", train, odds, easy, hard),
        *told("other companies", dev, odds, easy, hard),
    ]
    print("\n".join(lines))
    if chosen.write:
        text = [
            "# Written by `secqa fit difficulty`; see difficulty.py beside it. Shares are wrong:",
            *(f"# {line}" for line in lines),
            f"start = {odds.start}",
            f"easy = {easy}",
            f"hard = {hard}",
            "",
            "[weights]",
            *(f"{name} = {weight}" for name, weight in odds.weights.items()),
        ]
        path = Path(secqa.benchmark.__path__[0], "difficulty.toml")
        path.write_text("\n".join([*text, ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
