"""Analyses as plain data, as `figures.schema.json` documents them: dataclasses in, JSON out."""

from typing import Any

from secqa.evaluation.analysis.bottlenecks import Bottlenecks
from secqa.evaluation.analysis.case_study import CaseStudy
from secqa.evaluation.analysis.comparison import RunComparison, differences
from secqa.evaluation.analysis.measures import COST, RETRIEVAL, values_of
from secqa.evaluation.analysis.parts import CompoundPart
from secqa.evaluation.analysis.standings import Leaderboard
from secqa.evaluation.scores import Proportion, RunScores
from secqa.evaluation.statistics.bootstrap import Interval, mean_interval
from secqa.evaluation.statistics.risk_coverage import Calibration


def share_data(share: Proportion) -> dict[str, Any]:
    """Counts, the share and its interval."""
    return {
        "right": share.right,
        "total": share.total,
        "value": round(share.value, 4),
        "interval": interval_data(share.interval),
    }


def interval_data(interval: Interval, places: int = 4) -> list[float]:
    """[low, high]."""
    return [round(end, places) for end in interval]


def intervals_data(setting: RunScores) -> dict[str, list[float]]:
    """Bootstrap intervals of the means of a setting, without what was never measured."""
    values = {name: values_of(setting, measure) for name, measure in (RETRIEVAL | COST).items()}
    return {name: interval_data(mean_interval(own), 6) for name, own in values.items() if own}


def sureness_data(sureness: Calibration | None) -> dict[str, Any] | None:
    """The curve, the calibration error and the groups it is of."""
    if sureness is None:
        return None
    return {
        "curve": [
            {"coverage": round(point.coverage, 4), "accuracy": round(point.accuracy, 4)}
            for point in sureness.curve
        ],
        "calibration_error": round(sureness.error, 4),
        "brier": round(sureness.brier, 4),
        "groups": [
            {
                "confidence": round(group.given, 4),
                "accuracy": round(group.true, 4),
                "answers": group.count,
            }
            for group in sureness.groups
        ],
    }


def part_data(part: CompoundPart) -> dict[str, Any]:
    """A sub-metric, and at which stages it was lost."""
    return {
        "compound": part.compound,
        "part": part.part,
        "read": share_data(part.read),
        "causes": part.causes,
    }


def bottlenecks_data(found: Bottlenecks) -> dict[str, Any]:
    """R squared by measure."""
    return {
        "benchmark": found.benchmark,
        "settings": found.settings,
        "r_squared": {
            name: None if value is None else round(value, 4)
            for name, value in found.explained.items()
        },
    }


def case_data(case: CaseStudy | None) -> dict[str, Any] | None:
    """One question and the first pages of every setting."""
    if case is None:
        return None
    return {
        "question_id": case.question.question_id,
        "text": case.question.text,
        "systems": [
            {
                "name": one.name,
                "right": one.right,
                "pages": [
                    {"document": document, "page": page, "grade": grade}
                    for document, page, grade in one.pages
                ],
            }
            for one in case.systems
        ],
    }


def comparison_data(one: RunComparison) -> dict[str, Any]:
    """Two settings, by their names and in a sentence."""
    counted = one.paired
    return {
        "first": one.names[0],
        "second": one.names[1],
        "questions": counted.total,
        "first_right": counted.first,
        "second_right": counted.second,
        "first_only": counted.first_only,
        "second_only": counted.second_only,
        "difference": round(counted.difference, 4),
        "interval": interval_data(one.interval),
        "mcnemar_p": round(counted.p, 6),
        "corrected_p": round(one.corrected.p, 6),
        "real": one.real,
        "questions_needed": one.needed,
        "sentence": one.sentence,
    }


def measured_comparison_data(one: RunComparison) -> dict[str, Any]:
    """The same, with how far the two are apart in retrieval and cost."""
    measured = {
        name: {"difference": round(found.mean, 6), "interval": interval_data(found.interval, 6)}
        for name, found in differences(one.first, one.second).items()
    }
    return {**comparison_data(one), "measures": measured}


def leaderboard_data(board: Leaderboard, left_out: list[str]) -> dict[str, Any]:
    """The order, the best first, with the places that each is really better than."""
    return {
        "schema": 1,
        "benchmark": board.settings[0].benchmark,
        "left_out": left_out,
        "entries": [
            {
                "place": place,
                "run": setting.run,
                "system": setting.system,
                "model": setting.model,
                "pages": setting.pages,
                "accuracy": share_data(setting.accuracy),
                "ndcg": round(setting.ndcg, 4),
                "calls": round(setting.calls, 2),
                "tokens": round(setting.tokens, 1),
                "cost": None if setting.cost is None else round(setting.cost, 6),
                "better_than": list(board.beaten(setting)),
            }
            for place, setting in enumerate(board.settings, 1)
        ],
        "comparisons": [comparison_data(one) for one in board.comparisons],
    }
