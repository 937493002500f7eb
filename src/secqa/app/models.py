"""The language models that may be asked, within the user's limits, and what they have spent.

A model is asked only when a person presses a button: opening an address shows what is known.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from secqa.errors import SecqaError
from secqa.models.model import Model, Reply, Request, Unanswered, Usage
from secqa.models.open_model import ModelLimits, OpenModel, open_model
from secqa.systems.thinking import Mode, Thinking, thinking_with

OFFLINE = "offline"
NO_LIMITS = ModelLimits()


@dataclass(frozen=True, eq=False)
class Models:
    """Models by choice; the rules of this package are always there, and not among them."""

    thinking: tuple[Thinking, ...] = ()
    limits: ModelLimits = NO_LIMITS

    @property
    def names(self) -> tuple[str, ...]:
        """As they were given: `openai:gpt-5`."""
        return tuple(one.model.name for one in self.thinking if one.model)

    def find(self, name: str) -> Thinking:
        """The model of a name; SecqaError where it is not offered."""
        for one in self.thinking:
            if one.model and one.model.name == name:
                return one
        raise SecqaError(f"{name}: not offered here; choose another model, or ask {OFFLINE}")

    def open(self, name: str) -> OpenModel:
        """A model within the limits; where it is offered, that one, so that they hold once."""
        offered = self.find(name).model if name in self.names else None
        return offered or open_model(name, self.limits)

    def spent(self, name: str) -> Usage:
        """What was asked of a model since the start; replies known before cost nothing."""
        model = self.find(name).model
        assert model is not None
        return model.spent


NO_MODELS = Models()


def open_models(names: Iterable[str], modes: tuple[Mode, Mode], limits: ModelLimits) -> Models:
    """The models of some names, each within the limits, with who plans and who reads.

    SecqaError for one that cannot be used: unknown, without its key, without a price to hold a
    budget by.
    """
    wanted = (name for name in dict.fromkeys(names) if name != OFFLINE)
    opened = (thinking_with(name, *modes, lambda one: open_model(one, limits)) for name in wanted)
    return Models(tuple(opened), limits)


def with_wrapped_model(thinking: Thinking, wrap: Callable[[Model], Model]) -> Thinking:
    """The same thinking, whose model is asked through another function."""
    assert thinking.model is not None
    return replace(thinking, model=replace(thinking.model, ask=wrap(thinking.model.ask)))


def from_cache(thinking: Thinking) -> Thinking:
    """The same thinking with the replies that are known; any other request is `Unanswered`."""
    return replace(thinking, model=recalled(thinking.model)) if thinking.model else thinking


def recalled(model: OpenModel) -> OpenModel:
    """A model that gives the replies that are known, and raises `Unanswered` for the others."""

    def recall(request: Request) -> Reply:
        reply = model.cache.get(request) if model.cache else None
        if reply is None:
            raise Unanswered("nobody has asked this yet")
        return reply

    return replace(model, ask=recall)
