"""Derive the target of a page search from a question: words, rows, headings and statements.

A typed look-up names its metric. In a free question, the parser links companies, times and metrics;
the other words are searched unchanged. The metric catalogue lists how a metric and its components
are printed, under which headings and in which statement; `topics.toml` does so for other topics.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain

from secqa.corpus.corpus_store import Corpus
from secqa.errors import SecqaError
from secqa.filings.document import Statement
from secqa.metrics.catalogue import Catalogue
from secqa.metrics.formula import metrics_in, parse
from secqa.metrics.metric import Metric
from secqa.parsing.entities.company_index import CompanyIndex, companies_of
from secqa.parsing.figure_question import FigureQuestion, Question, parse_sentence
from secqa.parsing.grammar.answer_kind import narrative_odds
from secqa.parsing.grammar.fitted import load_fitted
from secqa.parsing.grammar.metric_links import names_of
from secqa.parsing.grammar.question_mentions import find_mentions
from secqa.parsing.grammar.skeleton import features_of, signs_of
from secqa.parsing.periods.times import Times
from secqa.query.period import Period
from secqa.retrieval.document_fit import DocumentHints
from secqa.retrieval.terms import distinct, stems
from secqa.retrieval.topics import Topic, find_topics, load_topics

_TOPIC_WORTH = 0.6
"""Weight of rows and statements if the question has a topic with its own part of the report."""
_SENTENCE = re.compile(r"(?<=[.?!:])\s+")
_QUOTED = re.compile(r"[\"“]([^\"“”]+)[\"”]")
_FORM = re.compile(r"\b(10|8)[- ]?([kq])\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PageQuery:
    """The target of a page search."""

    text: str
    """Words of the question, for full-text search."""
    words: tuple[str, ...]
    """Stems and years of the question."""
    phrases: tuple[str, ...] = ()
    """Printed names of the metrics and topics."""
    lines: tuple[tuple[str, ...], ...] = ()
    """Names of each line item, most exact first."""
    quoted: tuple[str, ...] = ()
    """Line items that the question quotes."""
    sections: tuple[str, ...] = ()
    """Headings above the target."""
    parts: frozenset[str] = frozenset()
    """Parts of a report that cover the target."""
    named: tuple[Statement, ...] = ()
    """Statements that the question names."""
    implied: tuple[Statement, ...] = ()
    """Statements that contain the metrics."""
    worth: float = 1.0
    """Weight of rows and statements, 0 to 1."""
    about: DocumentHints = field(default_factory=DocumentHints)
    """Hints about the documents."""


def page_query(question: Question, corpus: Corpus) -> PageQuery:
    """Derive the page query of a question; raises `SecqaError` for a question without a word."""
    if not isinstance(question, FigureQuestion):
        typed = parse_sentence(question, corpus_companies(corpus), corpus.catalogue)
        question = typed or question
    if isinstance(question, FigureQuestion):
        return _of_lookup(question, corpus.catalogue, corpus_companies(corpus).latest_year)
    if not stems(question):
        raise SecqaError(f"{question!r}: nothing to search for; ask with at least one word")
    catalogue, companies = corpus.catalogue, corpus_companies(corpus)
    found = find_mentions(question, companies, load_fitted(), names=names_of(catalogue))
    text = found.masked(companies=" ", times=" ").replace("’", "'").lower()
    sentences = _questions_in(text)
    topics = find_topics(sentences, load_topics())
    quoted = _QUOTED.findall(sentences)
    # A quoted line is the only target, even if the question also names metrics.
    links = () if quoted else found.links
    metrics = [catalogue[link.metrics[0]] for link in links if link.metrics[0]]
    about = DocumentHints(
        companies=found.distinct_companies,
        years=_years_of(found.times),
        quarter=next((p.quarter for p in found.times.periods if p.quarter), 0),
        forms=distinct("-".join(form).upper() for form in _FORM.findall(question)),
        day=next((p.end for p in found.times.periods if p.end), None),
        adjusted=any(topic.released for topic in topics),
        latest=companies.latest_year,
    )
    # Other sentences may name the statement, too.
    named = [name for topic in find_topics(text, load_topics()) for name in topic.statements]
    query = _query(sentences, with_parts(metrics, catalogue), quoted, about, named, topics)
    # In a question for text, a metric is the subject, not the answer.
    in_words, _ = narrative_odds(features_of(found, signs_of(found)))
    return replace(query, worth=query.worth * (1 - in_words))


def _of_lookup(question: FigureQuestion, catalogue: Catalogue, latest: int) -> PageQuery:
    """The page query of a look-up."""
    lookup, period = question.lookup, question.lookup.period
    assert isinstance(period, Period)
    metrics = [catalogue[lookup.metric]] if lookup.metric else []
    about = DocumentHints(
        companies=question.companies,
        years=(period.year,) if period.year else (),
        quarter=period.quarter,
        forms=(lookup.place.form,) if lookup.place.form else (),
        latest=latest,
    )
    statements = [lookup.place.statement] if lookup.place.statement else []
    text = metrics[0].name if metrics else lookup.line
    labels = [lookup.line] if lookup.line else []
    return _query(text, with_parts(metrics, catalogue), labels, about, statements)


def _query(
    text: str,
    metrics: Sequence[Metric],
    labels: Sequence[str],
    about: DocumentHints,
    statements: Sequence[str],
    topics: Sequence[Topic] = (),
) -> PageQuery:
    """Combine metrics, labels and topics into a query; `text` omits companies and periods."""
    lines = [distinct((*metric.printed, metric.name)) for metric in metrics]
    lines += [(label,) for label in labels]
    names = [name for line in lines for name in line]
    sections = [one.sections for one in topics] + [one.sections for one in metrics]
    return PageQuery(
        text=text,
        words=distinct((*stems(text), *map(str, about.years))),
        phrases=distinct((*names, *(name for topic in topics for name in topic.printed))),
        lines=tuple(lines),
        quoted=tuple(labels),
        sections=distinct(chain.from_iterable(sections)),
        parts=frozenset(part for topic in topics for part in topic.parts),
        named=distinct(map(Statement, statements)),
        implied=distinct(Statement(one.statement) for one in metrics if one.statement),
        worth=_TOPIC_WORTH if any(topic.parts for topic in topics) else 1.0,
        about=about,
    )


def with_parts(metrics: Iterable[Metric], catalogue: Catalogue) -> tuple[Metric, ...]:
    """The metrics and, recursively, those in their formulas, without repeats."""
    found: dict[str, Metric] = {}
    waiting = list(metrics)
    while waiting:
        metric = waiting.pop(0)
        if metric.id not in found:
            found[metric.id] = metric
            formulas = (text for text in (metric.formula, metric.fallback) if text)
            waiting += [
                catalogue[one] for text in formulas for one in sorted(metrics_in(parse(text)))
            ]
    return tuple(found.values())


def _questions_in(text: str) -> str:
    """The questions in a text, without instructions; the whole text if it has no question mark."""
    questions = [one for one in _SENTENCE.split(text) if one.rstrip().endswith("?")]
    return " ".join(questions) or text


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
def corpus_companies(corpus: Corpus) -> CompanyIndex:
    """The companies of a corpus with all their names, cached."""
    return companies_of(corpus.documents, corpus.other_names())
