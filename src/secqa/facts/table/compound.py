"""Calculate values from rows of the fact table by the formulas of the catalogue.

A value is calculated within one document, since documents restate each other. A part without a row
is "not applicable" if its statement is printed without it, and counts as zero if the formula allows
that. Otherwise it is missing, and there is no value: a total debt without its largest part would
look like one. Quarterly reports omit most notes, so parts outside statements are missing there.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from secqa.facts.fact import FactRow, MetricFact
from secqa.facts.fiscal import FiscalPeriod
from secqa.facts.table.rows import grouped, industry_of_rows
from secqa.metrics.catalogue import Catalogue
from secqa.metrics.formula import Gap, evaluate, parse, parts
from secqa.metrics.metric import Metric
from secqa.record import record

_LINES_OF_A_STATEMENT = 3
"""Least number of metrics in a statement that was read successfully."""
_TOTALS = {"balance_sheet": ("total_assets", "liabilities_and_equity")}
"""Metrics of which each statement of this kind has at least one, and no other statement has any."""


@record
class CompoundFact(FactRow):
    """A calculated value."""

    cik: str
    form: str
    period_end: date
    formula: str
    parts: tuple[MetricFact, ...]
    """The distinct rows of the fact table used, in the order of the formula."""
    not_applicable: tuple[str, ...]
    """Metrics of the formula that the company does not have, counted as zero."""

    __hash__ = FactRow.__hash__


TableValue = MetricFact | CompoundFact
"""A value of a metric, stated or calculated."""


def stated_parts(value: TableValue) -> tuple[MetricFact, ...]:
    """The rows of the fact table behind a value: the row itself, or its parts."""
    return value.parts if isinstance(value, CompoundFact) else (value,)


def compound_facts(
    rows: Iterable[MetricFact], catalogue: Catalogue, metrics: Collection[str] = ()
) -> tuple[CompoundFact, ...]:
    """Calculate all possible values from rows of the fact table, by document.

    These are compound metrics, and base metrics with a `fallback` that a document does not print.
    An empty `metrics` means all.
    """
    return tuple(
        fact
        for document_rows in grouped(rows, lambda row: row.document_id).values()
        for fact in _of_document(document_rows, catalogue, metrics)
    )


def _of_document(
    rows: Sequence[MetricFact], catalogue: Catalogue, metrics: Collection[str]
) -> list[CompoundFact]:
    figures = _Figures(rows, catalogue)
    metrics_to_find = [m for m in catalogue.metrics.values() if not metrics or m.id in metrics]
    facts = []
    for year, period in sorted(figures.periods, key=lambda key: (-key[0], key[1])):
        for metric in metrics_to_find:
            text = figures.formula(metric)
            known = figures.stated(metric.id, year, period)
            if metric.stated or not text or known is not None:
                continue
            parts_found = _Parts()
            value = figures.value(metric, year, period, parts_found)
            if not isinstance(value, Gap) and parts_found.used:
                used = tuple(parts_found.used)
                fact = worked_out(metric, FiscalPeriod(year, period), value, text, used, used[0])
                facts.append(replace(fact, not_applicable=tuple(parts_found.lacking)))
    return facts


def missing_parts(
    rows: Iterable[MetricFact], catalogue: Catalogue, metric: Metric
) -> tuple[str, ...]:
    """The missing parts of a calculated metric, in the document and period with fewest.

    Empty if it has a value, or if no part has one.
    """
    lists = []
    for document_rows in grouped(rows, lambda row: row.document_id).values():
        figures = _Figures(document_rows, catalogue)
        for year, period in sorted(figures.periods):
            parts = _Parts()
            value = figures.value(metric, year, period, parts)
            if parts.used:
                gaps = (parts.missing or parts.lacking) if isinstance(value, Gap) else ()
                lists.append(tuple(gaps))
    return min(lists, key=len, default=())


@dataclass(slots=True)
class _Parts:
    """The distinct parts of a formula, in order, as found or not."""

    used: dict[MetricFact, None] = field(default_factory=dict)
    lacking: dict[str, None] = field(default_factory=dict)
    """Ids of the parts that the company does not have."""
    missing: dict[str, None] = field(default_factory=dict)
    """Ids of the parts that it may have, but that were not found."""


def worked_out(
    metric: Metric,
    period: FiscalPeriod,
    value: float,
    formula: str,
    parts: Sequence[MetricFact],
    of: MetricFact,
) -> CompoundFact:
    """Make a value calculated from parts, in the document of the row `of`."""
    return CompoundFact(
        company=of.company,
        ticker=of.ticker,
        cik=of.cik,
        document_id=of.document_id,
        form=of.form,
        fiscal_year=period.year,
        fiscal_period=period.period,
        period_end=max(row.period_end for row in parts),
        metric=metric.id,
        value=value,
        unit=metric.unit,
        formula=formula,
        parts=tuple(parts),
        not_applicable=(),
    )


class _Figures:
    """The rows of one document, looked up by metric and period."""

    def __init__(self, rows: Sequence[MetricFact], catalogue: Catalogue) -> None:
        self._rows = {(r.metric, r.fiscal_year, r.fiscal_period): r for r in rows}
        self._catalogue = catalogue
        self.periods = {(r.fiscal_year, r.fiscal_period) for r in rows}
        self._has_all_notes = rows[0].form.startswith("10-K")
        self._industry = industry_of_rows(rows, catalogue)
        self._lines: Counter[tuple[str, int, str]] = Counter()
        for row in rows:
            if any(place.grade == 2 for place in row.evidence):
                statement = catalogue[row.metric].statement
                self._lines[statement, row.fiscal_year, row.fiscal_period] += 1

    def stated(self, metric_id: str, year: int, period: str) -> MetricFact | None:
        """The row of a metric; a balance at the end of a year to date is that of its last
        quarter."""
        row = self._rows.get((metric_id, year, period))
        if row is None and period.endswith(" YTD"):
            balance = self._rows.get((metric_id, year, period.removesuffix(" YTD")))
            return balance if balance is not None and balance.period_start is None else None
        return row

    def formula(self, metric: Metric) -> str:
        """The formula of a metric in this industry, or ""."""
        own = metric.in_banks if self._industry == "bank" else ""
        return metric.formula or metric.fallback or own

    def value(self, metric: Metric, year: int, period: str, found: _Parts) -> float | Gap:
        """A metric's value, stated or calculated; `found` collects its parts."""
        row = self.stated(metric.id, year, period)
        if row is not None:
            found.used[row] = None
            return row.value
        text = self.formula(metric)
        if not text:
            return self._gap(metric, year, period, found)
        formula = parse(text)
        values = {
            (part.metric, part.back): self.value(
                self._catalogue[part.metric], year - part.back, period, found
            )
            for part in parts(formula)
        }
        if not metric.formula and all(value is Gap.NOT_APPLICABLE for value in values.values()):
            return Gap.MISSING if self._may_be_left_out(metric) else Gap.NOT_APPLICABLE
        return evaluate(formula, values)

    def _gap(self, metric: Metric, year: int, period: str, found: _Parts) -> Gap:
        if self._industry in metric.not_in:
            return Gap.NOT_APPLICABLE
        balance = metric.period == "instant"
        there = period.removesuffix(" YTD") if balance else period
        statement = metric.statement or ("balance_sheet" if balance else "cash_flow")
        read = self._is_read(statement, year, there)
        silent = self._may_be_left_out(metric) and not self._names_part(metric, year, there)
        if not read or silent:
            found.missing[metric.id] = None
            return Gap.MISSING
        found.lacking[metric.id] = None
        return Gap.NOT_APPLICABLE

    def _is_read(self, statement: str, year: int, period: str) -> bool:
        """Whether the document prints a statement of a period. Other statements may contain cash
        and equity of years without a balance sheet."""
        known = [total for total in _TOTALS.get(statement, ()) if total in self._catalogue.metrics]
        if known and not any((total, year, period) in self._rows for total in known):
            return False
        return self._lines[statement, year, period] >= _LINES_OF_A_STATEMENT

    def _names_part(self, metric: Metric, year: int, period: str) -> bool:
        """Whether a line that may include the metric names it: "Long-term debt and finance
        leases"."""
        lines = [self._rows.get((other, year, period)) for other in metric.outside]
        printed = [f"{r.concept} {r.evidence[0].quote}".lower() for r in lines if r and r.evidence]
        return any(word in line for line in printed for word in metric.outside_words)

    def _may_be_left_out(self, metric: Metric) -> bool:
        """Whether a document of this form may omit the metric although the company has it."""
        return not metric.statement and not self._has_all_notes
