"""Scores as plain data: the one set of figures that `--json`, tables and the report show.

`figures.schema.json` beside this file documents every field. Fields may be added; what is there
stays as long as `schema` does.
"""

from collections.abc import Iterable, Sequence
from importlib.resources import files
from typing import Any

from secqa.evaluation.analysis.bottlenecks import bottlenecks
from secqa.evaluation.analysis.case_study import CaseStudy
from secqa.evaluation.analysis.comparison import with_best
from secqa.evaluation.analysis.data import (
    bottlenecks_data,
    case_data,
    intervals_data,
    measured_comparison_data,
    part_data,
    share_data,
    sureness_data,
)
from secqa.evaluation.analysis.groups import GROUPS, shares_by
from secqa.evaluation.analysis.parts import parts_of
from secqa.evaluation.analysis.sure import sureness_of
from secqa.evaluation.judging.agreement import Agreement
from secqa.evaluation.retrieval_scores import SetScores
from secqa.evaluation.scores import Proportion, RunScores, share
from secqa.evaluation.versions import Spread, spreads

SCHEMA = 1


def published_schema() -> str:
    """The JSON schema of what `figures_of` gives."""
    return files("secqa.evaluation").joinpath("figures.schema.json").read_text(encoding="utf-8")


def figures_of(
    settings: Sequence[RunScores],
    agreements: Iterable[Agreement] = (),
    case: CaseStudy | None = None,
) -> dict[str, Any]:
    """All scores as JSON-ready data; shares and measures 0 to 1, rounded to 4 places.

    `case` is the question that is shown as a case study, where there is one.
    """
    return {
        "schema": SCHEMA,
        "settings": [_setting(setting) for setting in settings],
        "agreement": [_agreement(one) for one in agreements],
        "versions": [_spread(spread) for spread in spreads(settings)],
        "comparisons": [measured_comparison_data(one) for one in with_best(settings)],
        "bottlenecks": [bottlenecks_data(one) for one in bottlenecks(settings)],
        "case_study": case_data(case),
    }


def _spread(spread: Spread) -> dict[str, Any]:
    first = spread.versions[0]
    return {
        "system": first.system,
        "model": first.model,
        "retriever": first.retriever,
        "pages": first.pages,
        "accuracy": {str(one.version): round(one.accuracy.value, 4) for one in spread.versions},
        "mean": round(spread.mean, 4),
        "deviation": round(spread.deviation, 4),
    }


def _setting(setting: RunScores) -> dict[str, Any]:
    return {
        "run": setting.run,
        "system": setting.system,
        "model": setting.model,
        "benchmark": setting.benchmark,
        "retriever": setting.retriever,
        "pages": setting.pages,
        "version": setting.version,
        "questions": setting.asked,
        "accuracy": share_data(setting.accuracy),
        "answered": share_data(setting.answered),
        "documents": _measures(setting.documents),
        "evidence_pages": _measures(setting.page_measures),
        "fact_recall": round(setting.fact_recall, 4),
        "mrr": round(setting.mrr, 4),
        "ndcg": round(setting.ndcg, 4),
        "pages_retrieved": round(setting.retrieved, 2),
        "calls": round(setting.calls, 2),
        "tokens": round(setting.tokens, 1),
        "cost": None if setting.cost is None else round(setting.cost, 6),
        "seconds": round(setting.seconds, 4),
        "in_words": {
            "accuracy": share_data(share(setting.in_words)),
            "page_accuracy": share_data(setting.page_accuracy),
            "passage_accuracy": share_data(setting.passage_accuracy),
            "words": round(setting.words, 1),
        },
        "by_type": _shares(setting.by_type),
        "by_difficulty": _shares(setting.by_difficulty),
        "by_metric": _shares(setting.by_metric),
        **{f"by_{group}": _shares(shares_by(setting, group)) for group in GROUPS},
        "causes": setting.causes,
        "parts": [part_data(part) for part in parts_of(setting)],
        "sureness": sureness_data(sureness_of(setting)),
        "intervals": intervals_data(setting),
    }


def _shares(shares: dict[str, Proportion]) -> dict[str, Any]:
    return {name: share_data(found) for name, found in shares.items()}


def _agreement(one: Agreement) -> dict[str, Any]:
    return {
        "run": one.run,
        "judges": list(one.judges),
        "answers": one.answers,
        "same": one.same,
        "right": list(one.right),
        "kappa": None if one.kappa is None else round(one.kappa, 4),
    }


def _measures(measures: SetScores) -> dict[str, float]:
    return {
        "precision": round(measures.precision, 4),
        "recall": round(measures.recall, 4),
        "f1": round(measures.f1, 4),
    }
