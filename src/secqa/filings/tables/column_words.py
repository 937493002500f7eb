"""Read the words about time in a table's header, column by column.

A header rarely states a period in one cell. The length is printed over several columns ("Three
Months Ended"), the day above the years ("June 30, | 2023 | 2022"), or only in the corner or the
caption. So a column takes missing parts from the columns on its left, then from the corner and
the caption. Years may also be those in which loans were made.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from secqa.filings.dates import MONTHS, PeriodWords, period_words, years_in
from secqa.filings.document import Table

_ALL_OTHER_YEARS = re.compile(
    r"\b(?:prior|earlier|thereafter|beyond)(?: years?)?\W*$", re.IGNORECASE
)
"""A column for all other years: the years next to it are those of loans, leases or losses."""
_LAST_YEAR = re.compile(
    r"(?:\b[a-z]{3,9}\.?\s+\d{1,2}\s*,\s*)?\b(?:19|20)\d\d\b"
    r"(?:\s+(?:and|or)\s+(?:prior|earlier|thereafter|beyond))?\W*$",
    re.IGNORECASE,
)
_FEWEST_VINTAGES = 3
_FULL_DAY = re.compile(
    rf"\b(?:{MONTHS})\.?\s+\d{{1,2}}(?:st|nd|rd|th)?\s*,\s*(?:19|20)\d\d\b", re.IGNORECASE
)


def column_words(table: Table, context: str = "") -> list[PeriodWords]:
    """Read each column's words about time, completed from its neighbours, corner and caption."""
    corner = " ".join(row[0] for row in table.cells[: table.header_rows] if row and row[0])
    read = list(map(period_words, _without_vintages(table.columns)))
    if any(words.year or words.month_day or words.months for words in read[1:]):
        around = _around(corner, table.caption, context)
        return _fill(*_with_days(read, around, (corner, table.caption, context)))
    return [read[0], *([_whole(corner, table.caption)] * (len(read) - 1))]


def _without_vintages(names: Sequence[str]) -> Sequence[str]:
    """Remove the years in which loans were made or leases end from the columns' names."""
    if not any(map(_ALL_OTHER_YEARS.search, names)):
        return names
    ends = {year[0] for name in names[1:] if (year := _LAST_YEAR.search(name))}
    return [_LAST_YEAR.sub("", name) for name in names] if len(ends) >= _FEWEST_VINTAGES else names


def _with_days(
    read: list[PeriodWords], around: PeriodWords, texts: Sequence[str]
) -> tuple[list[PeriodWords], PeriodWords]:
    """Divide the days in the texts around a table among its columns. "January 1, 2023 and January
    2, 2022" above "2022" and "2021": the days have the order of the years. Returns the words of the
    columns and those around them, the latter without a day."""
    days_of = [list(dict.fromkeys(m[0] for m in _FULL_DAY.finditer(text))) for text in texts]
    days = [period_words(day) for day in next((days for days in days_of if len(days) > 1), [])]
    if len({day.month_day for day in days}) < 2:
        return read, around
    bare = list(dict.fromkeys(words.year for words in read if words.year and not words.month_day))
    of_year = dict(zip(bare, days, strict=False)) if len(bare) == len(days) else {}
    if any((day.year or 0) - year not in (0, 1) for year, day in of_year.items()):
        of_year = {}
    return [
        replace(words, year=day.year, month_day=day.month_day)
        if words.month_day is None and (day := of_year.get(words.year or 0))
        else words
        for words in read
    ], replace(around, month_day=None)


def _whole(corner: str, caption: str) -> PeriodWords:
    """The period of a table whose columns name none, from its corner or caption."""
    words = period_words(corner)
    if words.year is not None:
        return words
    words = period_words(caption)
    is_period = words.month_day or words.fiscal or words.duration
    return words if is_period and len(years_in(caption)) == 1 else PeriodWords()


def _around(*texts: str) -> PeriodWords:
    """Merge the words of corner, caption and context; the first text with a part decides it."""
    merged = PeriodWords()
    for text in texts:
        words = period_words(text)
        merged = PeriodWords(
            months=merged.months or words.months,
            month_day=merged.month_day or words.month_day,
            year=merged.year or words.year,
            fiscal=merged.fiscal or (merged.year is None and words.fiscal),
            quarter=merged.quarter or words.quarter,
            instant=merged.instant or (words.instant and not merged.duration),
            duration=merged.duration or (words.duration and not merged.instant),
        )
    return merged


def _fill(read: list[PeriodWords], around: PeriodWords) -> list[PeriodWords]:
    """Complete partial periods of columns from the columns on their left and the caption."""
    filled: list[PeriodWords] = []
    last = PeriodWords()
    years = any(words.year for words in read)
    lengths = any(words.months for words in read)
    for words in read:
        if words.year is not None or words.months or words.quarter or words.month_day:
            same_kind = not (words.instant or words.to_date or (words.fiscal and last.quarter))
            heir = replace(
                words,
                months=words.months or (last.months if same_kind else None),
                month_day=words.month_day
                or (last.month_day if not words.fiscal and not words.quarter else None),
                quarter=words.quarter
                or (last.quarter if same_kind and not words.month_day else None),
                duration=words.duration or (last.duration and not words.instant),
                instant=words.instant or (last.instant and not words.duration),
            )
            last = heir
        else:
            heir = words
        filled.append(heir)
    if not years and around.year is not None:
        filled = [
            replace(words, year=around.year) if words.months or words.month_day else words
            for words in filled
        ]
    if not lengths and around.months:
        filled = [
            replace(words, months=around.months)
            if words.year is not None and not words.instant and not words.quarter
            else words
            for words in filled
        ]
    return [
        replace(
            words,
            month_day=words.month_day
            or (around.month_day if not words.fiscal and not words.quarter else None),
            instant=words.instant or (around.instant and not words.duration and not words.months),
            duration=words.duration or (around.duration and not words.instant),
        )
        if words.year is not None
        else words
        for words in filled
    ]
