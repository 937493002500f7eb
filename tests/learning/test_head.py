"""Choices that are fitted: what a head learns, and how sure it is."""

from functools import cache
from math import exp

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from secqa.learning.fit import fit_head
from secqa.learning.head import Head, code_of

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
