"""Build the query of a question that wants words: a `Narrative` for each company and time.

The topic is the question itself without company and time: who, when and why are part of it, and
only the frame "what does … say about …" goes. Questions for news ("8-K", "press release") have no
topic: the Items of a current report say what happened.
"""

import re
from dataclasses import dataclass, replace
from itertools import product

from secqa.parsing.entities.company_index import Company
from secqa.parsing.grammar.question_mentions import Mentions
from secqa.query.period import LATEST, Period
from secqa.query.query import EXHIBIT_OF_NEWS, Narrative, Query, Scope

FORM = re.compile(r"\b(10|8)[- ]?([kq])(?:'?s)?\b", re.IGNORECASE)
_NUMBERS = {"two": 2, "couple of": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_COUNT = rf"(\d|{'|'.join(_NUMBERS)})"
_KINDS = {
    r"10-? ?ks?|annual (?:reports?|filings?)": Scope(form="10-K"),
    r"10-? ?qs?|quarterly (?:reports?|filings?)": Scope(form="10-Q"),
    r"8-? ?ks?(?: (?:reports?|filings?))?|current reports?": Scope(form="8-K"),
    r"(?:press|news|earnings) releases?": Scope(section=EXHIBIT_OF_NEWS, form="8-K"),
    r"reports|filings": Scope(),
}
_LATEST = rf"(?:{_COUNT} )?(?:last|latest|past|most recent|newest)(?: {_COUNT})?"
_REPORTS = tuple(
    (re.compile(rf"\b{_LATEST} (?:{kind})\b", re.IGNORECASE), place)
    for kind, place in _KINDS.items()
)
_RELEASE = re.compile(r"\b(?:press|news|earnings) releases?\b", re.IGNORECASE)
_NEWS_WORDS = """
    announce announced announces announcement announcements news headline headlines happen happened
    release releases
"""
_NEWS = frozenset(_NEWS_WORDS.split())
"""Words that ask what happened."""
_TOLD_WORDS = "report reported disclose disclosed file filed say said tell told"
_TOLD = frozenset(_TOLD_WORDS.split())
"""The same where a day is named: "what did it report on July 1"."""
_WORDS_AROUND = """
    a about agenda an and any anything are at by can content contents could current date dated day
    did do does event events filing filings for form from give had has have i in is it its key
    latest main make me most new of on or please point points press public publicly purpose recent
    recently s shareholders show subject summarise summarize summary that the their there they to
    topic under us was were what what's whats which with you
"""
_AROUND = frozenset(_WORDS_AROUND.split())
"""Words that stand around them and say nothing of what happened."""
_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?|\d+")


@dataclass(frozen=True, slots=True)
class ReportRequest:
    """The latest so many reports of a kind."""

    place: Scope
    count: int
    start: int
    end: int
    """Where it is said, in characters."""

    @property
    def periods(self) -> tuple[Period, ...]:
        """What each of them is of, the latest first."""
        return tuple(Period(span="report", back=back) for back in range(self.count))


def report_request(question: str) -> ReportRequest | None:
    """The reports that are counted back from the latest; None where none are."""
    for pattern, place in _REPORTS:
        if said := pattern.search(question):
            number = (said[1] or said[2] or "1").lower()
            count = int(number) if number.isdigit() else _NUMBERS[number]
            # "Past filings" are no one's last one.
            if count > 1 or (count == 1 and place.form):
                return ReportRequest(place, count, said.start(), said.end())
    return None


def news_request(found: Mentions) -> Scope | None:
    """Where the news is told that a question asks for without any topic; None where it names one,
    or a time that is no day, month or whole year: what is news of a quarter is not said."""
    times = found.times
    if any(one.span != "year" or one.back for one in times.periods) or times.prior:
        return None
    reports = report_request(found.question)
    if times.years is not None and reports is None:
        return None
    text = without_mentions(found)
    forms = {f"{number}-{letter}".upper() for number, letter in FORM.findall(text)}
    words = set(_WORD.findall(FORM.sub(" ", text).lower()))
    day = any(one.end is not None for one in times.periods)
    asked = words & _NEWS or forms or reports or (day and words & _TOLD)
    others = (forms | ({reports.place.form} if reports else set())) - {"8-K"}
    if not asked or others or words - _NEWS - _TOLD - _AROUND:
        return None
    released = _RELEASE.search(found.question)
    return Scope(section=EXHIBIT_OF_NEWS if released else "", form="8-K")


def without_mentions(found: Mentions) -> str:
    """The question with blanks for companies, times and counted reports."""
    text = list(found.question)
    spans = list(found.times.spans)
    spans += [
        (found.tokens[first].start, found.tokens[last - 1].end)
        for _, first, last in found.companies
    ]
    if reports := report_request(found.question):
        spans.append((reports.start, reports.end))
    for start, end in spans:
        text[start:end] = " " * (end - start)
    return "".join(text)


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
