"""A question to what a search looks for.

In: a question as a person writes it. Out: its own words without what names the document
(company, period) or tells how to answer ("in millions, rounded to two decimals"); and, from the
metric catalogue, what stands on the page in other words: how the metric and its components are
printed, the headings they stand under, the statement that carries them.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np

from secqa.corpus.store import Corpus
from secqa.errors import SecqaError
from secqa.filings.document import Statement
from secqa.metrics.catalogue import Catalogue, Metric
from secqa.metrics.formula import metrics_in, parse
from secqa.retrieval.families import with_families
from secqa.retrieval.fit import About
from secqa.retrieval.spoken import (
    DOCUMENT_WORDS,
    asks_for_people,
    asks_for_words,
    by_quarter,
    named_forms,
    named_statements,
    without_instructions,
    without_places,
)
from secqa.retrieval.topics import Topic, find_topics, load_topics
from secqa.retrieval.words import BESIDE_COUNT, BESIDE_MONEY, BESIDE_SHARE, distinct, stems
from secqa.understanding.companies import Companies, companies_of
from secqa.understanding.company_links import link_companies, mask_companies
from secqa.understanding.links import MASK, MetricLink
from secqa.understanding.metric_links import link_metrics
from secqa.understanding.time_phrases import find_periods

_FALLBACK_WORTH = 0.3
_ELSEWHERE_WORTH, _TOPIC_WORTH = 0.2, 0.6
"""Of rows and statements where reasons are asked for, or parts of a company; and where a topic
is told in its own part of the report."""
_QUOTED = re.compile(r"[\"“]([^\"“”]+)[\"”]")
_MOST_WORDS = 5
"""Of a line item that the catalogue does not know."""
_VOTES = (1.0, 0.7, 0.5, 0.5)
"""Of a topic for the parts that tell it."""
_OF_RELEASES = ("adjusted_measures", "guidance")
"""Topics of earnings releases rather than reports."""


@dataclass(frozen=True, slots=True)
class Query:
    """What a search looks for."""

    text: str
    """The question without instructions and document words, for full-text search."""
    words: tuple[str, ...]
    """Its stems."""
    phrases: tuple[str, ...] = ()
    """How what is asked for is printed."""
    lines: tuple["Line", ...] = ()
    """The line items it is printed as."""
    quoted: tuple["Line", ...] = ()
    """Line items that the question quotes as they are printed."""
    told: tuple["Told", ...] = ()
    """What sentences tell rather than a statement prints."""
    sections: tuple[str, ...] = ()
    """Headings it stands under."""
    parts: tuple[tuple[str, float], ...] = ()
    """Parts of a report that tell it, each with what it is worth, at most 1."""
    named: tuple[Statement, ...] = ()
    """Statements the question names."""
    implied: tuple[Statement, ...] = ()
    """Statements that carry the metrics asked for."""
    statements_worth: float = 1.0
    """How far statements can have the answer."""
    rows_worth: float = 1.0
    """How far rows can: parts of a company add up to the same lines elsewhere."""
    about: About = field(default_factory=About)
    """Which documents it is about."""


def parse_query(question: str, corpus: Corpus) -> Query:
    """What to look for in a corpus. Raises `SecqaError` for a question without a word."""
    if not stems(question):
        raise SecqaError(f"{question!r}: nothing to search for; ask with at least one word")
    catalogue = corpus.catalogue
    companies = known_companies(corpus)
    mentions = link_companies(question, companies)
    periods, undated = find_periods(mask_companies(question, mentions))
    cleaned = without_instructions(undated)
    # "the statement of cash flows" asks for no cash.
    asked = without_places(cleaned)
    # "In which quarter of 2018" says no period.
    topics = find_topics(f"{asked} {' '.join(by_quarter(question))}", load_topics())
    quoted = distinct(_QUOTED.findall(asked))
    linked = () if asks_for_people(asked) else link_metrics(asked, catalogue)
    links = [_shorter(link, catalogue) for link in linked]
    metrics = [link.metric for link in links if link.metric is not None]
    metrics += [catalogue[name] for topic in topics for name in topic.metrics]
    labels = [link.label for link in links if link.metric is None]
    query = make_query(
        cleaned.replace(MASK, " "),
        distinct(metrics),
        [*quoted, *_line_items(labels)],
        catalogue,
        topics,
    )
    years = [str(year) for year in periods.years]
    about = About(
        companies=distinct([mention.company for mention in mentions]),
        years=periods.years,
        quarter=periods.quarter,
        forms=distinct(named_forms(question)),
        day=periods.end,
        adjusted=any(topic.id in _OF_RELEASES for topic in topics),
        latest=max((company.latest_year or 0 for company in companies), default=0),
    )
    words = distinct((*with_families(query.words), *years))
    lines = tuple(Line((label,)) for label in quoted)
    return replace(query, words=words, quoted=lines, named=named_statements(cleaned), about=about)


def _shorter(link: MetricLink, catalogue: Catalogue) -> MetricLink:
    """A label that ends in a metric's name, as in "drove gross margin", means that metric."""
    words = link.label.split()
    for start in range(1, len(words)) if link.metric is None else ():
        found = link_metrics(" ".join(words[start:]), catalogue)
        if found and found[0].metric is not None:
            return found[0]
    return link


def _line_items(labels: Sequence[str]) -> list[str]:
    """Labels short enough to be printed as a line."""
    return [label for label in labels if len(label.split()) <= _MOST_WORDS]


@lru_cache(maxsize=8)
def known_companies(corpus: Corpus) -> Companies:
    """The companies of a corpus with their names, made once."""
    return companies_of(corpus.documents, corpus.other_names())


def make_query(
    text: str,
    metrics: Sequence[Metric],
    labels: Sequence[str],
    catalogue: Catalogue,
    topics: Sequence[Topic] = (),
) -> Query:
    """The query for a question without companies, periods and instructions.

    `labels` are line items that it names and the catalogue does not know.
    """
    parts = parts_of(metrics, catalogue)
    lines = [Line(distinct((*metric.printed, metric.name)), worth) for metric, worth in parts]
    lines += [Line((label,)) for label in labels]
    names = [name for line in lines for name in line.names]
    carried = distinct(statement for metric, _ in parts for statement in _carriers(metric))
    sections = [section for metric, _ in parts for section in metric.sections]
    words = distinct([stem for stem in stems(text) if stem not in DOCUMENT_WORDS])
    spoken = [s for metric in metrics for s in (metric.name, *metric.synonyms, *metric.printed)]
    only_metrics = set(words) <= set(stems(" ".join(spoken)))
    statements_worth, rows_worth = (1.0, 1.0) if only_metrics else _worths(text, topics)
    return Query(
        text=text,
        words=words,
        phrases=distinct((*names, *(name for topic in topics for name in topic.printed))),
        told=tuple(_told(metric) for metric, _ in parts if _is_told(metric)),
        lines=tuple(lines),
        sections=distinct((*(s for topic in topics for s in topic.sections), *sections)),
        parts=_parts_of(topics),
        implied=carried,
        statements_worth=statements_worth,
        rows_worth=rows_worth,
    )


def _carriers(metric: Metric) -> Iterator[Statement]:
    """The statements that print a metric."""
    if metric.statement:
        yield Statement(metric.statement)
    if metric.unit == "USD/shares" and "dividend" in metric.name:
        # "Dividends declared ($1.20 per share)": many companies say it there and nowhere else.
        yield Statement.EQUITY
    if "gross property" in metric.name:
        # Where a balance sheet takes off what was depreciated, it says so no other way.
        yield Statement.BALANCE_SHEET


def _worths(text: str, topics: Sequence[Topic]) -> tuple[float, float]:
    """What statements and rows are worth to a question that is not of metrics alone."""
    if asks_for_words(text):
        return _ELSEWHERE_WORTH, _ELSEWHERE_WORTH
    if any(topic.elsewhere for topic in topics):
        # Segments and regions add up to the lines of the statements, in tables of their own.
        return _ELSEWHERE_WORTH, 1.0
    worth = _TOPIC_WORTH if any(topic.parts for topic in topics) else 1.0
    return worth, worth


def _parts_of(topics: Sequence[Topic]) -> tuple[tuple[str, float], ...]:
    """The parts that topics are told in; each topic has a vote, less for its second part."""
    votes: dict[str, float] = {}
    for topic in topics:
        for part, vote in zip(topic.parts, _VOTES, strict=False):
            votes[part] = votes.get(part, 0.0) + vote
    most = max(votes.values(), default=1.0)
    return tuple((part, vote / most) for part, vote in votes.items())


@dataclass(frozen=True, slots=True)
class Told:
    """A metric to look for in sentences."""

    names: tuple[tuple[str, ...], ...]
    """The stems of each of its names, the best name first."""
    beside: np.uint32
    """The field of words beside an amount of its kind."""


def _told(metric: Metric) -> Told:
    kinds = {"pure": BESIDE_SHARE, "count": BESIDE_COUNT, "shares": BESIDE_COUNT}
    names = [tuple(stems(name)) for name in (*metric.printed, metric.name, *metric.synonyms)]
    return Told(distinct(names), kinds.get(metric.unit, BESIDE_MONEY))


def _is_told(metric: Metric) -> bool:
    """Sentences give what no statement carries, counts of people and shares, and what was paid."""
    return (
        not metric.statement
        or metric.unit in ("count", "shares")
        or metric.name.startswith("cash paid")
    )


@dataclass(frozen=True, slots=True)
class Line:
    """A line item to look for."""

    names: tuple[str, ...]
    """As it is printed, the most exact first."""
    worth: float = 1.0


def parts_of(metrics: Sequence[Metric], catalogue: Catalogue) -> tuple[tuple[Metric, float], ...]:
    """Metrics and the parts of their formulas, without repeats, with what each is worth.

    The parts of a compound metric are worth as much as itself: they are what is printed. What
    a base metric can be worked out from is worth less, since most companies print the metric.
    """
    found: dict[str, tuple[Metric, float]] = {}
    waiting = [(metric, 1.0) for metric in metrics]
    while waiting:
        metric, worth = waiting.pop(0)
        if metric.id in found:
            continue
        found[metric.id] = (metric, worth)
        for formula, share in ((metric.formula, 1.0), (metric.fallback, _FALLBACK_WORTH)):
            if formula:
                names = sorted(metrics_in(parse(formula)))
                waiting.extend((catalogue[name], worth * share) for name in names)
    return tuple(found.values())
