"""Who does the thinking of a system: the rules of this package, a language model, or both.

In: a model's name and what it is used for. Out: a `Thinking`, from which an `Engine` is made
for each question. Rules first means that the model is asked only where the rules give up or
are not sure, which costs a fraction of the calls.
"""

from dataclasses import dataclass
from enum import StrEnum

from secqa.models.model import Model
from secqa.models.open import Limits, OpenModel, open_model


class Mode(StrEnum):
    """Who plans, who reads."""

    MODEL = "model"
    OFFLINE = "offline"
    OFFLINE_FIRST = "offline-first"


@dataclass(frozen=True, slots=True)
class Thinking:
    """A model and what it is used for; without a model the rules do everything."""

    name: str = "offline"
    """Of the model: `provider:model`."""
    ask: Model | None = None
    planner: Mode = Mode.MODEL
    reader: Mode = Mode.MODEL

    @property
    def label(self) -> str:
        """Names everything that changes answers: `openai:gpt-5, reader offline-first`."""
        if self.ask is None:
            return self.name
        parts = [("planner", self.planner), ("reader", self.reader)]
        return ", ".join(
            [self.name, *(f"{part} {mode}" for part, mode in parts if mode is not Mode.MODEL)]
        )


OFFLINE = Thinking()


def thinking_of(model: OpenModel, planner: Mode, reader: Mode) -> Thinking:
    """A model, used as said."""
    return Thinking(model.name, model.ask, planner, reader)


def thinking_named(name: str) -> Thinking:
    """`offline`, or a `provider:model` that plans and reads everything, without limits."""
    if name == OFFLINE.name:
        return OFFLINE
    return thinking_of(open_model(name, Limits()), Mode.MODEL, Mode.MODEL)
