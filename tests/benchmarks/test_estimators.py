"""Each estimator learns from simple examples, and gives the same weights again."""

from functools import cache
from importlib.util import find_spec
from math import exp

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from estimators import (
    ChoiceExample,
    choice_arrays,
    fit_choice,
    fit_head,
    fit_odds,
    fit_softmax,
    fit_trees,
    pruned,
)
from secqa.learning.linear import Head, choice_from, code_of

ROWS = [["rise", "sales"], ["climb", "sales"], ["fall", "sales"], ["drop", "sales"]] * 4
LABELS = ["up", "up", "down", "down"] * 4


@cache
def fitted() -> Head:
    return fit_head(ROWS, LABELS, least=3)


def best(head: Head, *features: str) -> str:
    scores = head.scores(features)
    return max(scores, key=lambda label: scores[label])


def test_what_features_tell_is_learned() -> None:
    assert fitted().labels == ("down", "up")
    assert best(fitted(), "climb") == "up"
    assert best(fitted(), "fall", "sales") == "down"


@pytest.mark.parametrize("labels", [LABELS, ["up", "down", "flat", "down"] * 4])
def test_scores_are_logarithms_of_probabilities(labels: list[str]) -> None:
    head = fit_head(ROWS, labels, least=3)
    for features in (["rise"], ["never", "seen"], []):
        assert sum(map(exp, head.scores(features).values())) == pytest.approx(1)


def test_features_that_are_rare_or_unknown_count_for_nothing() -> None:
    head = fit_head([*ROWS, ["once", "rise"]], [*LABELS, "up"], least=3)
    assert code_of("once") not in head.codes
    assert head.scores(["rise", "once", "zebra"]) == head.scores(["rise"])


def test_the_same_rows_give_the_same_weights() -> None:
    again = fit_head(ROWS, LABELS, least=3)
    assert np.array_equal(again.weights, fitted().weights)
    assert np.array_equal(again.codes, fitted().codes)
    assert list(again.codes) == sorted(again.codes)


def test_one_label_is_sure() -> None:
    assert fit_head([["rise"]], ["up"]).scores(["fall"]) == {"up": 0.0}


@given(st.lists(st.text(max_size=8), max_size=20))
def test_any_features_have_scores(features: list[str]) -> None:
    assert set(fitted().scores(features)) == {"up", "down"}


def test_it_prefers_what_is_right_and_counts_shared_features() -> None:
    options = ({"a": 1.0}, {"b": 1.0}, {"a": 1.0})
    groups = [ChoiceExample(options, (1, 2), ({"x": 1.0}, {"y": 1.0}), (0, 0, 1))] * 20
    learned = fit_choice(groups, 0.1)
    kept = choice_from(**choice_arrays(learned))
    for choice in (learned, kept):
        assert choice.score({"y": 1.0}) > choice.score({"x": 1.0})
        assert choice.score({"b": 1.0}) > choice.score({"a": 1.0})
        assert choice.score({"never seen": 1.0}) == 0


def test_odds_of_numbers() -> None:
    rows = [{"lead": at / 20} for at in range(20)]
    odds = fit_odds(rows, [row["lead"] > 0.5 for row in rows])
    assert odds.probability({"lead": 0.9}) > 0.5 > odds.probability({"lead": 0.1})


pytestmark = pytest.mark.skipif(find_spec("lightgbm") is None, reason="needs LightGBM")


def test_fitted_trees_read_with_numpy_say_what_they_learned() -> None:
    draw = np.random.default_rng(3)
    rows = draw.normal(size=(4000, 3)).astype(np.float32)
    right = (rows[:, 0] > 0.3) & (rows[:, 2] < 0.5)
    trees = fit_trees(rows, right, np.ones(len(rows)))
    told = trees.likely(rows) > 0.5
    assert (told == right).mean() > 0.98


def test_the_same_examples_give_the_same_trees() -> None:
    draw = np.random.default_rng(3)
    rows = draw.normal(size=(1000, 3)).astype(np.float32)
    right = rows[:, 0] > 0
    one, other = (fit_trees(rows, right, np.ones(len(rows))) for _ in range(2))
    assert np.array_equal(one.leaves, other.leaves)


def test_labels_are_told_by_pieces_that_only_they_have() -> None:
    pytest.importorskip("scipy")
    pieces = [[1, 2], [1, 3], [2, 4], [3, 4]] * 4000
    classes = np.array([0, 1, 0, 1] * 4000)
    dense, bias = fit_softmax(pieces, classes, np.ones(len(pieces)), 2)
    scores = pruned(dense, bias, ["a", "b"], kept=8).scores([[2], [3]])
    assert scores[0, 0] > 0.9
    assert scores[1, 1] > 0.9
