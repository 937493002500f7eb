"""The chunking study's prompts, answered by rule: so that table 5 can be made without a model.

It reads as the offline engine reads, and judges two answers by their numbers.
"""

import math
import re

from secqa.evaluation.chunking.answers import NO_ANSWER, compared_answers, study_instructions
from secqa.filings.numbers import parse_number
from secqa.metrics.units import short_and_exact
from secqa.serving.offline_model import Thoughts, read_prompt

_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_SCALES = (1.0, 1e3, 1e6, 1e9, 1e-3, 1e-6, 1e-9, 100.0, 0.01)
_ROUNDED = 0.01


def study_thoughts() -> Thoughts:
    """What `secqa.serving.offline_model` takes to answer the study's prompts as well."""
    return {
        study_instructions("answer.md").strip(): _said,
        study_instructions("judge.md").strip(): _judged,
    }


def _said(prompt: str) -> str:
    reading, quote = read_prompt(prompt)
    if reading.value is None or quote is None:
        return NO_ANSWER
    value = reading.value
    said = value if isinstance(value, str) else short_and_exact(value, reading.unit)
    return f"{said}, see {quote.page}: {quote.quote}"


def _judged(prompt: str) -> str:
    """True where a number of the known answer leads the given one, but for scale and rounding."""
    known, given = (_first_number(answer) for answer in compared_answers(prompt))
    if known is None or given is None:
        return str(False)
    return str(any(math.isclose(known, given * f, rel_tol=_ROUNDED) for f in _SCALES))


def _first_number(text: str) -> float | None:
    found = _NUMBER.search(text)
    number = parse_number(found[0]) if found else None
    return None if number is None else abs(number.value)
