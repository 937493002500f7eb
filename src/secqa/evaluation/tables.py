"""Scores for the terminal: settings in, rich tables out."""

from collections.abc import Callable, Sequence

from rich.table import Table

from secqa.benchmark.templates import load_templates
from secqa.evaluation.score import Setting, Share


def headline(settings: Sequence[Setting]) -> Table:
    """Accuracy, retrieval and cost of every setting."""
    table = Table(title="Scores", title_justify="left")
    for name in ("system", "model"):
        table.add_column(name)
    for name in (
        "pages k",
        "right",
        "accuracy",
        "95%",
        "doc. recall",
        "page recall",
        "fact recall",
        "calls",
        "seconds",
    ):
        table.add_column(name, justify="right")
    for setting in settings:
        accuracy = setting.accuracy
        table.add_row(
            setting.system,
            setting.model,
            str(setting.pages),
            f"{accuracy.right}/{accuracy.total}",
            percent(accuracy.value),
            interval(accuracy),
            percent(setting.documents.recall),
            percent(setting.page_measures.recall),
            percent(setting.fact_recall),
            f"{setting.calls:.1f}",
            f"{setting.seconds:.2f}",
        )
    return table


def retrieval(settings: Sequence[Setting]) -> Table:
    """Precision, recall and F1 of documents and pages."""
    table = Table(title="Retrieval", title_justify="left")
    table.add_column("system, k")
    for level in ("doc.", "page"):
        for name in ("P", "R", "F1"):
            table.add_column(f"{level} {name}", justify="right")
    table.add_column("pages retrieved", justify="right")
    for setting in settings:
        measures = (setting.documents, setting.page_measures)
        values = [percent(v) for m in measures for v in (m.precision, m.recall, m.f1)]
        table.add_row(label(setting), *values, f"{setting.retrieved:.1f}")
    return table


def by_type(settings: Sequence[Setting]) -> Table:
    """Accuracy by type of question."""
    titles = {template.id: template.title for template in load_templates()}
    return _grouped("By type", settings, lambda s: s.by_type, titles)


def by_metric(settings: Sequence[Setting]) -> Table:
    """Accuracy by metric asked for."""
    return _grouped("By metric", settings, lambda s: s.by_metric, {})


def causes(settings: Sequence[Setting]) -> Table:
    """Wrong answers by cause."""
    table = Table(title="Why answers are wrong", title_justify="left")
    table.add_column("cause")
    for setting in settings:
        table.add_column(label(setting), justify="right")
    for cause in dict.fromkeys(cause for setting in settings for cause in setting.causes):
        table.add_row(cause, *(str(setting.causes.get(cause, 0)) for setting in settings))
    return table


def label(setting: Setting) -> str:
    """ "codegen-docs, 8"."""
    return f"{setting.system}, {setting.pages}"


def percent(value: float) -> str:
    return f"{100 * value:.1f}%"


def interval(share: Share) -> str:
    low, high = share.interval
    return f"{100 * low:.0f}–{100 * high:.0f}"


def _grouped(
    title: str,
    settings: Sequence[Setting],
    groups: Callable[[Setting], dict[str, Share]],
    names: dict[str, str],
) -> Table:
    table = Table(title=title, title_justify="left")
    table.add_column("")
    for setting in settings:
        table.add_column(label(setting), justify="right")
    shares = [groups(setting) for setting in settings]
    for key in dict.fromkeys(key for found in shares for key in found):
        cells = [
            f"{percent(found[key].value)} ({found[key].right}/{found[key].total})"
            if key in found
            else ""
            for found in shares
        ]
        table.add_row(names.get(key, key), *cells)
    return table
