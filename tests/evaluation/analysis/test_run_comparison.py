from dataclasses import replace

from tests.support.analysis_runs import right_on

from secqa.evaluation.analysis.run_comparison import differences, with_best


def test_a_real_difference_is_said_in_one_sentence() -> None:
    (found,) = with_best([right_on(range(4), "runs/a"), right_on(range(20), "runs/b")])
    assert found.real
    assert found.needed is None
    assert found.sentence.startswith(
        "b, k = 8 is better than a, k = 8: 83.3% against 16.7% of 24 questions, 66.7 points apart "
        "(95%: "
    )
    assert found.sentence.endswith("p < 0.001.")


def test_what_cannot_be_told_says_how_many_questions_would_settle_it() -> None:
    (found,) = with_best([right_on(range(10), "runs/a"), right_on(range(12), "runs/b")])
    assert not found.real
    low, high = found.interval
    assert low < 0 < high
    assert found.needed is not None
    assert found.needed > 24
    assert "b, k = 8 and a, k = 8 cannot be told apart" in found.sentence
    assert f"about {found.needed} questions would settle" in found.sentence


def test_equally_many_right_is_no_difference() -> None:
    (found,) = with_best([right_on(range(2, 12), "runs/a"), right_on(range(10), "runs/b")])
    assert not found.real
    assert found.needed is None
    assert found.sentence == (
        "a, k = 8 and b, k = 8 are equally often right, 41.7% of 24 questions; each has 2 right "
        "that the other has not."
    )


def test_the_best_is_compared_with_its_other_pages_and_with_other_runs_at_as_many() -> None:
    settings = [
        right_on(range(20), "runs/a", 4),
        right_on(range(22), "runs/a", 8),
        right_on(range(10), "runs/b", 4),
        right_on(range(8), "runs/b", 8),
        right_on(range(6), "runs/c", 16),
    ]
    found = with_best(settings)
    assert {one.names[0] for one in found} == {"a, k = 8"}
    assert [one.names[1] for one in found] == ["a, k = 4", "b, k = 8", "c, k = 16"]


def test_many_comparisons_need_more_to_be_real() -> None:
    six = [right_on(range(18), "runs/a"), right_on(range(12), "runs/b")]
    assert with_best(six)[0].real
    many = [*six, *(right_on(range(2, 18), f"runs/{name}") for name in "cdefgh")]
    (against_b,) = [one for one in with_best(many) if one.names[1].startswith("b,")]
    assert against_b.paired.p < 0.05 < against_b.corrected.p
    assert against_b.interval[0] < 0


def test_only_answers_to_the_same_questions_are_compared() -> None:
    one, other = right_on(range(10), "runs/a"), right_on(range(20), "runs/b")
    assert with_best([one, replace(other, benchmark="another")]) == ()
    assert with_best([one]) == ()
    some = replace(other, answers=other.answers[:6])
    (found,) = with_best([one, some])
    assert found.paired.total == 6
    assert with_best([one, replace(other, answers=())]) == ()


def test_differences_in_retrieval_and_cost_have_their_own_interval() -> None:
    found = differences(right_on(range(24), "runs/a"), right_on(range(12), "runs/b"))
    assert found["page_recall"].difference > 0
    low, high = found["page_recall"].interval
    assert 0 < low < found["page_recall"].difference < high
    assert found["calls"].difference > 0
    assert found["tokens"].interval == (0.0, 0.0)
    assert "cost" not in found  # no price is known
