"""Why an answer is wrong: a question, its gold facts and the system's trail in, a cause out.

An answer goes through stages: plan, select documents, retrieve pages, read values, compute. The
first required value that went wrong, at the first stage where it did, is the cause. A value
counts as read when any reading agrees with it, wherever it was read: then what follows is to
blame.
"""

from dataclasses import dataclass
from enum import StrEnum

from secqa.benchmark.dataset import Question, RequiredFact
from secqa.evaluation.answers import Verdict, is_within_margin, judge
from secqa.reading.reading import Reading
from secqa.systems.answer import Answer


class Cause(StrEnum):
    """The stage at which an answer went wrong."""

    REFUSED = "refused"
    """The system said that it cannot answer and looked nothing up."""
    INVENTED = "answered what has no answer"
    WRONG_COMPANY = "company not considered"
    """No document of a company that the question needs was used."""
    DOCUMENT = "document not selected"
    PAGE = "page not retrieved"
    UNREAD = "nothing read"
    """An evidence page was there, but no value was read from that document."""
    SCALE = "wrong scale read"
    SIGN = "wrong sign read"
    COLUMN = "other year or column read"
    """The right row of an evidence table, but another column."""
    ROW = "other row read"
    PASSAGE = "another passage shown"
    """The page with the passage that answers was there, and what was said is not what it says."""
    ARITHMETIC = "wrong computation"
    """All required values were read right."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Where an answer went wrong."""

    cause: Cause
    fact: RequiredFact | None = None
    """The first required value that was lost, where one was."""


def failure_of(question: Question, answer: Answer) -> Failure:
    """Why an answer is wrong that is judged so."""
    if question.answer is None:
        return Failure(Cause.INVENTED)
    if answer.value is None and not answer.readings and not answer.pages:
        return Failure(Cause.REFUSED)
    for fact in question.facts:
        cause = _cause_of_fact(fact, question, answer)
        if cause is not None:
            return Failure(cause, fact)
    return Failure(_cause_of_passages(question, answer) or Cause.ARITHMETIC)


def _cause_of_passages(question: Question, answer: Answer) -> Cause | None:
    """At which stage the passage that answers got lost; None where none does."""
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


def _cause_of_fact(fact: RequiredFact, question: Question, answer: Answer) -> Cause | None:
    """At which stage this value got lost; None when it was read right."""
    if any(_agrees(reading, fact) for reading in answer.readings):
        return None
    used = set(answer.documents) | {document_id for document_id, _ in answer.pages}
    if not any(_same_company(document_id, fact.document_id) for document_id in used):
        return Cause.WRONG_COMPANY
    if fact.document_id not in used:
        return Cause.DOCUMENT
    if not any((fact.document_id, page) in answer.pages for page in fact.pages):
        return Cause.PAGE
    return _misread(fact, question, answer)


def _misread(fact: RequiredFact, question: Question, answer: Answer) -> Cause:
    """What was read in the fact's document instead of it."""
    others = [other for other in question.facts if other is not fact]
    readings = [
        reading
        for reading in answer.readings
        if reading.document_id == fact.document_id
        and reading.value is not None
        and not any(_agrees(reading, other) for other in others)
    ]
    if not readings:
        return Cause.UNREAD
    verdicts = {judge(reading.value, fact.value) for reading in readings}
    if Verdict.SCALE in verdicts:
        return Cause.SCALE
    if Verdict.SIGN in verdicts:
        return Cause.SIGN
    rows = {(place.page, place.element, place.row) for place in fact.evidence if place.row >= 0}
    if any((reading.page, reading.element, reading.row) in rows for reading in readings):
        return Cause.COLUMN
    return Cause.ROW


def _agrees(reading: Reading, fact: RequiredFact) -> bool:
    return isinstance(reading.value, int | float) and is_within_margin(reading.value, fact.value)


def _same_company(one: str, other: str) -> bool:
    """Document ids start with what names the company: AAPL-10-K-2024."""
    return one.split("-", 1)[0] == other.split("-", 1)[0]
