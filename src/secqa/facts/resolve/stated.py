"""Find the number of people a company employs, which filings state only in prose.

It is not tagged, and a filing prints many numbers of employees: of a segment, a country, a union,
an acquisition, an earlier year. Every number of people is a candidate; the words of its sentence
determine how likely it counts the whole company at the end of the year. Separate numbers of
full-time and part-time, or hourly and salaried people, are added up.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from secqa.facts.fact import ResolvedValue
from secqa.facts.fiscal import FiscalPeriod
from secqa.facts.resolve.untagged import PrintedMention, sentence_at
from secqa.filings.dates import YEAR
from secqa.filings.decoding import finite
from secqa.filings.document import Document, Element, ElementType, Location, Metadata
from secqa.metrics.catalogue import Catalogue

STATED = "stated"
"""The source of these values, used in place of a concept."""

_PEOPLE = (
    r"employees|associates|team members|teammates|people|persons|colleagues|co-workers|workers|"
    r"staff members|crew ?members|individuals|employee population|headcount|ftes|"
    r"(?:employee|full[- ]time) equivalents"
)
_KINDS = (
    r"full[- ]time|part[- ]time|full-|equivalent|active|regular|permanent|hourly|salaried|total|"
    r"global|worldwide|seasonal|temporary|talented|dedicated|diverse|and|or|domestic|"
    r"international|u\.s\.|our|company|supermarket|store|union|non-union|\(\d[\d.]*%\)|\(fte\)"
)
_COUNT = r"(?P<{0}>\d{{1,3}}(?:,\d{{3}})+|\d{{2,4}}(?!\d|[.,]\d)|\d+(?:\.\d+)?(?=\s+million))"
_ANY_COUNT = re.compile(r"[0-9](?:[0-9]|\s+(?i:million))")
"""A number that may count people; most paragraphs have none."""
_COUNTED = _COUNT + r"(?P<{0}_million>\s+million)?(?P<{0}_kinds>(?:,?\s+(?:" + _KINDS + r"))*)"
_BEFORE_PEOPLE = re.compile(
    rf"(?<![\d$.,]){_COUNTED.format('first')}\s+(?:{_PEOPLE})\b"
    rf"(?:,?\s+and(?:\s+approximately|\s+about|\s+another)?\s+{_COUNTED.format('second')}"
    rf"\s+(?:{_PEOPLE})\b)?",
    re.IGNORECASE,
)
_PAIR = re.compile(
    rf"(?<![\d$.,]){_COUNTED.format('first')}(?:,\s+\d[\d,]*)*,?\s+and"
    rf"(?:\s+approximately|\s+about)?\s+"
    rf"{_COUNTED.format('second')}\s+(?:{_PEOPLE})\b",
    re.IGNORECASE,
)
_AFTER_PEOPLE = re.compile(
    rf"\b(?:headcount|number of (?:full[- ]time |regular |active )*employees|employees|"
    rf"workforce|employee population)\b"
    rf"(?:\s+(?:level|worldwide|globally|in total|consisted|totaled|totalled|numbered|was|were|of|"
    rf"approximately|about|over|nearly|more than|a total|at|as of|year-end|"
    rf"\w+ \d{{1,2}}, \d{{4}},?|\d{{4}},?))*\s+{_COUNT.format('first')}"
    r"(?P<first_million>\s+million)?(?!\s*%)",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"(?<![\d$.,])\d")
_COMPLEMENTS = (
    ("full-time", "part-time"),
    ("hourly", "salaried"),
    ("u.s.", "international"),
    ("domestic", "international"),
    ("union", "non-union"),
    ("regular", "temporary"),
)

# Words in a sentence that count for or against a candidate.
_DATED = re.compile(r"\b(?:as of|at|at the end of|end of)\b.{0,25}\b(?:20\d\d|year[- ]end|fiscal)")
_HAS = re.compile(
    r"\b(?:had|have|has|employ(?:ed|s)?)\s+(?:an? (?:\w+ )?(?:workforce|total) of\s+)?"
    r"(?:approximately|about|over|more than|nearly|almost|roughly)?\s*$|"
    r"\b(?:our|company.s|corporation.s)\b[^.;]{0,60}\b(?:consist(?:ed|s)|total(?:ed|led)|was|is|"
    r"workforce|population)\b"
)
_ALL = re.compile(
    r"\bworldwide\b|\bglobal(?:ly)?\b|\btotal\b|\baround the world\b|\bin (?:over|more than|about|"
    r"approximately)? ?\d+ countries\b|\bcompany had\b|\bwe had\b|\bemployed approximately\b"
)
_ROUNDED = re.compile(r"\b(?:approximately|about|nearly|almost|roughly)\s*$")
_HEADINGS = ("employee", "human capital", "workforce", "team members", "associates", "people")
_PART_BEFORE = re.compile(
    r"\b(?:of whom|of which|of these|including|includes|represent\w*|cover\w*|affect\w*|hired|"
    r"added|eliminat\w*|reduc\w*|terminat\w*|laid off|layoffs?|separat\w*|acquired|joined|"
    r"approximately \d+% of|accommodat\w*|granted|trained|promoted|fewer than|up to|"
    r"compris\w*|provided|reflecting|sales and marketing|functions?|segment\w*|held by|"
    r"restructuring|plan)\b[^.;]*$"
)
_PART_AFTER = re.compile(
    r"^[^.;,%]{0,50}?\b(?:outside|unions?|represented|covered|bargaining|participated|"
    r"completed|leveraged|attended|received|eligible|located in|based in the|who |segment|"
    r"transitioned|engaged in|in research|were part-time|in the region|have participated|joined)\b"
    r"|^[^.;]{0,20}?\b(?:constitut\w+|represent\w+|or \d+%)"
)
_IN_ONE_PLACE = re.compile(r"^,?\s+in\s+(?:the\s+)?[A-Z](?![^;]{0,25}(?:\band\b|,\s[A-Z]))")
_WORDS_FOR_PEOPLE = (
    *("employ", "people", "associates", "colleagues", "workforce", "headcount", "ftes"),
    *("team members", "teammates", "crew", "workers", "staff members", "full-time equivalents"),
)
_PROSE = (ElementType.NARRATIVE_TEXT, ElementType.LIST_ITEM)
_MILLION = 1e6
_LEAST = 2
"""Points below which a number is more likely about a part of the company."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    count: float
    points: int
    place: Location
    quote: str


def stated_metrics(
    document: Document, catalogue: Catalogue
) -> list[tuple[ResolvedValue, list[PrintedMention]]]:
    """Values that only the prose of an annual report states, with all locations that state them;
    empty if uncertain."""
    metadata = document.metadata
    annual = metadata.fiscal_period == "FY" and metadata.fiscal_year is not None
    metric = next((metric for metric in catalogue.base() if metric.people), None)
    if not annual or metadata.period_end is None or metric is None:
        return []
    candidates = [
        candidate
        for element in document.elements
        if element.type in _PROSE and _counts_people(element.text)
        for candidate in _candidates(element, metadata)
    ]
    if not candidates:
        return []
    # In a tie the largest, since the whole is more than its parts.
    best = max(candidates, key=lambda c: (c.points, c.count))
    if best.points < _LEAST:
        return []
    first_on_page: dict[int, PrintedMention] = {}
    for candidate in sorted(candidates, key=lambda c: -c.points):
        if candidate.count == best.count:
            mention = PrintedMention(candidate.place, candidate.quote)
            first_on_page.setdefault(candidate.place.page, mention)
    resolved = ResolvedValue(
        metric=metric.id,
        period=FiscalPeriod(metadata.fiscal_year or 0, "FY"),
        start=None,
        end=metadata.period_end,
        value=best.count,
        unit=metric.unit,
        decimals=None,
        concept=STATED,
        facts=(),
    )
    return [(resolved, list(first_on_page.values()))]


def _counts_people(text: str) -> bool:
    """Whether a paragraph may count people; a fast check that rules out most."""
    if not _ANY_COUNT.search(text):
        return False
    lowered = text.lower()
    return any(word in lowered for word in _WORDS_FOR_PEOPLE)


def _candidates(element: Element, metadata: Metadata) -> Iterator[_Candidate]:
    text = element.text
    for pattern in (_BEFORE_PEOPLE, _PAIR, _AFTER_PEOPLE):
        for match in _matches(pattern, text):
            count = _count(match)
            if count is None:
                continue
            yield _Candidate(
                count=count,
                points=_points(match, element, metadata),
                place=Location(element.page, element.index),
                quote=sentence_at(text, match.start()),
            )


def _matches(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """`finditer`, but faster: tries patterns that start with a number only at numbers."""
    if pattern is _AFTER_PEOPLE:
        yield from pattern.finditer(text)
        return
    end = 0
    for number in _NUMBER.finditer(text):
        match = pattern.match(text, number.start()) if number.start() >= end else None
        if match is not None:
            end = match.end()
            yield match


def _count(match: re.Match[str]) -> float | None:
    groups = match.groupdict()
    first = _number(groups["first"], groups["first_million"])
    if groups["first_million"] is None and YEAR.fullmatch(groups["first"]):
        return None
    if groups.get("second") is None:
        return first
    kinds = groups["first_kinds"].lower().replace("full time", "full-time")
    others = groups["second_kinds"].lower().replace("part time", "part-time")
    for pair in _COMPLEMENTS:
        if any(a in kinds and b in others for a, b in (pair, pair[::-1])):
            return first + _number(groups["second"], groups["second_million"])
    return first


def _number(digits: str, million: str | None) -> float:
    value = finite(float(digits.replace(",", "")) * (_MILLION if million else 1)) or 0.0
    return float(round(value)) if million else value


def _points(match: re.Match[str], element: Element, metadata: Metadata) -> int:
    """Score how likely a number counts all people of the company at the end of the year."""
    text = element.text.lower()
    sentence_start = max(text.rfind(". ", 0, match.start()) + 1, 0)
    before = text[sentence_start : match.start()]
    after = text[match.end() : match.end() + 120]
    sentence = before + match[0].lower() + after.split(". ")[0]
    points = 0
    points += 2 * bool(_DATED.search(sentence))
    points += 2 * bool(_HAS.search(before) or _HAS.search(before + match[0].lower()))
    points += bool(_ALL.search(sentence))
    points += _ROUNDED.search(before) is not None
    points += element.section == "I/1"
    points += any(word in title.lower() for title in element.path[-2:] for word in _HEADINGS)
    points -= 4 * bool(_PART_BEFORE.search(before))
    points -= 3 * bool(_PART_AFTER.search(after))
    points -= 3 * bool(_IN_ONE_PLACE.search(element.text[match.end() :]))
    years = {int(year) for year in YEAR.findall(sentence)}
    own = metadata.period_end.year if metadata.period_end is not None else 0
    points -= 4 * bool(years and not years & {own, own + 1})
    return points
