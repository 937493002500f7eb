"""The HTML report: runs in, one file out that opens from disk, without any other file.

Styles, script, plot and data are inside. The template escapes every text by itself; the data
of the questions is JSON that the script puts into the page as text, never as markup.
"""

from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path

from secqa.benchmark.kinds.registry import KINDS
from secqa.errors import SecqaError
from secqa.evaluation.analysis.case_study import telling_case
from secqa.evaluation.analysis.compare import best_of
from secqa.evaluation.figures import figures_of
from secqa.evaluation.judging.agreement import Agreement, agreements_of
from secqa.evaluation.judging.case import Judge
from secqa.evaluation.judging.offline import judge_offline
from secqa.evaluation.report import plot as plots
from secqa.evaluation.report.details import details_of, script_json
from secqa.evaluation.report.template import own_file, templates
from secqa.evaluation.runs import Run
from secqa.evaluation.score import Setting, Share, score_run, share
from secqa.evaluation.tables import dollars, percent
from secqa.evaluation.versions import spreads
from secqa.files import write_file


def write_report(runs: Sequence[Run], out: Path, judges: Sequence[Judge] = ()) -> None:
    """Score the runs, each by its judge of answers in words or all by the offline one, and write
    the report; SecqaError when there is nothing, or no place."""
    judged = zip(runs, judges or [judge_offline] * len(runs), strict=True)
    settings = [setting for run, judge in judged for setting in score_run(run, judge)]
    if not settings:
        raise SecqaError(f"{runs[0].folder}: no answers yet; go on with `secqa run`")
    agreements = [agreement for run in runs for agreement in agreements_of(run)]
    write_file(out, render(runs, settings, agreements).encode())


def render(
    runs: Sequence[Run], settings: Sequence[Setting], agreements: Sequence[Agreement]
) -> str:
    """The page as text."""
    from markupsafe import Markup

    environment = templates()
    environment.filters.update(percent=percent, dollars=dollars)
    titles = {kind.id: kind.title for kind in KINDS.values()}
    styles = plots.styles_of(settings)
    best = best_of(settings)
    figures = figures_of(settings, agreements, telling_case(settings))
    return environment.get_template("page.html.j2").render(
        runs=runs,
        settings=settings,
        agreements=agreements,
        share_of=share,
        best=best,
        style_of=lambda setting: styles[setting.run],
        plot=plots.plot_of(settings),
        frame=plots,
        types=_rows(settings, lambda setting: setting.by_type, titles),
        difficulties=_rows(settings, lambda setting: setting.by_difficulty, {}),
        spreads=spreads(settings),
        metrics=_rows(settings, lambda setting: setting.by_metric, {}),
        groups=[(run, list(own)) for run, own in groupby(settings, lambda s: s.run)],
        causes=list(dict.fromkeys(cause for setting in settings for cause in setting.causes)),
        style=Markup(own_file("style.css")),
        script=Markup(own_file("report.js")),
        data=Markup(script_json(details_of(settings, best, titles) | {"figures": figures})),
    )


def _rows(
    settings: Sequence[Setting],
    groups: Callable[[Setting], dict[str, Share]],
    names: dict[str, str],
) -> list[tuple[str, list[Share | None]]]:
    """(name, share in each setting) for every group that any setting has."""
    shares = [groups(setting) for setting in settings]
    keys = dict.fromkeys(key for found in shares for key in found)
    return [(names.get(key, key), [found.get(key) for found in shares]) for key in keys]
