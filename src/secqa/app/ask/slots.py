"""What of a query can be changed by choosing another: its companies, metrics and periods.

A query and changes in, the same query with them out. A change is made wherever the company, metric
or period stands, so that the two sides of a growth rate stay the same figure.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from secqa.app.ask.choices import Choices, Kind
from secqa.app.ask.listed import with_companies, without_companies
from secqa.app.ask.tree import mapped
from secqa.errors import SecqaError
from secqa.query.period import EACH, Period, parse_period
from secqa.query.query import Companies, Lookup, Narrative, Query, nodes

KINDS: tuple[Kind, ...] = ("company", "metric", "period")


@dataclass(frozen=True, slots=True)
class Slot:
    """One company, metric or period of a query."""

    kind: Kind
    value: str
    """As the query has it; a period as `Period` writes it."""

    @property
    def key(self) -> str:
        """Names it in an address: `company:NVIDIA`."""
        return f"{self.kind}:{self.value}"


Changes = Mapping[Slot, str]
"""What each slot becomes; "" for a company that is left out."""
_ADDED = "add:"
"""Begins the names in an address of companies that are added."""


@dataclass(frozen=True, slots=True)
class Edits:
    """What is changed of a query, as an address says it."""

    changes: tuple[tuple[Slot, str], ...] = ()
    added: tuple[str, ...] = ()
    """Companies that it is asked of as well."""

    def __bool__(self) -> bool:
        return bool(self.changes or self.added)


AS_IT_IS = Edits()


def slots_of(query: Query) -> tuple[Slot, ...]:
    """What can be changed, each once, in order."""
    found: dict[Slot, None] = {}
    for node in nodes(query):
        match node:
            case Lookup() | Narrative():
                if isinstance(node.company, str) and node.company not in ("", EACH):
                    found[Slot("company", node.company)] = None
                if isinstance(node, Lookup) and node.metric:
                    found[Slot("metric", node.metric)] = None
            case Companies():
                found.update((Slot("company", name), None) for name in node.names)
            case Period() if not node.each:
                found[Slot("period", str(node))] = None
    return tuple(sorted(found, key=lambda slot: KINDS.index(slot.kind)))


def edits_in(parameters: Mapping[str, str]) -> Edits:
    """What an address wants changed; what is left as it was is no change."""
    changes: dict[Slot, str] = {}
    added: dict[str, None] = {}
    for key, given in parameters.items():
        to = " ".join(given.split())
        if key.startswith(_ADDED) and to:
            added[to] = None
        for kind in KINDS:
            value = key.removeprefix(f"{kind}:")
            if value != key and to != value and (to or kind == "company"):
                changes[Slot(kind, value)] = to
    return Edits(tuple(sorted(changes.items(), key=str)), tuple(added))


def edited(query: Query, edits: Edits, choices: Choices) -> Query:
    """The query with its companies, metrics and periods changed, companies added and left out.

    SecqaError for a name that is none, a period that is none, and where no company is left.
    """
    named = {
        slot: choices.typed(slot.kind, to)
        for slot, to in edits.changes
        if to and to != choices.shown(slot.kind, slot.value)
    }
    gone = {slot.value for slot, to in edits.changes if not to}
    added = [choices.typed("company", name) for name in edits.added]
    # Who puts another in a company's place adds it and leaves out the one.
    return without_companies(with_companies(changed(query, named), added), gone)


def changed(query: Query, changes: Changes) -> Query:
    """The query with its companies, metrics and periods changed.

    Raises SecqaError for a period that is none.
    """
    periods: dict[str, Period] = {}
    for slot, to in changes.items():
        if slot.kind == "period":
            try:
                periods[slot.value] = parse_period(to)
            except SecqaError:
                raise SecqaError(f"{to!r} is no period; choose one that is offered") from None

    def change(node: object) -> object:
        match node:
            case Period():
                return periods.get(str(node), node)
            case Lookup() | Narrative() if isinstance(node.company, str):
                company = changes.get(Slot("company", node.company), node.company)
                node = replace(node, company=company)
            case Companies():
                names = tuple(changes.get(Slot("company", one), one) for one in node.names)
                return replace(node, names=names)
        if isinstance(node, Lookup):
            return replace(node, metric=changes.get(Slot("metric", node.metric), node.metric))
        return node

    return mapped(query, change)
