"""Split prose into sentences, and find their subjects and the periods of their numbers.

"For the three and six months ended June 30, 2025, income was $3 and $7, compared to $2 and $5
during the same periods in 2024": lengths and years precede or follow their values. Values separated
only by commas and "and" are a list; words between two lists belong to the first if the sentence
ends with a period of time, else to the second.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from secqa.filings.dates import period_words
from secqa.filings.document import Element, ElementType, Metadata, Page
from secqa.filings.tables.column_periods import text_period
from secqa.reading.structure.label_words import label_words
from secqa.reading.structure.text_figures import DATES, TextNumber, number_lists
from secqa.reading.structure.vocabulary import pattern_of
from secqa.word_lists import any_of

_SPLIT = re.compile(r"(?<=[.;!?])\s+(?=[A-Z“\"(•])|\n+")
_DIGIT = re.compile(r"\d")
# Every annual report has a performance graph of "$100 invested, dividends reinvested".
_SUPPOSED = any_of("assumes, assumed, assuming, hypothetical, reinvest*", any_case=True)
_PROSE = (ElementType.NARRATIVE_TEXT, ElementType.LIST_ITEM, ElementType.TITLE)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence with its location."""

    metadata: Metadata
    page: int
    element: Element
    text: str
    """As printed."""
    folded: str
    """In lower case."""

    def around(self, start: int, end: int) -> str:
        """The sentence, or the part around `[start, end)` of a long one."""
        return self.text if len(self.text) < 400 else self.text[max(0, start - 200) : end + 150]


def sentences_with(
    phrases: Sequence[str], metadata: Metadata, page: Page, number: re.Pattern[str] = _DIGIT
) -> Iterator[Sentence]:
    """Sentences with a number in paragraphs with one of the phrases."""
    texts = [(element, _lower(element.text)) for element in page.elements if element.type in _PROSE]
    # Most pages have none of the phrases, so the whole page is checked first.
    all_of_them = "\n".join(lower for _, lower in texts)
    phrases = [phrase for phrase in phrases if phrase in all_of_them]
    for element, lower in texts:
        if any(phrase in lower for phrase in phrases):
            for text, folded in _sentences(element.text, number):
                yield Sentence(metadata, page.number, element, text, folded)


@lru_cache(maxsize=2048)
def _lower(text: str) -> str:
    return text.lower()


@lru_cache(maxsize=2048)
def _sentences(text: str, number: re.Pattern[str]) -> tuple[tuple[str, str], ...]:
    """Sentences with numbers, without assumptions."""
    return tuple(
        (part, part.lower().replace("’", "'"))
        for part in _SPLIT.split(text)
        if number.search(part.lower()) and not _SUPPOSED.search(part)
    )


_LONGEST = 140
_LEAD = pattern_of("sentences", "lead")
_WHO = pattern_of("sentences", "who")
_IS = pattern_of("sentences", "is")
_HAVE = pattern_of("sentences", "have")


@dataclass(frozen=True, slots=True)
class SentenceSubject:
    """A subject and its position in the sentence."""

    label: str
    words: tuple[str, ...]
    start: int
    end: int


@lru_cache(maxsize=2048)
def subject_of(folded: str) -> SentenceSubject | None:
    """The subject of a lower-case sentence that states an amount; None if unclear."""
    blank = DATES.sub(lambda day: "," * len(day[0]), folded)
    verb = _IS.search(blank)
    if verb is not None:
        lead = _LEAD.match(blank)
        start = lead.end() if lead else 0
        who = _WHO.match(blank, start)
        start, end = who.end() if who else start, verb.start()
    elif (had := _HAVE.search(blank)) is not None:
        start, end = had.span(1)
    else:
        return None
    label = blank[start:end]
    if not label or len(label) > _LONGEST or re.search(r"\d|;|\. ", label):
        return None
    words = label_words(label)
    return SentenceSubject(label, words, start, end) if words else None


@dataclass(frozen=True, slots=True)
class NumberTime:
    """The period of a value in a sentence; missing parts are None or ""."""

    year: int | None = None
    """Fiscal year."""
    quarter: str = ""
    """`Q1` to `Q4`: the quarter, or that in which the period ends."""
    months: int | None = None


@dataclass(frozen=True, slots=True)
class TimedNumber:
    """A value with one of its periods."""

    value: TextNumber
    time: NumberTime
    first: TextNumber
    """The first value of its list."""


_COUNT = r"(?:\d{1,2}|three|six|nine|twelve|thirteen|twenty-six|thirty-nine|fifty-two|fifty-three)"
_LENGTH = re.compile(
    rf"\b{_COUNT}(?=[- ]?,? (?:and|or) {_COUNT}[- ](month|week))|\b{_COUNT}[- ](?:month|week)s?\b"
    r"|\b(?:first|second|third|fourth) (?:fiscal )?quarters?\b|\bquarters?\b"
    r"|\bfirst half\b|\b(?:years? ended|full[- ]year|twelve months|fiscal years)\b"
)


@dataclass(frozen=True, slots=True)
class _Gap:
    """The lengths and years between two lists of values."""

    lengths: tuple[NumberTime, ...]
    years: tuple[NumberTime, ...]


def with_times(values: tuple[TextNumber, ...], text: str, metadata: Metadata) -> list[TimedNumber]:
    """Each value with its periods in `text`, or with an empty one."""
    lists = number_lists(values, text)
    if not lists:
        return []
    starts = [0, *(run[-1].end for run in lists)]
    ends = [*(run[0].start for run in lists), len(text)]
    gaps = [_gap(text[start:end], metadata) for start, end in zip(starts, ends, strict=True)]
    inner = [gap for gap in gaps[1:-1] if gap.years or gap.lengths]
    for gap in (gaps[-1], gaps[0]):
        if len(lists) > 1 and not inner and len(values) == max(len(gap.years), len(gap.lengths)):
            # "Taxes were $3 (12.5% of income) and $4 (16.8% of income) in 2025 and 2024"
            return [TimedNumber(one.value, one.time, one.value) for one in _paired(values, gap)]
    after = bool(gaps[-1].years or gaps[-1].lengths) or not (gaps[0].years or gaps[0].lengths)
    found: list[TimedNumber] = []
    last = gaps[0]
    for place, run in enumerate(lists):
        own = gaps[place + 1] if after else gaps[place]
        years = own.years
        if not years and after and (own.lengths or not last.years):
            # "22% for the three months and 26% for the six months ended June 30, 2025"
            years = next((gap.years for gap in gaps[place + 2 :] if gap.years), ())
        last = _Gap(own.lengths or last.lengths, years or last.years)
        found += _paired(run, last)
    return found


def _gap(text: str, metadata: Metadata) -> _Gap:
    years = []
    for match in DATES.finditer(text):
        period = text_period(match[0], metadata)
        if period is not None and period.year is not None:
            years.append(NumberTime(period.year, period.quarter))
    return _Gap(tuple(_length(match) for match in _LENGTH.finditer(text)), tuple(years))


def _length(match: re.Match[str]) -> NumberTime:
    phrase = match[0]
    if match[1]:
        phrase = f"{phrase} {match[1]}s"
    if phrase == "first half":
        return NumberTime(months=6)
    words = period_words(phrase)
    quarter = f"Q{words.quarter}" if words.quarter else ""
    return NumberTime(quarter=quarter, months=words.months or (3 if "quarter" in phrase else 12))


def _paired(run: tuple[TextNumber, ...], gap: _Gap) -> list[TimedNumber]:
    lengths, years = gap.lengths or (NumberTime(),), gap.years or (NumberTime(),)
    if len(run) == 1 and len(lengths) == 1:
        # "It was $1 billion at the end of both 2025 and 2024."
        return [TimedNumber(run[0], _both(year, lengths[0]), run[0]) for year in years]
    if len(lengths) > 1 and len(run) == len(lengths) * len(years):
        times = [_both(year, length) for year, length in product(years, lengths)]
    elif len(run) == len(years) and len(lengths) == 1:
        times = [_both(year, lengths[0]) for year in years]
    elif len(years) == len(lengths) == 1:
        times = [_both(years[0], lengths[0])] * len(run)
    else:
        times = [NumberTime()] * len(run)
    return [TimedNumber(value, time, run[0]) for value, time in zip(run, times, strict=True)]


def _both(year: NumberTime, length: NumberTime) -> NumberTime:
    return NumberTime(year.year, length.quarter or year.quarter, length.months)
