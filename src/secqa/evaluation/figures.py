"""Scores as plain data: the one set of figures that `--json`, tables and the report show."""

from collections.abc import Iterable, Sequence
from typing import Any

from secqa.evaluation.judging.agreement import Agreement
from secqa.evaluation.retrieval import Measures
from secqa.evaluation.score import Setting, Share, share
from secqa.evaluation.versions import Spread, spreads

SCHEMA = 1


def figures_of(settings: Sequence[Setting], agreements: Iterable[Agreement] = ()) -> dict[str, Any]:
    """All scores as JSON-ready data; shares and measures 0 to 1, rounded to 4 places."""
    return {
        "schema": SCHEMA,
        "settings": [_setting(setting) for setting in settings],
        "agreement": [_agreement(one) for one in agreements],
        "versions": [_spread(spread) for spread in spreads(settings)],
    }


def _spread(spread: Spread) -> dict[str, Any]:
    first = spread.versions[0]
    return {
        "system": first.system,
        "model": first.model,
        "pages": first.pages,
        "accuracy": {str(one.version): round(one.accuracy.value, 4) for one in spread.versions},
        "mean": round(spread.mean, 4),
        "deviation": round(spread.deviation, 4),
    }


def _setting(setting: Setting) -> dict[str, Any]:
    return {
        "run": setting.run,
        "system": setting.system,
        "model": setting.model,
        "pages": setting.pages,
        "version": setting.version,
        "questions": setting.asked,
        "accuracy": _share(setting.accuracy),
        "answered": _share(setting.answered),
        "documents": _measures(setting.documents),
        "evidence_pages": _measures(setting.page_measures),
        "fact_recall": round(setting.fact_recall, 4),
        "pages_retrieved": round(setting.retrieved, 2),
        "calls": round(setting.calls, 2),
        "tokens": round(setting.tokens, 1),
        "cost": None if setting.cost is None else round(setting.cost, 6),
        "seconds": round(setting.seconds, 4),
        "in_words": {
            "accuracy": _share(share(setting.in_words)),
            "page_accuracy": _share(setting.page_accuracy),
            "passage_accuracy": _share(setting.passage_accuracy),
            "words": round(setting.words, 1),
        },
        "by_type": {name: _share(found) for name, found in setting.by_type.items()},
        "by_difficulty": {name: _share(found) for name, found in setting.by_difficulty.items()},
        "by_metric": {name: _share(found) for name, found in setting.by_metric.items()},
        "causes": setting.causes,
    }


def _share(share: Share) -> dict[str, Any]:
    low, high = share.interval
    return {
        "right": share.right,
        "total": share.total,
        "value": round(share.value, 4),
        "interval": [round(low, 4), round(high, 4)],
    }


def _agreement(one: Agreement) -> dict[str, Any]:
    return {
        "run": one.run,
        "judges": list(one.judges),
        "answers": one.answers,
        "same": one.same,
        "right": list(one.right),
        "kappa": None if one.kappa is None else round(one.kappa, 4),
    }


def _measures(measures: Measures) -> dict[str, float]:
    return {
        "precision": round(measures.precision, 4),
        "recall": round(measures.recall, 4),
        "f1": round(measures.f1, 4),
    }
