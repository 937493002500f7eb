"""Compare companies in metrics over fiscal years or quarters."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from secqa.corpus.corpus_store import Corpus
from secqa.errors import SecqaError
from secqa.facts.comparison.company_history import CompanyHistory, Filer, load_company
from secqa.facts.comparison.comparison_notes import NoteList
from secqa.facts.comparison.figures import AmountScale, scale_of
from secqa.facts.comparison.table import (
    CompanyComparison,
    ComparisonOptions,
    PeriodLength,
    RowMaker,
)
from secqa.facts.comparison.values import ValuePicker
from secqa.facts.fiscal import FiscalPeriod
from secqa.filings.document import Metadata
from secqa.filings.metadata.company_names import short_name
from secqa.metrics.catalogue import find_metric
from secqa.metrics.metric import Metric

_QUARTERS = ("Q1", "Q2", "Q3", "Q4")
_YEARS = {"year": 5, "quarter": 2}
"""Default number of fiscal years, by length of period."""
_LISTED = 50
"""Maximum number of symbols in an error message."""


def compare(
    corpus: Corpus,
    companies: Sequence[str],
    metrics: Sequence[str],
    options: ComparisonOptions | None = None,
) -> CompanyComparison:
    """Compare companies (by symbol, CIK or printed name) in metrics (by id or name).

    Raises `SecqaError` for an unknown company or metric, and if either list is empty.
    """
    if not companies or not metrics:
        raise SecqaError("compare: name at least one company and one metric")
    values = [_find_company(corpus, name) for name in companies]
    chosen = [find_metric(name, corpus.catalogue) or corpus.catalogue[name] for name in metrics]
    return compare_values(values, chosen, options or ComparisonOptions())


def compare_values(
    companies: Sequence[CompanyHistory], metrics: Sequence[Metric], options: ComparisonOptions
) -> CompanyComparison:
    """Compare companies whose values are loaded.

    A single company is one group, and so is a single metric, regardless of `options.group`.
    """
    if not companies or not metrics:
        return CompanyComparison(options, (), (), (), (), {})
    if len(companies) == 1 or len(metrics) == 1:
        options = replace(options, group="company" if len(companies) == 1 else "metric")
    pickers = [ValuePicker(company, options.first_filed) for company in companies]
    periods = _periods(pickers, metrics, options)
    rows = RowMaker(options, periods, NoteList(periods), _scales(pickers, metrics, periods))
    if options.group == "metric":
        groups = [rows.of_metric(pickers, metric) for metric in metrics]
    else:
        groups = [rows.of_company(picker, metrics) for picker in pickers]
    ends = _ends(pickers, periods)
    return CompanyComparison(options, periods, tuple(groups), rows.notes.all, ends, rows.scales)


def compared_years(
    companies: Sequence[CompanyHistory], by: PeriodLength = "year"
) -> tuple[int, ...]:
    """The fiscal years with any value."""
    periods = {period for company in companies for period in company.periods}
    return tuple(sorted({year for year, name in periods if _is_of_length(name, by)}))


def _find_company(corpus: Corpus, wanted: str) -> CompanyHistory:
    named = [one.metadata for one in corpus.entries if wanted.casefold() in _names(one.metadata)]
    if not wanted or not named:
        symbols = sorted({about.ticker for about in corpus.documents} - {""})
        known = f"there are {', '.join(symbols[:_LISTED])}" if symbols else "none has a symbol"
        raise SecqaError(f"{wanted!r}: no company of this corpus has that symbol or name; {known}")
    latest = max(named, key=lambda about: about.period_end or date.min)
    name = short_name(latest.company, latest.ticker)
    filer = Filer(latest.company, name, latest.ticker, latest.cik)
    own = (one for one in corpus.entries if _is_same_company(one.metadata, latest))
    return load_company(corpus, filer, own)


def _is_same_company(document: Metadata, other: Metadata) -> bool:
    """Whether one company filed both documents, by CIK, or else by symbol and name."""
    if document.cik and other.cik:
        return document.cik == other.cik
    return bool(_names(document) & _names(other))


def _names(document: Metadata) -> set[str]:
    names = (document.cik, document.company, document.ticker, *document.tickers)
    return {name.casefold() for name in names if name}


def _is_of_length(period: str, by: PeriodLength) -> bool:
    return period == "FY" if by == "year" else period in _QUARTERS


def _periods(
    pickers: Sequence[ValuePicker], metrics: Sequence[Metric], options: ComparisonOptions
) -> tuple[FiscalPeriod, ...]:
    """The periods from the first to the last with a value; the latest years by default."""
    names = ("FY",) if options.by == "year" else _QUARTERS
    years = {
        year
        for picker in pickers
        for metric in metrics
        for year, name in picker.company.values(metric)
        if _is_of_length(name, options.by)
    }
    years = years or {year for one in pickers for year in one.company.annual_years}
    if not years:
        return ()
    end = min(options.end or max(years), max(years))
    start = max(options.start or end - _YEARS[options.by] + 1, min(years))
    periods = [FiscalPeriod(year, name) for year in range(start, end + 1) for name in names]
    known = [any(one.pick(metric, at) for one in pickers for metric in metrics) for at in periods]
    if True not in known:
        return tuple(periods)
    return tuple(periods[known.index(True) : len(known) - known[::-1].index(True)])


def _scales(
    pickers: Sequence[ValuePicker], metrics: Sequence[Metric], periods: Sequence[FiscalPeriod]
) -> dict[str, AmountScale]:
    """The common scale of all amounts of a unit, by unit."""
    amounts: dict[str, list[float]] = {"USD": [], "shares": []}
    for metric in metrics:
        if metric.unit in amounts:
            values = (picker.pick(metric, at) for picker in pickers for at in periods)
            amounts[metric.unit] += [value.value for value in values if value is not None]
    return {unit: scale_of(values) for unit, values in amounts.items()}


def _ends(
    pickers: Sequence[ValuePicker], periods: Sequence[FiscalPeriod]
) -> tuple[tuple[str, str], ...]:
    """Company and last day of the last period, if known."""
    if not periods:
        return ()
    last = periods[-1]
    names = ("FY", "Q4") if last.period in ("FY", "Q4") else (last.period,)
    days = (
        (picker, next(filter(None, (picker.company.ends.get((last.year, n)) for n in names)), None))
        for picker in pickers
    )
    return tuple((one.company.filer.short_name, f"{day:%-d %b %Y}") for one, day in days if day)
