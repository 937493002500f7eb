"""Separate a value from its company and period: "the ratio of debt to equity"."""

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from secqa.query.period import EACH, Period
from secqa.query.query import Arithmetic, Cagr, Choose, Compare, Growth, Holds, Lookup, lookups
from secqa.query.saying.context import EACH_PERIOD
from secqa.query.tree import map_children


def term_of(tree: Any) -> tuple[Any, str | Choose, Period | Choose] | None:
    """A value without its company and period, and these; None if it has several."""
    found = lookups(tree)
    if isinstance(tree, Lookup):
        found = (tree,)
    subjects = {(one.company, one.period) for one in found}
    if len(subjects) != 1 or any(hasattr(one, "over") for one in _inside(tree)):
        return None
    ((company, period),) = subjects
    return _with(tree, company=EACH, period=EACH_PERIOD), company, period


def _inside(tree: object) -> Iterator[object]:
    """All nodes of a tree except choices inside look-ups."""
    yield tree
    if is_dataclass(tree) and not isinstance(tree, Lookup):
        for one in fields(tree):
            yield from _inside(getattr(tree, one.name))


def _with(tree: Any, **slots: object) -> Any:
    """A tree with these fields in all look-ups."""
    if isinstance(tree, Lookup):
        return replace(tree, **slots)  # type: ignore[arg-type]
    return map_children(tree, lambda child: _with(child, **slots))


def same_but_period(of: object, base: object) -> tuple[Any, Period, Period] | None:
    """A value, its base period and its end, for two values that differ only in period."""
    one, other = term_of(of), term_of(base)
    if one is None or other is None or one[:2] != other[:2] or one[2] == other[2]:
        return None
    if not isinstance(one[2], Period) or not isinstance(other[2], Period):
        return None
    return _with(one[0], company=one[1]), other[2], one[2]


def contrast(*of: object) -> str:
    """The company of the second of two terms that differ only in company; "" for others."""
    terms = [term for one in of if (term := term_of(one))]
    if len(terms) != 2:
        return ""
    (core, owner, period), (other, company, when) = terms
    differ = core == other and period == when and owner != company
    return company if differ and isinstance(company, str) else ""


def summands(node: object) -> Sequence[object]:
    """The terms of a sum."""
    if isinstance(node, Arithmetic) and node.sign == "+":
        return (*summands(node.left), *summands(node.right))
    return (node,)


def is_share(node: Arithmetic) -> bool:
    """Whether a part is divided by its whole."""
    part, whole = node.left, node.right
    if node.sign != "/" or not isinstance(part, Lookup) or not isinstance(part.part, str):
        return False
    return bool(part.part) and part.part != EACH and replace(part, part="") == whole


def says_owner_once(output: object) -> bool:
    """Whether a phrase names the company once anyway: one value in two periods, or a share."""
    match output:
        case Arithmetic(sign="/"):
            return is_share(output)
        case Growth() | Cagr():
            return same_but_period(output.of, output.base) is not None
        case Arithmetic(sign="-"):
            return same_but_period(output.left, output.right) is not None
        case Compare():
            return compared_over_time(output) is not None
        case Holds(where=Compare() as where):
            return bool(steady(where))
    return False


def compared_over_time(node: Compare) -> tuple[Any, Period, Period] | None:
    """The value that is compared between two periods, as in `same_but_period`."""
    return same_but_period(node.left, node.right) if node.sign in (">", "<") else None


def steady(where: Compare) -> str:
    """ "rise" or "fall" for a comparison of a value with its period before; else ""."""
    core = compared_over_time(where)
    if core is None or core[1:] != (Period(back=1, each=True), EACH_PERIOD):
        return ""
    return "rise" if where.sign == ">" else "fall"


def choices_in(tree: object) -> list[Choose]:
    """The distinct choices inside look-ups, each after those that it depends on."""
    found: dict[Choose, None] = {}
    for lookup in lookups(tree):
        for slot in (lookup.company, lookup.period, lookup.part):
            if isinstance(slot, Choose):
                found |= dict.fromkeys((*choices_in(slot.by), slot))
    return list(found)


def are_plain(outputs: Sequence[object]) -> bool:
    """Whether all outputs are look-ups without a place."""
    return all(isinstance(one, Lookup) and not str(one.place) for one in outputs)


def shared_owner(outputs: Sequence[object]) -> tuple[str | None, Period | None]:
    """The company and the period that several look-ups share."""
    found = lookups(tuple(outputs))
    companies, periods = {one.company for one in found}, {one.period for one in found}
    if len(found) < 2:
        return None, None
    company = next(iter(companies)) if len(companies) == 1 else None
    period = next(iter(periods)) if len(periods) == 1 else None
    return (
        company if isinstance(company, str) and company not in ("", EACH) else None,
        period if isinstance(period, Period) and not period.each else None,
    )
