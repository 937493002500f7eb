"""Which records hold some words: what every store of records searches by, and says of them."""

from collections.abc import Iterable
from itertools import islice

from secqa.conversation.record import Record
from secqa.errors import SecqaError

LISTED = 20
"""Ids that a search gives at most."""


def text_of(record: Record) -> str:
    """What a record is found by, in lower case: its id, questions, row names and sentences."""
    names = (row[0] for grid in record.tables for row in grid.rows)
    questions = (turn.question for turn in record.turns)
    return " ".join((record.id, *questions, *names, *record.sentences)).lower()


def holds(text: str, words: str) -> bool:
    """Whether a text has all the words, in any case."""
    text = text.lower()
    return all(word in text for word in words.lower().split())


def first(ids: Iterable[str]) -> tuple[str, ...]:
    """As many as are listed."""
    return tuple(islice(ids, LISTED))


def unknown(record_id: str, where: str) -> SecqaError:
    """What to say of an id that is not there."""
    return SecqaError(f"{record_id}: no such record in {where}; search for one with its words")
