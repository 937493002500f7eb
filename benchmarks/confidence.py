"""Fits what answers' confidence is made of: `python benchmarks/confidence.py CORPUS [--write]`.

Questions of the three suites are generated about half of the companies, in varied wording; one
in five has words added that change its meaning, so that no answer to it is right. The signs of
`secqa.systems.confidence` are weighed by logistic regression on whether the answers were right,
with no sign allowed to speak for an answer, and the threshold is the least at which so few as
2.5 in 100 given answers are wrong. All of it is then checked on the other companies, and on the
check half of the questions in free wording. `--write` stores the fit.
"""

import argparse
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from random import Random

import numpy as np

import secqa.systems
from free_wording import QUESTIONS, half_of
from free_wording import run as run_free
from secqa.benchmark.generate import Settings, Source, generate, source_of
from secqa.corpus.store import open_corpus
from secqa.evaluation.answers import Verdict, judge
from secqa.metrics.catalogue import load_catalogue
from secqa.models.model import Spent
from secqa.planning.planner import Plan
from secqa.systems.answer import Answer
from secqa.systems.confidence import Fit, load_fit, signs
from secqa.systems.engine import make_engine
from secqa.systems.make import make_system
from secqa.systems.thinking import OFFLINE

SUITES = ("single", "compound", "multi-document")
# Each asks for another figure than the question without it.
CHANGES = (
    "outside of its home market", "before one-time items", "of its largest division",
    "excluding recently acquired businesses", "on a constant currency basis", "from government "
    "customers", "as first guided by management", "according to analysts", "of its pension plan",
    "if the merger had closed in January", "sold through its own stores", "per square foot",
)  # fmt: skip
_SPOILED = 5
_MOST_WRONG = 0.025


@dataclass(frozen=True, slots=True)
class Sample:
    """An answer that was given, and whether it was right."""

    suite: str
    signs: dict[str, float]
    right: bool


def samples(
    corpus: Path, half: str, count: int, seeds: Sequence[int], free: Sequence[Path]
) -> tuple[list[Sample], int]:
    """Answers to questions about the companies of a half, and how many were asked."""
    opened, catalogue = open_corpus(corpus), load_catalogue()
    system, plan = make_system("codegen-docs", opened), make_engine(opened, OFFLINE, Spent()).plan
    source = _of_half(source_of(corpus), half)
    rng = Random(seeds[0])
    found: list[Sample] = []
    asked = 0
    for suite, seed in product(SUITES, seeds):
        settings = Settings(suite, count, seed, wordings="varied")
        for question in generate(source, catalogue, settings, "", "").questions:
            spoiled = rng.randrange(_SPOILED) == 0
            text = _spoiled(question.text, rng) if spoiled else question.text
            answer = system.answer(text)
            right = not spoiled and judge(answer.value, question.answer) is Verdict.RIGHT
            asked += 1
            found += _sample(suite, text, answer, right, plan)
    for questions in free:
        for case in run_free(corpus, "codegen-docs", 8, half, questions):
            right = case.outcome == "right"
            asked += 1
            found += _sample("free wording", case.question, case.answer, right, plan)
    return found, asked


def _sample(
    suite: str, text: str, answer: Answer, right: bool, plan: Callable[[str], Plan]
) -> list[Sample]:
    if answer.value is None:
        return []
    outputs = len(answer.value) if isinstance(answer.value, tuple) else 1
    return [Sample(suite, signs(plan(text).ask, answer.readings, outputs), right)]


def _of_half(source: Source, half: str) -> Source:
    rows = tuple(row for row in source.rows if half_of(row.ticker or row.cik) == half)
    documents = tuple(d for d in source.documents if half_of(d.ticker or d.cik) == half)
    return replace(source, rows=rows, documents=documents)


def _spoiled(text: str, rng: Random) -> str:
    change = rng.choice(CHANGES)
    head, mark, tail = text.rpartition("?")
    return f"{head} {change}?{tail}" if mark else f"{text} {change}"


def fit(given: Sequence[Sample]) -> Fit:
    """Weights by gradient descent, none of them positive, and the threshold."""
    names = list(given[0].signs)
    values = np.array([[sample.signs[name] for name in names] for sample in given])
    right = np.array([float(sample.right) for sample in given])
    weights, start = np.zeros(len(names)), 0.0
    for _ in range(20_000):
        off = 1 / (1 + np.exp(-(values @ weights + start))) - right
        weights = np.minimum(0.0, weights - 0.3 * (values.T @ off / len(given) + 1e-3 * weights))
        start -= 0.3 * off.mean()
    rounded = {
        name: round(float(w), 2) for name, w in zip(names, weights, strict=True) if w < -0.01
    }
    unset = Fit(round(float(start), 2), rounded, 0.0)
    ordered = sorted(((sure(sample, unset), sample.right) for sample in given), reverse=True)
    wrong, least = 0, 1.0
    for count, (value, is_right) in enumerate(ordered, 1):
        wrong += not is_right
        if wrong <= _MOST_WRONG * count and value > 0.5:
            least = value
    return replace(unset, threshold=math.ceil(least * 100) / 100)


def sure(sample: Sample, chosen: Fit) -> float:
    """The confidence that a fit gives."""
    odds = chosen.start + sum(w * sample.signs[name] for name, w in chosen.weights.items())
    return 1 / (1 + math.exp(-odds))


def show(name: str, given: Sequence[Sample], asked: int, chosen: Fit) -> None:
    """Coverage and errors at the threshold, and how right each band of confidence was."""
    kept = [sample for sample in given if sure(sample, chosen) >= chosen.threshold]
    wrong = sum(not sample.right for sample in kept)
    right = _share(sum(sample.right for sample in given), len(given))
    print(f"{name}: {asked} asked, {len(given)} answered ({right} right)")
    print(f"  at {chosen.threshold}: {len(kept)} given, {wrong} wrong ({_share(wrong, len(kept))})")
    for suite in dict.fromkeys(sample.suite for sample in given):
        of_suite = [sample for sample in kept if sample.suite == suite]
        wrong = sum(not sample.right for sample in of_suite)
        everyone = sum(sample.suite == suite for sample in given)
        print(f"  {suite}: {len(of_suite)} of {everyone} given, {wrong} wrong")
    for low, high in ((0.0, 0.5), (0.5, 0.8), (0.8, 0.9), (0.9, 0.95), (0.95, 1.01)):
        band = [sample for sample in given if low <= sure(sample, chosen) < high]
        if band:
            right = _share(sum(sample.right for sample in band), len(band))
            print(
                f"  confidence {low:.2f} to {min(high, 1):.2f}: {len(band)} answers, {right} right"
            )


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "none"


def main() -> None:
    """Fit, check, print, and store if asked to."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--count", type=int, default=150, help="questions a suite and half")
    parser.add_argument("--seeds", type=int, nargs="+", default=[11])
    parser.add_argument(
        "--free", type=Path, nargs="*", default=[QUESTIONS], help="questions in free wording"
    )
    parser.add_argument("--write", action="store_true", help="store the fit in the package")
    parser.add_argument("--check", action="store_true", help="only check the fit that is stored")
    chosen = parser.parse_args()
    if chosen.check:
        fitted = load_fit()
    else:
        given, asked = samples(chosen.corpus, "design", chosen.count, chosen.seeds, chosen.free)
        fitted = fit(given)
        show("fitted on", given, asked, fitted)
    given, asked = samples(chosen.corpus, "check", chosen.count, chosen.seeds, chosen.free)
    show("checked on", given, asked, fitted)
    lines = [f"start = {fitted.start}", f"threshold = {fitted.threshold}", "", "[weights]"]
    lines += [f"{name} = {weight}" for name, weight in fitted.weights.items()]
    print("\n".join(lines))
    if chosen.write:
        head = "# Written by benchmarks/confidence.py; see secqa/systems/confidence.py.\n"
        path = Path(secqa.systems.__path__[0], "confidence.toml")
        path.write_text(head + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
