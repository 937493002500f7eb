"""Few passages, without overlap, best first."""

import numpy as np
from tests.support.page_builders import metadata, page

from secqa.reading.passages.text_units import passages_of, units_of
from secqa.reading.passages.word_meaning import PassageLimits

UNITS = units_of(
    metadata(),
    page(
        7,
        "# Supply of Steel",
        "We buy steel from one mill. It may close at any time. Then prices would rise.",
        "Our cafeteria serves lunch at noon. The soup is very good.",
    ),
)
LIMITS = PassageLimits(share=0.5, joining=0.2, pieces=4)


def texts(*scores: float, limits: PassageLimits = LIMITS) -> list[str]:
    return [one.text for one in passages_of(UNITS, np.array([0.0, *scores]), limits)]


def test_neighbours_become_one_passage_also_over_a_gap() -> None:
    whole = "We buy steel from one mill. It may close at any time. Then prices would rise."
    assert texts(0.9, 0.8, 0.7, 0.1, 0.0) == [whole]
    assert texts(0.9, 0.3, 0.7, 0.1, 0.0) == [whole]


def test_what_is_far_below_the_best_is_not_shown() -> None:
    assert texts(0.1, 0.9, 0.1, 0.3, 0.0) == ["It may close at any time."]


def test_the_best_comes_first() -> None:
    assert texts(0.5, 0.0, 0.0, 0.0, 0.9) == [
        "The soup is very good.",
        "We buy steel from one mill.",
    ]


def test_no_more_pieces_than_allowed() -> None:
    assert texts(0.9, 0.1, 0.9, 0.1, 0.8, limits=PassageLimits(0.5, 0.5, 1)) == [
        "We buy steel from one mill."
    ]


def test_a_passage_says_where_it_stands() -> None:
    (passage,) = passages_of(UNITS, np.array([0.0, 0.0, 0.8, 0.0, 0.0, 0.0]), LIMITS)
    assert (passage.document_id, passage.page, passage.heading) == (
        "ACME-10-K-2024",
        7,
        "Supply of Steel",
    )
    assert passage.score == 0.8


def test_nothing_gives_nothing() -> None:
    assert passages_of((), np.zeros(0), LIMITS) == ()
