"""Load what users write in Python, and what the extras of the package bring.

A user's system or retriever is named `module:name`, is an entry point of a group, or was registered
in this process by a decorator. Modules are looked for in the current folder, too.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, TypeVar

from secqa.errors import SecqaError

_REASON_WIDTH = 200
"""Characters of an error of somebody else's code."""
SYSTEMS, RETRIEVERS = "secqa.systems", "secqa.retrievers"
"""Groups of entry points."""
_registered: dict[tuple[str, str], Any] = {}
"""By group and name."""
Own = TypeVar("Own")
"""What a decorator registers."""


def system(answering: Own) -> Own:
    """Register a function, factory or class as a system of this process, under its own name.

    See `secqa.systems.outside.open_outside` for what it may take and give.
    """
    return _register(SYSTEMS, answering)


def retriever(opening: Own) -> Own:
    """Register a retriever: a function of the corpus that gives a function of a question, k and
    documents (None: all), and that pairs of document id and page, best first."""
    return _register(RETRIEVERS, opening)


def _register(group: str, own: Own) -> Own:
    if not callable(own):
        raise SecqaError(f"{own!r}: only a function or a class is registered under its name")
    _registered[group, getattr(own, "__name__", type(own).__name__)] = own
    return own


@contextmanager
def needs_extra(extra: str, subject: str) -> Iterator[None]:
    """Around imports: SecqaError where a package is missing that an extra installs."""
    try:
        yield
    except ImportError as error:
        raise SecqaError(
            f"{subject}: {error.name or error} is not installed; pip install 'secqa[{extra}]'"
        ) from None


def is_extension(name: str, group: str) -> bool:
    """Whether a name is `module:name`, registered, or an installed entry point of a group."""
    module, mark, attribute = name.partition(":")
    parts = (*module.split("."), *attribute.split("."))
    return (
        (bool(mark) and all(map(str.isidentifier, parts)))
        or (group, name) in _registered
        or name in entry_points(group=group).names
    )


def load_extension(name: str, group: str) -> Any:
    """What such a name stands for; SecqaError, in one line, where it cannot be loaded."""
    if (group, name) in _registered:
        return _registered[group, name]
    folder = str(Path.cwd())
    if folder not in sys.path:
        sys.path.insert(0, folder)
    try:
        if ":" in name:
            import_module(name.partition(":")[0])
            return resolve_name(name)
        return next(iter(entry_points(group=group, name=name))).load()
    except Exception as error:
        # Importing runs somebody else's code, which fails in its own ways.
        reason = " ".join(str(error).split())[:_REASON_WIDTH]
        raise SecqaError(
            f"{name}: cannot be loaded ({type(error).__name__}: {reason}); check it and its imports"
        ) from error
