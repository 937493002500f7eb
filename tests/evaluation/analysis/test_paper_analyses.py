"""The analyses of the paper: sub-metrics, what accuracy goes with, one case, groups, sureness."""

from dataclasses import replace

import pytest
from tests.support.analysis_runs import QUESTIONS, retrieving, right_on, scored
from tests.support.run_builders import right_answer

from secqa.benchmark.dataset import Question
from secqa.errors import SecqaError
from secqa.evaluation.analysis.paper_analyses import (
    CompoundPart,
    calibration_of,
    case_of,
    compound_parts,
    r_squared,
    retrieval_effects,
    telling_case,
)
from secqa.evaluation.run_scores import GROUPS, RunScores
from secqa.evaluation.scores import QUALITY
from secqa.learning.calibration import Proportion
from secqa.systems.answer import Answer


def compound() -> Question:
    """A question for a metric that is worked out from two others."""
    question = next(q for q in QUESTIONS if q.type == "difference_between_companies")
    first, second = question.facts[:2]
    return replace(
        question,
        metrics=("net_margin",),
        facts=(replace(first, metric="net_income"), replace(second, metric="revenue")),
        complexity=replace(question.complexity, structure=("formula",)),
    )


def with_question(question: Question, answer: Answer) -> RunScores:
    setting = scored({question.question_id: answer})
    (one,) = setting.answers
    return replace(setting, answers=(replace(one, question=question),))


def test_the_part_that_was_lost_is_told() -> None:
    question = compound()
    answer = right_answer(question)
    lost = replace(answer.readings[1], value=-answer.readings[1].value)  # type: ignore[operator]
    setting = with_question(question, replace(answer, readings=(answer.readings[0], lost)))
    assert compound_parts(setting) == (
        CompoundPart("net_margin", "net_income", Proportion(1, 1), {}),
        CompoundPart("net_margin", "revenue", Proportion(0, 1), {"wrong sign read": 1}),
    )


def test_of_a_system_that_reads_one_value_parts_tell_nothing() -> None:
    question = compound()
    answer = right_answer(question)
    assert (
        compound_parts(with_question(question, replace(answer, readings=answer.readings[:1]))) == ()
    )
    as_it_is = replace(question, complexity=replace(question.complexity, structure=()))
    assert compound_parts(with_question(as_it_is, answer)) == ()


def test_r_squared_by_hand() -> None:
    assert r_squared([1, 2, 3], [2, 4, 6]) == pytest.approx(1.0)
    assert r_squared([1, 2, 3], [3, 2, 1]) == pytest.approx(1.0)
    # Covariance 1, variances 2 and 2 (times n): (1 * 1) / (2 * 2).
    assert r_squared([1, 2, 3], [1, 3, 2]) == pytest.approx(0.25)
    assert r_squared([1, 1, 1], [1, 2, 3]) is None


def test_accuracy_goes_with_recall_where_nothing_is_found_by_who_refuses() -> None:
    settings = [right_on(range(n), f"runs/{n}") for n in (6, 12, 18)]
    (found,) = retrieval_effects(settings)
    assert found.settings == 3
    assert found.r_squared["fact_recall"] == pytest.approx(1.0)
    assert set(found.r_squared) >= {"document_recall", "page_precision", "mrr", "ndcg"}
    assert retrieval_effects(settings[:2]) == ()
    other = replace(settings[2], benchmark="another")
    assert retrieval_effects([*settings[:2], other]) == ()


def test_a_case_shows_the_first_pages_of_each_run() -> None:
    question = QUESTIONS[0]
    fact = question.facts[0]
    place = fact.evidence[0]
    there = (fact.document_id, place.page)
    far = [(fact.document_id, 900 + page) for page in range(5)]
    finds = retrieving(question, [far[0], there], "runs/finds")
    misses = retrieving(question, [*far, there], "runs/misses")
    case = telling_case([finds, misses])
    assert case is not None
    assert case.question_id == question.question_id
    one, other = case.systems
    assert [page.page for page in one.pages] == [900, place.page]
    assert [page.grade > 0 for page in one.pages] == [False, True]
    assert [page.grade for page in other.pages] == [0, 0, 0, 0]
    assert telling_case([finds]) is None
    assert case_of([misses], question.question_id).systems[0].name == "misses, k = 8"
    with pytest.raises(SecqaError, match="--case nothing: not answered in these runs"):
        case_of([finds], "nothing")


def test_groups_hold_every_question() -> None:
    setting = right_on(range(12))
    for name in GROUPS:
        found = setting.by(name)
        assert sum(share.total for share in found.values()) >= 24
        assert sum(share.right for share in found.values()) >= 12
    hops = setting.by("hops")
    assert list(hops) == sorted(hops)
    assert sum(share.total for share in hops.values()) == 24
    two = sum(len(q.companies) for q in QUESTIONS)
    assert sum(share.total for share in setting.by("company").values()) == two


def test_a_mean_is_over_the_questions_that_have_a_number() -> None:
    setting = right_on(range(7))
    assert setting.mean("accuracy") == pytest.approx(setting.accuracy.value)
    assert all(0 <= (setting.mean(measure.name) or 0) <= 1 for measure in QUALITY)
    nothing = replace(setting, answers=())
    assert nothing.mean("ndcg") is None
    assert nothing.show("ndcg") == "0.0%"
    assert nothing.show("cost") == "–"


def test_confidence_is_held_against_what_was_right() -> None:
    answers = {}
    for place, question in enumerate(QUESTIONS):
        answer = right_answer(question)
        if place % 2:
            answer = replace(answer, value=-1.5, confidence=0.4)
        answers[question.question_id] = replace(answer, confidence=0.4 + 0.5 * (place % 2 == 0))
    found = calibration_of(scored(answers))
    assert found is not None
    assert found.curve[0].accuracy == 1.0
    assert found.curve[-1].accuracy == pytest.approx(0.5)
    assert calibration_of(right_on(range(3))) is None
