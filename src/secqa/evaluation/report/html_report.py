"""The HTML report: runs in, one file out that opens from disk, without any other file.

Styles, script, charts and data are inside. The template escapes every text by itself; the data
of the questions is JSON that the script puts into the page as text, never as markup.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

from secqa.benchmark.kinds.registry import KINDS
from secqa.corpus.store import Corpus
from secqa.errors import SecqaError
from secqa.evaluation.analysis.case_study import CaseStudy, telling_case
from secqa.evaluation.analysis.comparison import best_of
from secqa.evaluation.analysis.groups import GROUPS, shares_by
from secqa.evaluation.analysis.parts import parts_of
from secqa.evaluation.judging.agreement import Agreement, agreements_of
from secqa.evaluation.judging.case import Judge
from secqa.evaluation.judging.rule_judge import judge_offline
from secqa.evaluation.report.evidence_pages import check_corpus, pages_of
from secqa.evaluation.report.packed import packed, script_json
from secqa.evaluation.report.question_details import details_of
from secqa.evaluation.report.report_charts import charts_of, styles_of
from secqa.evaluation.report.template import own_file, templates
from secqa.evaluation.runs import Run
from secqa.evaluation.score_json import figures_of
from secqa.evaluation.score_tables import dollars, name_of, percent
from secqa.evaluation.scores import Proportion, RunScores, score_run, share
from secqa.evaluation.versions import spreads
from secqa.files import write_file

_SCRIPTS = ("elements.js", "printed.js", "answers.js", "report.js")
"""In the order they need each other."""
_COVERAGES = (0.2, 0.4, 0.6, 0.8)
"""Shares of the questions that the table of confidence shows."""


@dataclass(frozen=True)
class Report:
    """Runs, scored: what is told of them, in whatever form."""

    runs: tuple[Run, ...]
    settings: tuple[RunScores, ...]
    agreements: tuple[Agreement, ...]
    case: CaseStudy | None
    figures: dict[str, Any]
    """As `figures.schema.json` documents them."""


def report_of(runs: Sequence[Run], judges: Sequence[Judge] = ()) -> Report:
    """Score the runs, each by its judge of answers in words or all by the offline one; SecqaError
    when there is nothing."""
    judged = zip(runs, judges or [judge_offline] * len(runs), strict=True)
    return scored_report(runs, [one for run, judge in judged for one in score_run(run, judge)])


def scored_report(runs: Sequence[Run], settings: Sequence[RunScores]) -> Report:
    """The report of runs that are scored already, each at some of its numbers of pages; SecqaError
    when there is nothing."""
    if not settings:
        raise SecqaError(f"{runs[0].folder}: no answers yet; go on with `secqa run`")
    agreements = tuple(agreement for run in runs for agreement in agreements_of(run))
    case = telling_case(settings)
    figures = figures_of(settings, agreements, case)
    return Report(tuple(runs), tuple(settings), agreements, case, figures)


def write_report(report: Report, out: Path, corpus: Corpus | None = None) -> None:
    """Write the page; with their corpus, it shows the pages of the evidence as printed.

    SecqaError when the runs are of another corpus, or there is no place.
    """
    if corpus is not None:
        check_corpus(corpus, report.runs)
    write_file(out, render(report, pages_of(report.settings, corpus)).encode("utf-8", "replace"))


def render(report: Report, pages: dict[str, Any]) -> str:
    """The page as text."""
    from markupsafe import Markup

    environment = templates()
    environment.filters.update(percent=percent, dollars=dollars)
    settings = report.settings
    titles = {kind.id: kind.title for kind in KINDS.values()}
    styles = styles_of(settings)
    best = best_of(settings)
    return environment.get_template("page.html.j2").render(
        runs=report.runs,
        settings=settings,
        agreements=report.agreements,
        figures=report.figures,
        comparisons=report.figures["comparisons"],
        share_of=share,
        best=best,
        style_of=lambda setting: styles[setting.run],
        charts=charts_of(settings, report.figures),
        by_group=_by_group(settings, titles),
        parts=_rows(
            settings, lambda one: {f"{p.compound}: {p.part}": p.read for p in parts_of(one)}
        ),
        spreads=spreads(settings),
        name_of=name_of,
        groups=[(name_of(own[0]), own) for own in _by_run(settings)],
        causes=list(dict.fromkeys(cause for setting in settings for cause in setting.causes)),
        coverages=_COVERAGES,
        printed=len(pages["pages"]),
        left_out=pages["left_out"],
        style=Markup(own_file("style.css") + own_file("chart.css")),
        script=Markup("\n".join(map(own_file, _SCRIPTS))),
        figures_json=Markup(script_json(report.figures)),
        details=Markup(packed(details_of(settings, best, titles))),
        pages=Markup(packed(pages)),
    )


def _by_run(settings: Sequence[RunScores]) -> list[list[RunScores]]:
    return [list(own) for _, own in groupby(settings, lambda setting: setting.run)]


Rows = list[tuple[str, list[Proportion | None]]]
"""(name, share in each setting)."""


def _by_group(settings: Sequence[RunScores], titles: dict[str, str]) -> list[tuple[str, Rows]]:
    """What answers are grouped by, with the shares of every group, but without what no question
    has."""
    found = {
        "type": _rows(settings, lambda one: one.by_type, titles),
        "difficulty": _rows(settings, lambda one: one.by_difficulty),
        **{name: _rows(settings, partial(shares_by, group=name)) for name in GROUPS},
        "metric": sorted(_rows(settings, lambda one: one.by_metric)),
    }
    return [(name, rows) for name, rows in found.items() if rows]


def _parts(setting: RunScores) -> dict[str, Proportion]:
    """How many values of each sub-metric were read right."""
    return {f"{part.compound}: {part.part}": part.read for part in parts_of(setting)}


def _rows(
    settings: Sequence[RunScores],
    groups: Callable[[RunScores], dict[str, Proportion]],
    names: dict[str, str] | None = None,
) -> Rows:
    """Every group that any setting has."""
    shares = [groups(setting) for setting in settings]
    keys = dict.fromkeys(key for found in shares for key in found)
    return [((names or {}).get(key, key), [found.get(key) for found in shares]) for key in keys]
