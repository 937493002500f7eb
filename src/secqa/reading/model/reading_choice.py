"""Score proposals by fitted trees, and choose between the readings of rules and scorer.

If both read the same value, it is nearly always right. Otherwise their confidence decides. The
probability of the choice was fitted on companies that neither had seen.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files

import numpy as np

from secqa.learning.linear import Logistic
from secqa.learning.trees import Trees, trees_from
from secqa.metrics.label_model import LabelModel
from secqa.metrics.metric import Metric
from secqa.reading.model.candidate_features import features, log_odds
from secqa.reading.model.value_proposals import proposals, scored_tables
from secqa.reading.reading import Reading
from secqa.reading.target import Candidate, TargetTable

WEIGHTS = "reader.npz"
LEAST = 0.3
"""Less likely readings are discarded."""
_ALONE = 0.4
"""Minimum probability if the rules read nothing; below it, absent values outnumber right ones."""
TRUSTED = 0.75
"""Minimum confidence of rules that overrules the scorer: they handle banks, which the scorer has
rarely seen. On other companies both are right equally often in such cases."""
_CLOSE = 0.005


@dataclass(frozen=True, slots=True)
class CandidateScorer:
    """The fitted models: trees for proposals, and the probability of either reading."""

    trees: Trees
    ruled: Logistic
    learned: Logistic

    @staticmethod
    @lru_cache(maxsize=1)
    def load() -> "CandidateScorer":
        """The scorer of the package."""
        with (files("secqa.reading.model") / WEIGHTS).open("rb") as file:
            arrays = np.load(file)
            weights = [tuple(map(float, arrays[name])) for name in ("ruled", "learned")]
            made = [Logistic(own[1:], own[0]) for own in weights]
            return CandidateScorer(trees_from(arrays), *made)


@dataclass(frozen=True, slots=True)
class ScoredCandidate:
    """A candidate with its probability."""

    candidate: Candidate
    likely: float


def score_candidates(
    metric: Metric,
    tables: Sequence[TargetTable],
    ruled: Iterable[Candidate],
    labels: LabelModel,
    scorer: CandidateScorer,
) -> list[ScoredCandidate]:
    """Score all proposals of one document."""
    seen = scored_tables(tables, labels)
    proposed = proposals(metric, seen, ruled, labels)
    if not proposed:
        return []
    likely = scorer.trees.likely(features(metric, proposed, seen, labels))
    return [
        ScoredCandidate(one.candidate, float(p)) for one, p in zip(proposed, likely, strict=True)
    ]


def choice_evidence(found: Sequence[ScoredCandidate], ruled: Reading) -> tuple[float, ...]:
    """The features for the choice between two readings.

    Log-odds of the best proposal, of the best with another value and of the rules' value; the
    rules' confidence; whether the rules read a value, and whether both agree.
    """
    best = best_candidate(found)
    value = ruled.value if isinstance(ruled.value, float | int) else None
    if best is None:
        return (*(log_odds(0.0),) * 3, ruled.confidence, float(value is not None), 0.0)
    top = best.candidate.value
    rivals = [one.likely for one in found if not _same(one.candidate.value, top)]
    theirs = [
        one.likely for one in found if value is not None and _same(one.candidate.value, value)
    ]
    return (
        log_odds(best.likely),
        log_odds(max(rivals, default=0.0)),
        log_odds(max(theirs, default=0.0)),
        ruled.confidence,
        float(value is not None),
        float(value is not None and _same(top, value)),
    )


def choose_reading(
    found: Sequence[ScoredCandidate], ruled: Reading, read: Reading, scorer: CandidateScorer
) -> Reading:
    """The likelier reading of rules and scorer, with its probability.

    If both have the same value, the reading has the location of the rules.
    """
    evidence = choice_evidence(found, ruled)
    agree = bool(evidence[5])
    by_rule, by_score = scorer.ruled.likely(evidence), scorer.learned.likely(evidence)
    trusted = ruled.value is not None and ruled.confidence >= TRUSTED
    rules = ruled.value is not None and (agree or trusted or by_rule > by_score)
    likely = max(by_rule, by_score) if agree else by_rule if rules else by_score
    if trusted:
        likely = max(likely, LEAST)
    taken = ruled if rules else read
    if taken.value is None or likely < (LEAST if ruled.value is not None else _ALONE):
        why = ruled.why if ruled.value is None else f"nothing here is likely enough ({likely:.0%})"
        return Reading(ruled.question, None, why=why)
    return replace(taken, confidence=round(likely, 3))


def best_candidate(found: Sequence[ScoredCandidate]) -> ScoredCandidate | None:
    """The candidate with the highest probability."""
    return max(found, key=lambda one: one.likely, default=None)


def _same(one: float, other: float) -> bool:
    return abs(one - other) <= _CLOSE * abs(other)
