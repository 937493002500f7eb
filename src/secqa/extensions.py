"""Load what users write in Python, and check for optional packages.

A system, retriever, metric or scorer is named by `module:name`, by an installed entry point, or by
registration with a decorator in this process. Modules in the current folder can be imported, too.
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
"""Maximum characters quoted from an error of the user's code."""
SYSTEMS, RETRIEVERS = "secqa.systems", "secqa.retrievers"
METRICS, SCORERS = "secqa.metrics", "secqa.scorers"
"""Entry point groups."""
_registered: dict[tuple[str, str], Any] = {}
"""Registered extensions by (group, name)."""
Extension = TypeVar("Extension")
"""The function, factory or class that a decorator registers."""


def system(answering: Extension) -> Extension:
    """Register a function, factory or class as a system in this process, under its own name.

    See `secqa.systems.outside.open_outside` for the accepted signatures.
    """
    return _register(SYSTEMS, answering)


def retriever(opening: Extension) -> Extension:
    """Register a retriever: a function that takes a corpus and returns a search function.

    The search function takes a question, k and document ids (None for all), and returns pairs of
    document id and page, best first.
    """
    return _register(RETRIEVERS, opening)


def metric(defining: Extension) -> Extension:
    """Register a metric: a function that returns its fields, as `metrics/catalogue.toml` has them.

    The name of the function is the id of the metric.
    """
    return _register(METRICS, defining)


def scorer(scoring: Extension) -> Extension:
    """Register a scorer: a function of a question and its answer that returns a number.

    The question is of the benchmark, with its gold answer. None: the answer is not counted.
    """
    return _register(SCORERS, scoring)


def _register(group: str, extension: Extension) -> Extension:
    if not callable(extension):
        raise SecqaError(f"{extension!r}: only a function or a class is registered under its name")
    _registered[group, getattr(extension, "__name__", type(extension).__name__)] = extension
    return extension


@contextmanager
def needs_extra(extra: str, subject: str) -> Iterator[None]:
    """Turn an ImportError in this context into a SecqaError that names the extra to install."""
    try:
        yield
    except ImportError as error:
        raise SecqaError(
            f"{subject}: {error.name or error} is not installed; pip install 'secqa[{extra}]'"
        ) from None


def is_extension(name: str, group: str) -> bool:
    """Whether a name is `module:name`, registered, or an entry point of the group."""
    module, mark, attribute = name.partition(":")
    parts = (*module.split("."), *attribute.split("."))
    return (
        (bool(mark) and all(map(str.isidentifier, parts)))
        or (group, name) in _registered
        or name in entry_points(group=group).names
    )


def load_extension(name: str, group: str) -> Any:
    """Load the extension with this name; raises SecqaError if it cannot be loaded."""
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
        # Importing runs the user's code, which may raise anything.
        reason = " ".join(str(error).split())[:_REASON_WIDTH]
        raise SecqaError(
            f"{name}: cannot be loaded ({type(error).__name__}: {reason}); check it and its imports"
        ) from error
