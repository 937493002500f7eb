"""Recognise questions for a value in each of several periods, and find the periods.

Some words suffice ("trend", "by quarter", "year by year"), others need several periods ("over the
last three years"). Words that combine values ("average", "highest", "did it rise each year")
exclude a series. `data/series.toml` lists them. Words in names of companies and metrics do not
count: "earnings kept over the years".
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from secqa.parsing.grammar.metric_links import MetricMention
from secqa.parsing.grammar.question_mentions import Mentions
from secqa.parsing.lexicon import MASK, NUMBER_WORDS, count_of, load_patterns
from secqa.query.leaves import Years
from secqa.query.period import LATEST, Period
from secqa.query.query import Arithmetic, Growth, Lookup, Series, Value

_METRIC = "§"
"""Replaces each character of a metric."""
_COMBINING = frozenset((
    "sum", "average", "median", "difference", "minus", "plus", "times", "growth", "ratio", "share",
    "more", "less", "above", "below", "high", "low", "count", "which", "rank", "reason",
))  # fmt: skip
"""Classes of words that ask for one value of several companies, or for their order."""
_FEWEST = 3
"""Minimum periods for "how did it change from … to …" to ask for those between."""


def series_periods(found: Mentions) -> Years | None:
    """The periods of a series that a question asks for; None for other questions."""
    whole = _pattern("purpose").sub("", _pattern("taken_back").sub(" ; ", _outside_of_names(found)))
    question = _pattern("taken_back").sub(" ", found.question.lower())
    text = _pattern("with_changes").sub("", _asking(whole))
    if _says("in_each", text):
        text = _pattern("how_much").sub("what", text)
    if _says("says_so", text):
        text = _pattern("growth").sub("", text)
    if (
        _says("folded", question)
        or _says("one_figure", text)
        or _says("yes_or_no", text)
        or found.amounts
    ):
        return None
    if found.times.prior == "quarter" and _says("change_alone", found.masked(times=" ").lower()):
        return None
    through = _iteration(found, whole)
    if _says("says_so", text) or _says("counted", text) or _says("draws", text):
        alone = len(found.times.periods) == 1 and not (through.by_quarter or through.periods)
        return None if alone and not (through.last or _says("up_to", text)) else through
    if not _is_long(through) or _says("total", question) or _chooses(found):
        return None
    # "How did it change", and "net sales for the last three years", without further operations.
    return None if _says("change_alone", _pattern("asks_how").sub("", text)) else through


def series_of(found: Mentions, is_narrowed: bool = False) -> tuple[Series, ...]:
    """A series for each company and metric, or each company and ratio of two metrics; () for other
    questions. A question that narrows a figure to a part sets no companies side by side."""
    through = series_periods(found) or (None if is_narrowed else _side_by_side(found))
    if through is None:
        return ()
    columns = list({link.name: link for link in _columns(found)}.values())
    return tuple(
        Series(value, through)
        for company in found.distinct_companies
        for value in _column_values(found, columns, company.short_name)
    )


def _side_by_side(found: Mentions) -> Years | None:
    """The one period for which the figures of several companies are to be shown or compared; None
    for other questions, as those for the higher one or their sum."""
    text, times = _outside_of_names(found), found.times
    is_one_period = len(times.periods) < 2 and times.years is None
    if len(found.distinct_companies) < 2 or not found.links or not is_one_period or found.amounts:
        return None
    if not _says("sets_beside", text) or _says("one_figure", text) or _says("as_ratio", text):
        return None
    if any(_COMBINING.intersection(names) for names in found.classes):
        return None
    return Years(times.periods or (LATEST,))


def _column_values(
    found: Mentions, columns: Sequence[MetricMention], company: str
) -> Iterator[Value]:
    def lookup(link: MetricMention, back: int = 0) -> Lookup:
        period = Period(each=True, back=back)
        return Lookup(link.metrics[0], company, period, link.line, link.part)

    text = _outside_of_names(found)
    if _says("as_ratio", text) and len(columns) == 2:
        yield Arithmetic("/", lookup(columns[0]), lookup(columns[1]))
        return
    is_growth = _says("growth", _asking(text))
    for link in columns:
        yield Growth(lookup(link), lookup(link, 1)) if is_growth else lookup(link)


def _order(period: Period) -> tuple[int, int, str]:
    """Sort key by time."""
    if period.end is not None:
        return (period.end.year, period.end.month, str(period.end))
    return ((period.year if period.year is not None else 9999) - period.back, period.quarter, "")


def _chooses(found: Mentions) -> bool:
    """Whether words choose one period, as in "the leanest year"; "the most recent years" do not."""
    of_time = zip(found.classes, found.time_tokens, strict=True)
    return any(not timed and {"high", "low"} & set(names) for names, timed in of_time)


def _columns(found: Mentions) -> tuple[MetricMention, ...]:
    """The metrics of a series, without one that is withdrawn: "capex, sorry, R&D"."""
    links = found.links
    for mark in _pattern("taken_back").finditer(found.question.lower()):
        before = [k for k in links if found.tokens[k.last - 1].end <= mark.start()]
        if before and len(before) < len(links):
            links = tuple(k for k in links if k is not before[-1])
    return links


def _asking(text: str) -> str:
    """The text after words like "show me"; the whole text without them."""
    starts = [one.end() for one in _pattern("asks_to_see").finditer(text)]
    asking = text[starts[-1] :] if starts else text
    return text if _says("speaks_of_before", asking) else asking


def _outside_of_names(found: Mentions) -> str:
    """The question in lower case, with companies and metrics masked."""
    question = found.question.replace("’", "'").replace(_METRIC, " ").replace(MASK, " ")
    return replace(found, question=question).masked(MASK, _METRIC).lower()


def _iteration(found: Mentions, text: str) -> Years:
    times = found.times
    if (several := _quarters_by_name(found, text)) is not None:
        return several
    if _says("quarters", text):
        return _by_quarter(found, text)
    if times.years is not None:
        return times.years
    if len(times.periods) > 1:
        return _from_to(times.periods, text)
    final = times.periods[0] if times.periods else None
    return Years(last=_count(text), final=final)


def _by_quarter(found: Mentions, text: str) -> Years:
    """A range of quarters: in the named years, or the latest."""
    years, periods = found.times.years, found.times.periods
    latest = Period(span="quarter")
    if years is not None and years.last:
        quarters = years.final is not None and years.final.span == "quarter"
        return years if quarters else Years(last=4 * years.last, final=latest)
    if years is not None:
        final = replace(years.final, span="quarter", quarter=4) if years.final else latest
        first = replace(years.first, span="quarter", quarter=1) if years.first else None
        return Years(first=first, final=final)
    if len(periods) > 1 and periods[0].span == "quarter":
        return _from_to(periods, text)
    if len(periods) > 1:
        ends = sorted(periods, key=_order)
        first, final = (replace(one, span="quarter") for one in (ends[0], ends[-1]))
        return Years(first=replace(first, quarter=1), final=replace(final, quarter=4))
    if periods and periods[0].span == "year" and periods[0].end is None:
        whole = replace(periods[0], span="quarter")
        return Years(first=replace(whole, quarter=1), final=replace(whole, quarter=4))
    if periods and periods[0].span == "quarter" and _says("since", text):
        return Years(first=periods[0], final=latest)
    return Years(last=_count(text), final=periods[0] if periods else latest)


def _count(text: str) -> int:
    """The number of periods that a question counts; 0 if none."""
    match = _says("counted", text)
    return count_of(match["count"] or match["worth"] or match["ended"]) if match else 0


def _quarters_by_name(found: Mentions, text: str) -> Years | None:
    """Quarters of one year that are named one by one, or as the first ones."""
    own = {one.year for one in found.times.periods if one.end is None}
    if len(own) != 1 or found.times.years is not None:
        return None
    year = own.pop()
    named = [int(number) for number in _pattern("quarter").findall(text)]
    if first := _says("first_quarters", text):
        named = list(range(1, NUMBER_WORDS[first[1]] + 1))
    if len(named) < 2:
        return None
    return _from_to(tuple(Period(year, "quarter", one) for one in sorted(named)), text)


def _from_to(periods: tuple[Period, ...], text: str) -> Years:
    """Two quarters as the ends of a range, or the named periods."""
    ordered = tuple(sorted(periods, key=_order))
    quarters = all(one.span == "quarter" and one.quarter for one in ordered)
    if len(ordered) == 2 and quarters and _says("range", text):
        return Years(first=ordered[0], final=ordered[1])
    return Years(ordered)


def _is_long(through: Years) -> bool:
    """Whether a range may have more than the two ends of a change."""
    if through.periods:
        return len(through.periods) >= _FEWEST
    if through.first is not None and through.final is not None and not through.by_quarter:
        return (through.final.year or 0) - (through.first.year or 0) + 1 >= _FEWEST
    return through.last > 1 or through.first is not None


def _pattern(name: str) -> re.Pattern[str]:
    return load_patterns("series")[name]


def _says(name: str, text: str) -> re.Match[str] | None:
    return _pattern(name).search(text)
