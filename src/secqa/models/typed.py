"""Ask a model for an instance of a dataclass.

A model fills a form. What it fills in wrongly, by type or by a check of the caller, goes back to it
once; a second wrong answer is none.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar, cast

from pydantic import TypeAdapter, ValidationError

from secqa.errors import SecqaError
from secqa.models.model import Model, ReplyForm, Request

T = TypeVar("T")


class Unusable(SecqaError):
    """A model's answer that was wrong twice."""


_TRIES = 2


def ask_typed(
    model: Model,
    instructions: str,
    prompt: str,
    kind: type[T],
    complaint: Callable[[T], str] = lambda _answer: "",
) -> T:
    """The model's answer as a `kind`, its docstring telling the model what it is.

    `complaint` says in one sentence what is wrong with an answer, "" for nothing. Raises
    Unusable when the second answer is wrong as well.
    """
    adapter: TypeAdapter[T] = _adapter(cast(Any, kind))  # classes hash
    form = ReplyForm("answer", (kind.__doc__ or "").strip(), adapter.json_schema())
    asked = prompt
    problem = ""
    for _ in range(_TRIES):
        text = model(Request(instructions, asked, form)).text
        try:
            answer = adapter.validate_json(_object(text))
            problem = complaint(answer)
            if not problem:
                return answer
        except ValidationError as error:
            problem = _first(error)
        asked = (
            f"{prompt}\n\nYour last answer was {text}\n"
            f"It cannot be used: {problem}\nAnswer again, with that put right."
        )
    raise Unusable(f"the model's answer was refused: {problem}")


@lru_cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def _object(text: str) -> str:
    """The JSON object in a text; models without tools write words around it."""
    return text[text.find("{") : text.rfind("}") + 1]


def _first(error: ValidationError) -> str:
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where}: {first['msg']}" if where else str(first["msg"])
