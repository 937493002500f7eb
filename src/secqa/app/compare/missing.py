"""A company, a metric and a period without a value in, why T has none out, as far as it tells."""

from dataclasses import dataclass

from secqa.app.compare.picked import Picker, is_of_a_year
from secqa.facts.fiscal import FiscalPeriod
from secqa.metrics.catalogue import Metric
from secqa.metrics.formula import parse, parts

_STATEMENTS = {
    "income": "income statement",
    "comprehensive_income": "statement of comprehensive income",
    "balance_sheet": "balance sheet",
    "cash_flow": "cash flow statement",
    "equity": "statement of equity",
}
_KINDS = {"bank": "banks have", "insurer": "insurers have"}


@dataclass(frozen=True, slots=True)
class Reason:
    """Why there is no value."""

    text: str
    """One clause without a full stop."""
    of_company: bool = False
    """Whether it holds for whatever is asked of the company and period."""


def why_missing(picker: Picker, metric: Metric, period: FiscalPeriod) -> Reason:
    """The reason that says most."""
    known, catalogue = picker.known, picker.catalogue
    if metric.stated:
        return Reason("companies define it themselves and do not tag it; ask for it instead")
    if metric.axes:
        return Reason("it is about parts of a company, not the whole")
    if known.industry in metric.not_in:
        return Reason(f"{_KINDS.get(known.industry, 'companies of its kind have')} no such line")
    if period.period != "FY" and is_of_a_year(metric):
        return Reason("it reckons with the days of a whole year")
    if not _tells(picker, period):
        untagged = (period.year, period.period) in known.reports
        why = "its filing here has no tags" if untagged else "no filing here covers it"
        return Reason(why, of_company=True)
    if metric.formula:
        lacking = _lacking(picker, metric, period)
        if not lacking:
            return Reason("it would be divided by zero")
        return Reason(f"not found to work it out with: {_listed(picker, lacking)}")
    if told := _to_date(picker, metric, period):
        return Reason(told)
    statement = _STATEMENTS.get(metric.statement, "")
    if statement and not _has_statement(picker, metric.statement, period):
        return Reason(f"no {statement} for it is in the filings here", of_company=True)
    within = [other for other in metric.outside if picker.pick(catalogue[other], period)]
    if within:
        return Reason(f"it may stand within {_listed(picker, within)}")
    if statement:
        return Reason(f"the {statement} has no such line, or it was not found")
    return Reason("the filings of this period do not tag it")


def _tells(picker: Picker, period: FiscalPeriod) -> bool:
    called = {period.period} | ({"FY"} if period.period == "Q4" else set())
    return any((period.year, name) in picker.known.periods for name in called)


def _to_date(picker: Picker, metric: Metric, period: FiscalPeriod) -> str:
    """That a quarter is stated only together with those before it."""
    longer = "FY" if period.period == "Q4" else f"{period.period} YTD"
    if period.period == "FY" or (period.year, longer) not in picker.known.told(metric):
        return ""
    if metric.period == "instant":
        return ""
    return "only the time from the start of the year is stated, and not what to take off it"


def _has_statement(picker: Picker, statement: str, period: FiscalPeriod) -> bool:
    """Whether anything else of a statement is there."""
    metrics = (one for one in picker.catalogue.base() if one.statement == statement)
    return any(picker.pick(one, period) for one in metrics)


def _lacking(picker: Picker, metric: Metric, period: FiscalPeriod) -> list[str]:
    """Ids of the parts without a value that are the reason, down to what filings print."""
    found: dict[str, None] = {}
    for part in parts(parse(metric.formula)):
        inner = picker.catalogue[part.metric]
        earlier = FiscalPeriod(period.year - part.back, period.period)
        if part.optional or picker.pick(inner, earlier):
            continue
        deeper = _lacking(picker, inner, earlier) if inner.formula else []
        found |= dict.fromkeys(deeper or [inner.id])
    return list(found)


def _listed(picker: Picker, metrics: list[str]) -> str:
    return ", ".join(picker.catalogue[one].name for one in metrics)
