"""The charts of a report: the figures of the SEC-QA paper, and the worth of confidence.

A run is a line with the same colour in all charts. Charts with at most one number, such as of
versions or prices, are omitted.
"""

from collections.abc import Callable, Iterator, Sequence

from secqa.charts.axis_charts import (
    Chart,
    ChartLine,
    ChartPoint,
    amounts_axis,
    shares_axis,
    values_axis,
)
from secqa.evaluation.analysis.paper_analyses import calibration_of, retrieval_effects
from secqa.evaluation.analysis.run_comparison import best_of_runs, spreads
from secqa.evaluation.run_scores import RunScores
from secqa.evaluation.scores import COST, MEASURES, percent
from secqa.learning.calibration import Calibration

_OVER_PAGES = ("accuracy", "fact_recall", "page_f1", "document_f1")
_INTERVALS = "Bars are 95% intervals."


def styles_of(settings: Sequence[RunScores]) -> dict[str, int]:
    """run -> its style, the first run 0."""
    return {run: style for style, run in enumerate(dict.fromkeys(s.run for s in settings))}


def charts_of(settings: Sequence[RunScores]) -> tuple[Chart, ...]:
    """All charts that have numbers."""
    charts = (
        *_over_pages(settings),
        _over_retrieval(settings),
        *_over_cost(settings),
        *_over_versions(settings),
        *_of_confidence(settings),
    )
    return tuple(chart for chart in charts if sum(len(line.points) for line in chart.lines) > 1)


def _over_pages(settings: Sequence[RunScores]) -> Iterator[Chart]:
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
            _lines(settings, "", name, with_interval=True),
            apart=True,
        )


def _over_retrieval(settings: Sequence[RunScores]) -> Chart:
    """Figure 3: whether systems that retrieve better answer better."""
    shares = [effect.r_squared["fact_recall"] for effect in retrieval_effects(settings)]
    explained = [f"{share:.2f}" for share in shares if share is not None]
    note = "A point is a run at one k."
    if explained:
        note += f" A straight line explains R² = {', '.join(explained)} of the differences."
    return Chart(
        "accuracy-over-retrieval",
        "Accuracy against retrieval",
        note,
        shares_axis("fact recall"),
        shares_axis("accuracy"),
        _lines(settings, "fact_recall", "accuracy"),
        joined=False,
    )


def _over_cost(settings: Sequence[RunScores]) -> Iterator[Chart]:
    """Figure 4: the cost of accuracy."""
    for measure in COST:
        amounts = [amount for s in settings if (amount := s.mean(measure.name)) is not None]
        if any(amounts):
            yield Chart(
                f"accuracy-over-{measure.name}",
                f"Accuracy against {measure.title}",
                f"A point is a run at one k. {_INTERVALS}",
                amounts_axis(measure.title, amounts),
                shares_axis("accuracy"),
                _lines(settings, measure.name, "accuracy", with_interval=True),
                joined=False,
            )


def _over_versions(settings: Sequence[RunScores]) -> Iterator[Chart]:
    """Figure 5: the same questions as of several years."""
    years, lines = [], []
    for style, spread in enumerate(spreads(settings)):
        name = f"{spread.versions[0].name}, k = {spread.versions[0].pages}"
        points = []
        for run in spread.versions:
            year, value = run.version or 0, run.accuracy.value
            points.append(ChartPoint(year, value, f"{name}, {year}: {percent(value)}"))
            years.append(year)
        lines.append(ChartLine(name, style, tuple(points)))
    if years:
        yield Chart(
            "accuracy-over-versions",
            "Accuracy by version",
            "The same questions as of several fiscal years.",
            values_axis("fiscal year as of which is asked", years),
            shares_axis("accuracy"),
            tuple(lines),
        )


def _of_confidence(settings: Sequence[RunScores]) -> Iterator[Chart]:
    """The worth of confidence, of each run at its best."""
    yield Chart(
        "risk-coverage",
        "Right among the surest answers",
        "Each run at its best k. To the left only the surest answers are given; what is missing "
        "to 100% is the risk.",
        shares_axis("share of all questions answered"),
        shares_axis("accuracy of these"),
        _curves(settings, "coverage", lambda one: [(p.coverage, p.accuracy) for p in one.curve]),
    )
    yield Chart(
        "calibration",
        "How far confidence can be believed",
        "Each run at its best k, its answers in ten groups by confidence. On the dashed line, "
        "confidence is the share that is right.",
        shares_axis("confidence"),
        shares_axis("share right"),
        _curves(
            settings, "confidence", lambda one: [(g.confidence, g.accuracy) for g in one.groups]
        ),
        diagonal=True,
    )


def _curves(
    settings: Sequence[RunScores],
    x: str,
    curve: Callable[[Calibration], Sequence[tuple[float, float]]],
) -> tuple[ChartLine, ...]:
    """A line a run: accuracy over `x`, of its calibration."""
    best = best_of_runs(settings)
    lines = []
    for style, scores in enumerate(best):
        if worth := calibration_of(scores):
            points = (
                ChartPoint(at, right, f"{scores.system}: {x} {at:.2f}, right {percent(right)}")
                for at, right in curve(worth)
            )
            lines.append(ChartLine(_name(scores, best), style, tuple(points)))
    return tuple(lines)


def _lines(
    settings: Sequence[RunScores], x: str, y: str, with_interval: bool = False
) -> tuple[ChartLine, ...]:
    """A line a run, by the number of pages, or over a measure `x`; "" for the number itself."""
    lines = []
    for run, style in styles_of(settings).items():
        same = sorted((s for s in settings if s.run == run), key=lambda s: s.pages)
        points = []
        for scores in same:
            at = scores.mean(x) if x else scores.pages
            value = scores.mean(y) or 0.0
            if at is not None:
                text = f"{scores.system}, k = {scores.pages}: {percent(value)}"
                interval = scores.interval(y) if with_interval else None
                points.append(ChartPoint(at, value, text, interval))
        lines.append(ChartLine(_name(same[0], settings), style, tuple(points)))
    return tuple(lines)


def _name(scores: RunScores, settings: Sequence[RunScores]) -> str:
    """The title of a run, with its folder where another run has the same title."""
    same = {other.run for other in settings if other.title == scores.title}
    return f"{scores.title} ({scores.run})" if len(same) > 1 else scores.title
