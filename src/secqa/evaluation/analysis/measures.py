"""What is measured of every answer, by name: a scored answer in, a number out.

The mean over questions is the score of a setting. One list serves the intervals of means, the
correlation of accuracy with retrieval, and the floors that a user's tests put under scores.
"""

from collections.abc import Callable
from statistics import fmean

from secqa.evaluation.scores import RunScores, Score

Measure = Callable[[Score], float | None]
"""None where a question has nothing to measure, or it is not known."""


def _retrieved(value: Measure) -> Measure:
    """A measure of retrieval, of questions with evidence alone."""
    return lambda scored: value(scored) if scored.retrieval.expected else None


RETRIEVAL: dict[str, Measure] = {
    "document_precision": _retrieved(lambda scored: scored.retrieval.documents.precision),
    "document_recall": _retrieved(lambda scored: scored.retrieval.documents.recall),
    "document_f1": _retrieved(lambda scored: scored.retrieval.documents.f1),
    "page_precision": _retrieved(lambda scored: scored.retrieval.pages.precision),
    "page_recall": _retrieved(lambda scored: scored.retrieval.pages.recall),
    "page_f1": _retrieved(lambda scored: scored.retrieval.pages.f1),
    "fact_recall": _retrieved(lambda scored: scored.retrieval.facts),
    "mrr": _retrieved(lambda scored: scored.retrieval.reciprocal_rank),
    "ndcg": _retrieved(lambda scored: scored.retrieval.ndcg),
}

QUALITY: dict[str, Measure] = {
    "accuracy": lambda scored: float(scored.right),
    "answered": lambda scored: float(scored.given),
    **RETRIEVAL,
}
"""From 0 to 1, and more is better."""

COST: dict[str, Measure] = {
    "calls": lambda scored: scored.prediction.answer.calls,
    "tokens": lambda scored: scored.prediction.answer.tokens,
    "cost": lambda scored: scored.prediction.answer.cost,
    "seconds": lambda scored: scored.prediction.answer.seconds,
}


def values_of(setting: RunScores, measure: Measure) -> list[float]:
    """The numbers of a setting, question by question, without those that have none."""
    values = (measure(scored) for scored in setting.answers)
    return [value for value in values if value is not None]


def mean_of(setting: RunScores, measure: Measure) -> float | None:
    """The mean over questions; None where no question has a number."""
    values = values_of(setting, measure)
    return fmean(values) if values else None
