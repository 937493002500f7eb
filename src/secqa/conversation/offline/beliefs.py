"""What the turns so far may have meant: several histories, the likeliest first.

An answer that was given stays given, but it may have been wrong, and a question after it is
better read against every history that is still likely than against that one alone. Nor is a
question without meaning that was asked back about, and went on from without a choice. A history
whose turns are certain (the right ones, or readings that a person chose) is one belief.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from secqa.conversation.generator import Exchange

_KEPT = 6
_READINGS = 3
"""How many readings of a turn are followed up."""


@dataclass(frozen=True, slots=True)
class Belief:
    """A history as it may have been, all its turns taken for certain."""

    history: tuple[Exchange, ...]
    chance: float


Read = Callable[[tuple[Exchange, ...], str], Sequence[tuple[Exchange, float]]]
"""(history, question) -> what the question may mean after it, each with its chance, the likeliest
first."""


def beliefs(history: Sequence[Exchange], read: Read) -> list[Belief]:
    """The likeliest histories; their chances sum to 1."""
    found = [Belief((), 1.0)]
    for exchange in history:
        found = _told(found, exchange, read)
    return found


def _told(before: Sequence[Belief], exchange: Exchange, read: Read) -> list[Belief]:
    as_said = [Belief((*belief.history, exchange), belief.chance) for belief in before]
    asked_back = not exchange.program and exchange.confidence > 0
    if exchange.confidence >= 1 or not (exchange.program or asked_back):
        return as_said
    grown = [
        Belief((*belief.history, meant), belief.chance * chance)
        for belief in before
        for meant, chance in read(belief.history, exchange.question)[:_READINGS]
    ]
    programs = {belief.history[-1].program for belief in grown}
    if not (exchange.program in programs or (asked_back and programs)):
        return as_said  # another generator's answer
    kept = sorted(grown, key=lambda belief: -belief.chance)[:_KEPT]
    total = sum(belief.chance for belief in kept)
    return [Belief(belief.history, belief.chance / total) for belief in kept]
