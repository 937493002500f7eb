"""Read values from sentences: shares outstanding on the cover, advertising costs, a rate.

A sentence answers if it names the metric and has a number of the right kind and year. Numbers
closer to the name score higher.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from secqa.filings.document import Metadata, Page
from secqa.filings.numbers import Scale
from secqa.metrics.metric import Metric
from secqa.reading.structure.label_words import label_words
from secqa.reading.structure.line_names import LineNames, fit, names_of, says_little
from secqa.reading.structure.sentences import (
    NumberTime,
    Sentence,
    TimedNumber,
    sentences_with,
    subject_of,
    with_times,
)
from secqa.reading.structure.text_figures import DATES, TextNumber, numbers_in
from secqa.reading.structure.vocabulary import pattern_of, weights
from secqa.reading.target import Candidate, ReadTarget

_FAR = 300
_W = weights("text_reader")

BEST_OF_PROSE = 0.76
"""Maximum score of a sentence."""
_CHANGE = pattern_of("text_reader", "change")
_CHANGED_BY = pattern_of("text_reader", "changed_by")
_TO_DATE, _OF_QUARTER = (pattern_of("passage_worth", name) for name in ("to_date", "of_quarter"))
_STOCK = pattern_of("text_reader", "stock")
_AWARDS = pattern_of("text_reader", "awards")
_TURNED = pattern_of("text_reader", "turned")
_NOUN_BEHIND = pattern_of("text_reader", "noun_behind")
_SAYS_SCALE = re.compile(r"\$\s?[\d,.]+ (?:million|thousand)\b")
_STATES = pattern_of("text_reader", "states")
"""Words between a name and its value in a plain sentence."""
_SUBJECT = 15
"""Maximum characters before a name that is the subject."""
_COVER = 3
"""Maximum page number of the cover."""
_NEAR = 25
"""Characters around a name in which a refused word makes it something else."""
_PER_SHARE = pattern_of("text_reader", "per_share")


def read_text(
    target: ReadTarget, metadata: Metadata, page: Page, fallback: Scale
) -> Iterator[Candidate]:
    """The possible values in a page's sentences.

    `fallback` is the scale of the page's tables, which some filers also use in sentences.
    """
    metric, refused = target.metric, target.names.refused
    if target.unit == "count":
        return
    named = [
        (sentence, span, 1.0)
        for sentence in sentences_with(_phrases(metric) if metric else (), metadata, page)
        if metric and (span := _name_span(metric, sentence.folded)) is not None
    ]
    known = {sentence.text for sentence, *_ in named}
    others = () if target.unit == "shares" else _sentences_about(target.names, metadata, page)
    named += [entry for entry in others if entry[0].text not in known]
    for sentence, span, sure in named:
        values = numbers_in(sentence.folded)
        if target.unit == "USD" and fallback.money is not None:
            values = _as_in_tables(values, fallback.money, page)
        values = tuple(
            value
            for value in values
            if _is_kind(value, target, sentence.folded) and not _is_change(value, sentence.folded)
        )
        for timed, in_time in _of_period(target, values, sentence):
            value = timed.value
            between = min(span[0], value.start), max(span[1], value.end)
            if refused and refused.search(sentence.folded, *between):
                continue
            score = min(_W["most"], in_time * _score(timed, span, metric, sentence))
            number = value.value / 100 if value.percent else value.value
            place, unit = (value.start, value.end), target.unit or _unit(value)
            yield Candidate.in_sentence(sentence, place, number, unit, score).times(sure)


def _sentences_about(
    names: LineNames, metadata: Metadata, page: Page
) -> Iterator[tuple[Sentence, tuple[int, int], float]]:
    """Sentences whose subject fits one of these names."""
    for sentence in sentences_with(("",), metadata, page):
        subject = subject_of(sentence.folded)
        if subject is None or not names.vocabulary & set(subject.words):
            continue
        noun = _NOUN_BEHIND.search(subject.label)
        if noun and names.vocabulary.isdisjoint(label_words(noun[0])):
            continue
        sure = fit(subject.label, subject.words, frozenset(), names)
        if sure >= _W["least_fit"]:
            yield sentence, (subject.start, subject.end), _W["subject"] * sure


def _as_in_tables(
    values: tuple[TextNumber, ...], money: float, page: Page
) -> tuple[TextNumber, ...]:
    """Scale small amounts ("$187") like tables, unless the page's prose has "million"."""
    small = [
        value
        for value in values
        if value.money and not value.scaled and value.value * money < _W["most_money"]
    ]
    if not small or money == 1.0 or _SAYS_SCALE.search(_prose(page)):
        return values
    return tuple(
        replace(value, value=value.value * money)
        if value in small and abs(value.value) < _W["most_scaled"]
        else value
        for value in values
    )


@lru_cache(maxsize=1024)
def _prose(page: Page) -> str:
    return " ".join(element.text for element in page.elements if element.table is None)


@lru_cache(maxsize=1024)
def _phrases(metric: Metric) -> tuple[str, ...]:
    """The names of a metric in sentences, longest first."""
    if metric.unit == "shares" and metric.period == "instant":
        return ("outstanding",)
    names = {metric.name.lower(), *metric.synonyms, *metric.printed}
    # Depreciation alone is not depreciation and amortization.
    less = names_of(metric).halves - {label_words(metric.name)}
    telling = (
        name
        for name in names
        if len(name) > 3 and (words := label_words(name)) not in less and not says_little(words)
    )
    return tuple(sorted(telling, key=len, reverse=True))


def _of_period(
    target: ReadTarget, values: tuple[TextNumber, ...], sentence: Sentence
) -> Iterator[tuple[TimedNumber, float]]:
    """Values that may be of the target's period, with their certainty (0 to 1)."""
    metadata = sentence.metadata
    timeless = target.unit == "shares" or (target.metric and not target.metric.statement)
    if sentence.page <= _COVER and target.period.kind == "instant" and timeless:
        # The cover counts shares some weeks after the year, and values them in its middle.
        if target.period.year in (None, metadata.fiscal_year):
            worth = _W["on_cover"] if target.unit == "shares" else 1.0
            yield from ((TimedNumber(value, NumberTime(), value), worth) for value in values)
        return
    of_quarter = target.period.kind != "instant" and target.period.quarter
    if of_quarter and not target.period.months and _is_to_date(sentence.folded):
        return
    for one in with_times(values, sentence.folded, metadata):
        if sure := _in_time(one.time, target, metadata):
            yield one, sure


def _in_time(time: NumberTime, target: ReadTarget, metadata: Metadata) -> float:
    """The certainty that a value is of the target's period, 0 to 1."""
    period, own = target.period, metadata.fiscal_period
    target_year = period.year if period.year is not None else metadata.fiscal_year
    quarter = period.quarter or "Q4"
    closes = quarter == (own if own in ("Q1", "Q2", "Q3") else "Q4")
    if time.year is None:
        if target_year != metadata.fiscal_year or not (closes or time.quarter):
            return 0.0
    elif time.year != target_year:
        return 0.0
    if time.quarter and time.quarter != quarter:
        return 0.0
    if period.kind == "instant":
        return 1.0
    wanted = period.months or (3 if period.quarter else 12)
    if time.months is not None:
        return 1.0 if time.months == wanted else 0.0
    if metadata.form.startswith("10-Q"):
        return 0.0 if wanted == 12 else _W["untimed"]
    return 1.0 if wanted == 12 else _W["untimed"]


def _name_span(metric: Metric, folded: str) -> tuple[int, int] | None:
    if metric.unit == "shares" and metric.period == "instant":
        place = folded.find("outstanding")
        return (place, place + 11) if place >= 0 else None
    refused = names_of(metric).refused
    for phrase in _phrases(metric):
        place = _first_place(phrase, folded)
        if place >= 0:
            # "Non-current lease liabilities" are not the current ones.
            end = place + len(phrase)
            near = folded[max(0, place - _NEAR) : place], folded[end : end + _NEAR]
            if _NOUN_BEHIND.match(folded, end) or (refused and any(map(refused.search, near))):
                return None
            turned = _TURNED.search(folded, max(0, place - _NEAR), place)
            if turned and turned[0] not in phrase:
                return None
            return place, end
    return None


def _first_place(phrase: str, folded: str) -> int:
    """The position where the phrase first begins a word, or -1."""
    place = folded.find(phrase)
    while place > 0 and (folded[place - 1].isalnum() or folded[place - 1] in "-_"):
        place = folded.find(phrase, place + 1)
    return place


def _is_kind(mention: TextNumber, target: ReadTarget, folded: str) -> bool:
    """Whether a number can have the target's unit."""
    if target.unit == "pure":
        return mention.percent
    if not target.unit:
        return True
    if mention.percent:
        return False
    if target.unit == "USD":
        per_share = _PER_SHARE.match(folded, mention.end + 1)
        return (
            mention.money
            and not per_share
            and (mention.scaled or abs(mention.value) >= _W["least_amount"])
        )
    if target.unit == "USD/shares":
        return mention.money and not mention.scaled and mention.value < _W["most_per_share"]
    large = not mention.money and (mention.scaled or mention.value >= _W["least_amount"])
    return large and _STOCK.search(folded) is not None and not _AWARDS.search(folded)


def _is_to_date(folded: str) -> bool:
    """Whether a sentence is only about the year to date."""
    return _TO_DATE.search(folded) is not None and _OF_QUARTER.search(folded) is None


def _is_change(mention: TextNumber, folded: str) -> bool:
    """Whether a number is an increase or decrease."""
    return _CHANGED_BY.search(folded, max(0, mention.start - _NEAR), mention.start) is not None


def _unit(mention: TextNumber) -> str:
    return "pure" if mention.percent else "USD" if mention.money else "count"


def _score(
    timed: TimedNumber, name: tuple[int, int], metric: Metric | None, sentence: Sentence
) -> float:
    """The score, 0 to 0.9, below that of a statement's line."""
    score = _distance_score(timed, name, metric, sentence)
    if metric is None or not metric.statement or metric.unit != "USD":
        return score
    # Prose about a line of a statement mostly concerns a part of it.
    subject = subject_of(sentence.folded)
    exact = subject is not None and subject.words in names_of(metric).exact
    return (_W["exact_subject"] if exact else _W["part_subject"]) * score


def _distance_score(
    timed: TimedNumber, name: tuple[int, int], metric: Metric | None, sentence: Sentence
) -> float:
    value, folded, element = timed.first, sentence.folded, sentence.element
    # "Rent for the years ended December 31, 2024 and 2023 was $5": ignore days.
    between = DATES.sub("", folded[name[1] : max(name[1], value.start)])
    if value.start >= name[1]:
        distance = len(between)
    else:
        # "273,599,948 shares outstanding" is usual, "$5 of costs" is not.
        distance = name[0] - value.end + (0 if metric and metric.unit == "shares" else 30)
    score = _W["base"] - min(_W["farthest"], distance / _FAR)
    score += _W["dated"] if timed.time.year is not None else _W["undated"]
    states = _STATES.fullmatch(between) is not None
    if _CHANGE.search(folded, 0, value.start if states else len(folded)):
        score -= _W["change"]
    elif states and name[0] <= _SUBJECT:
        score += _W["states"]
    heading = " ".join(element.path[-2:]).lower()
    if metric and any(section in heading for section in metric.sections):
        score += _W["heading"]
    return min(BEST_OF_PROSE, max(0.0, score))
