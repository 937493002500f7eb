"""Tell which kind of answer a question wants: figures or words, a reason or not, in which form.

"What was gross margin in 2024" and "what drove gross margin in 2024" name the same metric, company
and year and differ only in the words around them. So a fitted head decides, on the same features
as the kind of a question about figures (`benchmarks/fit_wanted.py`).
"""

import io
import math
import re
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files
from typing import Any

import numpy as np

from secqa.learning.linear import Head
from secqa.query.leaves import AnswerForm

FILE = "wanted.npz"
FIGURES, WHAT, WHY = "figures", "what", "why"


def narrative_odds(features: Iterable[str]) -> tuple[float, float]:
    """How likely a question wants words, and how likely, if so, a reason."""
    logs = load_answer_kinds().scores(features)
    what, why = (math.exp(logs[label]) for label in (WHAT, WHY))
    return what + why, why / (what + why)


@lru_cache(maxsize=1)
def load_answer_kinds() -> Head:
    """The head of this version."""
    data = files("secqa.parsing").joinpath("data", FILE).read_bytes()
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        return Head(
            tuple(map(str, arrays["labels"])),
            arrays["codes"],
            arrays["weights"].astype(np.float32),
            arrays["bias"],
        )


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
