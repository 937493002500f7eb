"""Scores as tables for the terminal, which fit into 80 columns, and for Markdown.

A table of runs is a list of columns: measures by their names in `measures.toml`, and the others
that are declared here.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import groupby

from rich import box
from rich.table import Table

from secqa.evaluation.analysis.paper_analyses import (
    CaseStudy,
    CompoundPart,
    RetrievalEffect,
    calibration_of,
    compound_parts,
    retrieval_effects,
)
from secqa.evaluation.analysis.run_comparison import Spread, spreads
from secqa.evaluation.analysis.standings import Leaderboard
from secqa.evaluation.judging.verdict_file import Agreement
from secqa.evaluation.run_scores import RunScores, group_rows
from secqa.evaluation.scores import MEASURES, percent
from secqa.learning.calibration import Proportion

COVERAGES = (0.2, 0.4, 0.6, 0.8)
"""Shares of the questions that tables of confidence show."""

Columns = Sequence[tuple[str, Callable[[RunScores], str]]]
"""(head, text of a run)."""

_RETRIEVAL = (
    "document_precision",
    "document_recall",
    "document_f1",
    "page_precision",
    "page_recall",
    "page_f1",
    "pages_retrieved",
)


def _interval(low: float, high: float) -> str:
    return f"{100 * low:.0f}–{100 * high:.0f}"


def _measures(*names: str) -> Columns:
    return [(MEASURES[name].head, partial(RunScores.show, name=name)) for name in names]


def _share(name: str) -> Columns:
    """Count, share and Wilson interval of a measure."""
    return (
        ("right", lambda run: f"{run.share(name).right}/{run.share(name).total}"),
        ("accuracy", lambda run: percent(run.share(name).value)),
        ("95%", lambda run: _interval(*run.share(name).interval)),
    )


def _with_bootstrap(name: str) -> Columns:
    """The mean of a measure and its bootstrap interval."""

    def mean(run: RunScores) -> str:
        return "–" if run.mean(name) is None else run.show(name)

    def interval(run: RunScores) -> str:
        ends = run.interval(name)
        return _interval(*ends) if ends else ""

    return (MEASURES[name].head, mean), ("95%", interval)


def all_tables(runs: Sequence[RunScores], agreements: Sequence[Agreement] = ()) -> Iterator[Table]:
    """Scores, retrieval and answers in words, then types, difficulty, metrics and causes of each
    run."""
    yield from score_tables(runs)
    yield run_table("Retrieval", runs, _measures(*_RETRIEVAL))
    if any(run.share("page_accuracy").total for run in runs):
        passages = _measures("page_accuracy", "passage_accuracy", "words")
        yield run_table("Answers in words", runs, [*_share("accuracy_in_words"), *passages])
    if agreements:
        yield agreement_table(agreements)
    for _, group in groupby(runs, lambda run: run.run):
        same = list(group)
        yield from group_tables(same, ("type", "difficulty", "metric"))
        yield cause_table(same)


def analysis_tables(runs: Sequence[RunScores], case: CaseStudy | None) -> Iterator[Table]:
    """The analyses of SEC-QA: ranking, cost, groups, sub-metrics, confidence, the effect of
    retrieval, and the pages of one question."""
    ranking = [
        column for name in ("fact_recall", "mrr", "ndcg") for column in _with_bootstrap(name)
    ]
    yield run_table("Ranking of pages", runs, ranking)
    cost = _measures("accuracy", "calls", "tokens", "cost", "seconds")
    yield run_table("Cost of a question", runs, cost)
    for _, group in groupby(runs, lambda run: run.run):
        same = list(group)
        yield from group_tables(same, ("hops", "entities", "company", "year"))
        yield from (part_table(run, parts) for run in same if (parts := compound_parts(run)))
    if any(map(calibration_of, runs)):
        yield confidence_table(runs)
    yield from map(effect_table, retrieval_effects(runs))
    if case:
        yield case_table(case)


def score_tables(runs: Sequence[RunScores]) -> Iterator[Table]:
    """Accuracy, recall and cost of every run, and how steady accuracy is over yearly versions."""
    yield headline(runs)
    if versions := spreads(runs):
        yield version_table(versions)


def headline(runs: Sequence[RunScores]) -> Table:
    """Accuracy with its interval, recall and cost of every run."""
    measures = _measures("document_recall", "fact_recall", "calls", "seconds", *_priced(runs))
    return run_table("Scores", runs, [*_progress(runs), *_share("accuracy"), *measures])


def _progress(runs: Sequence[RunScores]) -> Columns:
    """How many questions were answered, if some were not."""
    is_partial = any(len(run.answers) < run.questions for run in runs)
    return [("answers", lambda run: f"{len(run.answers)} of {run.questions}")] if is_partial else []


def _priced(runs: Sequence[RunScores]) -> Sequence[str]:
    """Columns of cost; the rules are free and need none."""
    return ["cost"] if any(run.mean("cost") for run in runs) else []


def leaderboard_table(board: Leaderboard) -> Table:
    """The order of runs, and the places that each really beats."""
    measures = _measures("ndcg", "calls", *_priced(board.runs))
    columns: Columns = [
        ("k", lambda run: str(run.pages)),
        *_progress(board.runs),
        *_share("accuracy")[1:],
        *measures,
        ("better than", lambda run: _ranges(board.beaten(run)) or "–"),
    ]
    table = empty_table("Leaderboard", ("", "run"), [head for head, _ in columns])
    for place, run in enumerate(board.runs, 1):
        table.add_row(str(place), run.run, *(text(run) for _, text in columns))
    return table


def run_table(title: str, runs: Sequence[RunScores], columns: Columns) -> Table:
    """A row for each run: its title, its number of pages, and columns of numbers."""
    table = empty_table(title, ("system",), ("k", *(head for head, _ in columns)))
    for run in runs:
        table.add_row(run.title, str(run.pages), *(text(run) for _, text in columns))
    return table


def version_table(versions: Sequence[Spread]) -> Table:
    """Accuracy by yearly version, and its standard deviation over them (SEC-QA, 5.3)."""
    years = sorted({run.version for spread in versions for run in spread.versions if run.version})
    table = empty_table("By version", ("system",), ("k", *map(str, years), "mean", "SD"))
    for spread in versions:
        first = spread.versions[0]
        accuracy = {run.version: percent(run.accuracy.value) for run in spread.versions}
        cells = [accuracy.get(year, "") for year in years]
        deviation = f"{100 * spread.deviation:.1f}"
        table.add_row(first.name, str(first.pages), *cells, percent(spread.mean), deviation)
    return table


def agreement_table(agreements: Sequence[Agreement]) -> Table:
    """How often judges of answers in words agree, and Cohen's kappa."""
    heads = ("answers", "right", "right", "agree", "kappa")
    table = empty_table("Agreement of judges", ("run", "judge", "other judge"), heads)
    for pair in agreements:
        table.add_row(
            pair.run,
            *pair.judges,
            str(pair.answers),
            *map(str, pair.right),
            percent(Proportion(pair.same, pair.answers).value),
            "–" if pair.kappa is None else f"{pair.kappa:.2f}",
        )
    return table


def group_tables(runs: Sequence[RunScores], groups: Sequence[str]) -> Iterator[Table]:
    """Accuracy of one run by each group that its questions have, a column for each number of
    pages."""
    for group in groups:
        rows = group_rows(runs, partial(RunScores.by, group=group))
        if not rows and group != "type":
            continue
        table = _by_pages(f"By {group}", "", runs, ("questions",))
        for title, cells in rows:
            count = max(cell.total for cell in cells if cell)
            texts = [percent(cell.value) if cell else "" for cell in cells]
            table.add_row(title, str(count), *texts)
        yield table


def cause_table(runs: Sequence[RunScores]) -> Table:
    """Wrong answers of one run by cause."""
    table = _by_pages("Why answers are wrong", "cause", runs)
    for cause in dict.fromkeys(cause for run in runs for cause in run.causes):
        table.add_row(cause, *(str(run.causes.get(cause, 0)) for run in runs))
    return table


def _by_pages(
    title: str, head: str, runs: Sequence[RunScores], numbers: Sequence[str] = ()
) -> Table:
    heads = (*numbers, *(f"k = {run.pages}" for run in runs))
    return empty_table(f"{title}: {runs[0].title}", (head,), heads)


def part_table(run: RunScores, parts: Sequence[CompoundPart]) -> Table:
    """Sub-metrics of compound metrics (SEC-QA, 4.4)."""
    title = f"Parts of compound metrics: {run.title}, k = {run.pages}"
    table = empty_table(title, ("metric", "part"), ("needed", "read right"))
    table.add_column("lost most often")
    for part in parts:
        lost = next((f"{cause} ({count})" for cause, count in part.causes.items()), "")
        share = percent(part.read.value)
        table.add_row(part.compound, part.part, str(part.read.total), share, lost)
    return table


def confidence_table(runs: Sequence[RunScores]) -> Table:
    """Accuracy of the surest answers, and the calibration of confidence."""
    surest = [f"{coverage:.0%}" for coverage in COVERAGES]
    heads = ("k", *surest, "given", "right", "cal. error", "Brier")
    table = empty_table("Right among the surest", ("system",), heads)
    for run in runs:
        if worth := calibration_of(run):
            shares = [worth.accuracy_at(coverage) for coverage in COVERAGES]
            table.add_row(
                run.title,
                str(run.pages),
                *("" if share is None else percent(share) for share in shares),
                percent(worth.curve[-1].coverage),
                percent(worth.curve[-1].accuracy),
                f"{worth.calibration_error:.3f}",
                f"{worth.brier:.3f}",
            )
    return table


def effect_table(effect: RetrievalEffect) -> Table:
    """R squared of accuracy and each measure of retrieval (SEC-QA, 5.1, figure 3a)."""
    title = f"What accuracy goes with, over {effect.settings} settings"
    table = empty_table(title, ("measure",), ("R²",))
    for name, value in effect.r_squared.items():
        table.add_row(name.replace("_", " "), "–" if value is None else f"{value:.2f}")
    return table


def case_table(case: CaseStudy) -> Table:
    """The pages that each run retrieved first (SEC-QA, table 4)."""
    table = empty_table(f"Case: {case.text}", ("system", "answer", "evidence"), ("page",))
    table.add_column("document")
    for run in case.systems:
        first = (run.name, "right" if run.right else "wrong")
        if not run.pages:
            table.add_row(*first, "no", "", "nothing retrieved")
        for page in run.pages:
            evidence = "yes" if page.grade else "no"
            table.add_row(*first, evidence, str(page.page or ""), page.document)
            first = ("", "")
    return table


def empty_table(title: str, words: Sequence[str], numbers: Sequence[str]) -> Table:
    """A table with columns of words, then of numbers."""
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for name in words:
        table.add_column(name)
    for name in numbers:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def _ranges(places: Sequence[int]) -> str:
    """(2, 3, 4, 7) -> "2–4, 7"."""
    ranges: list[list[int]] = []
    for place in places:
        if ranges and ranges[-1][-1] == place - 1:
            ranges[-1].append(place)
        else:
            ranges.append([place])
    return ", ".join(f"{r[0]}–{r[-1]}" if len(r) > 1 else str(r[0]) for r in ranges)
