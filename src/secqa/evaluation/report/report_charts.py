"""The figures of the SEC-QA paper and of confidence: scored settings and their figures in, charts
out.

A run is a line, and keeps its colour in all charts. Charts that the runs have no numbers for, as
of versions or prices, or but one, are left out.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any

from secqa.charts import (
    Chart,
    ChartLine,
    ChartPoint,
    amounts_axis,
    named_axis,
    shares_axis,
)
from secqa.evaluation.analysis.comparison import best_of_runs
from secqa.evaluation.score_tables import name_of
from secqa.evaluation.scores import RunScores
from secqa.evaluation.versions import spreads

Figures = Mapping[str, Any]
"""As `figures.schema.json` documents them: all, or those of one setting."""
Number = Callable[[Figures], Any]
"""A setting's own: a number, or None where it is not known."""

_INTERVALS = "Bars are 95% intervals."


def styles_of(settings: Sequence[RunScores]) -> dict[str, int]:
    """run -> its style, the first run 0."""
    return {run: style for style, run in enumerate(dict.fromkeys(s.run for s in settings))}


def charts_of(settings: Sequence[RunScores], figures: Figures) -> tuple[Chart, ...]:
    """All that there are numbers for; `figures` are those of the settings."""
    found = (
        *_over_pages(settings, figures),
        *_over_retrieval(settings, figures),
        *_over_cost(settings, figures),
        *_over_versions(settings, figures),
        *_of_confidence(settings, figures),
    )
    return tuple(chart for chart in found if sum(len(line.points) for line in chart.lines) > 1)


def _over_pages(settings: Sequence[RunScores], figures: Figures) -> Iterator[Chart]:
    """Figure 2: what more pages are worth."""
    x = named_axis("pages retrieved for each value, k", [s.pages for s in settings], doubling=True)
    measures: tuple[tuple[str, str, Number], ...] = (
        ("accuracy", "Accuracy", _accuracy),
        ("fact_recall", "Fact recall", itemgetter("fact_recall")),
        ("page_f1", "Page F1", lambda one: one["evidence_pages"]["f1"]),
        ("document_f1", "Document F1", lambda one: one["documents"]["f1"]),
    )
    for name, title, number in measures:
        yield Chart(
            f"{name.replace('_', '-')}-over-pages",
            f"{title} over the number of pages retrieved",
            _INTERVALS,
            x,
            shares_axis(title),
            _lines(settings, figures, itemgetter("pages"), number, name),
            apart=True,
        )


def _over_retrieval(settings: Sequence[RunScores], figures: Figures) -> Iterator[Chart]:
    """Figure 3: whether who retrieves better answers better."""
    explained = [
        f"{one['r_squared']['fact_recall']:.2f}"
        for one in figures["bottlenecks"]
        if one["r_squared"]["fact_recall"] is not None
    ]
    note = "A point is a run at one k."
    if explained:
        note += f" A straight line explains R² = {', '.join(explained)} of the differences."
    yield Chart(
        "accuracy-over-retrieval",
        "Accuracy against retrieval",
        note,
        shares_axis("fact recall"),
        shares_axis("accuracy"),
        _lines(settings, figures, itemgetter("fact_recall"), _accuracy),
        joined=False,
    )


def _over_cost(settings: Sequence[RunScores], figures: Figures) -> Iterator[Chart]:
    """Figure 4: what accuracy costs."""
    measures = (
        ("calls", "calls a question"),
        ("tokens", "tokens a question"),
        ("cost", "US$ a question"),
        ("seconds", "seconds a question"),
    )
    for name, title in measures:
        amounts = [one[name] for one in figures["settings"] if one[name] is not None]
        if any(amounts):
            yield Chart(
                f"accuracy-over-{name}",
                f"Accuracy against {title}",
                f"A point is a run at one k. {_INTERVALS}",
                amounts_axis(title, amounts),
                shares_axis("accuracy"),
                _lines(settings, figures, itemgetter(name), _accuracy, "accuracy"),
                joined=False,
            )


def _over_versions(settings: Sequence[RunScores], figures: Figures) -> Iterator[Chart]:
    """Figure 5: the same questions as of several years."""
    years = [int(year) for one in figures["versions"] for year in one["accuracy"]]
    if not years:
        return
    lines = []
    for style, (spread, one) in enumerate(zip(spreads(settings), figures["versions"], strict=True)):
        name = f"{spread.versions[0].name}, k = {one['pages']}"
        points = tuple(
            ChartPoint(int(year), value, f"{name}, {year}: {100 * value:.1f}%")
            for year, value in one["accuracy"].items()
        )
        lines.append(ChartLine(name, style, points))
    yield Chart(
        "accuracy-over-versions",
        "Accuracy by version",
        "The same questions as of several fiscal years.",
        named_axis("fiscal year as of which is asked", years),
        shares_axis("accuracy"),
        tuple(lines),
    )


def _of_confidence(settings: Sequence[RunScores], figures: Figures) -> Iterator[Chart]:
    """What confidence is worth, of each run at its best."""
    best = best_of_runs(settings)
    chosen = {"settings": [figures["settings"][_place(settings, one)] for one in best]}
    yield Chart(
        "risk-coverage",
        "Right among the surest answers",
        "Each run at its best k. To the left only the surest answers are given; what is missing "
        "to 100% is the risk.",
        shares_axis("share of all questions answered"),
        shares_axis("accuracy of these"),
        _curves(best, chosen, "curve", "coverage", "accuracy"),
    )
    yield Chart(
        "calibration",
        "How far confidence can be believed",
        "Each run at its best k, its answers in ten groups by confidence. On the dashed line, "
        "confidence is the share that is right.",
        shares_axis("confidence"),
        shares_axis("share right"),
        _curves(best, chosen, "groups", "confidence", "accuracy"),
        diagonal=True,
    )


def _place(settings: Sequence[RunScores], wanted: RunScores) -> int:
    return next(place for place, one in enumerate(settings) if one is wanted)


def _curves(
    settings: Sequence[RunScores], figures: Figures, curve: str, x: str, y: str
) -> tuple[ChartLine, ...]:
    """A line a run, of a list in its `sureness`."""
    lines = []
    styles = styles_of(settings)
    for setting, one in zip(settings, figures["settings"], strict=True):
        found = (one["sureness"] or {}).get(curve, ())
        points = tuple(
            ChartPoint(p[x], p[y], f"{setting.system}: {x} {p[x]:.2f}, right {100 * p[y]:.1f}%")
            for p in found
        )
        if points:
            lines.append(ChartLine(_name(setting, settings), styles[setting.run], points))
    return tuple(lines)


def _lines(
    settings: Sequence[RunScores], figures: Figures, x: Number, y: Number, interval: str = ""
) -> tuple[ChartLine, ...]:
    """A line a run, by the number of pages; `interval` names the measure that y is, where its
    interval is drawn."""
    lines = []
    for run, style in styles_of(settings).items():
        pairs = zip(settings, figures["settings"], strict=True)
        own = sorted((pair for pair in pairs if pair[0].run == run), key=lambda pair: pair[0].pages)
        points = tuple(
            ChartPoint(
                x(one),
                y(one),
                f"{setting.system}, k = {setting.pages}: {100 * y(one):.1f}%",
                _interval(one, interval),
            )
            for setting, one in own
            if x(one) is not None
        )
        lines.append(ChartLine(_name(own[0][0], settings), style, points))
    return tuple(lines)


def _accuracy(one: Figures) -> float:
    value: float = one["accuracy"]["value"]
    return value


def _interval(one: Figures, measure: str) -> tuple[float, float] | None:
    low_high = (
        one["accuracy"]["interval"] if measure == "accuracy" else one["intervals"].get(measure)
    )
    return (low_high[0], low_high[1]) if low_high else None


def _name(setting: RunScores, settings: Sequence[RunScores]) -> str:
    """Its name, and the run where another one has the same."""
    name = name_of(setting)
    same = {one.run for one in settings if name_of(one) == name}
    return f"{name} ({setting.run})" if len(same) > 1 else name
