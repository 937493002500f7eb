"""Determine one amount per concept and fiscal period of a document.

Most facts are about the whole company. Shares are counted by class and added up. Some statements
print an amount only in parts, one per business, and notes divide an amount among lines of the
balance sheet: these parts are also added up, unless the sum is stated.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from datetime import date
from functools import cache, lru_cache
from operator import attrgetter

from secqa.facts.fact import ROUNDING_HAIR, Fact, place_value
from secqa.facts.fiscal import FiscalPeriod, fiscal_period_of
from secqa.filings.document import Metadata, Statement
from secqa.record import record

_CLASS_AXIS = "us-gaap:StatementClassOfStockAxis"
_EQUITY_AXIS = "us-gaap:StatementEquityComponentsAxis"
_LOCATION_AXIS = "us-gaap:BalanceSheetLocationAxis"
_FIRST_CLASSES = ("us-gaap:CommonClassAMember", "us-gaap:CommonStockMember")
_SPLIT = (Statement.INCOME, Statement.BALANCE_SHEET, Statement.CASH_FLOW)
"""Statements whose columns are periods, so that parts are in rows."""
_COVER_DAYS = range(200)
"""Days after the period's end at which a cover may count shares."""


@record
class Amount:
    """One concept's value for a period."""

    value: float
    fact: Fact
    facts: tuple[Fact, ...]


Amounts = dict[FiscalPeriod, Amount]
AmountsOf = Callable[[str, str], Amounts]
"""Maps a concept and kind of unit to its amounts, which may be empty."""
_Key = tuple[str, str]
_Dated = tuple[FiscalPeriod, Fact]


def amounts_by_concept(facts: Iterable[Fact], document: Metadata) -> AmountsOf:
    """Make a function that finds the amounts of a concept and kind of unit by period.

    These are those of the whole company, else of its classes of stock, else sums of parts.
    """
    whole: defaultdict[_Key, list[_Dated]] = defaultdict(list)
    classes: defaultdict[_Key, list[_Dated]] = defaultdict(list)
    parts: defaultdict[_Key, list[_Dated]] = defaultdict(list)
    sorts = {"whole": whole, "class": classes, "part": parts}
    ends: Counter[date] = Counter()
    for fact in facts:
        sort = _sort_of(fact)
        period = _period_of(fact, document) if sort else None
        if period is not None:
            ends[fact.end] += sort != "part"
            sorts[sort][fact.concept, kind_of(fact.unit)].append((period, fact))

    @cache  # Computed on demand, since most concepts belong to no metric.
    def amounts_of(concept: str, kind: str) -> Amounts:
        key = (concept, kind)
        amounts = merged(whole[key], ends) if key in whole else {}
        if key in classes and kind in ("shares", "money/shares"):
            return _over_classes(classes[key], ends) | amounts
        return _over_parts(parts[key], ends) if key in parts and not amounts else amounts

    return amounts_of


def _sort_of(fact: Fact) -> str:
    """`whole`, `class` or `part`; "" for a fact that is not used."""
    if fact.value is None:
        return ""
    if not fact.dimensions:
        return "whole"
    if len(fact.dimensions) > 1:
        return ""
    axis = fact.dimensions[0][0]
    # An amount per share is never a part, in any column of the statement of equity.
    if axis == _CLASS_AXIS or (axis == _EQUITY_AXIS and kind_of(fact.unit) == "money/shares"):
        return "class"
    is_part = axis == _LOCATION_AXIS or (fact.statement in _SPLIT and axis != _EQUITY_AXIS)
    return "part" if is_part and kind_of(fact.unit) == "money" else ""


def _period_of(fact: Fact, document: Metadata) -> FiscalPeriod | None:
    period = fiscal_period_of(fact.start, fact.end, document)
    if period is None and fact.concept.startswith("dei:") and fact.start is None:
        # The cover counts shares some weeks after the end of the period.
        end, year = document.period_end, document.fiscal_year
        if end is not None and year is not None and (fact.end - end).days in _COVER_DAYS:
            return FiscalPeriod(year, document.fiscal_period)
    return period


def merged(dated: list[_Dated], ends: Counter[date]) -> Amounts:
    """Merge facts of the same concept and dimensions to one amount per period."""
    by_period: defaultdict[FiscalPeriod, list[Fact]] = defaultdict(list)
    for period, fact in dated:
        by_period[period].append(fact)
    return {period: _amount(facts, ends) for period, facts in by_period.items()}


def _amount(facts: list[Fact], ends: Counter[date]) -> Amount:
    if len(facts) == 1 and facts[0].value is not None:
        return Amount(facts[0].value, facts[0], (facts[0],))
    # One period may have two dates, such as the year-end and an adoption the day after: use the
    # document's usual date, and the most precise fact at that date.
    usual = max({fact.end for fact in facts}, key=lambda end: ends[end])
    of_usual = (fact for fact in facts if fact.end == usual)
    sorted_facts = sorted(of_usual, key=attrgetter("precision"), reverse=True)
    best = sorted_facts[0]
    same = tuple(fact for fact in sorted_facts if agree(best, fact))
    assert best.value is not None
    return Amount(best.value, best, same)


def agree(best: Fact, other: Fact) -> bool:
    """Whether a fact states the same value as a more precise one, to its own precision."""
    if best.value is None or other.value is None:
        return False
    return abs(best.value - other.value) <= 0.5 * place_value(other.decimals) * ROUNDING_HAIR


def _over_classes(dated: list[_Dated], ends: Counter[date]) -> Amounts:
    """Merge facts of single classes of stock to one amount per period. Shares outstanding are added
    up over the classes. Of amounts per share the first class is used. Averages, which may assume
    conversion, have no common value."""
    by_period: defaultdict[FiscalPeriod, dict[str, list[Fact]]] = defaultdict(dict)
    for period, fact in dated:
        by_period[period].setdefault(fact.dimensions[0][1], []).append(fact)
    amounts = {}
    for period, members in by_period.items():
        each = {member: _amount(facts, ends) for member, facts in members.items()}
        main = next((each[name] for name in _FIRST_CLASSES if name in each), None)
        first = main or next(iter(each.values()))
        if first.fact.start is None and first.fact.unit == "shares":
            total = sum(amount.value for amount in each.values())
            facts = tuple(fact for amount in each.values() for fact in amount.facts)
            amounts[period] = Amount(total, first.fact, facts)
        elif first.fact.unit != "shares" or len(each) == 1:
            amounts[period] = first
    return amounts


def _over_parts(dated: list[_Dated], ends: Counter[date]) -> Amounts:
    """Add up the members of an axis to one amount per period. At least two members must be in the
    same table."""
    splits: defaultdict[tuple[str, int], defaultdict[FiscalPeriod, dict[str, list[Fact]]]]
    splits = defaultdict(lambda: defaultdict(dict))
    for period, fact in dated:
        axis, member = fact.dimensions[0]
        table = fact.place.element if fact.place is not None else -1
        splits[axis, table][period].setdefault(member, []).append(fact)
    amounts: Amounts = {}
    for periods in splits.values():
        for period, members in periods.items():
            each = [_amount(facts, ends) for facts in members.values()]
            if len(each) > 1 and len({amount.fact.end for amount in each}) == 1:
                total = sum(amount.value for amount in each)
                facts = tuple(fact for amount in each for fact in amount.facts)
                amounts.setdefault(period, Amount(total, each[0].fact, facts))
    return amounts


@lru_cache(maxsize=256)
def kind_of(unit: str) -> str:
    """The kind of a unit, for any currency: "money", "money/shares", "shares" or "number"."""
    currency, _, per = unit.partition("/")
    if len(currency) == 3 and currency.isascii() and currency.isalpha() and currency.isupper():
        if not per:
            return "money"
        if per in ("share", "shares"):
            return "money/shares"
    return "shares" if unit == "shares" else "number"
