"""The outline of a query: parts of questions and of queries, and what speaks against a query."""

import numpy as np
import pytest

from secqa.learning.linear import code_of
from secqa.parsing.translation.query_outline import OutlineModel, query_parts, question_parts

BAGS = (("^",), ("word share",), ("symbol M0", "kind M"), ("word of", "class of"), ("symbol M1",))
RATIO = ("/", "M0", "C0", "P0", "M1", "C0", "P0", "<end>")


def test_parts_of_a_question_are_words_runs_and_what_stands_around_metrics() -> None:
    parts = question_parts(BAGS)
    assert {"share", "M0 of M1", "M0 <of> M1", "before share", "M 2 times", "class of"} <= parts


def test_parts_of_a_query_tell_the_order_of_its_operands() -> None:
    turned = ("/", "M1", "C0", "P0", "M0", "C0", "P0", "<end>")
    assert "~/ M0 M1" in query_parts(RATIO)
    assert query_parts(RATIO) != query_parts(turned)


@pytest.mark.parametrize(("tokens", "is_doubtful"), [(RATIO, False), (("M0", "C0", "P0"), True)])
def test_a_query_that_lacks_a_likely_part_is_doubtful(
    tokens: tuple[str, ...], is_doubtful: bool
) -> None:
    model = OutlineModel(
        ("/", "M0", "absent", "1 outputs"),
        np.array([code_of("share")], np.uint32),
        np.array([[100]], np.int8),
        np.array([0.1], np.float32),
        np.zeros(1, np.float32),
        np.array([[1.0, 1.0, -1.0, 1.0]], np.float32),
        np.zeros(4, np.float32),
    )
    doubts = model.outline(BAGS).doubts(tokens)
    assert (doubts["outline missing"] > 1) is is_doubtful
    assert doubts["outline extra"] == 0
    assert np.exp(doubts["one output"]) > 0.5
