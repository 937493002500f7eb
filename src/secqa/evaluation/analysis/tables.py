"""Analyses for the terminal: settings in, rich tables out that fit into 80 columns."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.table import Table

from secqa.evaluation.analysis.bottlenecks import Bottlenecks, bottlenecks
from secqa.evaluation.analysis.case_study import CaseStudy
from secqa.evaluation.analysis.groups import GROUPS, shares_by
from secqa.evaluation.analysis.measures import RETRIEVAL, Measure, values_of
from secqa.evaluation.analysis.parts import CompoundPart, parts_of
from secqa.evaluation.analysis.standings import Leaderboard
from secqa.evaluation.analysis.sure import sureness_of
from secqa.evaluation.score_tables import by_group, dollars, made_table, name_of, percent
from secqa.evaluation.scores import RunScores
from secqa.evaluation.statistics.bootstrap import mean_interval
from secqa.evaluation.statistics.risk_coverage import Calibration

_RANKING = {"fact R": "fact_recall", "MRR": "mrr", "nDCG": "ndcg"}
_COVERAGES = (0.2, 0.4, 0.6, 0.8)


def analysis_tables(settings: Sequence[RunScores], case: CaseStudy | None) -> Iterator[Table]:
    """What the paper analyses: ranking, cost, groups, sub-metrics, confidence, bottlenecks, and the
    pages of one question."""
    yield ranking(settings)
    yield cost(settings)
    for _, group in groupby(settings, lambda setting: setting.run):
        own = list(group)
        for name in GROUPS:
            if any(shares := [shares_by(setting, name) for setting in own]):
                yield by_group(f"By {name}", own, shares, {})
        yield from (parts(one, found) for one in own if (found := parts_of(one)))
    sure = [(setting, worth) for setting in settings if (worth := sureness_of(setting))]
    if sure:
        yield confidence(sure)
    yield from map(explained, bottlenecks(settings))
    if case:
        yield case_study(case)


def ranking(settings: Sequence[RunScores]) -> Table:
    """Where in the ranking evidence stands, with bootstrap intervals."""
    heads = [head for name in _RANKING for head in (name, "95%")]
    table = made_table("Ranking of pages", ("system",), ("k", *heads))
    for setting in settings:
        cells = [cell for key in _RANKING.values() for cell in _mean(setting, RETRIEVAL[key])]
        table.add_row(name_of(setting), str(setting.pages), *cells)
    return table


def cost(settings: Sequence[RunScores]) -> Table:
    """What a question takes, against accuracy (SEC-QA, 5.4, figure 4)."""
    table = made_table(
        "Cost of a question", ("system",), ("k", "accuracy", "calls", "tokens", "US$", "sec.")
    )
    for setting in settings:
        table.add_row(
            name_of(setting),
            str(setting.pages),
            percent(setting.accuracy.value),
            f"{setting.calls:.1f}",
            f"{setting.tokens:,.0f}",
            dollars(setting.cost),
            f"{setting.seconds:.2f}",
        )
    return table


def parts(setting: RunScores, found: Sequence[CompoundPart]) -> Table:
    """Sub-metrics of compound metrics (SEC-QA, 4.4)."""
    title = f"Parts of compound metrics: {name_of(setting)}, k = {setting.pages}"
    table = made_table(title, ("metric", "part"), ("needed", "read right"))
    table.add_column("lost most often")
    for part in found:
        lost = next((f"{cause} ({count})" for cause, count in part.causes.items()), "")
        table.add_row(
            part.compound, part.part, str(part.read.total), percent(part.read.value), lost
        )
    return table


def confidence(found: Sequence[tuple[RunScores, Calibration]]) -> Table:
    """Right among the surest so many of all questions, and how far confidence can be believed."""
    surest = [f"{coverage:.0%}" for coverage in _COVERAGES]
    heads = ("k", *surest, "given", "right", "cal. error", "Brier")
    table = made_table("Right among the surest", ("system",), heads)
    for setting, sureness in found:
        last = sureness.curve[-1]
        shares = [
            next((p.accuracy for p in sureness.curve if round(p.coverage, 2) == coverage), None)
            for coverage in _COVERAGES
        ]
        table.add_row(
            name_of(setting),
            str(setting.pages),
            *("" if share is None else percent(share) for share in shares),
            percent(last.coverage),
            percent(last.accuracy),
            f"{sureness.error:.3f}",
            f"{sureness.brier:.3f}",
        )
    return table


def explained(found: Bottlenecks) -> Table:
    """R squared of accuracy and each measure of retrieval (SEC-QA, 5.1, figure 3a)."""
    title = f"What accuracy goes with, over {found.settings} settings"
    table = made_table(title, ("measure",), ("R²",))
    for name, value in found.explained.items():
        table.add_row(name.replace("_", " "), "–" if value is None else f"{value:.2f}")
    return table


def case_study(case: CaseStudy) -> Table:
    """The pages that each setting retrieved first (SEC-QA, table 4)."""
    table = made_table(f"Case: {case.question.text}", ("system", "answer", "evidence"), ("page",))
    table.add_column("document")
    for one in case.systems:
        first = (one.name, "right" if one.right else "wrong")
        for document, page, grade in one.pages or (("nothing retrieved", 0, 0),):
            table.add_row(*first, "yes" if grade else "no", str(page or ""), document)
            first = ("", "")
    return table


def standing(board: Leaderboard) -> Table:
    """The order of settings, and which each is really better than."""
    priced = any(setting.cost for setting in board.settings)
    heads = ("k", "accuracy", "95%", "nDCG", "calls", *(["US$"] if priced else []))
    table = made_table("Leaderboard", ("", "run"), (*heads, "better than"))
    for place, setting in enumerate(board.settings, 1):
        low, high = setting.accuracy.interval
        table.add_row(
            str(place),
            setting.run,
            str(setting.pages),
            percent(setting.accuracy.value),
            f"{100 * low:.0f}–{100 * high:.0f}",
            percent(setting.ndcg),
            f"{setting.calls:.1f}",
            *([dollars(setting.cost)] if priced else []),
            _ranges(board.beaten(setting)) or "–",
        )
    return table


def _ranges(places: Sequence[int]) -> str:
    """(2, 3, 4, 7) -> "2–4, 7"."""
    runs: list[list[int]] = []
    for place in places:
        if runs and runs[-1][-1] == place - 1:
            runs[-1].append(place)
        else:
            runs.append([place])
    return ", ".join(f"{r[0]}–{r[-1]}" if len(r) > 1 else str(r[0]) for r in runs)


def _mean(setting: RunScores, measure: Measure) -> tuple[str, str]:
    values = values_of(setting, measure)
    if not values:
        return "–", ""
    low, high = mean_interval(values)
    return percent(sum(values) / len(values)), f"{100 * low:.0f}–{100 * high:.0f}"
