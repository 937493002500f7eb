"""Every measure of a run, declared once in `measures.toml`: tables, JSON, Markdown, report and
charts render it.

A measure gives a number for one answer. Its score is the mean over the questions that have a
number, which not all have: there may be no evidence to retrieve, or no known price.
"""

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from operator import attrgetter

from secqa.evaluation.scores import Score


def percent(value: float) -> str:
    """0.8333 -> "83.3%"."""
    return f"{100 * value:.1f}%"


def dollars(value: float | None) -> str:
    """0.01234 -> "0.0123"; a dash where a price is not known."""
    return "–" if value is None else f"{value:.4f}"


@dataclass(frozen=True, slots=True)
class Measure:
    """A number that an answer may have; `measures.toml` explains the fields."""

    name: str
    title: str
    head: str
    definition: str
    kind: str
    value: str
    path: tuple[str, ...] = ()
    is_share: bool = False
    places: int = 4
    text: str = ""
    needs_all: bool = False

    def of(self, score: Score) -> float | None:
        """The number of one answer; None where there is none."""
        if self.kind == "retrieval" and not score.retrieval.expected:
            return None
        if self.kind == "passage" and score.passage is None:
            return None
        number: float | None = attrgetter(self.value)(score)
        return number

    def show(self, mean: float | None) -> str:
        """The mean as tables print it: of nothing it is 0, and a dash where it is unknown."""
        if mean is None and self.needs_all:
            return "–"
        return self.text.format(mean or 0.0) if self.text else percent(mean or 0.0)


def _declared() -> dict[str, Measure]:
    text = (files("secqa.evaluation") / "measures.toml").read_text(encoding="utf-8")
    records = tomllib.loads(text)["measures"]
    return {
        record["name"]: Measure(**{**record, "path": tuple(record.get("path", [record["name"]]))})
        for record in records
    }


MEASURES = _declared()
RETRIEVAL = tuple(measure for measure in MEASURES.values() if measure.kind == "retrieval")
COST = tuple(measure for measure in MEASURES.values() if measure.kind == "cost")
QUALITY = (MEASURES["accuracy"], MEASURES["answered"], *RETRIEVAL)
"""The measures that `--fail-under` takes: from 0 to 1, and more is better."""
