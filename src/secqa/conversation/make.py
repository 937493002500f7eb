"""Generators by name, as the command line and the session files write them."""

from pathlib import Path

from secqa.conversation.generator import Generator
from secqa.errors import SecqaError


def make_generator(name: str, examples: Path | None = None) -> Generator:
    """The generator of a name: `offline`, or `<kind>:<model>` for one that asks a model.

    `examples` is a file of conversations that `few-shot` chooses its examples from.

    Raises:
        SecqaError: there is none of that name.
    """
    if name == "offline":
        from secqa.conversation.offline.generate import offline_generator

        return offline_generator()
    kind, _, model = name.partition(":")
    from secqa.conversation.models.generate import KINDS, model_generator

    if kind in KINDS and model:
        if examples is None:
            return model_generator(kind, model)
        from secqa.conversation.models.likeness import library_of
        from secqa.conversation.store import read_records

        return model_generator(kind, model, library_of(read_records(examples)))
    known = ", ".join(("offline", *(f"{kind}:MODEL" for kind in KINDS)))
    raise SecqaError(f"{name}: no such generator; choose {known}")
