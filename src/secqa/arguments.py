"""Check what users and programs pass to functions against the annotations.

Python does not, so that `corpus.ask(5)` would fail somewhere inside, and name no argument.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache, wraps
from inspect import Parameter, isfunction, signature
from numbers import Integral
from os import PathLike
from reprlib import repr as short
from types import NoneType, UnionType
from typing import Any, ParamSpec, TypeVar, Union, get_args, get_origin, get_type_hints

from secqa.errors import SecqaError

P = ParamSpec("P")
R = TypeVar("R")
_WORDS: dict[Any, str] = {
    str: "text",
    int: "a whole number",
    bool: "True or False",
    PathLike: "a path",
    NoneType: "None",
}
_hints = lru_cache(get_type_hints)


def checked_arguments(function: Callable[P, R]) -> Callable[P, R]:
    """The function, with a SecqaError in one line for an argument of another type."""
    parameters = signature(function)

    @wraps(function)
    def checked(*given: P.args, **named: P.kwargs) -> R:
        bound = parameters.bind(*given, **named)
        bound.apply_defaults()
        for name, value in bound.arguments.items():
            parameter, hint = parameters.parameters[name], _hints(function).get(name, object)
            several = parameter.kind is Parameter.VAR_POSITIONAL
            for one in value if several else (value,):
                if problem := mismatch(name, one, hint):
                    raise SecqaError(f"{function.__name__}: {problem}")
            if value in ([], (), {}) and parameter.default != ():
                raise SecqaError(f"{function.__name__}: {name} is empty; name at least one")
        return function(*given, **named)

    return checked


def checked_methods(cls: type[R]) -> type[R]:
    """The class, with the arguments of its public methods checked."""
    for name, method in list(vars(cls).items()):
        if isfunction(method) and not name.startswith("_"):
            setattr(cls, name, checked_arguments(method))
    return cls


def mismatch(name: str, value: Any, hint: Any) -> str:
    """The problem of an argument of another type than `hint`; "" for none."""
    return "" if _fits(value, hint) else f"{name} must be {_in_words(hint)}, not {short(value)}"


def _fits(value: Any, hint: Any) -> bool:
    """Whether a value is of a type; of a generator the items are not looked at."""
    kind, parts = get_origin(hint) or hint, get_args(hint)
    if kind in (Union, UnionType):
        return any(_fits(value, part) for part in parts)
    if kind is tuple:
        whole = isinstance(value, tuple) and len(value) == len(parts)
        return whole and all(map(_fits, value, parts))
    if isinstance(kind, type) and issubclass(kind, Iterable) and parts:
        if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
            return False
        items = value if isinstance(value, Collection) else ()
        return all(_fits(item, parts[0]) for item in items)
    if kind is int:
        return isinstance(value, Integral) and not isinstance(value, bool)
    is_open = kind in (Any, Parameter.empty) or not isinstance(kind, type)
    return is_open or isinstance(value, kind)


def _in_words(hint: Any) -> str:
    kind, parts = get_origin(hint) or hint, get_args(hint)
    if kind in (Union, UnionType):
        return " or ".join(map(_in_words, parts))
    if kind is tuple:
        return f"({', '.join(map(_in_words, parts))})"
    if parts and issubclass(kind, Iterable):
        return f"a list (each {_in_words(parts[0])})"
    return _WORDS.get(kind) or str(kind.__name__)
