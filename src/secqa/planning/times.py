"""The years a question is about: what was read of its time in, fiscal years out.

"The last 3 years", "since 2021", no time at all: only the corpus knows what these mean for
the companies named. When several companies are compared, the latest year is the latest that
all of them have reported, else one would be compared with a year that another has not had.
"""

from dataclasses import dataclass, replace

from secqa.errors import CannotAnswer
from secqa.understanding.companies import Company
from secqa.understanding.question import Ask

_QUARTERS = ("first", "second", "third", "fourth")
_MONTHS = ("three", "six", "nine")


@dataclass(frozen=True, slots=True)
class When:
    """Fiscal years of a question."""

    years: tuple[int, ...]
    """All of them, ascending: what sums, averages and rankings go over."""
    base: int
    """For changes: the year to compare with …"""
    latest: int
    """… and the year compared; for single values the year itself."""
    quarter: int = 0
    """1 to 4; 0 for whole years."""
    year_to_date: bool = False
    """From the beginning of the year to the end of `quarter`."""
    trailing: bool = False
    """The twelve months to the end of `quarter`."""
    second_half: bool = False
    """Of each year."""

    @property
    def phrase(self) -> str:
        """How an atomic question says it, with `{year}` where the year goes."""
        if self.trailing:
            return f"the twelve months to the {_QUARTERS[self.quarter - 1]} quarter of {{year}}"
        if self.second_half:
            return "the second half of fiscal year {year}"
        if not self.quarter:
            return "fiscal year {year}"
        if self.year_to_date and 1 < self.quarter < 4:
            return f"the first {_MONTHS[self.quarter - 1]} months of fiscal year {{year}}"
        return f"the {_QUARTERS[self.quarter - 1]} quarter of fiscal year {{year}}"


WHOLE_YEAR = When((), 0, 0)
NINE_MONTHS = When((), 0, 0, quarter=3, year_to_date=True)
SIX_MONTHS = When((), 0, 0, quarter=2, year_to_date=True)


def find_years(ask: Ask, companies: tuple[Company, ...]) -> When:
    """The fiscal years of a question about these companies; CannotAnswer when none is known."""
    time = ask.periods
    if time.mixed:
        raise CannotAnswer("several quarters; ask for one at a time")
    if time.calendar:
        _check_calendar(companies)
    if time.trailing:
        return _trailing(ask, companies)
    if time.second_half:
        whole = find_years(replace(ask, periods=replace(time, second_half=False)), companies)
        return replace(whole, second_half=True)
    if time.end:
        return _of_date(ask, companies)
    if time.latest_quarter:
        year, quarter = _latest_quarter(companies)
        return When((year,), year - 1, year, quarter, time.year_to_date)
    quarter = 0 if time.year_to_date and time.quarter == 4 else time.quarter
    if time.year_to_date and not time.quarter:
        return _to_date(ask, companies)
    named = time.years
    if named and len(named) > 1:
        return When(named, named[0], named[-1], quarter, time.year_to_date)
    if named and not time.is_range:
        latest = named[0]
    else:
        latest = _latest(companies, quarter) - time.years_back
    if named and time.is_range:
        years = tuple(range(min(named[0], latest), latest + 1))
        return When(years, named[0], latest, quarter, time.year_to_date)
    span = max(time.last, 1)
    # Growth "over 3 years" starts 3 years back; a sum "over 3 years" has 3 years in it.
    return When(
        tuple(range(latest - span + 1, latest + 1)),
        latest - span,
        latest,
        quarter,
        time.year_to_date,
    )


def _check_calendar(companies: tuple[Company, ...]) -> None:
    for company in companies:
        ends = company.fiscal_year_end
        if ends and not ends.startswith("12") and not "01-01" <= ends <= "01-07":
            raise CannotAnswer(
                f"the fiscal years of {company.short_name} are no calendar years; "
                "ask for a fiscal year"
            )


def _to_date(ask: Ask, companies: tuple[Company, ...]) -> When:
    """The latest of the year's quarters that all companies have reported."""
    year = ask.periods.years[-1] if ask.periods.years else _latest_quarter(companies)[0]
    quarters = [{q for y, q in company.quarters if y == year} for company in companies]
    known = set.intersection(*quarters) - {4}
    if not known or len(ask.periods.years) > 1:
        raise CannotAnswer(f"the corpus has no quarterly reports of {year} for all that is asked")
    return When((year,), year - 1, year, max(known), year_to_date=True)


def _trailing(ask: Ask, companies: tuple[Company, ...]) -> When:
    """The twelve months to the quarter named, or to the latest; a fiscal year where that ends."""
    time = ask.periods
    if time.end or time.quarter:
        named = find_years(replace(ask, periods=replace(time, trailing=False, length=0)), companies)
        year, quarter = named.latest, named.quarter
    else:
        year, quarter = _latest_quarter(companies)
        if time.years:
            raise CannotAnswer("name the quarter up to which the twelve months go")
        if min(company.latest_year or 0 for company in companies) >= year:
            quarter = 0
    if not quarter or quarter == 4:
        return When((year,), year - 1, year)
    return When((year,), year - 1, year, quarter, trailing=True)


def _latest(companies: tuple[Company, ...], quarter: int) -> int:
    latest = []
    for company in companies:
        years = [year for year, number in company.quarters if number == quarter]
        years = years if quarter and quarter < 4 else list(company.fiscal_years)
        if not years:
            report = "quarterly report for that quarter" if quarter else "annual report"
            raise CannotAnswer(f"the corpus has no {report} of {company.short_name}; name a year")
        latest.append(years[-1])
    return min(latest)


def _latest_quarter(companies: tuple[Company, ...]) -> tuple[int, int]:
    for company in companies:
        if not company.quarters:
            raise CannotAnswer(f"the corpus has no quarterly report of {company.short_name}")
    return min(company.quarters[-1] for company in companies)


def _of_date(ask: Ask, companies: tuple[Company, ...]) -> When:
    time = ask.periods
    assert time.end is not None
    found = {company.fiscal_quarter_of(time.end) for company in companies}
    if len(found) > 1:
        raise CannotAnswer(
            f"{time.end} falls in different fiscal periods of the companies; ask for a fiscal year"
        )
    year, quarter = found.pop()
    if time.length == 4 or (quarter == 4 and time.length == 0):
        return When((year,), year - 1, year)
    return When((year,), year - 1, year, quarter, time.length > 1)
