"""Choose who plans and who reads: the rules of this package, a language model, or both.

Rules first means that the model is asked only where the rules give up or are not sure, which costs
a fraction of the calls.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from secqa.models.open_model import OpenModel, open_model

_OFFLINE = "offline"


class Mode(StrEnum):
    """Who plans, who reads."""

    MODEL = "model"
    """The model writes every program, or reads every page."""
    MODEL_QUERY = "model-query"
    """Planner only: the model fills a query; it writes a program only where a query cannot say
    what is asked."""
    OFFLINE = "offline"
    OFFLINE_FIRST = "offline-first"


READERS = (Mode.MODEL, Mode.OFFLINE, Mode.OFFLINE_FIRST)


@dataclass(frozen=True, slots=True)
class Thinking:
    """A model and what it is used for; without a model the rules do everything."""

    model: OpenModel | None = None
    planner: Mode = Mode.MODEL_QUERY
    reader: Mode = Mode.OFFLINE_FIRST
    execute: bool = False
    """Run every program in the sandbox instead of evaluating its query."""

    @property
    def label(self) -> str:
        """Names everything that changes answers: `openai:gpt-5, reader offline-first`."""
        if self.model is None:
            return _OFFLINE
        parts = [("planner", self.planner), ("reader", self.reader)]
        return ", ".join(
            [self.model.name, *(f"{part} {mode}" for part, mode in parts if mode is not Mode.MODEL)]
        )


OFFLINE = Thinking()


def thinking_with(
    name: str,
    planner: Mode = Mode.MODEL_QUERY,
    reader: Mode = Mode.OFFLINE_FIRST,
    opened: Callable[[str], OpenModel] = open_model,
) -> Thinking:
    """`offline`, or a `provider:model`, opened so, that plans and reads as said.

    Raises SecqaError for a model that cannot be used.
    """
    return OFFLINE if name == _OFFLINE else Thinking(opened(name), planner, reader)
