"""Read the number of employees, and sentences that say an amount was zero.

A report prints dozens of numbers of people: hired, trained, in a union, in one country. Only the
sentence around a number tells which counts the whole company: a day, a verb of having or employing,
"worldwide". People who did something are a part of all.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from secqa.filings.document import Metadata, Page
from secqa.metrics.catalogue import Metric
from secqa.reading.structure.line_names import names_of, refuses
from secqa.reading.structure.sentences import Sentence, sentences_with
from secqa.reading.structure.text_figures import TextNumber, numbers_in, with_years, years_in_text
from secqa.reading.structure.vocabulary import pattern_of, weights
from secqa.reading.target import Candidate, ReadTarget

_W = weights("count_reader")
_PEOPLE = ("people", "persons", "individuals", "headcount", "workforce", "colleagues", "workers")
_HAVE = pattern_of("count_reader", "have")
_DATED = re.compile(r"\b(?:as of|as at|at|at the end of|end of)\b.{0,25}(?:20\d\d|year[- ]end)")
_ALL = pattern_of("count_reader", "all")
_ABOUT = re.compile(r"\b(?:approximately|about|nearly|over|more than|roughly|almost)\s*$")
_DID = pattern_of("count_reader", "did")
_LEAST = 1
"""Points below which a number says nothing of the whole company."""
_APART = re.compile(r"\b(?:by|of|for|from|to|among|per)\b")
"""Between a number and what is counted: the number is of something else, or of a part."""
_CUT = re.compile(r"[,;:(]|\bwith\b|\bwhich\b")
_COMPLEMENTS = (
    ("full-time", "part-time"),
    ("full time", "part time"),
    ("hourly", "salaried"),
    ("salaried", "hourly"),
    ("regular", "temporary"),
    ("domestic", "international"),
)


def read_counts(target: ReadTarget, metadata: Metadata, page: Page) -> Iterator[Candidate]:
    """Every count in the page's sentences that may be the whole company's."""
    if target.metric is None or target.unit != "count":
        return
    asked = target.period.year if target.period.year is not None else metadata.fiscal_year
    nouns = _nouns(target.metric)
    for sentence in sentences_with(nouns, metadata, page):
        folded = sentence.folded
        values = tuple(value for value in numbers_in(folded) if _is_count(value))
        for value, year in with_years(
            _with_sums(values, folded), years_in_text(folded, metadata), folded
        ):
            if _year_counted(year, metadata) != asked:
                continue
            points = _points(value, sentence, target.metric)
            if points < _LEAST:
                continue
            # Of equally good ones the largest: the whole is more than its parts.
            score = min(_W["most"], _W["base"] + _W["point"] * points)
            score = max(0.0, score + min(_W["most_size"], value.value * _W["size"]))
            span = value.start, value.end
            yield Candidate.in_sentence(sentence, span, value.value, target.unit, score)


def _year_counted(year: int | None, metadata: Metadata) -> int | None:
    """No day is said to be the document's own; one after its close counts for it, too."""
    own = metadata.fiscal_year
    if year is None or own is None:
        return own if year is None else year
    return min(year, own)


@lru_cache(maxsize=64)
def _nouns(metric: Metric) -> tuple[str, ...]:
    """What is counted, in the plural as sentences have it."""
    return tuple({*metric.printed, *metric.sections, *_PEOPLE})


def _is_count(value: TextNumber) -> bool:
    return (
        not value.money
        and not value.percent
        and value.value >= 10
        and value.value == int(value.value)
    )


def _with_sums(values: tuple[TextNumber, ...], folded: str) -> tuple[TextNumber, ...]:
    """Full-time and part-time people, hourly and salaried, are one number: their sum."""
    summed: list[TextNumber] = []
    for value in values:
        last = summed[-1] if summed else None
        if last is not None:
            first, second = folded[last.end : value.start], folded[value.end : value.end + 40]
            if any(one in first and other in second for one, other in _COMPLEMENTS):
                summed[-1] = replace(last, value=last.value + value.value, end=value.end)
                continue
        summed.append(value)
    return tuple(summed)


def _points(value: TextNumber, sentence: Sentence, metric: Metric) -> int:
    """What speaks for and against a number's being all people of the company."""
    folded, element = sentence.folded, sentence.element
    before = _CUT.split(folded[max(0, value.start - 60) : value.start])[-1]
    after = _CUT.split(folded[value.end : value.end + 60])[0]
    heading = " ".join(element.path[-2:]).lower()
    points = 0
    points += 2 * bool(_DATED.search(folded[: value.end + 40]))
    points += 2 * bool(_HAVE.search(folded[: value.end]))
    points += bool(_ALL.search(folded))
    points += bool(_ABOUT.search(before))
    points += element.section == "I/1"
    points += any(section in heading for section in metric.sections)
    counted = next((noun for noun in _nouns(metric) if noun in after), "")
    points += 1 if counted else -2
    points -= 4 * bool(counted and _APART.search(after.split(counted)[0]))
    points -= 4 * bool(_DID.search(before) or _DID.search(after))
    return points


_NONE_BEFORE = pattern_of("count_reader", "none_before")
_NONE_AFTER = pattern_of("count_reader", "none_after")


def read_none(target: ReadTarget, metadata: Metadata, page: Page) -> Iterator[Candidate]:
    """Zeros that the page's sentences state for the target's year."""
    metric, year = target.metric, target.period.year or metadata.fiscal_year
    if metric is None or target.unit != "USD" or year is None:
        return
    names = names_of(metric)
    phrases = (metric.name.lower(), *metric.synonyms, *metric.printed)
    for sentence in sentences_with(phrases, metadata, page):
        folded = sentence.folded
        place = next((at for phrase in phrases if (at := folded.find(phrase)) >= 0), -1)
        end = max((place + len(p) for p in phrases if folded.startswith(p, place)), default=place)
        if place < 0 or refuses(folded[:end], names):
            continue
        if not (_NONE_BEFORE.search(folded[:place]) or _NONE_AFTER.match(folded, end)):
            continue
        named: set[int | None] = {one.year for one in years_in_text(folded, metadata)}
        if year in (named or {metadata.fiscal_year}):
            yield Candidate.in_sentence(sentence, (place, end), 0.0, target.unit, _W["none"])
