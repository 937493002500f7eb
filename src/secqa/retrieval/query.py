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
from secqa.language.atomic import Atomic, metric_names, parse_lookup
from secqa.language.entities.companies import Companies, companies_of
from secqa.language.entities.company_links import link_companies
from secqa.language.parser.fitted import load_fitted
from secqa.language.parser.mentions import Mentions, find_mentions
from secqa.language.parser.metric_names import names_of
from secqa.language.query import Period
from secqa.language.time.times import Times
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

_FALLBACK_WORTH = 0.3
_ELSEWHERE_WORTH, _TOPIC_WORTH = 0.2, 0.6
"""Of rows and statements where reasons are asked for, or parts of a company; and where a topic
is told in its own part of the report."""
_QUOTED = re.compile(r"[\"“]([^\"“”]+)[\"”]")
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
    catalogue, companies = corpus.catalogue, known_companies(corpus)
    atomic = parse_lookup(question, metric_names(catalogue))
    if atomic is not None:
        return _of_lookup(atomic, question, catalogue, companies)
    found = find_mentions(question, companies, load_fitted(), names=names_of(catalogue))
    masked = _masked(found)
    cleaned = without_instructions(masked)
    # "the statement of cash flows" asks for no cash.
    asked = without_places(cleaned)
    # "In which quarter of 2018" says no period.
    topics = find_topics(f"{asked} {' '.join(by_quarter(question))}", load_topics())
    quoted = distinct(_QUOTED.findall(asked))
    links = () if asks_for_people(asked) else found.links
    metrics = [catalogue[link.metrics[0]] for link in links if link.metrics[0]]
    metrics += [catalogue[name] for topic in topics for name in topic.metrics]
    query = make_query(cleaned, distinct(metrics), quoted, catalogue, topics)
    years = _years_of(found.times)
    about = About(
        companies=found.named,
        years=years,
        quarter=next((p.quarter for p in found.times.periods if p.quarter), 0),
        forms=distinct(named_forms(question)),
        day=next((p.end for p in found.times.periods if p.end), None),
        adjusted=any(topic.id in _OF_RELEASES for topic in topics),
        latest=max((company.latest_year or 0 for company in companies), default=0),
    )
    words = distinct((*with_families(query.words), *map(str, years)))
    lines = tuple(Line((label,)) for label in quoted)
    return replace(query, words=words, quoted=lines, named=named_statements(cleaned), about=about)


def _of_lookup(atomic: Atomic, question: str, catalogue: Catalogue, companies: Companies) -> Query:
    """What to look for where one figure is asked for in the form that programs use."""
    lookup, period = atomic.lookup, atomic.lookup.period
    assert isinstance(period, Period)
    metrics = [catalogue[lookup.metric]] if lookup.metric else []
    quoted = [lookup.line] if lookup.line else []
    name = metrics[0].name if metrics else lookup.line
    text = f"what is the {name} of in{' in US dollars' if atomic.dollars else ''}"
    query = make_query(without_instructions(text), metrics, quoted, catalogue)
    named = companies.tickers.get(atomic.symbol)
    meant = (
        (named[1],)
        if named
        else tuple(
            m.company for m in link_companies(f"{lookup.company} ({atomic.symbol})", companies)
        )
    )
    about = About(
        companies=distinct(meant),
        years=(period.year,) if period.year else (),
        quarter=period.quarter,
        forms=(lookup.place.form,) if lookup.place.form else (),
        latest=max((company.latest_year or 0 for company in companies), default=0),
    )
    words = distinct((*with_families(query.words), *map(str, about.years)))
    statements = [s for s in Statement if s.value == lookup.place.statement]
    lines = tuple(Line((label,)) for label in quoted)
    return replace(query, words=words, quoted=lines, named=tuple(statements), about=about)


def _masked(found: Mentions) -> str:
    """The question in small letters, blanks for companies and times."""
    text = list(found.question.replace("’", "'").lower())
    spans = [(start, end) for start, end in found.times.spans]
    spans += [
        (found.tokens[first].start, found.tokens[last - 1].end)
        for _, first, last in found.companies
    ]
    for start, end in spans:
        text[start:end] = " " * (end - start)
    return "".join(text)


def _years_of(times: Times) -> tuple[int, ...]:
    """The fiscal years that a question names, ascending."""
    years = {period.year for period in times.periods if period.year}
    if times.years and times.years.first and times.years.final:
        first, final = times.years.first.year, times.years.final.year
        years |= set(range(first or 0, (final or 0) + 1)) if first and final else set()
    elif times.years and times.years.first and times.years.first.year:
        years.add(times.years.first.year)
    return tuple(sorted(years))


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
