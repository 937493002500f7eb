"""Check what a program passes to a function against the types that the function declares.

Programs are written by models, which pass a number for a text, None for a year or a list of lists.
Such a call must fail within the program, with words that help to mend it.
"""

from collections.abc import Mapping, Sequence
from inspect import Signature
from reprlib import Repr
from types import NoneType, UnionType
from typing import Any, get_args, get_origin

_LONGEST_TEXT = 10_000
_MOST_ITEMS = 10_000
_SHORT = Repr()
_SHORT.maxstring = _SHORT.maxother = 60


def bind_arguments(
    function: str, signature: Signature, args: Sequence[Any], kwargs: Mapping[str, Any]
) -> dict[str, Any]:
    """The arguments of a call by parameter name.

    TypeError in one line, as Python tells a program of its mistakes, for a call that does not fit
    the signature, or an argument of another type than declared, or too large.
    """
    try:
        given = signature.bind(*args, **kwargs).arguments
    except TypeError as mistake:
        raise TypeError(f"{function}(): {mistake}") from None
    for name, value in given.items():
        kind = signature.parameters[name].annotation
        if not _fits(value, kind):
            problem = f"{name} must be {_in_words(kind)}, not {_SHORT.repr(value)}"
            raise TypeError(f"{function}(): {problem}")
    return dict(given)


def _fits(value: Any, kind: Any) -> bool:
    """Whether a value is of a type; types that hold other than texts and numbers take all."""
    if isinstance(kind, UnionType):
        return any(_fits(value, one) for one in get_args(kind))
    if get_origin(kind) in (Sequence, list):
        (item,) = get_args(kind)
        is_list = isinstance(value, list | tuple) and len(value) <= _MOST_ITEMS
        return is_list and all(_fits(one, item) for one in value)
    if kind is str:
        return isinstance(value, str) and len(value) <= _LONGEST_TEXT
    return kind not in (int, NoneType) or isinstance(value, kind)


def _in_words(kind: Any) -> str:
    if isinstance(kind, UnionType):
        return " or ".join(map(_in_words, get_args(kind)))
    if get_origin(kind) in (Sequence, list):
        return f"a list of up to {_MOST_ITEMS:,}, each {_in_words(get_args(kind)[0])}"
    return {
        str: f"a text of up to {_LONGEST_TEXT:,} characters",
        int: "a whole number",
        NoneType: "None",
    }[kind]
