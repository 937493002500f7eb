"""Find values that violate an identity with others of their document and period.

Totals are the sum of their parts, earnings per share times shares are the net income, taxes divided
by pretax income the tax rate. If an identity fails, a scale is missing (shares in millions), a sign
is wrong (a tax rate) or the tag means something else (gross property without the land). The
identity alone does not show which value is wrong: `identities.toml` names those that were wrong in
training filings, and a line of a primary statement is trusted before a note.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from secqa.facts.fact import MetricFact
from secqa.facts.table.rows import Doubt, Gate, Key, in_statement, key_of, slack
from secqa.files import bundled_toml
from secqa.metrics.bounds import load_bounds
from secqa.metrics.catalogue import load_catalogue
from secqa.metrics.number_text import exact, short

_ROUNDED_SHARES = 0.0051
"""Rounding of earnings per share, half a cent, with slack for floating point."""
_OF_ANOTHER_SIZE = 1.5
"""Maximum ratio of earnings per share times shares to net income. Preferred dividends and two
classes of shares cause differences of up to a fifth in correct filings."""
_SHARE_SCALES = (1e3, 1e6, 1e9, 1e-3, 1e-6)
"""Factors of errors from a wrong scale of shares."""
_DIVIDENDS_APART = 0.1
"""Maximum ratio of dividends paid to dividends per share times shares: dividends are paid a quarter
after they are declared, and grow."""
_POINT = 0.006
"""Coarsest rounding of tax rates, half a percent, plus a tenth for rounded taxes."""
_TAXES_ROUNDED = 0.02
"""Relative change of a rate that rounded taxes may cause."""
_HAIR = 1e-9
"""Slack for floating point."""
_PER_SHARE = (("eps_diluted", "shares_diluted"), ("eps_basic", "shares_basic"))

MetricRows = Mapping[str, MetricFact]
"""The rows of a document and period, by metric."""
_Suspects = Iterator[tuple[Iterable[MetricFact], str]]
"""Rows that may be wrong, and the reason."""


@dataclass(frozen=True, slots=True)
class Identity:
    """The identity `total` = sum of `parts` - sum of `less`."""

    total: str
    parts: Sequence[str]
    less: Sequence[str] = ()
    optional: Sequence[str] = ()
    """Parts that count as zero if a company has none."""
    blamed: Sequence[str] = ()
    """Metrics of which one is wrong if the identity fails; empty for any."""
    name: str = ""

    def rows(self, values: MetricRows) -> list[MetricFact]:
        """The rows of the total, `parts` and `less`; empty if one is missing."""
        names = (self.total, *self.parts, *self.less)
        return [values[name] for name in names] if all(name in values for name in names) else []

    def expected(self, values: MetricRows) -> float:
        """The expected total."""
        added = sum(values[name].value for name in self.parts)
        return added - sum(abs(values[name].value) for name in self.less)

    def __str__(self) -> str:
        return " + ".join(self.parts) + "".join(f" - {name}" for name in self.less)


@cache
def load_identities(kind: str) -> tuple[Identity, ...]:
    """Load the identities of a kind, `check` or `sum`, from `identities.toml`."""
    data = bundled_toml("secqa.facts.table.gates", "identities.toml")
    return tuple(Identity(**entry) for entry in data[kind])


def by_period(rows: Iterable[MetricFact]) -> Iterable[MetricRows]:
    """Group rows by document and period, and then by metric."""
    periods: defaultdict[tuple[str, int, str], dict[str, MetricFact]] = defaultdict(dict)
    for row in rows:
        periods[row.document_id, row.fiscal_year, row.fiscal_period][row.metric] = row
    return periods.values()


@dataclass(slots=True)
class IdentityCheck:
    """The result of all identities."""

    doubts: dict[Key, Doubt] = field(default_factory=dict)
    confirmed: set[Key] = field(default_factory=set)
    """Rows in an identity that holds."""


def check_identities(rows: Iterable[MetricFact]) -> IdentityCheck:
    """Check all identities on all rows."""
    result = IdentityCheck()
    for values in by_period(rows):
        for suspects, why in _failures(values, result.confirmed):
            result.doubts |= {key_of(row): Doubt(Gate.IDENTITY, why) for row in suspects}
    # A value confirmed by one identity is not the wrong one of another.
    for key in result.confirmed & result.doubts.keys():
        del result.doubts[key]
    return result


def _failures(values: MetricRows, confirmed: set[Key]) -> _Suspects:
    for identity in load_identities("sum"):
        yield from _sum(identity, values, confirmed)
    for part, whole in load_bounds().part_and_whole:
        if part in values and whole in values:
            yield from _part(values[part], values[whole])
    for per_share, shares in _PER_SHARE:
        yield from _per_share(per_share, shares, values)
    yield from _tax_rate(values, confirmed)
    yield from _dividends(values)


def _sum(identity: Identity, values: MetricRows, confirmed: set[Key]) -> _Suspects:
    rows = identity.rows(values)
    if not rows:
        return
    total, expected = rows[0].value, identity.expected(values)
    if abs(total - expected) <= slack(rows) + _HAIR:
        if all(row.value for row in rows):
            confirmed |= {key_of(row) for row in rows}
        return
    unit = rows[0].unit
    why = f"{_names(identity.total)} is {exact(total, unit)}, {_names(str(identity))} is "
    why += exact(expected, unit)
    yield _suspects(rows, identity.blamed), why


def _suspects(rows: Sequence[MetricFact], blamed: Sequence[str]) -> list[MetricFact]:
    """Choose the suspect rows in notes; all, if there are only such rows or none."""
    suspects = [row for row in rows if not blamed or row.metric in blamed]
    return [row for row in suspects if not in_statement(row)] or suspects


def _part(part: MetricFact, whole: MetricFact) -> _Suspects:
    if whole.value > 0 and part.value > whole.value + slack((part, whole)) + _HAIR:
        why = f"{_names(part.metric)} is {exact(part.value, part.unit)}, more than "
        why += f"{_names(whole.metric)}, {exact(whole.value, whole.unit)}"
        yield _suspects((part, whole), ()), why


def _per_share(per_share: str, shares: str, values: MetricRows) -> _Suspects:
    earned, count, income = (values.get(name) for name in (per_share, shares, "net_income"))
    if earned is None or count is None or income is None or not count.value or not income.value:
        return
    product = earned.value * count.value
    if abs(product - income.value) <= _ROUNDED_SHARES * abs(count.value) + slack((income,)):
        return
    size = abs(product / income.value)
    if product * income.value > 0 and 1 / _OF_ANOTHER_SIZE < size < _OF_ANOTHER_SIZE:
        return
    # Earnings per share are never printed in thousands, so the shares have the wrong scale.
    scale = any(abs(size * factor - 1) < 0.5 for factor in _SHARE_SCALES)
    why = f"{_names(per_share)} x {_names(shares)} is {short(product, income.unit)}, net income "
    why += short(income.value, income.unit)
    yield (count,) if scale else (earned, count, income), why


def _dividends(values: MetricRows) -> _Suspects:
    """Compare dividends paid with dividends per share times shares, allowing for the time of
    payment; higher payments may go to preferred stock or minorities."""
    names = ("dividends_paid", "dividends_per_share", "shares_basic")
    paid, per_share, shares = (values.get(name) for name in names)
    if paid is None or per_share is None or shares is None or paid.fiscal_period != "FY":
        return
    product = per_share.value * shares.value
    if abs(paid.value - product) > _DIVIDENDS_APART * abs(product):
        why = f"dividends paid are {short(paid.value, paid.unit)}, dividends per share x shares "
        why += short(product, paid.unit)
        yield (paid,), why


def _tax_rate(values: MetricRows, confirmed: set[Key]) -> _Suspects:
    names = ("effective_tax_rate", "income_tax", "pretax_income")
    rate, tax, income = (values.get(name) for name in names)
    if rate is None or tax is None or income is None or not income.value:
        return
    quotient = tax.value / income.value
    # Rounded taxes of a small income give any rate.
    rounded = (slack((tax,)) + abs(quotient) * slack((income,))) / abs(income.value)
    if abs(quotient - rate.value) <= _POINT + _TAXES_ROUNDED * abs(quotient) + rounded:
        confirmed.add(key_of(rate))
        return
    why = f"effective tax rate is {short(rate.value, 'pure')}, income tax / pretax income "
    why += short(quotient, "pure")
    yield (rate,), why


def _names(metrics: str) -> str:
    """The metrics of some arithmetic by their names."""
    known = load_catalogue().metrics
    return " ".join(known[one].name if one in known else one for one in metrics.split())
