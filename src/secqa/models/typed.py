"""Typed answers: a question and a dataclass in, a checked instance of it out.

A model fills a form. What it fills in wrongly, by type or by a check of the caller, is told to
it once; a second wrong answer is none.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from secqa.errors import SecqaError
from secqa.models.model import Form, Model, Request

T = TypeVar("T")


def ask_typed(
    model: Model,
    instructions: str,
    prompt: str,
    kind: type[T],
    complaint: Callable[[T], str] = lambda _answer: "",
) -> T:
    """The model's answer as a `kind`, its docstring telling the model what it is.

    `complaint` says in one sentence what is wrong with an answer, "" for nothing. Raises
    SecqaError when the second answer is wrong as well.
    """
    adapter = TypeAdapter(kind)
    form = Form("answer", (kind.__doc__ or "").strip(), adapter.json_schema())
    answer, text, problem = _try(model, Request(instructions, prompt, form), adapter, complaint)
    if problem:
        again = (
            f"{prompt}\n\nYour last answer was {text}\n"
            f"It cannot be used: {problem}\nAnswer again, with that put right."
        )
        answer, text, problem = _try(model, Request(instructions, again, form), adapter, complaint)
    if answer is None or problem:
        raise SecqaError(f"the model's answer was refused: {problem}")
    return answer


def _try(
    model: Model, request: Request, adapter: TypeAdapter[T], complaint: Callable[[T], str]
) -> tuple[T | None, str, str]:
    """The answer, its text, and what is wrong with it."""
    text = model(request).text
    try:
        answer = adapter.validate_json(_object(text))
    except ValidationError as error:
        return None, text, _first(error)
    return answer, text, complaint(answer)


def _object(text: str) -> str:
    """The JSON object in a text; models without tools write words around it."""
    return text[text.find("{") : text.rfind("}") + 1]


def _first(error: ValidationError) -> str:
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where}: {first['msg']}" if where else str(first["msg"])
