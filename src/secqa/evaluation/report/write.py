"""The HTML report: runs in, one file out that opens from disk, without any other file.

Styles, script, plot and data are inside. The template escapes every text by itself; the data
of the questions is JSON that the script puts into the page as text, never as markup.
"""

from collections.abc import Callable, Sequence
from importlib.resources import files
from itertools import groupby
from pathlib import Path

from secqa.benchmark.kinds.registry import KINDS
from secqa.errors import SecqaError
from secqa.evaluation.report import plot as plots
from secqa.evaluation.report.details import details_of, script_json
from secqa.evaluation.runs import Run
from secqa.evaluation.score import Setting, Share, score_run
from secqa.evaluation.tables import dollars, percent
from secqa.files import write_file


def write_report(runs: Sequence[Run], out: Path) -> None:
    """Score the runs and write the report; SecqaError when there is nothing, or no place."""
    settings = [setting for run in runs for setting in score_run(run)]
    if not settings:
        raise SecqaError(f"{runs[0].folder}: no answers yet; go on with `secqa run`")
    write_file(out, render(runs, settings).encode())


def render(runs: Sequence[Run], settings: Sequence[Setting]) -> str:
    """The page as text."""
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        loader=PackageLoader("secqa.evaluation", "report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(percent=percent, dollars=dollars)
    titles = {kind.id: kind.title for kind in KINDS.values()}
    styles = plots.styles_of(settings)
    best = max(settings, key=lambda setting: (setting.accuracy.value, -setting.pages))
    return environment.get_template("page.html.j2").render(
        runs=runs,
        settings=settings,
        best=best,
        style_of=lambda setting: styles[setting.run],
        plot=plots.plot_of(settings),
        frame=plots,
        types=_rows(settings, lambda setting: setting.by_type, titles),
        metrics=_rows(settings, lambda setting: setting.by_metric, {}),
        groups=[(run, list(own)) for run, own in groupby(settings, lambda s: s.run)],
        causes=list(dict.fromkeys(cause for setting in settings for cause in setting.causes)),
        style=Markup(_own("style.css")),
        script=Markup(_own("report.js")),
        data=Markup(script_json(details_of(settings, best, titles))),
    )


def _own(name: str) -> str:
    """A file of ours beside this one; nothing of a user's ever comes this way."""
    return (files(__package__ or "") / name).read_text(encoding="utf-8")


def _rows(
    settings: Sequence[Setting],
    groups: Callable[[Setting], dict[str, Share]],
    names: dict[str, str],
) -> list[tuple[str, list[Share | None]]]:
    """(name, share in each setting) for every group that any setting has."""
    shares = [groups(setting) for setting in settings]
    keys = dict.fromkeys(key for found in shares for key in found)
    return [(names.get(key, key), [found.get(key) for found in shares]) for key in keys]
