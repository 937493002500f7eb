"""Rows of one document and period -> those that do not hang together as they must.

Earnings per share times shares are the net income, taxes by pretax income the tax rate, and
totals the sum of their parts. What does not fit is a scale forgotten (shares in millions), a
sign turned (a tax rate) or another thing under the same tag (gross property without the land).
Which of the values is the wrong one the identity does not say: each names those that were found
wrong in training filings, and of them a line of a primary statement is believed before a note.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from secqa.facts.fact import MetricFact
from secqa.facts.table.rows import Doubt, Found, Gate, Key, in_statement, key_of, slack

_ROUNDED_SHARES = 0.0051
"""Half a cent a share, in which earnings per share are printed, and a hair."""
_OF_ANOTHER_SIZE = 1.5
"""How far earnings per share times shares may be from net income. Preferred dividends and shares
of two classes keep them apart by up to a fifth in sound filings."""
_DIVIDENDS_APART = 0.1
"""How far dividends paid may be from those of a share times shares: they are paid a quarter after
they are declared, and grow."""
_POINT = 0.006
"""Half a percent, in which tax rates are printed at the coarsest, and a tenth for taxes rounded."""
_TAXES_ROUNDED = 0.02
"""Share of the rate by which rounded taxes may move it."""


@dataclass(frozen=True, slots=True)
class Sum:
    """`total` = the sum of `parts`, those of `less` taken away."""

    total: str
    parts: tuple[str, ...]
    less: tuple[str, ...] = ()
    blamed: tuple[str, ...] = ()
    """Those of which one is wrong where the sum is; any when empty."""


SUMS = (
    Sum("total_assets", ("liabilities_and_equity",)),
    Sum("total_assets", ("current_assets", "noncurrent_assets"), blamed=("noncurrent_assets",)),
    Sum(
        "total_liabilities",
        ("current_liabilities", "noncurrent_liabilities"),
        blamed=("total_liabilities", "noncurrent_liabilities"),
    ),
    Sum("gross_profit", ("revenue",), ("cost_of_revenue",), ("gross_profit", "cost_of_revenue")),
    Sum("sga", ("selling_and_marketing", "general_and_administrative")),
    Sum(
        "consolidated_net_income",
        ("net_income", "noncontrolling_income"),
        blamed=("noncontrolling_income",),
    ),
    Sum(
        "ppe_net",
        ("ppe_gross",),
        ("accumulated_depreciation",),
        ("ppe_gross",),
    ),
    Sum("net_loans", ("loans",), ("credit_loss_allowance",)),
    Sum(
        "cash_with_restricted",
        ("cash", "restricted_cash"),
        blamed=("cash_with_restricted", "restricted_cash"),
    ),
    Sum(
        "operating_lease_liability",
        ("operating_lease_current", "operating_lease_noncurrent"),
    ),
    Sum(
        "debt_current",
        ("short_term_debt", "current_long_term_debt"),
        blamed=("short_term_debt",),
    ),
)
PARTS = (
    ("depreciation", "depreciation_amortization"),
    ("intangible_amortization", "depreciation_amortization"),
    ("current_long_term_debt", "debt_current"),
    ("short_term_debt", "debt_current"),
    ("cash", "cash_with_restricted"),
    ("restricted_cash", "cash_with_restricted"),
    ("gross_profit", "revenue"),
    ("rental_revenue", "revenue"),
    ("cost_of_revenue", "costs_and_expenses"),
    ("research_and_development", "costs_and_expenses"),
    ("selling_and_marketing", "sga"),
    ("general_and_administrative", "sga"),
    ("advertising", "costs_and_expenses"),
    ("operating_lease_current", "operating_lease_liability"),
    ("operating_lease_noncurrent", "operating_lease_liability"),
    ("ppe_net", "ppe_gross"),
    ("shares_basic", "shares_diluted"),
    ("inventory", "current_assets"),
    ("short_term_investments", "current_assets"),
    ("prepaid_expenses", "current_assets"),
    ("other_current_assets", "current_assets"),
    ("accounts_payable", "current_liabilities"),
    ("accrued_compensation", "current_liabilities"),
    ("other_current_liabilities", "current_liabilities"),
    ("current_assets", "total_assets"),
    ("current_liabilities", "total_liabilities"),
    ("goodwill", "total_assets"),
    ("intangible_assets", "total_assets"),
    ("deferred_tax_assets", "total_assets"),
    ("long_term_debt", "total_liabilities"),
)
"""(part, whole): the part is never more than the whole."""
_PER_SHARE = (("eps_diluted", "shares_diluted"), ("eps_basic", "shares_basic"))

_Cells = Mapping[str, MetricFact]


@dataclass(slots=True)
class IdentityCheck:
    """What came of the identities."""

    doubts: dict[Key, Doubt] = field(default_factory=dict)
    confirmed: set[Key] = field(default_factory=set)
    """Rows that an identity with other rows holds for."""


def check_identities(rows: Iterable[MetricFact]) -> IdentityCheck:
    """Put all rows through all identities."""
    periods: defaultdict[tuple[str, int, str], dict[str, MetricFact]] = defaultdict(dict)
    for row in rows:
        periods[row.document_id, row.fiscal_year, row.fiscal_period][row.metric] = row
    held = IdentityCheck()
    for cells in periods.values():
        for one in SUMS:
            _sum(one, cells, held)
        for name, whole in PARTS:
            if name in cells and whole in cells:
                held.doubts |= dict(_part(cells[name], cells[whole]))
        for per_share, shares in _PER_SHARE:
            held.doubts |= dict(_per_share(per_share, shares, cells))
        _tax_rate(cells, held)
        held.doubts |= dict(_dividends(cells))
    # What one identity holds for is not the wrong value of another.
    held.doubts = {key: doubt for key, doubt in held.doubts.items() if key not in held.confirmed}
    return held


def _sum(one: Sum, cells: _Cells, held: IdentityCheck) -> None:
    names = (one.total, *one.parts, *one.less)
    if not all(name in cells for name in names):
        return
    there = [cells[name] for name in names]
    summed = sum(cells[name].value for name in one.parts)
    summed -= sum(abs(cells[name].value) for name in one.less)
    total = cells[one.total].value
    if abs(total - summed) <= slack(there) + 1e-9:
        if all(row.value for row in there):
            held.confirmed |= {key_of(row) for row in there}
        return
    said = " + ".join(one.parts) + "".join(f" - {name}" for name in one.less)
    why = f"{one.total} is {total:,.10g}, {said} is {summed:,.10g}"
    for row in _blamed(there, one.blamed):
        held.doubts[key_of(row)] = Doubt(Gate.IDENTITY, why)


def _blamed(rows: Sequence[MetricFact], named: Sequence[str]) -> list[MetricFact]:
    """Of the rows that may be wrong those of notes; where there are none of these, or no others,
    all of them."""
    suspects = [row for row in rows if not named or row.metric in named]
    noted = [row for row in suspects if not in_statement(row)]
    return noted or suspects


def _part(part: MetricFact, whole: MetricFact) -> Found:
    if whole.value <= 0 or part.value <= whole.value + slack((part, whole)) + 1e-9:
        return
    why = f"{part.metric} is {part.value:,.10g}, more than {whole.metric}, {whole.value:,.10g}"
    for row in _blamed((part, whole), ()):
        yield key_of(row), Doubt(Gate.IDENTITY, why)


def _per_share(per_share: str, shares: str, cells: _Cells) -> Found:
    earned, count, income = (cells.get(name) for name in (per_share, shares, "net_income"))
    if earned is None or count is None or income is None or not count.value or not income.value:
        return
    product = earned.value * count.value
    apart = abs(product - income.value)
    if apart <= _ROUNDED_SHARES * abs(count.value) + slack((income,)):
        return
    size = abs(product / income.value)
    if product * income.value > 0 and 1 / _OF_ANOTHER_SIZE < size < _OF_ANOTHER_SIZE:
        return
    why = f"{per_share} x {shares} is {product:,.4g}, net income {income.value:,.4g}"
    # Nobody prints earnings per share in thousands: a factor of thousands is that of the shares.
    scale = any(abs(size * factor - 1) < 0.5 for factor in (1e3, 1e6, 1e9, 1e-3, 1e-6))
    for row in (count,) if scale else (earned, count, income):
        yield key_of(row), Doubt(Gate.IDENTITY, why)


def _dividends(cells: _Cells) -> Found:
    """Dividends paid are those of a share times shares, give or take when they are paid; more go
    to holders of preferred stock or of minorities, too."""
    names = ("dividends_paid", "dividends_per_share", "shares_basic")
    paid, per_share, shares = (cells.get(name) for name in names)
    if paid is None or per_share is None or shares is None or paid.fiscal_period != "FY":
        return
    product = per_share.value * shares.value
    if abs(paid.value - product) > _DIVIDENDS_APART * abs(product):
        why = f"dividends_paid is {paid.value:,.4g}, dividends_per_share x shares {product:,.4g}"
        yield key_of(paid), Doubt(Gate.IDENTITY, why)


def _tax_rate(cells: _Cells, held: IdentityCheck) -> None:
    rate, tax, income = (
        cells.get(name) for name in ("effective_tax_rate", "income_tax", "pretax_income")
    )
    if rate is None or tax is None or income is None or not income.value:
        return
    worked_out = tax.value / income.value
    # Of a small income rounded taxes are any rate.
    rounded = (slack((tax,)) + abs(worked_out) * slack((income,))) / abs(income.value)
    if abs(worked_out - rate.value) <= _POINT + _TAXES_ROUNDED * abs(worked_out) + rounded:
        held.confirmed.add(key_of(rate))
        return
    why = f"effective_tax_rate is {rate.value:.4g}, income_tax / pretax_income {worked_out:.4g}"
    held.doubts[key_of(rate)] = Doubt(Gate.IDENTITY, why)
