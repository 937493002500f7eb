"""How far judges agree: their verdicts on the same answers in, Cohen's kappa out.

kappa = (p_o - p_e) / (1 - p_e): how much more often two judges agree than they would by chance,
each giving as many rights and wrongs as it does (Cohen, A coefficient of agreement for nominal
scales, 1960). 1 is full agreement, 0 what chance gives. Where both judge all answers alike, chance
explains it all and kappa says nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from secqa.evaluation.judging.case import Judgement
from secqa.evaluation.judging.rule_judge import judge_offline
from secqa.evaluation.judging.verdict_file import cases_of, verdicts_of
from secqa.evaluation.runs import Run

OFFLINE = "offline"


@dataclass(frozen=True, slots=True)
class Agreement:
    """Two judges on the answers that both judged."""

    run: str
    judges: tuple[str, str]
    answers: int
    same: int
    right: tuple[int, int]
    """How many each calls right."""
    kappa: float | None
    """None where it says nothing."""


def agreements_of(run: Run) -> tuple[Agreement, ...]:
    """Every pair of judges with verdicts on answers of a run; the offline judge has all."""
    cases = cases_of(run)
    kept = {
        name: {key: judgement for key, judgement in verdicts.items() if key in cases}
        for name, verdicts in verdicts_of(run.folder).items()
    }
    judges: dict[str, Mapping[str, Judgement]] = {name: own for name, own in kept.items() if own}
    if judges:
        judged = set().union(*judges.values())
        judges[OFFLINE] = {key: judge_offline(cases[key][1]) for key in cases if key in judged}
    return tuple(_agreement(run, pair, judges) for pair in combinations(judges, 2))


def kappa(one: Sequence[bool], other: Sequence[bool]) -> float | None:
    """Cohen's kappa of two judges' verdicts on the same answers; None where it says nothing."""
    count = len(one)
    if not count:
        return None
    observed = sum(a == b for a, b in zip(one, other, strict=True)) / count
    share, other_share = sum(one) / count, sum(other) / count
    expected = share * other_share + (1 - share) * (1 - other_share)
    return None if expected == 1 else (observed - expected) / (1 - expected)


def _agreement(
    run: Run, pair: tuple[str, str], judges: Mapping[str, Mapping[str, Judgement]]
) -> Agreement:
    first, second = (judges[name] for name in pair)
    both = [key for key in first if key in second]
    one, other = ([own[key].right for key in both] for own in (first, second))
    same = sum(a == b for a, b in zip(one, other, strict=True))
    right = sum(one), sum(other)
    return Agreement(str(run.folder), pair, len(both), same, right, kappa(one, other))
