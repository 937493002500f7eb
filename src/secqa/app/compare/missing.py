"""A company, a metric and a period without a value in, why T has none out, as far as it tells."""

from secqa.app.compare.picked import Picker, name_of
from secqa.facts.fiscal import FiscalPeriod
from secqa.metrics.catalogue import Catalogue, Metric
from secqa.metrics.formula import Part, parse, parts

_STATEMENTS = {
    "income": "income statement",
    "comprehensive_income": "statement of comprehensive income",
    "balance_sheet": "balance sheet",
    "cash_flow": "cash flow statement",
    "equity": "statement of equity",
}


def why_missing(picker: Picker, metric: Metric, period: FiscalPeriod) -> str:
    """One clause without a full stop."""
    known, catalogue = picker.known, picker.catalogue
    if metric.stated:
        return "companies define it themselves and do not tag it; its question can be asked"
    if metric.axes:
        return "it is about parts of a company, not the whole"
    if known.industry in metric.not_in:
        return f"a {known.industry} has no such line"
    if not _tells(picker, period):
        return f"no filing here tells {name_of(period)}"
    lacking = _lacking(picker, metric, period)
    if metric.formula:
        if not lacking:
            return "its parts stand in different filings, or one it is divided by is zero"
        return f"not found to work it out with: {_listed(lacking, catalogue)}"
    if metric.statement and not _has_statement(picker, metric.statement, period):
        return f"no {_STATEMENTS[metric.statement]} of {name_of(period)} is in the filings here"
    within = [other for other in metric.outside if picker.pick(catalogue[other], period)]
    if within:
        return f"it may stand within {_listed(within, catalogue)}"
    if metric.statement:
        return f"the {_STATEMENTS[metric.statement]} has no such line, or it was not found"
    return "the filings of this period do not tag it"


def _tells(picker: Picker, period: FiscalPeriod) -> bool:
    called = {period.period} | ({"FY"} if period.period == "Q4" else set())
    return any((period.year, name) in picker.known.periods for name in called)


def _has_statement(picker: Picker, statement: str, period: FiscalPeriod) -> bool:
    """Whether anything else of a statement is there."""
    metrics = (one for one in picker.catalogue.base() if one.statement == statement)
    return any(picker.pick(one, period) for one in metrics)


def _lacking(picker: Picker, metric: Metric, period: FiscalPeriod) -> list[str]:
    """Ids of the parts without a value that are the reason, down to what filings print."""
    found: dict[str, None] = {}
    for part in _parts_of(metric):
        inner = picker.catalogue[part.metric]
        earlier = FiscalPeriod(period.year - part.back, period.period)
        if part.optional or picker.pick(inner, earlier):
            continue
        deeper = _lacking(picker, inner, earlier) if inner.formula else []
        found |= dict.fromkeys(deeper or [inner.id])
    return list(found)


def _parts_of(metric: Metric) -> tuple[Part, ...]:
    return parts(parse(metric.formula)) if metric.formula else ()


def _listed(metrics: list[str], catalogue: Catalogue) -> str:
    return ", ".join(catalogue[one].name for one in metrics)
