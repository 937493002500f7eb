"""When a question is about: text in, years, quarters and spans as written out.

A question says its time in many ways: "FY23", "Q3 2024", "the three months ended June 30,
2024", "from 2021 to 2024", "the last 3 years", or not at all, which means the latest. What is
read here stays relative ("last 3") where the text is: only the corpus knows each company's
latest year. Everything read is also masked, so that a year is not taken for an amount.
"""

import re
from calendar import monthrange
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date

_MONTH_NAMES = """
    january february march april may june july august september october november december
"""
_MONTHS = tuple(_MONTH_NAMES.split())
_ORDINALS = {
    "first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4,
    "final": 4,
}  # fmt: skip
_NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "couple of": 2,
}  # fmt: skip
_LENGTHS = {
    "three months": 1, "3 months": 1, "thirteen weeks": 1, "13 weeks": 1, "quarter": 1,
    "six months": 2, "6 months": 2, "twenty-six weeks": 2, "26 weeks": 2, "two quarters": 2,
    "nine months": 3, "9 months": 3, "thirty-nine weeks": 3, "39 weeks": 3, "three quarters": 3,
}  # fmt: skip

_HYPHENED = {
    f"{number}-month{plural}": quarters
    for quarters, numbers in ((1, ("three", "3")), (2, ("six", "6")), (3, ("nine", "9")))
    for number in numbers
    for plural in ("s", "")
}


@dataclass(frozen=True, slots=True)
class Periods:
    """The time of a question as it is written."""

    years: tuple[int, ...] = ()
    """Fiscal years named, ascending; a range is filled up."""
    is_range: bool = False
    """The years are "from … to …": its ends count for growth, all of it for sums.
    With one year only, "since …": to the latest."""
    last: int = 0
    """"The last n years", "over an n-year period"; 0 when nothing of the kind is said."""
    year_over_year: bool = False
    """Compared with the year before."""
    years_back: int = 0
    """"The previous year" alone: 1."""
    quarter: int = 0
    """1 to 4; 0 for whole years."""
    year_to_date: bool = False
    """From the beginning of the fiscal year to the end of `quarter`."""
    length: int = 0
    """Quarters that a period "ended" on `end` holds (4 for a year); 0 when not said."""
    latest_quarter: bool = False
    """"The most recent quarter": of those reported."""
    each: str = ""
    """"all" or "any" where every one of several years is looked at, or whether one of them is."""
    mixed: bool = False
    """Several quarters are named, or one and a whole year."""
    second_half: bool = False
    """The last two quarters of a year."""
    trailing: bool = False
    """The twelve months up to the end of a quarter."""
    calendar: bool = False
    """The years are calendar years."""
    end: date | None = None
    """A date named: "as of September 28, 2024", "three months ended June 30, 2024"."""

    @property
    def named(self) -> bool:
        """Whether the question says any time at all."""
        return self != Periods()


_YEAR = r"((?:19|20)\d\d)"
_FY = r"(?:fiscal(?: year)?s?|fy|cy|calendar(?: year)?|financial year|years?)[ ]?['’]?"
_SPAN = r"(?:to|through|thru|until|till|up to|–|—|-)"
_COUNT = rf"(\d{{1,2}}|{'|'.join(_NUMBERS)})"
_NUMBER = _COUNT.replace("(", "(?:", 1)
_MONTH = rf"({'|'.join(_MONTHS)}|{'|'.join(month[:3] for month in _MONTHS)})\.?"
_ORDINAL = rf"({'|'.join(_ORDINALS)})"
_LENGTH = rf"({'|'.join(_LENGTHS)})"

# Two figures alone are a year where they stand as one: not "in 23 countries", not "24 percent".
_SHORT = r"['’]?[0-4]\d"
_IS_YEAR = (
    r"(?=\s*(?:$|[?!;:)]|[.,](?!\d)|(?:and|or|vs\.?|versus|than|compared|combined|together|by|was"
    r"|were|is|did|does|how|what|which|over|alone|total|please)\b))"
)


def find_periods(text: str) -> tuple[Periods, str]:
    """The time a question is about, and the question with every such phrase blanked out.

    The second text is lower case and as long as the first.
    """
    rest = text.lower()
    periods = Periods()
    for pattern, read in _RULES:
        while match := pattern.search(rest):
            periods = read(periods, match)
            rest = rest[: match.start()] + " " * len(match.group()) + rest[match.end() :]
    return periods, rest


def _add_years(periods: Periods, *years: int) -> Periods:
    return replace(periods, years=tuple(sorted({*periods.years, *years})))


def _two_digits(text: str) -> int:
    year = int(text)
    return year if len(text) == 4 else year + (2000 if year < 70 else 1900)


def _short_years(periods: Periods, match: re.Match[str]) -> Periods:
    return _add_years(periods, *(_two_digits(text) for text in re.findall(r"\d+", match.group())))


def _count(text: str) -> int:
    return int(text) if text.isdigit() else _NUMBERS[text]


def _date(periods: Periods, match: re.Match[str]) -> Periods:
    first, second, year = match.groups()[-3:]
    month, day = (second, first) if first.isdigit() else (first, second)
    end = _dated(year, month, day)
    return replace(periods, end=end) if end else _add_years(periods, int(year))


def _dated(year: str, month: str, day: str) -> date | None:
    number = next(i for i, name in enumerate(_MONTHS, 1) if name.startswith(month[:3]))
    try:
        return date(int(year), number, int(day))
    except ValueError:
        return None


def _iso_date(periods: Periods, match: re.Match[str]) -> Periods:
    try:
        return replace(periods, end=date.fromisoformat(match.group(1)))
    except ValueError:
        return _add_years(periods, int(match.group(1)[:4]))


def _month(periods: Periods, match: re.Match[str]) -> Periods:
    """A month closes a period on its last day; both periods that end about then are meant."""
    name, year = match.groups()
    number = next(i for i, month in enumerate(_MONTHS, 1) if month.startswith(name[:3]))
    return replace(periods, end=date(int(year), number, monthrange(int(year), number)[1]))


def _numbers(periods: Periods, match: re.Match[str]) -> Periods:
    month, day, year = (int(text) for text in match.groups())
    try:
        return replace(periods, end=date(year if year > 99 else 2000 + year, month, day))
    except ValueError:
        return periods


def _day(periods: Periods, match: re.Match[str]) -> Periods:
    """A day without its year, which stands elsewhere."""
    if periods.end or len(periods.years) != 1:
        return periods
    day = _dated(str(periods.years[0]), match[1], match[2])
    return replace(periods, end=day, years=()) if day else periods


def _middle(periods: Periods, match: re.Match[str]) -> Periods:
    return replace(periods, end=date(int(match.group(1)), 6, 30))


def _month_quarter(periods: Periods, match: re.Match[str]) -> Periods:
    return replace(_month(periods, match), length=1)


def _second_half(periods: Periods, match: re.Match[str]) -> Periods:
    year = match.groupdict().get("year")
    return replace(_add_years(periods, *([_two_digits(year)] if year else [])), second_half=True)


def _half_year(periods: Periods, match: re.Match[str]) -> Periods:
    return _half(_add_years(periods, _two_digits(match.group(1))), match)


def _trailing(periods: Periods, match: re.Match[str]) -> Periods:
    return replace(periods, trailing=True)


def _calendar(periods: Periods, match: re.Match[str]) -> Periods:
    return replace(_add_years(periods, _two_digits(match.group(1))), calendar=True)


def _ago(periods: Periods, match: re.Match[str]) -> Periods:
    return replace(periods, years_back=_count(match.group(1)))


def _before(periods: Periods, match: re.Match[str]) -> Periods:
    back = _count(match.group(1)) if match.group(1) else 1
    return _add_years(periods, int(match.group(2)) - back)


def _latest_quarter(periods: Periods, match: re.Match[str]) -> Periods:
    return replace(periods, latest_quarter=True)


def _year_ended(periods: Periods, match: re.Match[str]) -> Periods:
    return replace(periods, length=4)


def _length(periods: Periods, match: re.Match[str]) -> Periods:
    return replace(periods, length=_LENGTHS[match.group(1)])


def _first_months(periods: Periods, match: re.Match[str]) -> Periods:
    if match.group(1) == "quarter" and periods.quarter:
        # "Q2 2025 and the same quarter of 2024".
        return periods
    quarter = _LENGTHS[match.group(1)]
    return replace(periods, quarter=quarter, year_to_date=quarter > 1)


def _hyphened(periods: Periods, match: re.Match[str]) -> Periods:
    quarter = _HYPHENED[match.group(1)]
    return replace(periods, quarter=quarter, year_to_date=quarter > 1)


def _half(periods: Periods, match: re.Match[str]) -> Periods:
    return replace(periods, quarter=2, year_to_date=True)


def _to_date(periods: Periods, match: re.Match[str]) -> Periods:
    return replace(periods, year_to_date=True)


def _in_quarter(periods: Periods, quarter: int) -> Periods:
    return replace(
        periods, quarter=quarter, mixed=bool(periods.quarter) and quarter != periods.quarter
    )


def _quarter_digit(periods: Periods, match: re.Match[str]) -> Periods:
    return _in_quarter(periods, int(match.group(1)))


def _quarter_word(periods: Periods, match: re.Match[str]) -> Periods:
    return _in_quarter(periods, _ORDINALS[match.group(1)])


def _quarter_year(periods: Periods, match: re.Match[str]) -> Periods:
    return _in_quarter(_add_years(periods, _two_digits(match.group(2))), int(match.group(1)))


def _year_quarter(periods: Periods, match: re.Match[str]) -> Periods:
    return _in_quarter(_add_years(periods, int(match.group(1))), int(match.group(2)))


def _range(periods: Periods, match: re.Match[str]) -> Periods:
    first, last = (_two_digits(text) for text in match.groups())
    if last < first or last - first > 30:
        return _add_years(periods, first, last)
    return replace(_add_years(periods, *range(first, last + 1)), is_range=True)


def _between(periods: Periods, match: re.Match[str]) -> Periods:
    first, last = sorted(_two_digits(text) for text in match.groups())
    return replace(_add_years(periods, *range(first, last + 1)), is_range=True)


def _since(periods: Periods, match: re.Match[str]) -> Periods:
    return replace(_add_years(periods, int(match.group(1))), is_range=True)


def _year(periods: Periods, match: re.Match[str]) -> Periods:
    return _add_years(periods, _two_digits(next(filter(None, match.groups()))))


def _last(periods: Periods, match: re.Match[str]) -> Periods:
    return replace(periods, last=_count(match.group(1)))


def _year_over_year(periods: Periods, match: re.Match[str]) -> Periods:
    return replace(periods, year_over_year=True)


def _previous(periods: Periods, match: re.Match[str]) -> Periods:
    return replace(periods, years_back=1)


def _each(periods: Periods, match: re.Match[str]) -> Periods:
    return replace(periods, each="any" if match.group(1) == "any" else "all")


def _latest(periods: Periods, match: re.Match[str]) -> Periods:
    return periods


_Reader = Callable[[Periods, re.Match[str]], Periods]
# Longer phrases first: what an earlier rule takes, a later one no longer sees.
_RULES: tuple[tuple[re.Pattern[str], _Reader], ...] = tuple(
    (re.compile(pattern), read)
    for pattern, read in (
        (r"\b(?:(?:in|for|during|over|across|at the end of) )?(each|every|all|both|any)"
         r"(?: single)?(?: one)?(?: of)?(?: the| these| those)?(?= (?:(?:last|past|previous|recent"
         rf"|most|latest|fiscal|financial|full|{_NUMBER}) ){{0,4}}years?\b"
         rf"| (?:{_FY})?{_YEAR[1:-1]},? (?:(?:{_FY})?{_YEAR[1:-1]}|and\b))", _each),
        (r"\b(?:the )?(?:last|latest|most recent|most recently reported|current)"
         r" (?:reported |fiscal )?quarter\b", _latest_quarter),
        (r"\b(?:over |in |for )?(?:the )?(?:ttm|ltm|(?:last|trailing|past|latest|previous)[- ]"
         r"(?:twelve|12)[- ]months?)\b(?: (?:period|basis))?", _trailing),
        (rf"\b(?:the )?{_MONTH}[- ]quarter(?: of|,)? {_YEAR}\b", _month_quarter),
        (r"\b(\d{1,2})/(\d{1,2})/((?:19|20)?\d\d)\b", _numbers),
        (rf"\bmid[- ]?{_YEAR}\b", _middle),
        (rf"\b{_LENGTH} (?:period )?(?:that |which )?(?:ended|ending|to|through)\b(?: on| in)?",
         _length),
        (r"\b(?:fiscal )?(?:years?|twelve months|12 months|52 weeks|53 weeks)"
         r" (?:that |which )?(?:ended|ending)\b(?: on| in)?", _year_ended),
        (rf"\b{_MONTH} (\d{{1,2}})(?:st|nd|rd|th)?,? {_YEAR}\b", _date),
        (rf"\b(\d{{1,2}})(?:st|nd|rd|th)?(?: of)? {_MONTH},? {_YEAR}\b", _date),
        (r"\b((?:19|20)\d\d-[01]\d-[0-3]\d)\b", _iso_date),
        (rf"\b(?:(?:at|as of|by) )?(?:the )?(?:(?:end|close) of |early |late )?{_MONTH},? "
         rf"{_YEAR}\b", _month),
        (rf"\b(?:the )?{_ORDINAL}[ -](?:fiscal )?quarter\b(?: of| in|,)?", _quarter_word),
        (rf"\b(?:the )?first {_LENGTH}(?: of| in)?(?= |$|[?.,])", _first_months),
        (rf"\b(?:the )?{_LENGTH} (?:of|in)(?= (?:fiscal|fy|the year|{_YEAR}))", _first_months),
        (rf"\b(?:h1|1h)['’ ]{{0,2}}(?:of |in )?(?:{_FY})?({_YEAR[1:-1]}|\d\d)\b", _half_year),
        (rf"\b(?:h2|2h)['’ ]{{0,2}}(?:of |in )?(?:{_FY})?(?P<year>{_YEAR[1:-1]}|\d\d)\b",
         _second_half),
        (r"\b(?:the )?(?:first half|h1|1h)(?: of| in)?\b", _half),
        (r"\b(?:the )?(?:second half|h2|2h|last six months)(?: of| in)?\b", _second_half),
        (rf"\b(?:the )?(?:first )?({'|'.join(_HYPHENED)})\b(?: period)?", _hyphened),
        (r"\b(?:year[- ]to[- ]date|ytd|so far this year)\b", _to_date),
        (rf"\bq([1-4])['’ ]{{0,2}}(?:of |in )?(?:{_FY})?({_YEAR[1:-1]}|\d\d)\b", _quarter_year),
        (rf"\b([1-4])q['’ ]{{0,2}}({_YEAR[1:-1]}|\d\d)\b", _quarter_year),
        (rf"\b(?:{_FY})?{_YEAR}[ -]?q([1-4])\b", _year_quarter),
        (r"\bq([1-4])(?: of| in)?\b", _quarter_digit),
        (rf"\bbetween (?:the )?(?:{_FY})?((?:19|20)\d\d) and (?:{_FY})?"
         r"((?:19|20)\d\d|\d\d)\b", _between),
        (r"\bbetween (?:fy ?|fiscal )?['’]?(\d\d) and (?:fy ?['’]?|fiscal ['’]?|['’])(\d\d)\b",
         _between),
        (rf"\b(?:from )?(?:{_FY})?((?:19|20)\d\d) ?{_SPAN} ?(?:{_FY})?((?:19|20)\d\d|\d\d)"
         r"\b", _range),
        (rf"\b(?:from )?fy ?['’]?(\d\d) ?{_SPAN} ?(?:fy ?)?['’]?(\d\d)\b", _range),
        (rf"(?:\bfrom )?['’](\d\d) ?{_SPAN} ?['’](\d\d)\b", _range),
        (rf"\b(?:from|between) ['’]?([0-4]\d) (?:to|and|through|until) ['’]?([0-4]\d)\b{_IS_YEAR}",
         _between),
        (rf"(?:\b(?:in|for|during|over|across|of|(?:at )?y(?:ear[- ])?e(?:nd)?) (?:both )?"
         rf"|(?={_YEAR[1:-1]}|['’]\d\d|fy))(?:{_FY})?(?:{_YEAR[1:-1]}|{_SHORT})"
         rf"(?:(?:, ?|,? (?:and|or|vs\.?|versus|to|&) ?)(?:{_FY})?{_SHORT}\b)+{_IS_YEAR}",
         _short_years),
        (rf"(?<![\w.,$-]){_SHORT} (?:vs\.?|versus) {_SHORT}\b{_IS_YEAR}", _short_years),
        (rf"\bsince (?:{_FY})?{_YEAR}\b", _since),
        (rf"\bfrom (?:{_FY})?((?:19|20)\d\d) (?:and|into|over to) (?:{_FY})?((?:19|20)\d\d)\b",
         _range),
        (rf"\b(?:the )?(?:last|past|previous|prior|preceding|latest|most recent|trailing|recent)"
         rf" {_COUNT}[ -](?:fiscal |full |financial |reported )?years?(?:[ -]period)?\b", _last),
        (rf"\b(?:the )?{_COUNT} (?:last|past|latest|most recent|previous|preceding)"
         r" (?:fiscal |full |reported )?years?\b", _last),
        (rf"\b(?:the )?{_COUNT} (?:fiscal )?years (?:to|through|up to|until|ended|ending)\b"
         r"(?: in)?", _last),
        (rf"\b{_COUNT}[ -](?:fiscal )?years?[ -](?:period|span|stretch|window|horizon)\b", _last),
        (rf"\b(?:over|during|in|across|for|within) (?:a |the )?(?:course of )?{_COUNT}[ -]"
         r"(?:fiscal )?years?\b", _last),
        (rf"\b{_COUNT}[ -](?:fiscal )?(?:years?|yrs?)\b(?= (?:\w+ )?"
         r"(?:average|total|growth|cagr|compound|sum|mean))", _last),
        (rf"\b{_COUNT} (?:fiscal )?years? (?:ago|back)\b", _ago),
        (rf"\b(?:the )?(?:{_COUNT} )?(?:fiscal )?years? (?:before|prior to|earlier than|preceding) "
         rf"(?:{_FY})?{_YEAR}\b", _before),
        (r"\b(?:the )?year before last(?: year)?\b", _previous),
        (r"\b(?:year[- ](?:over|on)[- ]year|yoy|y/y|y-o-y)\b", _year_over_year),
        (r"\b(?:compared? (?:to|with)|versus|vs\.?|relative to|from|over|against|than|on)"
         r" (?:(?:in|during) )?(?:the |its )?(?:previous|prior|preceding) (?:fiscal |financial )?"
         r"year(?:'s)?\b", _year_over_year),
        (r"\b(?:than|from|over|on|to|with|against) (?:(?:in|during) )?the year (?:before|earlier)\b"
         r"|\b(?:from )?a year (?:earlier|before|ago)\b|\bthe year (?:before|earlier)\b",
         _year_over_year),
        (r"\bsince last year\b|\b(?:than|versus|over|from) last year\b", _year_over_year),
        (rf"\b(?:calendar(?: year)?|cy) ?['’]?({_YEAR[1:-1]}|\d\d)\b", _calendar),
        (rf"\b(?:{_FY}){_YEAR}\b", _year),
        (r"\bfy ?['’]?(\d\d)\b", _year),
        (r"\bfiscal ['’](\d\d)\b", _year),
        (rf"\b{_YEAR}\b(?! (?:employees|shares))", _year),
        (r"(?<=in )['’](\d\d)\b|(?<![\w.])['’](\d\d)\b(?!s)", _year),
        (rf"(?<=\b(?:in|or) )([0-4]\d)\b{_IS_YEAR}|\bf?ye ?['’]?(\d\d)\b", _year),
        (rf"\b{_MONTH} (\d{{1,2}})(?:st|nd|rd|th)?\b(?!,? ?\d)", _day),
        (r"\b(?:in |for |during )?(?:the )?(?:previous|prior) (?:fiscal )?year\b", _previous),
        (r"\b(?:in |for |during |as of )?(?:the |its )?(?:latest|most recent|most recently"
         r" reported|current|last|last completed|this|last full) (?:fiscal |financial |annual )?"
         r"(?:year|year-end|annual report|10-k|annual filing|filing|period)\b", _latest),
        (r"\b(?:fiscal )?year[- ]end\b|\bat the end of\b|\bend of(?: the)?\b"
         r"|\bfiscal(?: year)?\b|\bfy\b|\bas of\b|\bas at\b|\bcurrently\b|\bthe latest\b", _latest),
    )
)  # fmt: skip
