"""Compare an answer with the gold answer, and find the stage at which a wrong one went wrong.

As in SEC-QA (4.2) a number is right within 1% of the gold number, since reports round to
thousands, millions and billions. The sign counts. A wrong number is compared once more, to tell a
slip of scale or sign from another figure altogether.

An answer goes through stages: plan, select documents, retrieve pages, read values, compute. The
cause is the first stage at which the first required value went wrong. A value counts as read when
any reading agrees with it, wherever it was read: then a later stage is to blame.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from secqa.benchmark.dataset import Question
from secqa.facts.fact import StatedFact
from secqa.reading.reading import Reading
from secqa.systems.answer import Answer

MARGIN = 0.01
"""The paper's margin of error."""

Value = float | str | Sequence[float | str] | None

_SCALES = tuple(10.0**power for power in (-9, -6, -3, -2, 2, 3, 6, 9))
_ROUNDING = 1e-9
"""Counts a value exactly on the margin as within it."""


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
    """A different number of outputs."""
    INVENTED = "invented"
    """An answer to an unanswerable question."""
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
    """Compare an answer with a question's gold answer and its alternatives.

    A percentage may differ from the gold one by the rounding in print.
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


def agrees(reading: Reading, facts: Iterable[StatedFact]) -> bool:
    """Whether the value of a reading is that of one of these facts."""
    value = reading.value
    return isinstance(value, int | float) and any(is_within_margin(value, f.value) for f in facts)


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


class Cause(StrEnum):
    """The stage at which an answer went wrong."""

    REFUSED = "refused"
    """The system refused without looking anything up."""
    INVENTED = "answered what has no answer"
    WRONG_COMPANY = "company not considered"
    """No document of a company that the question needs was used."""
    DOCUMENT = "document not selected"
    PAGE = "page not retrieved"
    UNSOUGHT = "value not looked up"
    """An evidence page was retrieved, but only other required values were read."""
    UNREAD = "nothing read"
    """An evidence page was retrieved, but nothing was read."""
    REPORT = "other report read"
    """An evidence page was retrieved, but the value was read from another report."""
    SCALE = "wrong scale read"
    SIGN = "wrong sign read"
    COLUMN = "other year or column read"
    """The right row of an evidence table, but another column."""
    ROW = "other row read"
    PASSAGE = "another passage shown"
    """The page with the gold passage was retrieved, but the answer says something else."""
    STOPPED = "program ended without an answer"
    """All required values were read right."""
    ARITHMETIC = "wrong computation"
    """All required values were read right, and the answer is another."""
    UNRECORDED = "not recorded"
    """The run does not record where its answer comes from."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Where an answer went wrong."""

    cause: Cause
    fact: StatedFact | None = None
    """The first required value that was lost, if any."""


def failure_of(question: Question, answer: Answer) -> Failure:
    """The cause of a wrong answer."""
    if question.answer is None:
        return Failure(Cause.INVENTED)
    if not (answer.readings or answer.pages or answer.documents):
        return Failure(Cause.REFUSED if answer.value is None else _slip(answer, question))
    for fact in question.facts:
        cause = cause_of_fact(fact, question, answer)
        if cause is not None:
            return Failure(cause, fact)
    computed = Cause.STOPPED if answer.value is None else Cause.ARITHMETIC
    return Failure(_cause_of_passages(question, answer) or computed)


def _slip(answer: Answer, question: Question) -> Cause:
    """The cause that the answer alone shows: a wrong scale or sign."""
    slips = {Verdict.SCALE: Cause.SCALE, Verdict.SIGN: Cause.SIGN}
    return slips.get(judge(answer.value, question.answer), Cause.UNRECORDED)


def _cause_of_passages(question: Question, answer: Answer) -> Cause | None:
    """The stage at which the gold passage was lost; None for other questions."""
    if not question.passages:
        return None
    used = set(answer.documents) | {document_id for document_id, _ in answer.pages}
    wanted = {passage.document_id for passage in question.passages}
    if not any(_same_company(one, other) for one in used for other in wanted):
        return Cause.WRONG_COMPANY
    if not used & wanted:
        return Cause.DOCUMENT
    found = any((one.document_id, one.page) in answer.pages for one in question.passages)
    return Cause.PASSAGE if found else Cause.PAGE


def cause_of_fact(fact: StatedFact, question: Question, answer: Answer) -> Cause | None:
    """The stage at which this value was lost; None if it was read right."""
    if any(agrees(reading, [fact]) for reading in answer.readings):
        return None
    used = set(answer.documents) | {document_id for document_id, _ in answer.pages}
    if not any(_same_company(document_id, fact.document_id) for document_id in used):
        return Cause.WRONG_COMPANY
    if fact.document_id not in used:
        return Cause.DOCUMENT
    if not any((fact.document_id, page) in answer.pages for page in fact.pages):
        return Cause.PAGE
    return _misread(fact, question, answer)


def _misread(fact: StatedFact, question: Question, answer: Answer) -> Cause:
    """The value that was read in the fact's document instead of the fact."""
    if not answer.readings:
        return Cause.UNREAD if answer.value is None else _slip(answer, question)
    others = [other for other in question.facts if other is not fact]
    left = [r for r in answer.readings if not agrees(r, others)]
    given = [reading for reading in left if reading.value is not None]
    readings = [reading for reading in given if reading.document_id == fact.document_id]
    if not readings:
        return _not_read(left, given, {other.document_id for other in others})
    verdicts = {judge(reading.value, fact.value) for reading in readings}
    if Verdict.SCALE in verdicts:
        return Cause.SCALE
    if Verdict.SIGN in verdicts:
        return Cause.SIGN
    rows = {(place.page, place.element, place.row) for place in fact.evidence if place.row >= 0}
    if any((reading.page, reading.element, reading.row) in rows for reading in readings):
        return Cause.COLUMN
    return Cause.ROW


def _not_read(left: list[Reading], given: list[Reading], needed: set[str]) -> Cause:
    """Why no value was read from the fact's document: readings that agree with no required value,
    those of them with a value, and documents that other values are in."""
    if any(reading.document_id and reading.document_id not in needed for reading in given):
        return Cause.REPORT
    return Cause.UNREAD if len(given) < len(left) else Cause.UNSOUGHT


def _same_company(one: str, other: str) -> bool:
    """Whether two documents are of one company: ids begin with its ticker, as AAPL-10-K-2024."""
    return one.split("-", 1)[0] == other.split("-", 1)[0]
