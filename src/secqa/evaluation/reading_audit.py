"""Measure the reading rate: the share of a corpus's tagged values that the reader reads right.

Each tagged value of a document's own period, or of the same period a year before, is a cell.
The reader gets the pages that retrieval finds in that document, never the tags. Metric, document
and period are given: the audit measures reading alone.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import chain
from multiprocessing import get_context

import numpy as np

from secqa.corpus.corpus_address import CorpusPath
from secqa.corpus.corpus_store import Corpus, open_corpus
from secqa.errors import SecqaError
from secqa.evaluation.verdict import is_within_margin
from secqa.facts.fact import MetricFact
from secqa.facts.table.fact_store import load_table
from secqa.filings.document import Metadata, Page
from secqa.learning.calibration import coverage_at, expected_error
from secqa.metrics.catalogue import Catalogue
from secqa.query.period import Period, in_words
from secqa.reading.reader import read_value_of
from secqa.reading.reading import Reading
from secqa.reading.structure.columns import ReadPeriod
from secqa.reading.target import ReadTarget, metric_target
from secqa.retrieval.rank import retrieve_pages

PAGES = 8
"""Pages that the reader is given."""
_WORTH_A_PROCESS = 500
"""Cells that are worth another process."""
_PRECISION = 0.98
"""Share of right answers that the audit gives coverage for."""


@dataclass(frozen=True, slots=True)
class Audited:
    """A tagged value and its reading."""

    fact: MetricFact
    pages: tuple[int, ...]
    """Pages given to the reader, best first."""
    reading: Reading

    @property
    def outcome(self) -> str:
        """`right`, `wrong` or `none`."""
        if not isinstance(self.reading.value, float | int):
            return "none"
        is_right = is_within_margin(self.reading.value, self.fact.value)
        return "right" if is_right else "wrong"


def audit(
    path: CorpusPath,
    metrics: Sequence[str] = (),
    tickers: Sequence[str] = (),
    workers: int = 1,
) -> list[Audited]:
    """Read every cell of a corpus; `metrics` and `tickers` narrow it.

    More than one of the `workers` run as processes, so a script needs a `__main__` guard.

    Raises `SecqaError` if there is no cell: no tags, or nothing of these names.
    """
    found = list(cells(path, open_corpus(path), metrics, tickers))
    if not found:
        raise SecqaError(
            f"{path}: no tagged values to read again; `secqa facts --corpus {path}` lists what is"
        )
    count = min(workers, 1 + len(found) // _WORTH_A_PROCESS)
    if count == 1:
        return _audit_some(path, found)
    # A document's pages are read once, by one process.
    own: defaultdict[str, list[MetricFact]] = defaultdict(list)
    for fact in found:
        own[fact.document_id].append(fact)
    shares: list[list[MetricFact]] = [[] for _ in range(count)]
    for some in sorted(own.values(), key=len, reverse=True):
        min(shares, key=len).extend(some)
    # Storage keeps threads, which a fork would lose.
    with ProcessPoolExecutor(count, get_context("spawn")) as pool:
        done = pool.map(partial(_audit_some, path), shares)
        return sorted(chain.from_iterable(done), key=lambda one: one.fact.document_id)


def _audit_some(path: CorpusPath, facts: Sequence[MetricFact]) -> list[Audited]:
    return list(audit_each(open_corpus(path), facts))


def audit_each(corpus: Corpus, facts: Iterable[MetricFact]) -> Iterator[Audited]:
    """Read cells one by one, so that a caller can show progress or stop."""
    for fact in facts:
        question = question_of(fact, corpus.catalogue)
        pages = pages_for(corpus, fact)
        target = read_target(fact, corpus.catalogue)
        reading = read_value_of(question, target, pages, corpus.catalogue)
        yield Audited(fact, tuple(page.number for _, page in pages), reading)


def question_of(fact: MetricFact, catalogue: Catalogue) -> str:
    """The question of a cell in words."""
    quarter = _quarter_of(fact)
    when = in_words(Period(fact.fiscal_year, quarter=int(quarter[1:] or 0)))
    company = f"{fact.company} ({fact.ticker})"
    name = catalogue[fact.metric].name
    return f"What is the {name} of {company} in {when}?"


def read_target(fact: MetricFact, catalogue: Catalogue) -> ReadTarget:
    """The target of the reader."""
    return metric_target(catalogue[fact.metric], ReadPeriod(fact.fiscal_year, _quarter_of(fact)))


def pages_for(corpus: Corpus, fact: MetricFact) -> list[tuple[Metadata, Page]]:
    """The pages of its document that retrieval finds for a cell, best first."""
    ranked = retrieve_pages(corpus, question_of(fact, corpus.catalogue), PAGES, [fact.document_id])
    about = corpus.entry(fact.document_id).metadata
    return [(about, corpus.page(fact.document_id, one.page)) for one in ranked]


def _quarter_of(fact: MetricFact) -> str:
    return fact.fiscal_period if fact.fiscal_period[1:].isdecimal() else ""


def cells(
    path: CorpusPath, corpus: Corpus, metrics: Sequence[str] = (), tickers: Sequence[str] = ()
) -> Iterator[MetricFact]:
    """Values that documents state for their own period and the same a year before."""
    own = {entry.metadata.document_id: entry.metadata for entry in corpus.entries}
    for fact in load_table(path, metrics=metrics, tickers=tickers):
        year = own[fact.document_id].fiscal_year
        same = fact.fiscal_period == own[fact.document_id].fiscal_period
        known = fact.metric in corpus.catalogue.metrics and bool(fact.evidence)
        if year is not None and same and known and fact.fiscal_year in (year, year - 1):
            yield fact


def in_one_line(audited: Sequence[Audited]) -> str:
    """The reading rate in a sentence."""
    right, wrong, none = rates(audited)["all"]
    ok = np.array([one.outcome == "right" for one in audited])
    sure = np.array([one.reading.confidence for one in audited])
    return (
        f"{right / len(audited):.1%} of {len(audited):,} tagged values read right, "
        f"{wrong / len(audited):.1%} wrong, {none / len(audited):.1%} not found; "
        f"the surest {coverage_at(sure, ok, _PRECISION):.0%} are {_PRECISION:.0%} right, "
        f"calibration error {expected_error(sure, ok):.1%}"
    )


def rates(audited: Sequence[Audited], by: str = "") -> dict[str, tuple[int, int, int]]:
    """Right, wrong and none; of all, or by `document`, `metric` or `ticker`, the worst first."""
    counts: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for one in audited:
        key = {"document": one.fact.document_id, "metric": one.fact.metric,
               "ticker": one.fact.ticker}.get(by, "all")  # fmt: skip
        counts[key][("right", "wrong", "none").index(one.outcome)] += 1
    ordered = sorted(counts.items(), key=lambda item: (item[1][0] / sum(item[1]), item[0]))
    return {key: (right, wrong, none) for key, (right, wrong, none) in ordered}
