"""Convert scores to plain data, for `--json` and the report.

`figures.toml` and `measures.toml` document every field. Fields may be added; existing ones stay
until `schema` changes.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from secqa.evaluation.analysis.paper_analyses import (
    CaseStudy,
    calibration_of,
    compound_parts,
    retrieval_effects,
)
from secqa.evaluation.analysis.run_comparison import (
    RunComparison,
    Spread,
    differences,
    spreads,
    with_best,
)
from secqa.evaluation.analysis.standings import Leaderboard
from secqa.evaluation.judging.verdict_file import Agreement
from secqa.evaluation.run_scores import GROUPS, RunScores
from secqa.evaluation.scores import COST, MEASURES, RETRIEVAL, Measure
from secqa.files import bundled_toml
from secqa.learning.calibration import Proportion

SCHEMA = 1
_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_PLACES = 4
_FINE_PLACES = 6
"""Decimals of small numbers: p, dollars and their intervals."""
_OF_A_RUN = ["run", "system", "model", "benchmark", "retriever", "pages", "version", "questions"]
_LEADERBOARD = ("accuracy", "ndcg", "calls", "tokens", "cost")


def figures_of(
    runs: Sequence[RunScores], agreements: Iterable[Agreement] = (), case: CaseStudy | None = None
) -> dict[str, Any]:
    """All scores as JSON-ready data, with the question of a case study where there is one."""
    return {
        "schema": SCHEMA,
        "settings": [_run(run) for run in runs],
        "agreement": plain(list(agreements)),
        "versions": [_spread(spread) for spread in spreads(runs)],
        "comparisons": [
            {
                **_comparison(one),
                "measures": plain(differences(one.first, one.second), _FINE_PLACES),
            }
            for one in with_best(runs)
        ],
        "bottlenecks": plain(retrieval_effects(runs)),
        "case_study": plain(case),
    }


def published_schema() -> dict[str, Any]:
    """The JSON schema of the result of `figures_of`."""
    records = bundled_toml("secqa.evaluation", "figures.toml")
    objects = {name: _object(fields) for name, fields in records.items()}
    for measure in MEASURES.values():
        kind = "share" if measure.is_share else "number?" if measure.needs_all else "number"
        place = objects["setting"]
        for parent in measure.path[:-1]:
            place["required"] = list(dict.fromkeys([*place["required"], parent]))
            place = place["properties"].setdefault(parent, _object({}))
        described = _object({measure.path[-1]: (kind, measure.definition)})
        place["properties"] |= described["properties"]
        place["required"] += described["required"]
    interval = {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}
    about = {"$schema": _DIALECT, "title": "Scores of runs"}
    return about | objects.pop("figures") | {"$defs": objects | {"interval": interval}}


def _object(fields: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """The schema of a record, from the type and the meaning of each field."""
    return {
        "type": "object",
        "additionalProperties": False,
        "required": [name for name in fields if name != "scorers"],
        "properties": {
            name: _kind(kind) | {"description": about} for name, (kind, about) in fields.items()
        },
    }


def _kind(text: str) -> dict[str, Any]:
    """The schema of a type as `figures.toml` writes it."""
    if text.endswith("?"):
        return {"anyOf": [_kind(text[:-1]), {"type": "null"}]}
    if text.startswith("["):
        return {"type": "array", "items": _kind(text[1:-1])}
    if text.startswith("{"):
        return {"type": "object", "additionalProperties": _kind(text[1:-1])}
    is_plain = text in ("string", "number", "integer", "boolean")
    return {"type": text} if is_plain else {"$ref": f"#/$defs/{text}"}


def leaderboard_json(board: Leaderboard, left_out: list[str]) -> dict[str, Any]:
    """The order, the best first, and the places that each run really beats."""
    return {
        "schema": SCHEMA,
        "benchmark": board.runs[0].benchmark,
        "left_out": left_out,
        "entries": [
            {
                "place": place,
                **{name: getattr(run, name) for name in ("run", "system", "model", "pages")},
                "answers": len(run.answers),
                "questions": run.questions,
                **{name: _score(run, MEASURES[name]) for name in _LEADERBOARD},
                "better_than": list(board.beaten(run)),
            }
            for place, run in enumerate(board.runs, 1)
        ],
        "comparisons": [_comparison(one) for one in board.comparisons],
    }


def plain(value: Any, places: int = _PLACES) -> Any:
    """Dataclasses as objects and tuples as lists, with numbers rounded; a proportion also has its
    value and interval."""
    if isinstance(value, float):
        return round(value, places)
    if is_dataclass(value):
        record = {field.name: plain(getattr(value, field.name), places) for field in fields(value)}
        if isinstance(value, Proportion):
            record |= {"value": round(value.value, places)}
            record |= {"interval": plain(value.interval, places)}
        return record
    if isinstance(value, Mapping):
        return {key: plain(item, places) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [plain(item, places) for item in value]
    return value


def _run(run: RunScores) -> dict[str, Any]:
    record: dict[str, Any] = {name: getattr(run, name) for name in _OF_A_RUN}
    for measure in MEASURES.values():
        *parents, key = measure.path
        place = record
        for parent in parents:
            place = place.setdefault(parent, {})
        place[key] = _score(run, measure)
    intervals = {measure.name: run.interval(measure.name) for measure in (*RETRIEVAL, *COST)}
    return {
        **record,
        **{f"by_{group}": plain(run.by(group)) for group in GROUPS},
        "causes": run.causes,
        "parts": plain(compound_parts(run)),
        "sureness": plain(calibration_of(run)),
        "intervals": {
            name: plain(interval, _FINE_PLACES) for name, interval in intervals.items() if interval
        },
    }


def _score(run: RunScores, measure: Measure) -> Any:
    if measure.is_share:
        return plain(run.share(measure.name))
    mean = run.mean(measure.name)
    if mean is None:
        return None if measure.needs_all else 0.0
    return round(mean, measure.places)


def _comparison(one: RunComparison) -> dict[str, Any]:
    """Two runs, by their names and in a sentence."""
    paired = one.paired
    return {
        "first": one.names[0],
        "second": one.names[1],
        "questions": paired.total,
        "first_right": paired.first,
        "second_right": paired.second,
        "first_only": paired.first_only,
        "second_only": paired.second_only,
        "difference": round(paired.difference, _PLACES),
        "interval": plain(one.interval),
        "mcnemar_p": round(paired.p, _FINE_PLACES),
        "corrected_p": round(one.corrected.p, _FINE_PLACES),
        "real": one.real,
        "questions_needed": one.needed,
        "sentence": one.sentence,
    }


def _spread(spread: Spread) -> dict[str, Any]:
    names = ("system", "model", "retriever", "pages")
    record = {name: getattr(spread.versions[0], name) for name in names}
    accuracy = {str(run.version): run.accuracy.value for run in spread.versions}
    record |= {"accuracy": accuracy, "mean": spread.mean, "deviation": spread.deviation}
    return {name: plain(value) for name, value in record.items()}
