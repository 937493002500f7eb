"""Mentions of a question that wants words in, what is to be told of out: a `Telling` for each
company and year that it compares.

The topic is the question itself, without company and time: who, when and why are part of it. Only
the frame of "what does … say about …" goes, since it says nothing of the topic.
"""

import re
from dataclasses import replace
from itertools import product

from secqa.parsing.entities.company_index import Company
from secqa.parsing.grammar.question_mentions import Mentions
from secqa.parsing.grammar.reports import (
    FORM,
    ReportRequest,
    news_request,
    report_request,
    without_mentions,
)
from secqa.query.period import LATEST, Period
from secqa.query.query import Narrative, Query, Scope

_MOST = 8
"""Companies and years that are told of side by side."""
_LONGEST = 300
"""Characters of a topic."""
_ITEM = re.compile(
    r"\b(?:part (?P<part>i{1,3}|iv),? )?item (?P<item>\d{1,2}[ABC]?)\b", re.IGNORECASE
)
_PARTS_OF_ANNUAL = ((5, "I"), (10, "II"), (15, "III"))
"""The first Item of Form 10-K that a part no longer has."""
_FRAME = re.compile(
    r"^(?:(?:according to|in|from|per|please|can you|could you|tell me|i would like to know"
    r"|based on)\b[^,?]{0,40},? )?"
    r"(?:what (?:do|does|did|is|was|has|have)\b.{0,40}?"
    r"\b(?:say|said|says|state|stated|disclose|disclosed|report|reported|tell|told|mention|mentioned"
    r"|write|written|describe|described)"
    r"|describe|summari[sz]e|explain|discuss|tell me)\b"
    r"(?: (?:us|me|anything|something))?(?: (?:about|on|of|regarding|concerning|as to))?\s+",
    re.IGNORECASE,
)  # fmt: skip


def narrative_query(found: Mentions, why: bool, owner: Company | None = None) -> Query:
    """What a question asks to be told; `why`: the reason of something; `owner`: of what it names,
    where it names no company."""
    named = found.distinct_companies or ((owner,) if owner else ())
    companies = [company.name for company in named] or [""]
    reports, news = report_request(found.question), news_request(found)
    periods = (
        (reports and reports.periods) or found.times.compared_periods or _ends(found) or (LATEST,)
    )
    if why and len(periods) > 1 and reports is None:
        # One report tells why a year differs from the one before.
        periods = (max(periods, key=_order),)
    place = news or _place(found.question, reports)
    one = Narrative("" if news else _topic(found), asks="why" if why else "what", place=place)
    told = (replace(one, company=c, period=p) for c, p in product(companies, periods))
    return Query(tuple(told)[:_MOST])


def _ends(found: Mentions) -> tuple[Period, ...]:
    years = found.times.years
    return () if years is None else tuple(filter(None, (*years.periods, years.first, years.final)))


def _order(period: Period) -> tuple[int, int]:
    """Sort key: the latest last; no year is the latest."""
    return (period.year or 9999) - period.back, period.quarter


def _topic(found: Mentions) -> str:
    """The question without company, time and frame; the whole question where that is all."""
    whole = " ".join(without_mentions(found).split())
    bare = re.sub(
        r"\b(?:in|of|per) (?:its|the|their)?\s*(?=\x00)",
        "",
        FORM.sub("\x00", _ITEM.sub("\x00", whole)),
    )
    bare = re.sub(r"\s+(?:'s\b|[,.?!;:])", "", bare.replace("\x00", ""))
    bare = re.sub(r"\b(?:in|for|of|by|at|from)(?=\s*(?:[?.,]|$))", "", bare)
    shorter = " ".join(_FRAME.sub("", " ".join(bare.split())).split()).strip(" ,.?!;:-")
    return (shorter or whole or found.question)[:_LONGEST]


def _place(question: str, reports: ReportRequest | None) -> Scope:
    form, item = FORM.search(question), _ITEM.search(question)
    if reports is not None and not item:
        return reports.place
    name = "-".join(form.groups()).upper() if form else ""
    section = ""
    if item:
        number = int(re.sub(r"\D", "", item["item"]))
        annual = next((part for end, part in _PARTS_OF_ANNUAL if number < end), "IV")
        section = f"{(item['part'] or annual).upper()}/{item['item'].upper()}"
    return Scope(section=section, form=name)
