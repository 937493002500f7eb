"""A value of T -> the other values that a question for it may as well be answered with.

"Total debt" is with leases to one analyst and without to the next; equity and income are with
minorities or without, turnovers by the average balance or the last one, deferred revenue the
current part or all. Unless the question names the convention, each of these is right. What is
another reading of a metric is a formula over other metrics, a change of its own formula, or a
concept that the same filing tags beside its own; each with its reading in words, so that a
report can say which one was given.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from secqa.facts.fact import Fact, MetricFact
from secqa.facts.table.compound import CompoundFact, Found, compound_facts
from secqa.metrics.catalogue import Catalogue, Metric

SAME = 1e-3
"""Values closer than this share of each other are one: answers are scored more loosely."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another value that answers as well."""

    value: float
    reading: str
    """In words, to follow the name of the metric: "without leases"."""


@dataclass(frozen=True, slots=True)
class Convention:
    """Another way to work a metric out."""

    metric: str
    formula: str
    """Over metric ids, see `metrics.formula`."""
    reading: str


CONVENTIONS = (
    Convention("equity", "total_equity", "including noncontrolling interests"),
    Convention(
        "equity", "total_equity - noncontrolling_interests", "without noncontrolling interests"
    ),
    Convention("total_equity", "equity", "without noncontrolling interests"),
    Convention("net_income", "consolidated_net_income", "including noncontrolling interests"),
    Convention("consolidated_net_income", "net_income", "without noncontrolling interests"),
    Convention(
        "comprehensive_income",
        "consolidated_net_income + other_comprehensive_income",
        "including noncontrolling interests",
    ),
    Convention(
        "income_continuing", "pretax_income - income_tax", "as pretax income less income taxes"
    ),
    Convention("income_continuing", "consolidated_net_income - income_discontinued?", "in total"),
    Convention("effective_tax_rate", "income_tax / pretax_income", "worked out of unrounded taxes"),
    Convention("cash", "cash_with_restricted", "with restricted cash"),
    Convention("cash_with_restricted", "cash", "without restricted cash"),
    Convention(
        "long_term_debt", "long_term_debt + current_long_term_debt", "with its current portion"
    ),
    Convention("debt_current", "short_term_debt + current_long_term_debt", "as the sum of both"),
    Convention("total_liabilities", "total_assets - total_equity", "with temporary equity"),
    Convention("ebit", "operating_income", "as operating income"),
    Convention(
        "ebitda",
        "pretax_income + interest_expense? + depreciation_amortization",
        "from income before taxes and interest",
    ),
    Convention("interest_coverage", "ebit / interest_expense", "by EBIT"),
    Convention("payout_ratio", "dividends_per_share / eps_diluted", "by amounts per share"),
    Convention(
        "quick_ratio",
        "(cash + short_term_investments? + receivables) / current_liabilities",
        "without prepaid expenses",
    ),
    Convention(
        "cash_conversion_cycle",
        "365 * inventory / cost_of_revenue + 365 * receivables / revenue "
        "- 365 * accounts_payable / cost_of_revenue",
        "by the balances at the end of the year",
    ),
    Convention("net_debt", "total_debt - cash", "without taking off short-term investments"),
)
"""Formulas of their own."""

CHANGES = (
    (r"\btotal_debt\b", "total_borrowings", "without leases"),
    (r"\btotal_borrowings\b", "total_debt", "with leases"),
    (r"\bnet_debt\b", "(net_debt - total_debt + total_borrowings)", "without leases"),
    (r"(?<!total_)\bequity\b", "total_equity", "with noncontrolling interests"),
    (r"\bnet_income\b", "consolidated_net_income", "with noncontrolling interests"),
    (r"\bavg\((\w+)\)", r"\1", "by the balance at the end of the year"),
)
"""What may stand in any formula in place of something else: (pattern, in its place, reading)."""
_BY_AVERAGE = {
    "return_on_capital_employed": "operating_income / (avg(total_assets) - "
    "avg(current_liabilities))",
}
"""Flows by a balance that the catalogue takes at the year's end."""

CONCEPTS: Mapping[str, Mapping[str, str]] = {
    "deferred_revenue": {
        "ContractWithCustomerLiabilityCurrent": "the current part",
        "DeferredRevenueCurrent": "the current part",
        "ContractWithCustomerLiability": "current and noncurrent",
        "DeferredRevenue": "current and noncurrent",
    },
    "deferred_tax_assets": {
        "DeferredIncomeTaxAssetsNet": "as on the balance sheet",
        "DeferredTaxAssetsNet": "before deferred tax liabilities",
        "DeferredTaxAssetsLiabilitiesNet": "net of deferred tax liabilities",
    },
    "deferred_tax_liabilities": {
        "DeferredIncomeTaxLiabilitiesNet": "as on the balance sheet",
        "DeferredIncomeTaxLiabilities": "before deferred tax assets",
        "DeferredTaxLiabilities": "net of deferred tax assets",
    },
    "long_term_debt": {
        "LongTermDebtNoncurrent": "without its current portion",
        "LongTermDebt": "with its current portion",
    },
    "shares_outstanding": {
        "CommonStockSharesOutstanding": "at the end of the period",
        "dei:EntityCommonStockSharesOutstanding": "on the day that the cover counts them",
    },
    "stock_compensation": {
        "ShareBasedCompensation": "as in the statement of cash flows",
        "AllocatedShareBasedCompensationExpense": "as expensed",
    },
    "receivables": {
        "AccountsReceivableNetCurrent": "from customers",
        "ReceivablesNetCurrent": "with other receivables",
    },
    "intangible_assets": {
        "IntangibleAssetsNetExcludingGoodwill": "all but goodwill",
        "FiniteLivedIntangibleAssetsNet": "with finite lives",
    },
    "interest_expense": {
        "InterestExpense": "as tagged in full",
        "InterestExpenseNonoperating": "outside operations",
    },
    "revenue": {
        "Revenues": "of all kinds",
        "RevenueFromContractWithCustomerExcludingAssessedTax": "from contracts with customers",
    },
}
"""Concepts of one metric that differ by convention: concept -> reading."""

_COVER_DAYS = 120
"""How long after its period a filing's cover counts shares, at most; an earlier balance is a
quarter older at least."""
_PERCENT = re.compile(r"(\d[\d,]*)(?:\.(\d+))?\)?\s*%")
_OwnKey = tuple[str, str, int, str]


class Readings:
    """Other readings of the values of some rows of T. Made by `readings_of`."""

    def __init__(self, found: Mapping[_OwnKey, Sequence[Alternative]]) -> None:
        self._found = found

    def of(self, value: Found, facts: Iterable[Fact] = ()) -> tuple[Alternative, ...]:
        """The other values that a question for this one may be answered with, each once.

        `facts` are those of its document: they tell concepts that T has no row of.
        """
        key = value.document_id, value.metric, value.fiscal_year, value.fiscal_period
        tagged = tagged_otherwise(value, facts) if isinstance(value, MetricFact) else ()
        return _distinct(value.value, (*self._found.get(key, ()), *tagged))


def readings_of(
    rows: Iterable[MetricFact], catalogue: Catalogue, metrics: Iterable[str] = ()
) -> Readings:
    """Work out the other readings of all metrics, or of `metrics`, within each document."""
    wanted = set(metrics)
    ways = [
        (one, f"reading_{number}")
        for number, one in enumerate(_ways(catalogue))
        if not wanted or one.metric in wanted
    ]
    others = {
        name: replace(
            catalogue[one.metric], id=name, formula=one.formula, fallback="", stated=False
        )
        for one, name in ways
    }
    if not others:
        return Readings({})
    worked_out = compound_facts(rows, Catalogue({**catalogue.metrics, **others}), set(others))
    by_name = {name: one for one, name in ways}
    found: defaultdict[_OwnKey, list[Alternative]] = defaultdict(list)
    for fact in worked_out:
        one = by_name[fact.metric]
        key = fact.document_id, one.metric, fact.fiscal_year, fact.fiscal_period
        found[key].append(Alternative(fact.value, one.reading))
    return Readings(found)


def _ways(catalogue: Catalogue) -> list[Convention]:
    """All conventions that the catalogue has the metrics for."""
    ways = [one for one in CONVENTIONS if one.metric in catalogue.metrics]
    for metric in catalogue.compound():
        for pattern, instead, reading in CHANGES:
            changed = re.sub(pattern, instead, metric.formula)
            if changed != metric.formula and _is_other(metric, changed):
                ways.append(Convention(metric.id, changed, reading))
        if metric.id in _BY_AVERAGE:
            ways.append(Convention(metric.id, _BY_AVERAGE[metric.id], "by average balances"))
    known = set(catalogue.metrics)
    return [one for one in ways if set(re.findall(r"[a-z]\w+", one.formula)) - _WORDS <= known]


_WORDS = {"avg", "prior"}


def _is_other(metric: Metric, formula: str) -> bool:
    """Whether a changed formula is not the metric itself: net debt in the formula of net debt."""
    return metric.id not in re.findall(r"\w+", formula)


def tagged_otherwise(value: MetricFact, facts: Iterable[Fact]) -> tuple[Alternative, ...]:
    """What the same filing tags as another concept of the metric for the same period."""
    concepts = {_full(name): reading for name, reading in CONCEPTS.get(value.metric, {}).items()}
    if _full(value.concept) not in concepts:
        return ()
    return tuple(
        Alternative(fact.value, concepts[fact.concept])
        for fact in facts
        if fact.value is not None
        and fact.concept in concepts
        and fact.concept != _full(value.concept)
        and not fact.dimensions
        and (_dates(fact) == _dates_of(value) or _is_of_cover(fact, value))
    )


def _is_of_cover(fact: Fact, value: MetricFact) -> bool:
    """Whether a fact is the cover's count of what a row says of the filing's own period."""
    after = (fact.end - value.period_end).days
    return fact.concept.startswith("dei:") and 0 <= after <= _COVER_DAYS


def _full(concept: str) -> str:
    return concept if ":" in concept else f"us-gaap:{concept}"


def _dates(fact: Fact) -> tuple[object, object]:
    return fact.start, fact.end


def _dates_of(value: MetricFact) -> tuple[object, object]:
    return value.period_start, value.period_end


def _distinct(own: float, found: Iterable[Alternative]) -> tuple[Alternative, ...]:
    """Alternatives that differ from the value and from each other."""
    kept: list[Alternative] = []
    for one in found:
        values = [own, *(other.value for other in kept)]
        if all(abs(one.value - v) > SAME * max(abs(one.value), abs(v)) for v in values):
            kept.append(one)
    return tuple(kept)


def printed_slack(value: Found) -> float:
    """How far an answer may be from a percentage and still be it as printed: half a unit of the
    last place where it is printed coarsest; 0 for what is no percentage or is printed nowhere.

    24% is tagged as 0.24 and 24.1% as 0.241; who worked it out has 0.2437.
    """
    if isinstance(value, CompoundFact) or value.unit != "pure":
        return 0.0
    slacks = [0.0]
    for place in value.evidence:
        for whole, places in _PERCENT.findall(place.quote):
            half = 0.5 * 10.0 ** -len(places) / 100
            printed = float(f"{whole.replace(',', '')}.{places or 0}") / 100
            if abs(printed - abs(value.value)) <= half * 1.000001:
                slacks.append(half)
    return max(slacks)
