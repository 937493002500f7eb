"""Read the number of employees, and sentences that state that an amount was zero.

A report prints dozens of numbers of people: hired, trained, in a union, in one country. The
sentence shows which number counts the whole company: a day, a verb of having or employing,
"worldwide". People who did something are only some of all.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from secqa.filings.dates import NUMBER_WORDS
from secqa.filings.document import Metadata, Page
from secqa.metrics.metric import Metric
from secqa.reading.structure.line_names import names_of, refuses
from secqa.reading.structure.sentences import Sentence, sentences_with
from secqa.reading.structure.text_figures import (
    TextNumber,
    number_lists,
    numbers_in,
    with_years,
    years_in_text,
)
from secqa.reading.structure.vocabulary import pattern_of, weights, words_of
from secqa.reading.target import Candidate, ReadTarget
from secqa.word_lists import any_of

_W = weights("count_reader")
_PEOPLE = ("people", "persons", "individuals", "professionals", "staff")
"""Words for people in general, which are employees only with a verb of employing."""
_HAVE = pattern_of("count_reader", "have")
_DATED = re.compile(r"\b(?:as of|as at|at|at the end of|end of)\b.{0,25}(?:20\d\d|year[- ]end)")
_ALL = pattern_of("count_reader", "all")
_ABOUT = re.compile(r"\b(?:approximately|about|nearly|over|more than|roughly|almost)\s*$")
_HAS = pattern_of("count_reader", "has")
"""Text directly before a number of employees of the company."""
_SUBJECT = pattern_of("count_reader", "subject")
"""Text directly before a number, with the people as subject or before "of"."""
_AFTER_SUBJECT = words_of("count_reader", "after_subject")
_DID = pattern_of("count_reader", "did")
_PLACED = pattern_of("count_reader", "placed")
"""Text directly after a number of people in one place."""
_WORD = re.compile(rf"\b(?:{'|'.join(sorted(NUMBER_WORDS, key=len, reverse=True))})(?![\w-])")
_NUMBER = re.compile(rf"\d|{_WORD.pattern}")
_LEAST = 2
"""Minimum points of a number that counts the whole company."""
_FEW = 10
"""Fewer people count only after a verb of having."""
_APART = any_of("by, of, for, from, to, among, per")
"""Words after a number that counts only some people, or other things."""
_CUT = re.compile(r"(?!,\d{3})[,;:(]|\bwith\b|\bwho\b|(?<!of )\bwhich\b")
_COMPLEMENTS = (
    ("full-time", "part-time"),
    ("full time", "part time"),
    ("hourly", "salaried"),
    ("salaried", "hourly"),
    ("regular", "temporary"),
    ("domestic", "international"),
)


def read_counts(target: ReadTarget, metadata: Metadata, page: Page) -> Iterator[Candidate]:
    """The counts in a page's sentences that may be of the whole company."""
    if target.metric is None or target.unit != "count":
        return
    target_year = target.period.year if target.period.year is not None else metadata.fiscal_year
    for sentence in sentences_with(_nouns(target.metric), metadata, page, _NUMBER):
        folded = sentence.folded
        counts = _with_sums(_numbers(folded), folded)
        for value, year in with_years(tuple(counts), years_in_text(folded, metadata), folded):
            if _year_counted(year, metadata) != target_year:
                continue
            points = _points(value, counts[value], sentence, target.metric)
            if points < _LEAST:
                continue
            # Prefer larger numbers: the whole is more than its parts.
            score = min(_W["most"], _W["base"] + _W["point"] * points)
            score = max(0.0, score + min(_W["most_size"], value.value * _W["size"]))
            span = value.start, value.end
            yield Candidate.in_sentence(sentence, span, value.value, target.unit, score)


def _year_counted(year: int | None, metadata: Metadata) -> int | None:
    """The year of a count: that of the document without a date, or with a later one."""
    own = metadata.fiscal_year
    if year is None or own is None:
        return own if year is None else year
    return min(year, own)


@lru_cache(maxsize=64)
def _nouns(metric: Metric) -> tuple[str, ...]:
    """Plural nouns for the counted people."""
    return tuple({*metric.printed, *metric.sections, *_PEOPLE})


def _numbers(folded: str) -> tuple[TextNumber, ...]:
    """The numbers that may count people, in order, including number words."""
    values = [
        value
        for value in numbers_in(folded)
        if not (value.money or value.percent)
        and value.value >= 1
        and value.value == int(value.value)
    ]
    values += (
        TextNumber(float(NUMBER_WORDS[word[0]]), *word.span(), False, False, False, word[0])
        for word in _WORD.finditer(folded)
    )
    return tuple(sorted(values, key=lambda value: value.start))


def _with_sums(values: tuple[TextNumber, ...], folded: str) -> dict[TextNumber, str]:
    """The counts with the words after them.

    Full-time and part-time people, or hourly and salaried, are added. So are people in several
    places if no number before them counts all.
    """
    counts: dict[TextNumber, str] = {}
    starts = [*(value.start for value in values[1:]), len(folded)]
    for value, until in zip(values, starts, strict=False):
        after = folded[value.end : min(until, value.end + 60)]
        last = next(reversed(counts), None)
        if last is not None and "contractors" not in after:
            between = folded[last.end : value.start]
            pair = (two for one, two in _COMPLEMENTS if one in between and two in after[:40])
            if (second := next(pair, None)) is not None:
                del counts[last]
                both = replace(last, value=last.value + value.value, end=value.end)
                counts[both] = _clause(after.split(second, 1)[1])
                continue
        counts[value] = _clause(after)
    placed = [_PLACED.match(folded, value.end) for value in counts]
    if len(counts) > 1 and placed[0] and all(placed):
        total = sum(value.value for value in counts)
        return {replace(next(iter(counts)), value=total): placed[0][1]}
    # "5,100 and 4,900 employees": words after the last number of a list apply to all.
    runs = number_lists(tuple(counts), folded)
    return {value: counts[run[-1]] for run in runs for value in run}


def _clause(after: str) -> str:
    return _CUT.split(after)[0].split(" including ")[0]


def _points(value: TextNumber, after: str, sentence: Sentence, metric: Metric) -> int:
    """The points of a number as the count of all people of the company."""
    folded, element = sentence.folded, sentence.element
    before = _CUT.split(folded[max(0, value.start - 60) : value.start])[-1]
    heading = " ".join(element.path[-2:]).lower()
    counted = next((noun for noun in _nouns(metric) if noun in after), "")
    is_subject = bool(_SUBJECT.search(folded[: value.start])) and _is_last(after, counted)
    is_part = bool(_DID.search(before) or _DID.search(after))
    if counted in _PEOPLE and not _HAVE.search(folded):
        return 0
    if value.value < _FEW and (is_part or not (counted and _HAS.search(before))):
        return 0
    points = 0
    points += 2 * bool(_DATED.search(folded[: value.end + 40]))
    points += 2 * bool(is_subject or _HAVE.search(folded[: value.end]))
    points += bool(_ALL.search(folded))
    points += bool(_ABOUT.search(before))
    points += element.section == "I/1"
    points += any(section in heading for section in metric.sections)
    points += 1 if counted or is_subject else -3
    points -= 4 * bool(counted and _APART.search(after.split(counted)[0]))
    points -= 6 * is_part
    return points


def _is_last(after: str, counted: str) -> bool:
    """Whether nothing else is counted: "Employees were 900 at the end", not "were 900 miles
    away"."""
    return bool(counted) or not after.strip(" .") or after.split()[0] in _AFTER_SUBJECT


_NONE_BEFORE = pattern_of("count_reader", "none_before")
_NONE_AFTER = pattern_of("count_reader", "none_after")


def read_none(target: ReadTarget, metadata: Metadata, page: Page) -> Iterator[Candidate]:
    """Zeros in a page's sentences for the target's year."""
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
