"""A question as an address or form asks it: its words, what is changed of it, and the model."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from secqa.app.addresses import number_in
from secqa.app.ask.name_choices import NameChoices
from secqa.app.models import OFFLINE
from secqa.parsing.understand import LONGEST
from secqa.query.edit import SLOT_KINDS, Slot, add_companies, change_slots, remove_companies
from secqa.query.query import Query

_ADDED = "add:"
"""Prefix of the parameters that add companies."""


@dataclass(frozen=True, slots=True)
class QueryEdits:
    """What an address changes of a query."""

    changes: tuple[tuple[Slot, str], ...] = ()
    """New values of slots; "" for a company that is left out."""
    added: tuple[str, ...] = ()
    """Companies that are added."""

    def apply(self, query: Query, choices: NameChoices) -> Query:
        """The query as changed.

        SecqaError for an unknown name or period, and where no company is left.
        """
        changes = {
            slot: choices.typed(slot.kind, to)
            for slot, to in self.changes
            if to and to != choices.label(slot.kind, slot.value)
        }
        removed = {slot.value for slot, to in self.changes if not to}
        added = [choices.typed("company", name) for name in self.added]
        # To put another company in the place of the only one, it is added before that is removed.
        return remove_companies(add_companies(change_slots(query, changes), added), removed)


NO_EDITS = QueryEdits()


@dataclass(frozen=True, slots=True)
class AskRequest:
    """A question with its changes."""

    question: str
    edits: QueryEdits = NO_EDITS
    reading: int = 0
    """Which reading of the question is meant: 0 for the likeliest."""


def parse_request(parameters: Mapping[str, str]) -> AskRequest | None:
    """The question of an address; None without one."""
    question = " ".join(parameters.get("q", "").split())[:LONGEST]
    if not question:
        return None
    return AskRequest(question, parse_edits(parameters), number_in(parameters, "reading", 0))


def parse_edits(parameters: Mapping[str, str]) -> QueryEdits:
    """The changes of an address; a slot with its old value is no change."""
    changes: dict[Slot, str] = {}
    added: dict[str, None] = {}
    for key, given in parameters.items():
        to = " ".join(given.split())
        if key.startswith(_ADDED) and to:
            added[to] = None
        for kind in SLOT_KINDS:
            value = key.removeprefix(f"{kind}:")
            if value != key and to != value and (to or kind == "company"):
                changes[Slot(kind, value)] = to
    return QueryEdits(tuple(sorted(changes.items(), key=str)), tuple(added))


def model_in(parameters: Mapping[str, str]) -> str:
    """The model of an address; "" for the offline rules."""
    name = parameters.get("model", "")
    return "" if name == OFFLINE else name


def ask_address(parameters: Mapping[str, str]) -> str:
    """The address of the answer that a form asks for, without its empty fields; an empty company
    stays, since it removes the company."""
    kept = {
        name: text
        for name, text in parameters.items()
        if (text or name.startswith("company:")) and (name, text) != ("model", OFFLINE)
    }
    return f"/ask?{urlencode(kept)}"
