"""Which reports a question means by their kind alone: "the last two 10-Qs", "8-K", "news".

A current report (Form 8-K) is asked for without any topic: its Items say what happened. Such a
question is known by having no other words than those that ask for news.
"""

import re
from dataclasses import dataclass

from secqa.parsing.grammar.question_mentions import Mentions
from secqa.query.period import Period
from secqa.query.query import EXHIBIT_OF_NEWS, Scope

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
