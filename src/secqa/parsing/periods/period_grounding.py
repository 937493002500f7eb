"""Ground the periods of a query as concrete fiscal periods of its companies.

Periods that no report of the corpus covers are refused here, before anything is read.
"""

from collections.abc import Iterable
from dataclasses import replace

from secqa.errors import CannotAnswer
from secqa.parsing.entities.company_index import Company
from secqa.query.leaves import Years
from secqa.query.period import Period, earlier, in_time

_MOST_YEARS = 30
YEARS_BESIDE = 2
"""Previous years in the statements of an annual report."""
COMPARATIVE_YEARS = 4
"""Maximum previous years in an annual report."""


def periods_of(
    over: Years, owners: tuple[Company, ...], compared: tuple[Company, ...]
) -> tuple[Period, ...]:
    """All periods of a range; the last n begin with the latest."""
    if over.periods:
        return tuple(period_of(period, owners, compared) for period in over.periods)
    if over.final is None:
        _check_annual(compared or owners)
    if over.final is not None and over.final.span == "report":
        return _reports(compared or owners)[: -over.last - 1 : -1]
    final = period_of(over.final or Period(), owners, compared)
    assert final.year is not None
    if over.last:
        return tuple(earlier(final, back) for back in range(over.last))
    if over.first is not None and over.by_quarter:
        return _quarters(period_of(over.first, owners, compared), final)
    if over.first is not None:
        first = period_of(over.first, owners, compared).year or final.year
    else:
        first = max(company.fiscal_years[0] for company in owners if company.fiscal_years)
    if not 0 <= final.year - first <= _MOST_YEARS:
        raise CannotAnswer(f"from {first} to {final.year} is no span of years")
    return tuple(replace(final, year=year) for year in range(first, final.year + 1))


def series_periods_of(
    over: Years, owners: tuple[Company, ...], compared: tuple[Company, ...]
) -> tuple[Period, ...]:
    """The periods of a series in order; without a start, consecutive periods without reports are
    reduced to one."""
    periods = sorted(periods_of(from_the_first(over, owners), owners, compared), key=in_time)
    if over.periods or over.last or over.first is not None:
        return tuple(periods)
    reported = [any(_may_tell(one, period) for one in owners) for period in periods] + [True]
    return tuple(one for at, one in enumerate(periods) if reported[at] or reported[at + 1])


def _may_tell(company: Company, period: Period) -> bool:
    """Whether a report covers a period, or prints it as a comparative."""
    year = period.year or 0
    if period.quarter in (1, 2, 3):
        return not {(year, period.quarter), (year + 1, period.quarter)}.isdisjoint(company.quarters)
    return any(0 <= own - year <= YEARS_BESIDE for own in company.fiscal_years)


def _quarters(first: Period, final: Period) -> tuple[Period, ...]:
    """All quarters from one period to another, either of which may be a year."""
    assert first.year is not None
    assert final.year is not None
    count = (final.year - first.year) * 4 + (final.quarter or 4) - (first.quarter or 1)
    if not 0 <= count < 4 * _MOST_YEARS:
        raise CannotAnswer(f"from {first} to {final} is no span of quarters")
    last = Period(final.year, "quarter", final.quarter or 4)
    return tuple(earlier(last, back) for back in range(count, -1, -1))


def from_the_first(over: Years, owners: tuple[Company, ...]) -> Years:
    """Begin an open range with the first reported period; without a step, use quarters if the
    corpus has mostly quarterly reports."""
    if over == Years() and _tells_quarters(owners):
        over = Years(final=Period(span="quarter"))
    if over.periods or over.last or over.first is not None:
        return over
    if over.by_quarter:
        start = min((company.quarters[0] for company in owners if company.quarters), default=None)
        return replace(over, first=Period(start[0], "quarter", start[1]) if start else None)
    years = [company.fiscal_years[0] for company in owners if company.fiscal_years]
    return replace(over, first=Period(min(years) - YEARS_BESIDE) if years else None)


def period_of(
    period: Period, owners: tuple[Company, ...], compared: tuple[Company, ...] = ()
) -> Period:
    """A concrete period that reports of all owners cover.

    The latest period is the latest that all compared companies have: a year, or a quarter if the
    corpus has only quarterly reports.
    """
    if not owners:
        raise CannotAnswer("no company of the corpus is named in the question")
    if period.end is not None:
        return _of_date(period, owners)
    if period.span in ("quarter", "to_date", "trailing") and not period.quarter:
        return _latest_quarter(period, compared or owners)
    if period.span == "report":
        return _reported(period.back, _reports(compared or owners))
    if period.span == "year" and period.year is None and _by_quarter_alone(compared or owners):
        latest_quarter = _latest_quarter(Period(span="quarter"), compared or owners)
        assert latest_quarter.year is not None
        return replace(latest_quarter, year=latest_quarter.year - period.back)
    if period.year is not None:
        _check_covered(period.year - period.back, owners)
    if period.year is None:
        latest = [_latest(company, period.quarter) for company in compared or owners]
        return replace(period, year=min(latest) - period.back, back=0)
    return replace(period, year=period.year - period.back, back=0) if period.back else period


def _tells_quarters(owners: tuple[Company, ...]) -> bool:
    """Whether each has more quarterly reports than three per annual report."""
    return all(len(one.quarters) > 3 * len(one.fiscal_years) for one in owners)


def _by_quarter_alone(owners: tuple[Company, ...]) -> bool:
    return all(company.quarters and not company.fiscal_years for company in owners)


def _check_annual(owners: tuple[Company, ...]) -> None:
    """Raise CannotAnswer for years if the corpus has only quarterly reports."""
    if _by_quarter_alone(owners):
        raise CannotAnswer(
            f"the corpus has no annual report of {owners[0].short_name}; ask for quarters"
        )


def _reports(owners: tuple[Company, ...]) -> tuple[Period, ...]:
    """The periods of the reports that all have, in order: years or quarters, like the latest."""
    shared = set[Period].intersection(
        *(
            {*map(Period, company.fiscal_years)}
            | {Period(year, "quarter", quarter) for year, quarter in company.quarters}
            for company in owners
        )
    )
    ordered = sorted(shared, key=in_time)
    return tuple(one for one in ordered if one.span == ordered[-1].span)


def _reported(back: int, reports: tuple[Period, ...]) -> Period:
    if back >= len(reports):
        raise CannotAnswer(f"the corpus has {len(reports)} such reports; ask for fewer")
    return reports[-1 - back]


def _check_covered(year: int, owners: tuple[Company, ...]) -> None:
    """Raise CannotAnswer for years that no report covers."""
    for company in owners:
        own = {*company.fiscal_years, *(year for year, _ in company.quarters)}
        if own and not min(own) - COMPARATIVE_YEARS <= year <= max(own):
            raise CannotAnswer(
                f"the corpus has no report of {company.short_name} on fiscal year {year}"
            )


def last_year(company: Company) -> int:
    """The latest fiscal year of any report, or 0."""
    return max((*company.fiscal_years, *(year for year, _ in company.quarters)), default=0)


def _latest(company: Company, quarter: int) -> int:
    own = [year for year, number in company.quarters if number == quarter]
    years = own if 0 < quarter < 4 else list(company.fiscal_years)
    if not years:
        report = "quarterly report for that quarter" if quarter else "annual report"
        raise CannotAnswer(f"the corpus has no {report} of {company.short_name}; name a year")
    return years[-1]


def _latest_quarter(period: Period, owners: tuple[Company, ...]) -> Period:
    quarters = [[q for q in c.quarters if period.year in (None, q[0])] for c in owners]
    if not all(quarters):
        missing = next(c for c, own in zip(owners, quarters, strict=True) if not own)
        of = f" of {period.year}" if period.year else ""
        raise CannotAnswer(f"the corpus has no quarterly report{of} of {missing.short_name}")
    year, quarter = min(own[-1] for own in quarters)
    annual = min(company.latest_year or 0 for company in owners)
    if period.span == "trailing" and annual >= year:
        # The last twelve months were the fiscal year itself.
        return Period(annual)
    return earlier(Period(year, period.span, quarter), period.back)


def _of_date(period: Period, owners: Iterable[Company]) -> Period:
    assert period.end is not None
    found = {company.fiscal_quarter_of(period.end) for company in owners}
    if len(found) > 1:
        raise CannotAnswer(
            f"{period.end} falls in different fiscal periods of the companies; ask for a "
            "fiscal year"
        )
    year, quarter = found.pop()
    if quarter == 4 and period.span in ("year", "trailing"):
        return Period(year - period.back)
    span = "quarter" if period.span == "year" else period.span
    return Period(year - period.back, span, quarter)
