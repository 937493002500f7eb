"""Compare an answer with the gold answer.

As in SEC-QA (4.2) a number is right within 1% of the gold number, since reports round to
thousands, millions and billions. The sign counts. A wrong number is compared once more, to tell a
slip of scale or sign from another figure altogether.
"""

from collections.abc import Sequence
from enum import StrEnum

from secqa.benchmark.dataset import Question

MARGIN = 0.01
"""The paper's margin of error."""

Value = float | str | Sequence[float | str] | None

_SCALES = tuple(10.0**power for power in (-9, -6, -3, -2, 2, 3, 6, 9))
_ROUNDING = 1e-9
"""So that a value exactly on the margin counts as within it."""


class Verdict(StrEnum):
    """How an answer relates to the gold one."""

    RIGHT = "right"
    NONE = "none"
    """No answer was given."""
    SCALE = "scale"
    """Right but for thousands, millions, billions, or percent against fraction."""
    SIGN = "sign"
    """Right but for the sign."""
    COUNT = "count"
    """Another number of outputs than asked for."""
    INVENTED = "invented"
    """An answer where there is none."""
    OTHER = "other"
    """Another value."""


def judge(answer: Value, gold: Value) -> Verdict:
    """Compare an answer with the gold one; several outputs must all be right, in order.

    Where the gold answer is None, no answer is right.
    """
    if gold is None:
        return Verdict.RIGHT if answer is None or answer == "" else Verdict.INVENTED
    if isinstance(gold, tuple | list):
        return _judge_all(answer, gold)
    if isinstance(answer, tuple | list):
        return judge(answer[0], gold) if len(answer) == 1 else Verdict.COUNT
    if answer is None or answer == "":
        return Verdict.NONE
    if isinstance(gold, str) or isinstance(answer, str):
        return Verdict.RIGHT if _folded(answer) == _folded(gold) else Verdict.OTHER
    assert isinstance(gold, int | float)
    assert isinstance(answer, int | float)
    return _judge_number(float(answer), float(gold))


def judge_question(answer: Value, question: Question) -> Verdict:
    """Compare an answer with a question's gold answer and all others that it may have.

    A percentage is right, too, as far from the gold one as it may be printed.
    """
    verdict = judge(answer, question.answer)
    if verdict is Verdict.RIGHT:
        return verdict
    also = any(judge(answer, one.value) is Verdict.RIGHT for one in question.also)
    gold = question.answer
    if isinstance(answer, int | float) and isinstance(gold, int | float):
        also = also or abs(answer - gold) <= question.slack
    return Verdict.RIGHT if also else verdict


def is_within_margin(value: float, gold: float) -> bool:
    """Within 1% of the gold number; a gold zero must be met exactly."""
    return abs(value - gold) <= MARGIN * abs(gold) * (1 + _ROUNDING)


def _judge_all(answer: Value, gold: Sequence[float | str]) -> Verdict:
    if answer is None:
        return Verdict.NONE
    given = answer if isinstance(answer, tuple | list) else (answer,)
    if len(given) != len(gold):
        return Verdict.COUNT
    verdicts = [judge(one, other) for one, other in zip(given, gold, strict=True)]
    return next((verdict for verdict in verdicts if verdict != Verdict.RIGHT), Verdict.RIGHT)


def _judge_number(value: float, gold: float) -> Verdict:
    if is_within_margin(value, gold):
        return Verdict.RIGHT
    if gold and any(is_within_margin(value * scale, gold) for scale in _SCALES):
        return Verdict.SCALE
    if gold and is_within_margin(-value, gold):
        return Verdict.SIGN
    return Verdict.OTHER


def _folded(value: object) -> str:
    return " ".join(str(value).split()).strip(" .").casefold()
