"""Few passages, without overlap, best first, each with what it needs to be understood."""

from dataclasses import replace
from datetime import date

import numpy as np
import pytest
from tests.support.page_builders import metadata, page

from secqa.reading.passages.passage_choice import PassageLimits, passages_of
from secqa.reading.passages.text_units import units_of

UNITS = units_of(
    metadata(),
    page(
        7,
        "# Supply of Steel",
        "We buy steel from one mill. It may close at any time. Then prices would rise.",
        "Our cafeteria serves lunch at noon. The soup is very good.",
    ),
)
LIMITS = PassageLimits(share=0.5, pieces=4)


def texts(*scores: float, limits: PassageLimits = LIMITS) -> list[str]:
    return [one.text for one in passages_of(UNITS, np.array([0.0, *scores]), limits)]


def test_neighbours_become_one_passage_and_a_gap_is_marked() -> None:
    whole = "We buy steel from one mill. It may close at any time. Then prices would rise."
    assert texts(0.9, 0.8, 0.7, 0.1, 0.0) == [whole]
    parted = "We buy steel from one mill.\n…\nThen prices would rise."
    assert texts(0.9, 0.3, 0.7, 0.1, 0.0) == [parted]


def test_what_is_far_below_the_best_is_not_shown() -> None:
    assert texts(0.1, 0.1, 0.9, 0.3, 0.0) == ["Then prices would rise."]


def test_a_page_gives_one_passage_and_a_gap_is_marked() -> None:
    whole = "We buy steel from one mill.\n…\nThen prices would rise.\n…\nThe soup is very good."
    assert texts(0.5, 0.0, 0.8, 0.0, 0.9) == [whole]


def shown(parts: tuple[str, ...], *scores: float) -> list[str]:
    units = units_of(metadata(), page(7, *parts))
    return [one.text for one in passages_of(units, np.array(scores), LIMITS)]


@pytest.mark.parametrize(
    ("parts", "scores", "passages"),
    [
        (
            ("# Foreign Exchange Rate Risk", "A strong dollar lowers sales. We hedge it partly."),
            (0.9, 0.1, 0.1),
            ["Foreign Exchange Rate Risk\nA strong dollar lowers sales."],
        ),
        (("# Foreign Exchange Rate Risk",), (0.9,), []),
        (("# Our only mill may close soon.",), (0.9,), ["Our only mill may close soon."]),
        (
            ("Sales rose to $5 million. The overall increase was due to prices.",),
            (0.1, 0.9),
            ["Sales rose to $5 million. The overall increase was due to prices."],
        ),
        (
            ("We make steel here. Sales rose to $5 million. This follows higher prices.",),
            (0.1, 0.1, 0.9),
            ["Sales rose to $5 million. This follows higher prices."],
        ),
        (
            ("We make these tools:", "• Saws", "• Hammers of steel", "Our mills are in Ohio."),
            (0.9, 0.1, 0.1, 0.1),
            ["We make these tools:\n• Saws\n• Hammers of steel"],
        ),
        (("We make these tools:", "Our mills are in Ohio."), (0.9, 0.1), []),
        (
            ("We own three mills. The mill in Ohio makes bolts.",),
            (0.1, 0.9),
            ["The mill in Ohio makes bolts."],
        ),
    ],
)
def test_headings_and_references_bring_what_they_need(
    parts: tuple[str, ...], scores: tuple[float, ...], passages: list[str]
) -> None:
    assert shown(parts, *scores) == passages


def test_what_several_reports_say_is_shown_of_the_newest() -> None:
    made = page(3, "A strong dollar lowers what we sell abroad.")
    days = {"Q1": date(2024, 3, 31), "Q3": date(2024, 9, 30), "Q2": date(2024, 6, 30)}
    documents = [metadata(name, period_end=day) for name, day in days.items()]
    other = metadata("BOLT", company="Bolt Inc.")
    units = [unit for one in (*documents, other) for unit in units_of(one, made)]
    first, second = passages_of(units, np.array([0.9, 0.8, 0.7, 0.6]), LIMITS)
    assert (first.document_id, first.also_in) == ("Q3", ("Q1", "Q2"))
    assert (second.document_id, second.also_in) == ("BOLT", ())


def test_no_more_pieces_than_allowed() -> None:
    assert texts(0.9, 0.1, 0.9, 0.1, 0.8, limits=PassageLimits(0.5, 1)) == [
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


def test_no_more_words_than_allowed_but_for_the_best() -> None:
    few = replace(LIMITS, words=6)
    assert texts(0.9, 0.0, 0.8, 0.0, 0.7, limits=few) == ["We buy steel from one mill."]


def test_a_reason_brings_the_sentence_of_its_quarter_not_of_the_year_to_date() -> None:
    units = units_of(
        replace(metadata(), form="10-Q"),
        page(
            7,
            "Sales rose $2 in the three months ended June 30. Sales rose $3 in the six months "
            "ended June 30. The increases were due to prices.",
        ),
    )
    (told,) = passages_of(units, np.array([0.1, 0.1, 0.9]), LIMITS)
    assert told.text.splitlines() == [
        "Sales rose $2 in the three months ended June 30.",
        "…",
        "The increases were due to prices.",
    ]


def test_a_sentence_that_a_page_cuts_off_goes_on_on_the_next_page() -> None:
    units = (
        *units_of(metadata(), page(7, "Profit rose by $9 million. The increase was mainly due to")),
        *units_of(metadata(), page(8, "higher prices of steel. Our cafeteria serves lunch.")),
    )
    passages = passages_of(units, np.array([0.1, 0.9, 0.0, 0.1]), LIMITS)
    assert [(one.page, one.text) for one in passages] == [
        (7, "Profit rose by $9 million. The increase was mainly due to"),
        (8, "higher prices of steel."),
    ]
