"""A table in, what its header says about time out, column by column.

A header rarely says all of it in one place. The length stands over several columns ("Three
Months Ended"), the day over the years ("June 30, | 2023 | 2022"), or only in the corner or the
caption. So each column's text is read for what it holds, what is missing comes from the columns
left of it, then from the corner and the caption. Years may also tell other things: when loans
were made, what a plan is called.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from secqa.filings.document import Table
from secqa.filings.tables.period_words import PeriodWords, period_words, years_in

# A column for all other years: the years beside it are those of loans, leases or losses.
_OTHER_YEARS = re.compile(r"\b(?:prior|earlier|thereafter|beyond)(?: years?)?\W*$", re.IGNORECASE)
_LAST_YEAR = re.compile(
    r"(?:\b[a-z]{3,9}\.?\s+\d{1,2}\s*,\s*)?\b(?:19|20)\d\d\b"
    r"(?:\s+(?:and|or)\s+(?:prior|earlier|thereafter|beyond))?\W*$",
    re.IGNORECASE,
)
_FEWEST_VINTAGES = 3
# Years in the names of plans and awards, and spans of years.
_NAMED = re.compile(
    r"\b(?:19|20)\d\d\s*[-–—]\s*(?:19|20)?\d\d\b"
    r"|(?<!\d, )(?<!\d )\b(?:fiscal )?(?:19|20)\d\d (?:and prior )?"
    r"(?:plans?(?! assets)|awards?|programs?|notes due)\b",
    re.IGNORECASE,
)


def column_words(table: Table, context: str = "") -> list[PeriodWords]:
    """What each column's header says about time, completed from what stands around it."""
    corner = " ".join(row[0] for row in table.cells[: table.header_rows] if row and row[0])
    names = _without_vintages(table.columns)
    read = [period_words(_NAMED.sub(" ", name)) for name in names]
    if any(words.year or words.month_day or words.months for words in read[1:]):
        return _fill(read, _around(corner, table.caption, context))
    return [read[0], *([_whole(corner, table.caption)] * (len(read) - 1))]


def _without_vintages(names: Sequence[str]) -> Sequence[str]:
    """The columns' names without the years in which loans were made or leases end."""
    if not any(map(_OTHER_YEARS.search, names)):
        return names
    ends = {found[0] for name in names[1:] if (found := _LAST_YEAR.search(name))}
    return [_LAST_YEAR.sub("", name) for name in names] if len(ends) >= _FEWEST_VINTAGES else names


def _whole(corner: str, caption: str) -> PeriodWords:
    """What the whole table is about where its columns say nothing; a caption may name several."""
    words = period_words(corner)
    if words.year is not None:
        return words
    words = period_words(caption)
    told = words.month_day or words.fiscal or words.duration
    return words if told and len(years_in(caption)) == 1 else PeriodWords()


def _around(*texts: str) -> PeriodWords:
    """What the corner, caption and context say together; the first to speak wins."""
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
    """Give columns that say only a part what their left neighbours and the caption say."""
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
