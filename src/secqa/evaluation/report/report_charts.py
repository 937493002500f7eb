"""The charts of a report: the figures of the SEC-QA paper, and the worth of confidence.

A run is a line with the same colour in all charts. Charts with at most one number, such as of
versions or prices, are omitted.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from secqa.charts.axis_charts import (
    Chart,
    ChartLine,
    ChartPoint,
    amounts_axis,
    shares_axis,
    values_axis,
)
from secqa.evaluation.analysis.run_comparison import best_of_runs, spreads
from secqa.evaluation.run_scores import RunScores
from secqa.evaluation.scores import COST, MEASURES, percent

Figures = Mapping[str, Any]
"""As `figures.schema.json` documents them: all, or those of one run."""

_OVER_PAGES = ("accuracy", "fact_recall", "page_f1", "document_f1")
_INTERVALS = "Bars are 95% intervals."


def styles_of(settings: Sequence[RunScores]) -> dict[str, int]:
    """run -> its style, the first run 0."""
    return {run: style for style, run in enumerate(dict.fromkeys(s.run for s in settings))}


def charts_of(settings: Sequence[RunScores], figures: Figures) -> tuple[Chart, ...]:
    """All charts that have numbers; `figures` belong to the same runs."""
    charts = (
        *_over_pages(settings, figures),
        *_over_retrieval(settings, figures),
        *_over_cost(settings, figures),
        *_over_versions(settings, figures),
        *_of_confidence(settings, figures),
    )
    return tuple(chart for chart in charts if sum(len(line.points) for line in chart.lines) > 1)


def _over_pages(settings: Sequence[RunScores], figures: Figures) -> Iterator[Chart]:
    """Figure 2: the worth of more pages."""
    x = values_axis("pages retrieved for each value, k", [s.pages for s in settings], doubling=True)
    for name in _OVER_PAGES:
        title = MEASURES[name].title
        yield Chart(
            f"{name.replace('_', '-')}-over-pages",
            f"{title} over the number of pages retrieved",
            _INTERVALS,
            x,
            shares_axis(title),
            _lines(settings, figures, "pages", name, name),
            apart=True,
        )


def _over_retrieval(settings: Sequence[RunScores], figures: Figures) -> Iterator[Chart]:
    """Figure 3: whether systems that retrieve better answer better."""
    explained = [
        f"{effect['r_squared']['fact_recall']:.2f}"
        for effect in figures["bottlenecks"]
        if effect["r_squared"]["fact_recall"] is not None
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
        _lines(settings, figures, "fact_recall", "accuracy"),
        joined=False,
    )


def _over_cost(settings: Sequence[RunScores], figures: Figures) -> Iterator[Chart]:
    """Figure 4: the cost of accuracy."""
    for measure in COST:
        amounts = [one[measure.name] for one in figures["settings"]]
        amounts = [amount for amount in amounts if amount is not None]
        if any(amounts):
            yield Chart(
                f"accuracy-over-{measure.name}",
                f"Accuracy against {measure.title}",
                f"A point is a run at one k. {_INTERVALS}",
                amounts_axis(measure.title, amounts),
                shares_axis("accuracy"),
                _lines(settings, figures, measure.name, "accuracy", "accuracy"),
                joined=False,
            )


def _over_versions(settings: Sequence[RunScores], figures: Figures) -> Iterator[Chart]:
    """Figure 5: the same questions as of several years."""
    years = [int(year) for spread in figures["versions"] for year in spread["accuracy"]]
    if not years:
        return
    lines = []
    for style, (spread, record) in enumerate(
        zip(spreads(settings), figures["versions"], strict=True)
    ):
        name = f"{spread.versions[0].name}, k = {record['pages']}"
        points = tuple(
            ChartPoint(int(year), value, f"{name}, {year}: {percent(value)}")
            for year, value in record["accuracy"].items()
        )
        lines.append(ChartLine(name, style, points))
    yield Chart(
        "accuracy-over-versions",
        "Accuracy by version",
        "The same questions as of several fiscal years.",
        values_axis("fiscal year as of which is asked", years),
        shares_axis("accuracy"),
        tuple(lines),
    )


def _of_confidence(settings: Sequence[RunScores], figures: Figures) -> Iterator[Chart]:
    """The worth of confidence, of each run at its best."""
    yield Chart(
        "risk-coverage",
        "Right among the surest answers",
        "Each run at its best k. To the left only the surest answers are given; what is missing "
        "to 100% is the risk.",
        shares_axis("share of all questions answered"),
        shares_axis("accuracy of these"),
        _curves(settings, figures, "curve", "coverage"),
    )
    yield Chart(
        "calibration",
        "How far confidence can be believed",
        "Each run at its best k, its answers in ten groups by confidence. On the dashed line, "
        "confidence is the share that is right.",
        shares_axis("confidence"),
        shares_axis("share right"),
        _curves(settings, figures, "groups", "confidence"),
        diagonal=True,
    )


def _curves(
    settings: Sequence[RunScores], figures: Figures, curve: str, x: str
) -> tuple[ChartLine, ...]:
    """A line a run: accuracy over `x`, of a list in its `sureness`."""
    best = best_of_runs(settings)
    styles = styles_of(best)
    lines = []
    for scores, record in zip(settings, figures["settings"], strict=True):
        if not any(scores is run for run in best):
            continue
        points = tuple(
            ChartPoint(
                point[x],
                point["accuracy"],
                f"{scores.system}: {x} {point[x]:.2f}, right {percent(point['accuracy'])}",
            )
            for point in (record["sureness"] or {}).get(curve, ())
        )
        if points:
            lines.append(ChartLine(_name(scores, best), styles[scores.run], points))
    return tuple(lines)


def _lines(
    settings: Sequence[RunScores], figures: Figures, x: str, y: str, interval: str = ""
) -> tuple[ChartLine, ...]:
    """A line a run, by the number of pages; `interval` names the measure of y where its interval
    is drawn."""
    lines = []
    for run, style in styles_of(settings).items():
        pairs = zip(settings, figures["settings"], strict=True)
        same = sorted((pair for pair in pairs if pair[0].run == run), key=lambda p: p[0].pages)
        points = tuple(
            ChartPoint(
                at,
                _number(record, y),
                f"{scores.system}, k = {scores.pages}: {percent(_number(record, y))}",
                _interval(record, interval),
            )
            for scores, record in same
            if (at := _number(record, x)) is not None
        )
        lines.append(ChartLine(_name(same[0][0], settings), style, points))
    return tuple(lines)


def _number(record: Figures, name: str) -> Any:
    """The number of a run: its pages, or the score by a measure; None where it is unknown."""
    value: Any = record
    for key in MEASURES[name].path if name in MEASURES else (name,):
        value = value[key]
    return value["value"] if isinstance(value, Mapping) else value


def _interval(record: Figures, name: str) -> tuple[float, float] | None:
    ends = record["accuracy"]["interval"] if name == "accuracy" else record["intervals"].get(name)
    return (ends[0], ends[1]) if ends else None


def _name(scores: RunScores, settings: Sequence[RunScores]) -> str:
    """The title of a run, with its folder where another run has the same title."""
    same = {other.run for other in settings if other.title == scores.title}
    return f"{scores.title} ({scores.run})" if len(same) > 1 else scores.title
