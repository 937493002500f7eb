"""Choose the planner and the reader: the rules of this package, a language model, or both.

With `offline-first` the model is called only if the rules fail or are not sure, which costs a
fraction of the calls.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from secqa.models.open_model import OpenModel, open_model

_OFFLINE = "offline"


class Mode(StrEnum):
    """A planner or a reader."""

    MODEL = "model"
    """The model writes every program or reads every page."""
    MODEL_QUERY = "model-query"
    """Planner only: the model fills in a query, or writes a program if no query expresses the
    question."""
    OFFLINE = "offline"
    OFFLINE_FIRST = "offline-first"


READERS = (Mode.MODEL, Mode.OFFLINE, Mode.OFFLINE_FIRST)


@dataclass(frozen=True, slots=True)
class Thinking:
    """A model with its tasks; without a model the rules do everything."""

    model: OpenModel | None = None
    planner: Mode = Mode.MODEL_QUERY
    reader: Mode = Mode.OFFLINE_FIRST
    execute: bool = False
    """Whether programs run in the sandbox instead of being evaluated as queries."""

    @property
    def label(self) -> str:
        """All settings that change answers: `openai:gpt-5, reader offline-first`."""
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
    """Open `offline` or a `provider:model`; raises SecqaError for a model that cannot be used."""
    return OFFLINE if name == _OFFLINE else Thinking(opened(name), planner, reader)
