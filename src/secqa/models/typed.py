"""Ask a model for an instance of a dataclass.

An answer that fails type validation or the caller's check is returned to the model once, with the
problem; a second invalid answer raises `Unusable`.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar, cast

from pydantic import TypeAdapter, ValidationError

from secqa.errors import SecqaError
from secqa.models.model import Model, ReplyForm, Request

T = TypeVar("T")


class Unusable(SecqaError):
    """A model's answer was invalid twice."""


_TRIES = 2
_adapter = lru_cache(TypeAdapter)


def ask_typed(
    model: Model,
    instructions: str,
    prompt: str,
    kind: type[T],
    complaint: Callable[[T], str] = lambda _answer: "",
) -> T:
    """Return the model's answer as a `kind`, whose docstring describes it to the model.

    `complaint` returns the problem of an answer as one sentence, or "". Raises Unusable if the
    second answer is invalid as well.
    """
    adapter: TypeAdapter[T] = _adapter(cast(Any, kind))  # classes hash
    form = ReplyForm("answer", (kind.__doc__ or "").strip(), adapter.json_schema())
    content = prompt
    problem = ""
    for _ in range(_TRIES):
        text = model(Request(instructions, content, form)).text
        try:
            answer = adapter.validate_json(_object(text))
            problem = complaint(answer)
            if not problem:
                return answer
        except ValidationError as error:
            problem = _first(error)
        content = (
            f"{prompt}\n\nYour last answer was {text}\n"
            f"It cannot be used: {problem}\nAnswer again, with that put right."
        )
    raise Unusable(f"the model's answer was refused: {problem}")


def _object(text: str) -> str:
    """The JSON object in a text; models without tools add words around it."""
    return text[text.find("{") : text.rfind("}") + 1]


def _first(error: ValidationError) -> str:
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where}: {first['msg']}" if where else str(first["msg"])
