import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from tests.support.run_builders import made_answers
from tests.support.runs_cases import BENCHMARK, SETTINGS, finished

from secqa.api.measurement import evaluate
from secqa.benchmark.complexity import LEVELS
from secqa.evaluation.analysis.paper_analyses import telling_case
from secqa.evaluation.judging.case import JudgeCase, Judgement
from secqa.evaluation.run_scores import score_run
from secqa.evaluation.runner import answer_questions
from secqa.evaluation.runs import Prediction, Run, open_run, read_run
from secqa.evaluation.score_json import figures_of, published_schema
from secqa.evaluation.score_tables import headline
from secqa.learning.calibration import Proportion
from secqa.systems.answer import Answer


@pytest.mark.parametrize(
    ("right", "total", "low", "high"),
    # Checked against the worked values of Brown, Cai and DasGupta's formula.
    [
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (108, 135, 0.7246, 0.8588),
    ],
)
def test_wilson_intervals(right: int, total: int, low: float, high: float) -> None:
    assert Proportion(right, total).interval == pytest.approx((low, high), abs=2e-4)


@given(st.integers(1, 500), st.integers(0, 500))
def test_an_interval_holds_the_share_and_stays_within_bounds(total: int, right: int) -> None:
    share = Proportion(min(right, total), total)
    low, high = share.interval
    assert 0 <= low <= share.value + 1e-12
    assert share.value - 1e-12 <= high <= 1


def test_scores_of_made_answers(tmp_path: Path) -> None:
    four, eight = score_run(finished(tmp_path / "run"))
    # Of 24 questions 3 are refused; right are those whose place modulo 16 is below k.
    assert (four.pages, four.accuracy) == (4, Proportion(8, 24))
    assert (eight.pages, eight.accuracy) == (8, Proportion(14, 24))
    assert eight.causes["refused"] == 3
    assert sum(eight.causes.values()) == 10
    assert sum(share.total for share in eight.by("type").values()) == 24
    assert (eight.mean("pages_retrieved") or 0) > 0
    assert (eight.mean("fact_recall") or 0) > (eight.mean("page_recall") or 0)


def test_a_judge_of_ones_own_decides_on_words() -> None:
    question = replace(BENCHMARK.questions[0], answer="It employs 5 people.", facts=())
    said = Prediction(question.question_id, 8, Answer(question.text, "A few people."))
    run = Run(Path("run"), SETTINGS, replace(BENCHMARK, questions=(question,)), (said,))
    cases: list[str] = []

    def lenient(case: JudgeCase) -> Judgement:
        cases.append(case.answer)
        return Judgement(True)

    assert evaluate(run)["accuracy"] == (0.0,)
    assert evaluate(run, judge=lenient)["accuracy"] == (1.0,)
    assert cases == ["A few people."]


def test_scores_by_difficulty_begin_with_the_easy(tmp_path: Path) -> None:
    (setting,) = score_run(finished(tmp_path, pages=(8,)))
    found = setting.by("difficulty")
    assert list(found) == [level for level in LEVELS if level in found]
    assert len(found) > 1
    assert sum(share.total for share in found.values()) == 24
    assert sum(share.right for share in found.values()) == setting.accuracy.right
    older = [replace(one, question=replace(one.question, difficulty="")) for one in setting.answers]
    assert replace(setting, answers=tuple(older)).by("difficulty") == {}


def test_an_unfinished_run_counts_what_it_has(tmp_path: Path) -> None:
    (setting,) = score_run(finished(tmp_path, pages=(8,), limit=5))
    assert setting.accuracy.total == 5
    assert setting.questions == len(BENCHMARK.questions)


def test_figures_are_plain_json_and_the_same_as_the_scores(tmp_path: Path) -> None:
    settings = score_run(finished(tmp_path / "run"))
    figures = json.loads(json.dumps(figures_of(settings)))
    assert figures["schema"] == 1
    assert figures["settings"][1]["accuracy"] == {
        "right": 14,
        "total": 24,
        "value": 0.5833,
        "interval": [0.3883, 0.7553],
    }
    assert set(figures["settings"][0]["by_type"]) == {q.type for q in BENCHMARK.questions}


def test_figures_are_as_their_schema_documents_them(tmp_path: Path) -> None:
    runs = [finished(tmp_path / "a"), finished(tmp_path / "b", pages=(16,))]
    settings = [setting for run in runs for setting in score_run(run)]
    figures = figures_of(settings, case=telling_case(settings))
    validator = Draft202012Validator(published_schema())
    validator.validate(json.loads(json.dumps(figures)))
    assert [one["second"] for one in figures["comparisons"]] == ["made, k = 8"]
    assert len(figures["bottlenecks"]) == 1
    assert figures["case_study"] is not None
    low, high = figures["settings"][0]["intervals"]["ndcg"]
    assert low < figures["settings"][0]["ndcg"] < high
    broken = figures | {"settings": [{**figures["settings"][0], "mrr": None}]}
    assert not validator.is_valid(broken)


@pytest.mark.parametrize(
    ("costs", "mean"), [((0.02, 0.04), 0.03), ((0.02, None), None), ((0.0, 0.0), 0.0)]
)
def test_cost_is_a_mean_only_where_every_price_is_known(
    costs: tuple[float | None, ...], mean: float | None, tmp_path: Path
) -> None:
    (setting,) = score_run(finished(tmp_path, pages=(8,), limit=2))
    answers = tuple(
        replace(a, prediction=replace(a.prediction, answer=replace(a.prediction.answer, cost=cost)))
        for a, cost in zip(setting.answers, costs, strict=True)
    )
    priced = replace(setting, answers=answers)
    assert priced.mean("cost") == (None if mean is None else pytest.approx(mean))
    last = headline([priced, setting]).columns[-1]
    assert (last.header, list(last.cells)) == (
        ("US$", ["0.0300", "–"]) if mean else ("sec.", ["0.10"] * 2)
    )


def test_a_refusal_is_right_where_there_is_no_answer_and_no_page_is_missed(tmp_path: Path) -> None:
    """Questions that cannot be answered: refusals count as right, what is answered as invented."""
    questions = tuple(
        replace(q, facts=(), answer=None, why="no such company") if place % 8 >= 6 else q
        for place, q in enumerate(BENCHMARK.questions)
    )
    benchmark = replace(BENCHMARK, questions=questions)
    settings = replace(SETTINGS, benchmark=benchmark.fingerprint)
    run = open_run(tmp_path, settings, benchmark)
    answer_questions(run, made_answers(BENCHMARK), (64,), questions, print)
    (setting,) = score_run(read_run(tmp_path))
    # The system refuses every eighth question, and answers the one before.
    assert setting.accuracy == Proportion(21, 24)
    assert setting.share("answered") == Proportion(21, 24)
    assert setting.causes == {"answered what has no answer": 3}
    assert (setting.mean("fact_recall"), setting.mean("document_recall")) == (1.0, 1.0)
