"""List metrics for a model that fills a `Query`: by kind, with what their names leave open."""

from collections.abc import Iterable

from secqa.metrics.metric import Metric


def metric_listing(metrics: Iterable[Metric]) -> str:
    """A line for each kind of metric: what signs and times mean differs from kind to kind."""
    kinds: dict[str, list[str]] = {}
    for metric in metrics:
        kinds.setdefault(_kind(metric), []).append(_entry(metric))
    return "\n".join(f"{kind}: {', '.join(entries)}" for kind, entries in kinds.items())


def _kind(metric: Metric) -> str:
    if metric.formula:
        return "Formulas"
    if metric.period == "instant":
        return "At the end of the period"
    return "Paid, so positive" if metric.outflow else "Over the period"


def _entry(metric: Metric) -> str:
    if metric.formula:
        return f"{metric.id} = {metric.formula}"
    return f"{metric.id} ({metric.definition})" if metric.definition else metric.id
