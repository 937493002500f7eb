import random
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from secqa.evaluation.differences import ALPHA, POWER, Paired, holm, mcnemar, paired

COUNTS = st.integers(0, 40)


def test_pairs_are_counted() -> None:
    first = [True, True, False, False, True]
    second = [True, False, True, False, False]
    found = paired(first, second)
    assert found == Paired(3, 2, 2, 1, 5, 1.0)
    assert found.difference == pytest.approx(0.2)


@pytest.mark.parametrize(
    ("first_only", "second_only", "p"),
    # Both tails of the binomial, by hand: 2 * (1/2)^6; 2 * (1 + 8 + 28) / 2^8.
    [(6, 0, 0.03125), (0, 6, 0.03125), (6, 2, 0.2890625), (3, 3, 1.0), (0, 0, 1.0)],
)
def test_mcnemars_exact_test(first_only: int, second_only: int, p: float) -> None:
    assert mcnemar(first_only, second_only) == pytest.approx(p)


def test_mcnemar_is_the_binomial_test_of_a_fair_coin() -> None:
    from scipy.stats import binomtest

    for first_only, second_only in product(range(0, 30, 3), repeat=2):
        thrown = first_only + second_only
        theirs = binomtest(first_only, thrown).pvalue if thrown else 1.0
        assert mcnemar(first_only, second_only) == pytest.approx(theirs)


def test_holm_is_what_closed_testing_gives_with_bonferroni() -> None:
    # A hypothesis falls where every set of hypotheses that has it falls.
    numbers = random.Random(3)
    for count in range(1, 9):
        values = [numbers.random() ** 3 for _ in range(count)]
        sets = [chosen for size in range(1, count + 1) for chosen in combinations(values, size)]
        told = [
            max(min(1.0, len(chosen) * min(chosen)) for chosen in sets if value in chosen)
            for value in values
        ]
        assert [one.p for one in holm(values)] == pytest.approx(told)


def test_the_smallest_p_stands_against_all() -> None:
    assert [one.p for one in holm([0.04, 0.01, 0.03])] == pytest.approx([0.06, 0.03, 0.06])
    assert [one.alpha for one in holm([0.04, 0.01])] == pytest.approx([0.05, 0.025])
    assert holm([]) == ()


@given(COUNTS, COUNTS, st.integers(1, 60))
def test_an_interval_holds_the_difference(first_only: int, second_only: int, same: int) -> None:
    total = first_only + second_only + same
    found = Paired(first_only, second_only, first_only, second_only, total, 1.0)
    low, high = found.interval()
    assert -1 <= low < high <= 1
    assert low <= found.difference <= high
    wider = found.interval(0.01)
    assert wider[0] <= low
    assert high <= wider[1]


def test_where_few_questions_differ_the_interval_holds_no_difference() -> None:
    low, high = Paired(50, 47, 3, 0, 100, mcnemar(3, 0)).interval()
    assert low < 0 < high


def test_intervals_hold_the_true_difference_as_often_as_they_say() -> None:
    numbers = random.Random(4)
    held = 0
    for _ in range(400):
        kinds = numbers.choices(("first", "second", "same"), (0.15, 0.05, 0.8), k=150)
        found = Paired(kinds.count("first"), kinds.count("second"), kinds.count("first"),
                       kinds.count("second"), 150, 1.0)  # fmt: skip
        low, high = found.interval()
        held += low <= 0.1 <= high
    assert 0.92 <= held / 400 <= 0.98


def test_so_many_questions_settle_a_difference_four_times_in_five() -> None:
    seen = Paired(20, 10, 20, 10, 200, mcnemar(20, 10))
    needed = seen.questions_needed()
    assert needed is not None
    numbers = random.Random(5)
    real = 0
    for _ in range(300):
        kinds = numbers.choices(("first", "second", "same"), (0.1, 0.05, 0.85), k=needed)
        real += mcnemar(kinds.count("first"), kinds.count("second")) < ALPHA
    assert real / 300 == pytest.approx(POWER, abs=0.08)


def test_without_a_difference_no_number_of_questions_settles_it() -> None:
    assert Paired(7, 7, 3, 3, 20, 1.0).questions_needed() is None
    assert paired([], []).questions_needed() is None
