"""Change the companies, metrics and periods of a query, and add or remove companies.

A change applies to all occurrences of the company, metric or period, so that both sides of a growth
rate stay the same figure. A query covers several companies either by a list ("which of A and B") or
by the same output for each ("revenue of A and B by year").
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from secqa.errors import SecqaError
from secqa.query.leaves import Companies, Narrative
from secqa.query.period import EACH, Period, parse_period
from secqa.query.query import Lookup, Output, Query
from secqa.query.tree import map_nodes, nodes

SlotKind = Literal["company", "metric", "period"]
SLOT_KINDS: tuple[SlotKind, ...] = ("company", "metric", "period")


@dataclass(frozen=True, slots=True)
class Slot:
    """One company, metric or period of a query."""

    kind: SlotKind
    value: str
    """The value in the query; periods in the written form of `Period`."""

    @property
    def key(self) -> str:
        """Key in a URL: `company:NVIDIA`."""
        return f"{self.kind}:{self.value}"


def query_slots(query: Query) -> tuple[Slot, ...]:
    """The distinct slots of a query, by kind and then in order."""
    slots: dict[Slot, None] = {}
    for node in nodes(query):
        match node:
            case Lookup() | Narrative():
                if isinstance(node.company, str) and node.company not in ("", EACH):
                    slots[Slot("company", node.company)] = None
                if isinstance(node, Lookup) and node.metric:
                    slots[Slot("metric", node.metric)] = None
            case Companies():
                slots.update((Slot("company", name), None) for name in node.names)
            case Period() if not node.each:
                slots[Slot("period", str(node))] = None
    return tuple(sorted(slots, key=lambda slot: SLOT_KINDS.index(slot.kind)))


def change_slots(query: Query, changes: Mapping[Slot, str]) -> Query:
    """Replace companies, metrics and periods; raises SecqaError for an unknown period."""
    periods = {slot.value: _period(to) for slot, to in changes.items() if slot.kind == "period"}

    def change(node: object) -> object:
        match node:
            case Period():
                return periods.get(str(node), node)
            case Lookup() | Narrative() if isinstance(node.company, str):
                company = changes.get(Slot("company", node.company), node.company)
                node = replace(node, company=company)
            case Companies():
                names = tuple(changes.get(Slot("company", name), name) for name in node.names)
                return replace(node, names=names)
        if isinstance(node, Lookup):
            return replace(node, metric=changes.get(Slot("metric", node.metric), node.metric))
        return node

    return map_nodes(query, change)


def _period(text: str) -> Period:
    try:
        return parse_period(text)
    except SecqaError:
        raise SecqaError(f"{text!r} is no period; choose one that is offered") from None


def can_add_companies(query: Query) -> bool:
    """Whether the query covers companies one by one."""
    return _has_list(query) or (bool(query.outputs) and all(map(_company_of, query.outputs)))


def add_companies(query: Query, names: Sequence[str]) -> Query:
    """Add companies to a query; raises SecqaError if it does not cover companies one by one."""
    if not names:
        return query
    if not can_add_companies(query):
        raise SecqaError(f"{names[0]} cannot be added: this question goes through no companies")
    if _has_list(query):
        return _change_lists(query, lambda listed: tuple(dict.fromkeys((*listed, *names))))
    present = {_company_of(output) for output in query.outputs}
    first = _company_of(query.outputs[0])
    copied = [output for output in query.outputs if _company_of(output) == first]
    new = [
        change_company(output, first, name)
        for name in names
        if name not in present
        for output in copied
    ]
    return replace(query, outputs=(*query.outputs, *new))


def remove_companies(query: Query, names: Collection[str]) -> Query:
    """Remove companies from a query; raises SecqaError if none is left."""
    if not names:
        return query
    if _has_list(query):
        left = _change_lists(query, lambda listed: tuple(n for n in listed if n not in names))
        lists = (node.names for node in nodes(left) if isinstance(node, Companies))
        is_empty = not any(lists)
    else:
        outputs = tuple(one for one in query.outputs if _company_of(one) not in names)
        left, is_empty = replace(query, outputs=outputs), not outputs
    if is_empty:
        raise SecqaError("no company is left; name one")
    return left


def change_company(output: Output, company: str, name: str) -> Output:
    """Replace a company in an output."""

    def change(node: object) -> object:
        if isinstance(node, Lookup | Narrative) and node.company == company:
            return replace(node, company=name)
        return node

    return map_nodes(output, change)


def _has_list(query: Query) -> bool:
    return any(isinstance(node, Companies) and node.names for node in nodes(query))


def _company_of(output: Output) -> str:
    """The only company of an output; "" for several or none."""
    if any(isinstance(node, Companies) for node in nodes(output)):
        return ""
    companies = {
        node.company
        for node in nodes(output)
        if isinstance(node, Lookup | Narrative)
        and isinstance(node.company, str)
        and node.company != EACH
    }
    return companies.pop() if len(companies) == 1 else ""


def _change_lists(query: Query, change: Callable[[tuple[str, ...]], tuple[str, ...]]) -> Query:
    def change_list(node: object) -> object:
        if isinstance(node, Companies) and node.names:
            return replace(node, names=change(node.names))
        return node

    return map_nodes(query, change_list)
