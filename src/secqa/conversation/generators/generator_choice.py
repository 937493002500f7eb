"""Generators by name, as the command line and the session files write them."""

from collections.abc import Callable
from pathlib import Path

from secqa.conversation.programs.generator import Generator
from secqa.errors import SecqaError
from secqa.models.open_model import OpenModel, open_model


def make_generator(
    name: str,
    examples: Path | None = None,
    opened: Callable[[str], OpenModel] = open_model,
) -> Generator:
    """The generator of a name: `offline`, or `<kind>:<model>` for one that asks a model.

    `examples` is a file of conversations that `few-shot` chooses its examples from; `opened` opens
    the model, within its limits.

    Raises:
        SecqaError: there is none of that name.
    """
    if name == "offline":
        from secqa.conversation.offline.offline_generator import offline_generator

        return offline_generator()
    kind, _, model = name.partition(":")
    from secqa.conversation.generators.model_generators import KINDS, with_model

    if kind in KINDS and model:
        if examples is None:
            return with_model(kind, model, opened(model).ask)
        from secqa.conversation.generators.prompts import library_of
        from secqa.conversation.records.record_store import read_records

        library = library_of(read_records(examples))
        return with_model(kind, model, opened(model).ask, library)
    known = ", ".join(("offline", *(f"{kind}:MODEL" for kind in KINDS)))
    raise SecqaError(f"{name}: no such generator; choose {known}")
