"""Verdicts beside a run, how far judges agree, and the scores that rest on them."""

from pathlib import Path

import pytest
from tests.support.judging_words import HAMMERS, PEOPLE, run_with, said
from tests.support.run_builders import right_answer

from secqa.errors import SecqaError
from secqa.evaluation.judging.case import Judgement
from secqa.evaluation.judging.verdict_file import (
    VERDICTS,
    agreements_of,
    cases_of,
    kappa,
    save_verdict,
    verdicts_of,
)
from secqa.evaluation.run_scores import score_run
from secqa.evaluation.runs import Run
from secqa.evaluation.score_json import figures_of
from secqa.evaluation.scores import Score
from secqa.evaluation.verdict import Cause
from secqa.learning.calibration import Proportion
from secqa.systems.answer import Answer


def keep_all(run: Run, judge: str, *rights: bool) -> None:
    for right, (question_id, case) in zip(rights, cases_of(run).values(), strict=False):
        save_verdict(run.folder, judge, question_id, case, Judgement(right, "as I see it"))


def test_the_last_verdict_of_a_judge_counts(tmp_path: Path) -> None:
    run = run_with(tmp_path, said(PEOPLE), said("Acme"))
    keep_all(run, "by hand: Ada", True, True)
    keep_all(run, "by hand: Ada", False)
    keep_all(run, "m:1", True)
    found = verdicts_of(tmp_path)
    assert [one.right for one in found["by hand: Ada"].values()] == [False, True]
    assert [one.why for one in found["m:1"].values()] == ["as I see it"]


def test_a_line_that_was_not_finished_is_no_verdict(tmp_path: Path) -> None:
    run = run_with(tmp_path, said(PEOPLE), said("Acme"))
    keep_all(run, "m:1", True, True)
    path = tmp_path / VERDICTS
    path.write_bytes(path.read_bytes()[:-9])
    assert len(verdicts_of(tmp_path)["m:1"]) == 1
    keep_all(run, "m:2", True)
    assert [len(own) for own in verdicts_of(tmp_path).values()] == [1, 1]


@pytest.mark.parametrize("line", ["{}", "[]", "true", '{"right": 1}', '{"right": true}'])
def test_a_damaged_line_is_told(tmp_path: Path, line: str) -> None:
    (tmp_path / VERDICTS).write_text(f"{line}\n")
    with pytest.raises(SecqaError, match="line 1 is no verdict"):
        verdicts_of(tmp_path)


def test_only_answers_in_words_are_judged_each_once(tmp_path: Path) -> None:
    assert cases_of(run_with(tmp_path / "a", Answer("q", None), Answer("q", 5.0))) == {}
    cases = cases_of(run_with(tmp_path / "b", said(PEOPLE), said("Acme"), said("text for figures")))
    assert [case.quoted for _, case in cases.values()] == [True, False]


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        # Worked out by hand: 50 answers, both true 20, both false 15, 5 and 10 apart.
        ("t" * 25 + "f" * 25, "t" * 20 + "f" * 5 + "t" * 10 + "f" * 15, 0.4),
        ("ttff", "ttff", 1.0),
        ("ttff", "fftt", -1.0),
        ("tftf", "ttff", 0.0),
        ("tttt", "tttt", None),
        ("", "", None),
    ],
)
def test_kappa(one: str, other: str, expected: float | None) -> None:
    found = kappa([c == "t" for c in one], [c == "t" for c in other])
    assert found == (None if expected is None else pytest.approx(expected))


def test_judges_are_compared_where_both_judged(tmp_path: Path) -> None:
    run = run_with(tmp_path, said(PEOPLE), said("Acme"))
    assert agreements_of(run) == ()
    keep_all(run, "by hand: Ada", False, True)
    keep_all(run, "m:1", True)
    found = {one.judges: one for one in agreements_of(run)}
    ada = found["by hand: Ada", "offline"]
    assert (ada.answers, ada.same, ada.right, ada.kappa) == (2, 2, (1, 1), 1.0)
    assert found["by hand: Ada", "m:1"].answers == 1
    assert figures_of([], agreements_of(run))["agreement"][0]["answers"] == 1


def scored(folder: Path, *answers: Answer) -> tuple[Score, ...]:
    (setting,) = score_run(run_with(folder, *answers))
    return setting.answers


def test_the_judge_decides_where_the_gold_answer_is_a_text(tmp_path: Path) -> None:
    words, name = scored(tmp_path, said(f"{HAMMERS}\n\n{PEOPLE}"), said("It was Acme."))
    assert (words.right, name.right) == (True, True)
    assert words.judgement is not None
    (setting,) = score_run(run_with(tmp_path / "b", said(HAMMERS)), lambda case: Judgement(False))
    assert setting.answers[0].right  # to the letter: nobody is asked


def test_pages_and_passages_are_scored_apart(tmp_path: Path) -> None:
    run = run_with(tmp_path, said(f"{HAMMERS}\n\n{PEOPLE}", page=9), said("Bolt"))
    (setting,) = score_run(run)
    assert setting.share("accuracy_in_words") == Proportion(1, 1)
    assert setting.share("page_accuracy") == Proportion(0, 1)
    assert setting.share("passage_accuracy") == Proportion(1, 1)
    assert setting.mean("words") == len(f"{HAMMERS} {PEOPLE}".split())
    figures = figures_of([setting])["settings"][0]["in_words"]
    assert figures["page_accuracy"]["right"] == 0
    assert setting.answers[1].passage is None


@pytest.mark.parametrize(
    ("answer", "cause"),
    [
        (Answer("q", None), Cause.REFUSED),
        (said(PEOPLE, document="BOLT-10-K-2024"), Cause.WRONG_COMPANY),
        (said(PEOPLE, document="ACME-10-K-2023"), Cause.DOCUMENT),
        (said(PEOPLE, page=4), Cause.PAGE),
        (said(PEOPLE), Cause.PASSAGE),
    ],
)
def test_where_a_passage_got_lost(tmp_path: Path, answer: Answer, cause: Cause) -> None:
    (words,) = scored(tmp_path, answer)
    assert words.failure is not None
    assert words.failure.cause == cause


def test_figures_are_scored_as_before(tmp_path: Path) -> None:
    run = run_with(tmp_path)
    third = run.benchmark.questions[2]
    *_, last = scored(tmp_path / "b", Answer("q", None), Answer("q", None), right_answer(third))
    assert last.right
    assert last.judgement is None
