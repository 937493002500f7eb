"""Scores for the terminal: settings in, rich tables out that fit into 80 columns."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich import box
from rich.table import Table

from secqa.benchmark.kinds.registry import KINDS
from secqa.evaluation.judging.agreement import Agreement
from secqa.evaluation.scores import Proportion, RunScores, share
from secqa.evaluation.versions import Spread, spreads


def all_tables(
    settings: Sequence[RunScores], agreements: Sequence[Agreement] = ()
) -> Iterator[Table]:
    """Everything there is to say: scores, retrieval, answers in words, then types, difficulty,
    metrics and causes of each run."""
    titles = {kind.id: kind.title for kind in KINDS.values()}
    yield from scores(settings)
    yield retrieval(settings)
    if any(setting.in_words for setting in settings):
        yield in_words(settings)
    if agreements:
        yield agreement(agreements)
    for _, group in groupby(settings, lambda setting: setting.run):
        own = list(group)
        yield by_group("By type", own, [setting.by_type for setting in own], titles)
        if any(setting.by_difficulty for setting in own):
            yield by_group("By difficulty", own, [setting.by_difficulty for setting in own], {})
        if any(setting.by_metric for setting in own):
            yield by_group("By metric", own, [_common_first(s.by_metric) for s in own], {})
        yield causes(own)


def scores(settings: Sequence[RunScores]) -> Iterator[Table]:
    """How many are right in every setting, and how steady that is over yearly versions."""
    yield headline(settings)
    if found := spreads(settings):
        yield versions(found)


def headline(settings: Sequence[RunScores]) -> Table:
    """Accuracy with its interval, recall and cost of every setting."""
    priced = any(setting.cost for setting in settings)  # the rules are free: no column of zeros
    numbers = ["k", "right", "accuracy", "95%", "doc. R", "fact R", "calls", "sec."]
    table = made_table("Scores", ("system",), [*numbers, "US$"] if priced else numbers)
    for setting in settings:
        accuracy = setting.accuracy
        low, high = accuracy.interval
        table.add_row(
            name_of(setting),
            str(setting.pages),
            f"{accuracy.right}/{accuracy.total}",
            percent(accuracy.value),
            f"{100 * low:.0f}–{100 * high:.0f}",
            percent(setting.documents.recall),
            percent(setting.fact_recall),
            f"{setting.calls:.1f}",
            f"{setting.seconds:.2f}",
            *([dollars(setting.cost)] if priced else []),
        )
    return table


def versions(found: Sequence[Spread]) -> Table:
    """Accuracy by yearly version, and its standard deviation over them (SEC-QA, 5.3)."""
    years = sorted(
        {setting.version for spread in found for setting in spread.versions if setting.version}
    )
    table = made_table("By version", ("system",), ("k", *map(str, years), "mean", "SD"))
    for spread in found:
        of_year = {setting.version: percent(setting.accuracy.value) for setting in spread.versions}
        first = spread.versions[0]
        table.add_row(
            first.name,
            str(first.pages),
            *(of_year.get(year, "") for year in years),
            percent(spread.mean),
            f"{100 * spread.deviation:.1f}",
        )
    return table


def retrieval(settings: Sequence[RunScores]) -> Table:
    """Precision, recall and F1 of documents and pages."""
    measures = [f"{level} {name}" for level in ("doc.", "page") for name in ("P", "R", "F1")]
    table = made_table("Retrieval", ("system",), ("k", *measures, "pages"))
    for setting in settings:
        levels = (setting.documents, setting.page_measures)
        values = [percent(v) for m in levels for v in (m.precision, m.recall, m.f1)]
        table.add_row(name_of(setting), str(setting.pages), *values, f"{setting.retrieved:.1f}")
    return table


def in_words(settings: Sequence[RunScores]) -> Table:
    """What a passage answers: right as judged, and whether its page and its text were found."""
    heads = ("k", "right", "accuracy", "95%", "page acc.", "passage acc.", "words")
    table = made_table("Answers in words", ("system",), heads)
    for setting in settings:
        judged = share(setting.in_words)
        low, high = judged.interval
        table.add_row(
            name_of(setting),
            str(setting.pages),
            f"{judged.right}/{judged.total}",
            percent(judged.value),
            f"{100 * low:.0f}–{100 * high:.0f}",
            percent(setting.page_accuracy.value),
            percent(setting.passage_accuracy.value),
            f"{setting.words:.0f}",
        )
    return table


def agreement(agreements: Sequence[Agreement]) -> Table:
    """How often judges of answers in words agree, and Cohen's kappa."""
    heads = ("answers", "right", "right", "agree", "kappa")
    table = made_table("Agreement of judges", ("run", "judge", "other judge"), heads)
    for one in agreements:
        table.add_row(
            one.run,
            *one.judges,
            str(one.answers),
            *map(str, one.right),
            percent(Proportion(one.same, one.answers).value),
            "–" if one.kappa is None else f"{one.kappa:.2f}",
        )
    return table


def causes(settings: Sequence[RunScores]) -> Table:
    """Wrong answers of one run by cause."""
    heads = [f"k = {setting.pages}" for setting in settings]
    table = made_table(f"Why answers are wrong: {name_of(settings[0])}", ("cause",), heads)
    for cause in dict.fromkeys(cause for setting in settings for cause in setting.causes):
        table.add_row(cause, *(str(setting.causes.get(cause, 0)) for setting in settings))
    return table


def percent(value: float) -> str:
    """0.8333 -> "83.3%"."""
    return f"{100 * value:.1f}%"


def dollars(value: float | None) -> str:
    """0.01234 -> "0.0123"; a dash where a price is not known."""
    return "–" if value is None else f"{value:.4f}"


def by_group(
    title: str,
    settings: Sequence[RunScores],
    shares: Sequence[dict[str, Proportion]],
    names: dict[str, str],
) -> Table:
    """Accuracy of one run by group, a column for each number of pages."""
    heads = [f"k = {setting.pages}" for setting in settings]
    table = made_table(f"{title}: {name_of(settings[0])}", ("",), ("questions", *heads))
    for key in dict.fromkeys(key for found in shares for key in found):
        own = [found.get(key) for found in shares]
        count = max(share.total for share in own if share)
        cells = [percent(share.value) if share else "" for share in own]
        table.add_row(names.get(key, key), str(count), *cells)
    return table


def _common_first(shares: dict[str, Proportion]) -> dict[str, Proportion]:
    return dict(sorted(shares.items(), key=lambda item: (-item[1].total, item[0])))


def made_table(title: str, words: Sequence[str], numbers: Sequence[str]) -> Table:
    """An empty table with columns of words, then of numbers."""
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for name in words:
        table.add_column(name)
    for name in numbers:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def name_of(setting: RunScores) -> str:
    """System, model where there is one, and year of the version."""
    version = f", {setting.version}" if setting.version is not None else ""
    return f"{setting.name}{version}"
