"""Parse questions for figures and text about them.

"How has revenue changed by quarter, and what drove it?" wants a table and a reason for each row;
"why did revenue fall in Q2?" wants the figure, that of a year before, and the reason. The clause
that asks for reasons is removed before the figures are parsed.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import MAXYEAR
from itertools import product

from secqa.parsing.grammar.metric_links import MetricMention
from secqa.parsing.grammar.narrative_queries import narrative_query
from secqa.parsing.grammar.question_mentions import Mentions
from secqa.parsing.grammar.series_requests import series_of
from secqa.parsing.lexicon import load_patterns
from secqa.query.leaves import Narrative, Years
from secqa.query.period import Period
from secqa.query.query import Lookup, Query, Series

_QUARTERS = 4
"""Quarters of a year."""
_RESULTS = ("revenue", "operating_income", "net_income")
"""Metrics of a comparison that names none."""
_MOVES = frozenset({"up", "down", "growth", "change"})
"""Classes of words for changes."""
_MOST_COLUMNS = 3
"""Maximum figures next to text."""


def compound_query(found: Mentions, mentions_of: Callable[[str], Mentions]) -> Query | None:
    """Series with the reasons for their changes, or figures of two periods; None for questions that
    do not ask for both."""
    patterns, text = load_patterns("series"), found.question.lower()
    clause, begins = (patterns[one].search(text) for one in ("and_reasons", "reasons_first"))
    if begins:
        figures = mentions_of(f"how did{found.question[begins.end() :]}")
        if (rest := patterns["next_question"].search(text)) and any(k.part for k in figures.links):
            # The part may be of another question: "and how much did Europe lose?"
            figures = mentions_of(f"how did{found.question[begins.end() : rest.start()]}")
    elif clause:
        figures = mentions_of(found.question[: clause.start()])
    else:
        columns = _side_by_side(found)
        if patterns["beside_before"].search(text) and found.times.prior != "quarter":
            columns = columns or _comparison_columns(found)
        return Query(columns) if columns else None
    if columns := series_of(figures)[:_MOST_COLUMNS]:
        return Query((*columns, *_reasons(figures, Period(each=True))))
    columns = _comparison_columns(figures)
    if not columns:
        return None
    if begins:
        return Query((*columns, *narrative_query(found, why=True).narratives))
    return Query((*columns, *_reasons(figures, columns[0].over.periods[-1])))


def _reasons(found: Mentions, period: Period) -> tuple[Narrative, ...]:
    """A narrative on the change of each figure of each company."""
    topics = dict.fromkeys(_wording(found, link) for link in found.links)
    companies = [company.name for company in found.distinct_companies]
    return tuple(Narrative(t, c, period, "why") for t, c in product(topics, companies))


def _wording(found: Mentions, link: MetricMention) -> str:
    """The words of a figure, with its segment."""
    last = link.last - 1
    while last > link.first and not _MOVES.isdisjoint(found.classes[last]):
        last -= 1
    text = found.question[found.tokens[link.first].start : found.tokens[last].end]
    return text if link.part.lower() in text.lower() else f"{link.part} {text}"


def _comparison_columns(found: Mentions) -> tuple[Series, ...]:
    """A column for each figure, with one period and the year before, or two periods."""
    periods = found.times.periods
    if found.times.years is not None or len(found.links) > _MOST_COLUMNS:
        return ()
    if len(periods) == 1:
        return _columns(found, (_prior_year(periods[0]), periods[0]))
    return _columns(found, _in_order(periods)) if len(periods) == 2 else ()


def _columns(found: Mentions, periods: Sequence[Period]) -> tuple[Series, ...]:
    wanted = [(k.metrics[0], k.line, k.part) for k in found.links]
    earned = load_patterns("series")["earned"].search(found.question.lower())
    if earned and not found.links:
        wanted = [("net_income", "", "")]
    return tuple(
        Series(
            Lookup(metric, company.short_name, Period(each=True), line, part),
            Years(tuple(periods)),
        )
        for company, (metric, line, part) in product(found.distinct_companies, wanted)
    )


def _in_order(periods: Sequence[Period]) -> list[Period]:
    """Sort periods, earliest first."""
    return sorted(periods, key=lambda one: ((one.year or MAXYEAR) - one.back, one.quarter))


def _side_by_side(found: Mentions) -> tuple[Series, ...]:
    """A comparison of two periods that names no figure, or of a quarter and its year to date."""
    patterns, text = load_patterns("series"), found.question.lower()
    periods = found.times.periods
    if not patterns["compares"].search(text) or found.times.years is not None:
        return ()
    if len(periods) == 2 and not found.links and patterns["results"].search(text):
        over = Years(tuple(_in_order(periods)))
        return tuple(
            Series(Lookup(metric, company.short_name, Period(each=True)), over)
            for company, metric in product(found.distinct_companies, _RESULTS)
        )
    spans = "the_quarter", "the_year_to_date"
    if len(periods) != 1 or not all(patterns[one].search(text) for one in spans):
        return ()
    return _columns(found, [replace(periods[0], span=one) for one in ("quarter", "to_date")])


def _prior_year(period: Period) -> Period:
    if period.year is not None:
        return replace(period, year=period.year - 1)
    by_quarter = period.span == "quarter" and period.end is None
    return replace(period, back=period.back + (_QUARTERS if by_quarter else 1))
