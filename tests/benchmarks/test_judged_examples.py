"""Answers whose rightness is known by how they were made, and limits fitted to them."""

from judged_examples import Labelled, balanced, fit_least, judged
from secqa.evaluation.judging.case import JudgeCase
from secqa.evaluation.judging.rule_judge import MinimumShares
from secqa.evaluation.judging.text_overlap import measure_overlap
from secqa.learning.calibration import Proportion

GOLD = "Ships of oak are built in three yards, rigged by hand, and sold to traders abroad."
WHOLE, HALF = GOLD, " ".join(GOLD.split()[:9])


def labelled(answer: str, right: bool, how: str) -> Labelled:
    return Labelled(JudgeCase("What is built?", (GOLD,), answer, quoted=True), right, how)


CASES = [
    *(labelled(WHOLE, True, "whole") for _ in range(9)),
    labelled(HALF, False, "half"),
    labelled("Carts are built here.", False, "other"),
]


def test_limits_lie_between_what_is_right_and_what_is_wrong() -> None:
    covered = measure_overlap(GOLD, CASES[9].case).coverage
    least = fit_least(CASES)
    assert covered < least.coverage < 1
    assert balanced([(one, measure_overlap(GOLD, one.case)) for one in CASES], least) == 1


def test_every_way_to_be_wrong_counts_the_same() -> None:
    cases = [*CASES, *(labelled("Carts are built here.", False, "other") for _ in range(98))]
    measured = [(one, measure_overlap(GOLD, one.case)) for one in cases]
    lax = MinimumShares(coverage=0.1, figures=0.0)
    shares = judged(measured, lax)
    assert (shares[False, "half"], shares[False, "other"]) == (Proportion(0, 1), Proportion(99, 99))
    assert balanced(measured, lax) == 0.75
