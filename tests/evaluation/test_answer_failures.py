from dataclasses import replace

from tests.support.run_builders import made_benchmark, misread, right_answer

from secqa.benchmark.dataset import Question
from secqa.evaluation.verdict import Cause, failure_of
from secqa.systems.answer import Answer


def cause_of(question: Question, answer: Answer) -> Cause:
    return failure_of(question, answer).cause


def pair() -> Question:
    kind = "difference_between_companies"
    return next(question for question in made_benchmark().questions if question.type == kind)


def test_a_refusal_is_told_from_an_answer_that_found_nothing() -> None:
    assert cause_of(pair(), Answer("q", None, error="cannot answer")) == Cause.REFUSED
    lost = replace(right_answer(pair()), value=None, readings=())
    assert cause_of(pair(), lost) == Cause.UNREAD


def test_each_stage_is_named() -> None:
    question = pair()
    first, second = question.facts
    right = right_answer(question)
    unread = replace(right, value=9.9, readings=right.readings[1:])
    other_company = replace(
        unread, documents=(second.document_id,), pages=((second.document_id, 40),)
    )
    other_year = f"{first.ticker}-10-K-1999"
    other_document = replace(unread, documents=(other_year, second.document_id), pages=())
    other_page = replace(unread, pages=((first.document_id, 999),))
    assert cause_of(question, other_company) == Cause.WRONG_COMPANY
    assert cause_of(question, other_document) == Cause.DOCUMENT
    assert cause_of(question, other_page) == Cause.PAGE
    assert cause_of(question, unread) == Cause.UNSOUGHT


def test_a_wrong_value_is_told_by_scale_sign_column_or_row() -> None:
    question = pair()
    value = question.facts[0].value
    assert cause_of(question, misread(question, value=value / 1000)) == Cause.SCALE
    assert cause_of(question, misread(question, value=-value)) == Cause.SIGN
    assert cause_of(question, misread(question, value=value * 0.77)) == Cause.COLUMN
    assert cause_of(question, misread(question, value=value * 0.77, row=9)) == Cause.ROW


def test_all_values_right_and_the_answer_wrong_is_the_computation() -> None:
    answer = replace(right_answer(pair()), value=0.5)
    assert cause_of(pair(), answer) == Cause.ARITHMETIC


def test_a_failure_names_the_value_that_was_lost() -> None:
    question = pair()
    right = right_answer(question)
    second = replace(right, value=9.9, readings=right.readings[:1])
    failure = failure_of(question, second)
    assert failure.fact == question.facts[1]


def test_a_value_that_was_never_looked_up_is_told_from_one_that_was_not_found() -> None:
    question = pair()
    right = right_answer(question)
    one_only = replace(right, value=9.9, readings=right.readings[1:])
    nothing = replace(right.readings[0], value=None, document_id="", page=0)
    assert cause_of(question, one_only) == Cause.UNSOUGHT
    assert cause_of(question, replace(one_only, readings=(nothing, *one_only.readings))) == (
        Cause.UNREAD
    )


def test_a_value_of_another_report_is_told() -> None:
    question = pair()
    assert (
        cause_of(question, misread(question, value=9.9, document_id="AW-10-K-1999")) == Cause.REPORT
    )


def test_a_program_that_ends_without_an_answer_is_told_from_a_wrong_one() -> None:
    answer = replace(right_answer(pair()), value=None, error="division by zero")
    assert cause_of(pair(), answer) == Cause.STOPPED


def test_of_an_answer_alone_only_its_slip_is_known() -> None:
    """A system that tells no pages and no readings: no stage is made up."""
    question = pair()
    assert isinstance(question.answer, float)
    assert cause_of(question, Answer("q", question.answer * 1000)) == Cause.SCALE
    assert cause_of(question, Answer("q", -question.answer)) == Cause.SIGN
    assert cause_of(question, Answer("q", 0.77)) == Cause.UNRECORDED


def test_where_pages_are_told_and_readings_are_not_the_stage_is_as_far_as_pages_go() -> None:
    question = pair()
    right = right_answer(question)
    pages_only = replace(right, value=0.77, readings=())
    assert cause_of(question, pages_only) == Cause.UNRECORDED
    far = tuple((document, page + 1000) for document, page in right.pages)
    assert cause_of(question, replace(pages_only, pages=far)) == Cause.PAGE
