"""What of a query can be changed by choosing another: its companies, metrics and periods.

A query and changes in, the same query with them out. A change is made wherever the company, metric
or period stands, so that the two sides of a growth rate stay the same figure.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, Literal

from secqa.errors import SecqaError
from secqa.language.period import EACH, Period, parse_period
from secqa.language.query import Companies, Lookup, Query, Telling, nodes

Kind = Literal["company", "metric", "period"]
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


def slots_of(query: Query) -> tuple[Slot, ...]:
    """What can be changed, each once, in order."""
    found: dict[Slot, None] = {}
    for node in nodes(query):
        match node:
            case Lookup() | Telling():
                if isinstance(node.company, str) and node.company not in ("", EACH):
                    found[Slot("company", node.company)] = None
                if isinstance(node, Lookup) and node.metric:
                    found[Slot("metric", node.metric)] = None
            case Companies():
                found.update((Slot("company", name), None) for name in node.names)
            case Period() if not node.each:
                found[Slot("period", str(node))] = None
    return tuple(sorted(found, key=lambda slot: KINDS.index(slot.kind)))


def changes_in(parameters: Mapping[str, str]) -> Changes:
    """The changes that an address asks for; what is left as it was is none."""
    changes: dict[Slot, str] = {}
    for key, to in parameters.items():
        for kind in KINDS:
            value = key.removeprefix(f"{kind}:")
            if value != key and to and to != value:
                changes[Slot(kind, value)] = to
    return changes


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
    made = _changed(query, changes, periods)
    assert isinstance(made, Query)
    return made


def _changed(value: Any, changes: Changes, periods: Mapping[str, Period]) -> Any:
    if isinstance(value, Period):
        return periods.get(str(value), value)
    if isinstance(value, tuple):
        return tuple(_changed(one, changes, periods) for one in value)
    if not is_dataclass(value) or isinstance(value, type):
        return value
    new = {
        field.name: _changed(getattr(value, field.name), changes, periods)
        for field in fields(value)
        if field.init and field.name != "op"
    }
    if isinstance(value, Lookup | Telling) and isinstance(value.company, str):
        new["company"] = changes.get(Slot("company", value.company), value.company)
    if isinstance(value, Lookup):
        new["metric"] = changes.get(Slot("metric", value.metric), value.metric)
    if isinstance(value, Companies):
        new["names"] = tuple(changes.get(Slot("company", one), one) for one in value.names)
    return replace(value, **new)
