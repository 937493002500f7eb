"""Build the query of a question for text: a `Narrative` for each company and period.

The topic is the question without company, period and frame ("what does … say about …"); who, when
and why stay in it. Questions for news ("8-K", "press release") have no topic, since the Items of a
current report name the events.
"""

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import Literal

from secqa.parsing.grammar.question_mentions import Mentions
from secqa.parsing.grammar.series_requests import series_periods
from secqa.parsing.lexicon import count_of, load_patterns, read_data
from secqa.query.leaves import EXHIBIT_OF_NEWS, Narrative, Scope
from secqa.query.period import LATEST, Period
from secqa.query.query import Query

_SCOPES = {
    "10-K": Scope(form="10-K"),
    "10-Q": Scope(form="10-Q"),
    "8-K": Scope(form="8-K"),
    "releases": Scope(section=EXHIBIT_OF_NEWS, form="8-K"),
    "reports": Scope(),
}
"""Scopes by pattern, for reports counted back from the latest."""
_MOST = 8
"""Maximum narratives of a question."""
_LONGEST = 300
"""Maximum characters of a topic."""
_PARTS_OF_ANNUAL = ((5, "I"), (10, "II"), (15, "III"))
"""The first Item after each part of Form 10-K."""


@dataclass(frozen=True, slots=True)
class ReportRequest:
    """The latest reports of a kind."""

    place: Scope
    count: int
    start: int
    end: int
    """Position in characters."""

    @property
    def periods(self) -> tuple[Period, ...]:
        """The period of each report, latest first."""
        return tuple(Period(span="report", back=back) for back in range(self.count))


def report_request(question: str) -> ReportRequest | None:
    """The reports that a question counts back from the latest, or None."""
    for name, place in _SCOPES.items():
        if match := _pattern(name).search(question):
            count = count_of((match[1] or match[2] or "1").lower())
            # "Past filings" do not mean the last one.
            if count > 1 or (count == 1 and place.form):
                return ReportRequest(place, count, match.start(), match.end())
    return None


def news_request(found: Mentions) -> Scope | None:
    """The scope of a question for news without a topic.

    None for questions with a topic, or with a period other than a day, month or year.
    """
    times = found.times
    if any(period.span != "year" or period.back for period in times.periods) or times.prior:
        return None
    reports = report_request(found.question)
    if times.years is not None and reports is None:
        return None
    text = _without_mentions(found)
    forms = {f"{number}-{letter}".upper() for number, letter in _pattern("form").findall(text)}
    without_form = _pattern("form").sub(" ", text).lower()
    words = set(re.findall(r"[a-z]+(?:'[a-z]+)?|\d+", without_form))
    is_of_day = any(period.end is not None for period in times.periods)
    news, news_of_day = _words("news"), _words("news_of_day")
    is_asked = words & news or forms or reports or (is_of_day and words & news_of_day)
    others = (forms | ({reports.place.form} if reports else set())) - {"8-K"}
    if not is_asked or others or words - news - news_of_day - _words("around"):
        return None
    release = _pattern("release").search(found.question)
    return Scope(section=EXHIBIT_OF_NEWS if release else "", form="8-K")


def matter_request(found: Mentions) -> Literal["list", "changes"] | None:
    """Whether a question asks for a list of items or for changes."""
    is_of_way = _pattern("changes_of_way").search(found.question)
    if is_of_way or (_pattern("changes").search(found.question) and not found.links):
        return "changes"
    return "list" if _pattern("list").search(found.question) else None


_OF_MENTION = re.compile(r"(?:\b(?:in|for|of|by|at|from) +)?\x01+")


@lru_cache(maxsize=4)
def _words(name: str) -> frozenset[str]:
    return frozenset(read_data("narratives")[name].split())


def _pattern(name: str) -> re.Pattern[str]:
    return load_patterns("narratives")[name]


def _without_mentions(found: Mentions) -> str:
    """Replace companies, times and counted reports by spaces, with the preposition before them."""
    text = _OF_MENTION.sub(
        lambda cut: " " * len(cut[0]), found.masked(companies="\x01", times="\x01")
    )
    if reports := report_request(found.question):
        blanks = " " * (reports.end - reports.start)
        text = text[: reports.start] + blanks + text[reports.end :]
    return text


def narrative_query(found: Mentions, why: bool) -> Query:
    """The query of a question for text; `why` asks for a reason."""
    companies = [company.name for company in found.distinct_companies] or [""]
    reports, news = report_request(found.question), news_request(found)
    periods = (
        (reports and reports.periods)
        or found.times.compared_periods
        or _ends(found)
        or (_by_report(found),)
    )
    if why and len(periods) > 1 and reports is None:
        # One report explains the change from the previous year.
        periods = (max(periods, key=_order),)
    place = news or _place(found.question, reports)
    wants_reason = why or _pattern("fared").search(found.question)
    asks = matter_request(found) or ("why" if wants_reason else "what")
    topic = "" if news else _topic(found)
    if asks in ("list", "changes"):
        topic = " ".join(_pattern(f"{asks}_frame").sub(" ", topic).split()) or topic
    one = Narrative(topic, asks=asks, place=place)
    narratives = (replace(one, company=c, period=p) for c, p in product(companies, periods))
    return Query(tuple(narratives)[:_MOST])


def _by_report(found: Mentions) -> Period:
    """Each period with reports, if the question asks for all; else the latest."""
    is_each = bool(load_patterns("series")["in_each"].search(found.question.lower())) or (
        series_periods(found) is not None and matter_request(found) is None
    )
    return Period(each=True) if is_each and found.companies else LATEST


def _ends(found: Mentions) -> tuple[Period, ...]:
    years = found.times.years
    return () if years is None else tuple(filter(None, (*years.periods, years.first, years.final)))


def _order(period: Period) -> tuple[int, int]:
    """Sort key by time; no year is the latest."""
    return (period.year or 9999) - period.back, period.quarter


def _topic(found: Mentions) -> str:
    """The question without company, period and frame, or the whole question if nothing is left."""
    whole = " ".join(_without_mentions(found).split())
    bare = re.sub(
        r"\b(?:in|of|per) (?:its|the|their)?\s*(?=\x00)",
        "",
        _pattern("form").sub("\x00", _pattern("item").sub("\x00", whole)),
    )
    bare = re.sub(r"\s+(?:'s\b|[,.?!;:])", "", bare.replace("\x00", ""))
    bare = re.sub(r"\b(?:in|for|of|by|at|from)(?=\s*(?:[?.,]|$))", "", bare)
    shorter = " ".join(_pattern("frame").sub("", " ".join(bare.split())).split()).strip(" ,.?!;:-")
    return (shorter or whole or found.question)[:_LONGEST]


def _place(question: str, reports: ReportRequest | None) -> Scope:
    form, item = _pattern("form").search(question), _pattern("item").search(question)
    if reports is not None and not item:
        return reports.place
    name = "-".join(form.groups()).upper() if form else ""
    section = ""
    if item:
        number = int(item["item"].upper().rstrip("ABC"))
        annual = next((part for end, part in _PARTS_OF_ANNUAL if number < end), "IV")
        section = f"{(item['part'] or annual).upper()}/{item['item'].upper()}"
    return Scope(section=section, form=name)
