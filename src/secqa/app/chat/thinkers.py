"""Generators by name in, each in two ways out: one that may ask its model, one that only recalls.

Whoever opens an address spends nothing: it shows the replies that are there. A model is asked only
by a form that is sent.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from secqa.app.models import OFFLINE, recalled
from secqa.conversation.generators.generator_choice import make_generator
from secqa.conversation.programs.generator import Generator
from secqa.models.open_model import OpenModel, open_model
from secqa.models.usage import model_usage


@dataclass(frozen=True, slots=True)
class Thinker:
    """A generator that can be chosen."""

    name: str
    ask: Generator
    recall: Generator
    """The same from replies that are there; raises `Unanswered` where there is none."""
    model: OpenModel | None = None
    """What is asked for money; None where nothing is."""

    @property
    def usage(self) -> str:
        """What was asked of its model since the app was started; "" without one."""
        return model_usage(self.model) if self.model else ""


def thinkers_of(
    names: Sequence[str] = (), opened: Callable[[str], OpenModel] = open_model
) -> tuple[Thinker, ...]:
    """The generators of some names, the offline one always, and first.

    `opened` opens a model within its limits; generators of the same model share it. SecqaError for
    one that there is not.
    """
    models: dict[str, OpenModel] = {}

    def once(name: str) -> OpenModel:
        if name not in models:
            models[name] = opened(name)
        return models[name]

    offline = make_generator(OFFLINE)
    made = [Thinker(OFFLINE, offline, offline)]
    for name in dict.fromkeys(names):
        if name != OFFLINE:
            asking = make_generator(name, opened=once)
            recalling = make_generator(name, opened=lambda model: recalled(once(model)))
            made.append(Thinker(name, asking, recalling, once(name.partition(":")[2])))
    return tuple(made)
