"""Reasons are told from one another by their subject, time and form."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from tests.support.page_builders import metadata, page

from secqa.filings.document import Page
from secqa.reading.passages.passage_features import PassageQuery
from secqa.reading.passages.passage_reasons import reasons
from secqa.reading.passages.text_units import TextUnit, units_of


def worth_of(
    asked: PassageQuery, made: Page, form: str = "10-K"
) -> tuple[tuple[TextUnit, ...], NDArray[np.float64]]:
    units = units_of(replace(metadata(), form=form), made)
    return units, reasons(asked, units, np.full(len(units), 0.5))


def test_reasons_are_worth_more_than_forecasts_and_other_periods() -> None:
    made = page(
        7,
        "Sales rose due to prices in the third quarter. The increase was led by bolts.",
        "Sales rose due to volume in the nine months ended June 30.",
        "Sales may rise due to tariffs in any quarter.",
        "Sales are counted when bolts are shipped.",
    )
    _, worth = worth_of(PassageQuery("why did sales rise", "why"), made, "10-Q")
    told, goes_on, to_date, forecast, no_reason = worth
    assert min(told, goes_on) > max(to_date, forecast, no_reason)
    _, of_year = worth_of(PassageQuery("why did sales rise", "why", to_date=True), made, "10-Q")
    assert of_year[2] > to_date


def test_the_subject_may_stand_in_the_titles_above() -> None:
    made = page(
        7,
        "# Canada",
        "# Segment Margin",
        "The decrease was due to wages.",
        "# Europe",
        "# Segment Margin",
        "The decrease was due to freight.",
    )
    units, worth = worth_of(PassageQuery("why did the margin of Canada fall", "why"), made)
    assert units[int(np.argmax(worth))].text == "The decrease was due to wages."
    units, worth = worth_of(PassageQuery("why did the margin of Europe fall", "why"), made)
    assert units[int(np.argmax(worth))].text == "The decrease was due to freight."


def test_a_paragraph_is_worth_something_as_a_whole() -> None:
    made = page(7, "Sales rose due to prices. A new mill opened.", "A new mill opened.")
    _, (told, beside, elsewhere) = worth_of(PassageQuery("why did sales rise", "why"), made)
    assert told > beside > elsewhere


def test_the_time_of_a_reason_may_stand_in_the_sentence_before() -> None:
    made = page(
        7,
        "Sales in 2024 rose by 5% compared to 2023. This increase was due to volume.",
        "Sales in 2025 rose by 6% compared to 2024. This increase was due to prices.",
    )
    _, worth = worth_of(PassageQuery("why did sales rise", "why", years=(2025,)), made)
    assert worth[3] > 2 * worth[1]
