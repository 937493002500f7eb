"""What the parser was fitted to survives its file."""

import numpy as np
import pytest
from tests.support.known_companies import COMPANIES

from language.packing import packed
from secqa.learning.trees import UNSURE
from secqa.metrics.catalogue import load_catalogue
from secqa.parsing.grammar.fitted import Fitted, load_fitted, unpacked
from secqa.parsing.grammar.linker import DENSE, Linker, SpanScorer
from secqa.parsing.grammar.question_mentions import find_mentions

QUESTIONS = (
    "What was Apple's net income in 2024?",
    "Which of Coca-Cola and Boeing had the higher capital expenditure in 2023?",
    "Why did sales fall?",
    "",
)


def small() -> Fitted:
    """A few weights of each kind."""
    linker = Linker(
        ("cash", "revenue"),
        np.array([3, 7, 9], np.uint32),
        np.array([0.5, 1.0, 2.0], np.float32),
        1.5,
        np.array([[1, -2], [3, 4], [-5, 6]], np.int8),
        np.array([0.1, 0.2], np.float32),
        np.array([-1.0, 1.0], np.float32),
    )
    dense = np.linspace(-1, 1, len(DENSE)).astype(np.float32)
    spans = SpanScorer(dense, {"first=cash": 1.25, "last=of": 0.001}, -0.5, frozenset({11, 5}))
    return Fitted(linker, spans, UNSURE, frozenset({"pls"}), frozenset({"net"}), 2.0)


def test_what_was_packed_is_unpacked() -> None:
    fitted = small()
    again = unpacked(packed(fitted))
    assert again.linker.metrics == ("cash", "revenue")
    for name in ("codes", "rarity", "weights", "scale", "bias"):
        assert np.array_equal(getattr(again.linker, name), getattr(fitted.linker, name))
    assert again.linker.unknown == 1.5
    assert np.array_equal(again.spans.dense, fitted.spans.dense)
    assert again.spans.phrases == {5, 11}
    assert (again.spans.bias, again.sharpness) == (-0.5, 2.0)
    assert (again.harmless, again.qualifiers) == (fitted.harmless, fitted.qualifiers)
    assert again.sureness.probability({}) == 0.5


def test_weights_that_are_next_to_nothing_are_left_out() -> None:
    again = unpacked(packed(small()))
    assert again.spans.edges == {"first=cash": 1.25}


def test_the_same_models_are_the_same_bytes() -> None:
    data = packed(small())
    assert data == packed(small()) == packed(unpacked(data))


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_file_of_this_version_reads_the_same_after_packing(question: str) -> None:
    fitted = load_fitted()
    again = unpacked(packed(fitted))
    found, told = (find_mentions(question, COMPANIES, one) for one in (fitted, again))
    assert [link.name for link in found.links] == [link.name for link in told.links]


def test_the_file_of_this_version_knows_the_catalogue() -> None:
    assert set(load_fitted().linker.metrics) <= set(load_catalogue().metrics)
