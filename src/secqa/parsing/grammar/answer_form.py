"""How a question wants its answer written: text in, `Form` out. Nothing of it changes the value."""

import re
from typing import Any

from secqa.query.query import AnswerForm

_MONEY = r"(?:(?:us ?)?\$ ?|(?:us )?dollars,? |usd )?"
_SCALE = re.compile(
    rf"\bin {_MONEY}(thousand|million|billion|bn|mn|mm)s?\b(?! (?:or|and|to|people))"
    r"|\b(?:how many|answer in|many) (thousand|million|billion)s\b",
    re.IGNORECASE,
)
_SCALES = {"thousand": "thousands", "billion": "billions", "bn": "billions"}
_NUMBERS = {"no": 0, "zero": 0, "one": 1, "a": 1, "two": 2, "three": 3, "four": 4}
_DECIMALS = re.compile(
    r"\b(no|zero|one|a|two|three|four|[0-6])(?: digits? (?:after|behind) the)?[ -]"
    r"(?:decimal|dp\b|digits? after the point)",
    re.IGNORECASE,
)
_PERCENT = re.compile(
    r"\b(?:in|as|into) (?:a )?(?:percent(?:age)?|per cent|pct)\b(?! of|[ -]points?)"
)


def answer_form_of(question: str) -> AnswerForm:
    """The form that a question asks for: all open where it says nothing of it."""
    said: dict[str, Any] = {}
    if found := _SCALE.search(question):
        said["scale"] = _SCALES.get((found[1] or found[2]).lower(), "millions")
    if found := _DECIMALS.search(question):
        digits = found[1].lower()
        said["decimals"] = int(digits) if digits.isdigit() else _NUMBERS[digits]
    if _PERCENT.search(question.lower()):
        said["unit"] = "percent"
    return AnswerForm(**said)
