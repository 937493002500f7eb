"""Check the reply of an external system, and convert it to an `Answer`.

Callables, endpoints and files of predictions share one schema:

    "answer"      a number (dollars, counts, fractions: 1% is 0.01), a text (also prose: "about
                  $3.2 billion"), a list of these in order, true or false, or null for no answer
    "unit"        "percent" for percentages; otherwise a unit or omitted
    "pages"       the retrieved pages, best first: [{"document": "KO-10-K-2024", "page": 12}, …]
    "error"       the reason for no answer
    "confidence", "calls", "tokens", "cost" (US dollars), if known

Only "answer" is required; other fields are ignored. A bare answer without a record is valid, too.
"""

import math
from collections.abc import Mapping
from typing import Any

from secqa.errors import SecqaError
from secqa.systems.answer import Answer

_LONGEST = 100_000
"""Maximum characters of an answer in words, more than any passage has."""
_MOST_PAGES = 10_000
_PERCENT = ("percent", "%")


def answer_of(reply: object, question: str) -> Answer:
    """Convert a reply to an answer; raises SecqaError, in one line without the source, if
    invalid."""
    if isinstance(reply, Answer):
        return reply
    if not isinstance(reply, Mapping):
        reply = {"answer": reply}
    if "answer" not in reply:
        keys = ", ".join(map(str, list(reply)[:5])) or "nothing"
        raise SecqaError(f'has no "answer" (it has {keys}); see the schema in docs/outside.md')
    unit = _text(reply, "unit")
    pages = _pages(reply.get("pages"))
    return Answer(
        question=question,
        value=_value(reply["answer"], unit),
        unit="pure" if unit in _PERCENT else unit,
        documents=tuple(dict.fromkeys(document_id for document_id, _ in pages)),
        pages=pages,
        confidence=_number(reply, "confidence", 1.0) or 0.0,
        calls=int(_number(reply, "calls") or 0),
        tokens=int(_number(reply, "tokens") or 0),
        cost=_number(reply, "cost"),
        error=_text(reply, "error"),
    )


def record_of(answer: Answer) -> dict[str, Any]:
    """Convert an answer to a record, from which `answer_of` restores value, unit and pages."""
    return {
        "answer": answer.value,
        "unit": answer.unit,
        "pages": [{"document": document, "page": page} for document, page in answer.pages],
        "confidence": answer.confidence,
        "calls": answer.calls,
        "tokens": answer.tokens,
        "cost": answer.cost,
        "error": answer.error,
    }


def _value(given: object, unit: str) -> float | str | tuple[float | str, ...] | None:
    if given is None:
        return None
    if isinstance(given, list | tuple):
        return tuple(_single_value(each, unit) for each in given)
    return _single_value(given, unit)


def _single_value(given: object, unit: str) -> float | str:
    match given:
        case bool():
            return "Yes" if given else "No"
        case str() if len(given) <= _LONGEST:
            return given
        case str():
            raise SecqaError(f'"answer" has {len(given):,} characters; at most {_LONGEST:,}')
        case int() | float() if _is_finite(given):
            return float(given) / 100 if unit in _PERCENT else float(given)
    shown = "a number that is none" if isinstance(given, int | float) else type(given).__name__
    raise SecqaError(f'"answer" is {shown}; give a number, a text, a list of them, or null')


def _is_finite(number: float) -> bool:
    try:
        return math.isfinite(float(number))
    except OverflowError:
        return False


def _pages(given: object) -> tuple[tuple[str, int], ...]:
    if given is None:
        return ()
    if not isinstance(given, list | tuple) or len(given) > _MOST_PAGES:
        raise SecqaError(f'"pages" is no list of up to {_MOST_PAGES:,}; {_REMEDY}')
    return tuple(dict.fromkeys(_page(one) for one in given))


_REMEDY = 'give [{"document": "KO-10-K-2024", "page": 12}]'


def _page(given: Any) -> tuple[str, int]:
    match given:
        case {"document": str(document), "page": int(page)} if document.strip() and page > 0:
            # Runs write pages as "document#page" in columns separated by spaces.
            if not any(character.isspace() for character in document):
                return document, page
    raise SecqaError(f'"pages" has {str(given)[:60]!r}; {_REMEDY}')


def _text(reply: Mapping[str, Any], name: str) -> str:
    given = reply.get(name)
    if given is None or isinstance(given, str):
        return given or ""
    raise SecqaError(f'"{name}" is {type(given).__name__}, not a text')


def _number(reply: Mapping[str, Any], name: str, most: float = math.inf) -> float | None:
    given = reply.get(name)
    if given is None:
        return None
    numeric = isinstance(given, int | float) and not isinstance(given, bool)
    if not numeric or not _is_finite(given) or not 0 <= given <= most:
        limit = "" if math.isinf(most) else f" to {most:g}"
        raise SecqaError(f'"{name}" is {str(given)[:40]!r}, not a number from 0{limit}')
    return float(given)
