"""What a piece does decides whether it can be shown, in the form of answer that is wanted."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.support.page_builders import metadata, page, standing_in, table

from secqa.reading.passages.passage_choice import passages_of
from secqa.reading.passages.passage_features import PassageQuery, piece_features
from secqa.reading.passages.passage_worth import SHAPES, worth_of
from secqa.reading.passages.text_units import units_of
from secqa.reading.passages.word_meaning import load_scorer

NOTE = page(
    7,
    "# Note 9. Litigation",
    "We may be sued at any time.",
    "# Steel Antitrust Case",
    "In May 2024, a dealer filed a lawsuit for $5 million. The court is in Ohio.",
    "# Note 10. Leases",
    "In May 2024, we signed a lease for $7 million.",
)
RISKS = standing_in(
    "II/1A",
    page(
        8,
        "# Item 1A. Risk Factors",
        "Our results change with the weather.",
        "Except as set forth below, there have been no material changes to our risk factors.",
        "# A strike at our only mill could harm us.",
        "Workers of the mill may strike.",
    ),
)


def worth_in(
    asked: PassageQuery, made: object, scores: list[float], form: str = "10-K"
) -> NDArray[np.float64]:
    units = units_of(replace(metadata(), form=form), made)  # type: ignore[arg-type]
    assert len(units) == len(scores)
    pages = {(units[0].document_id, units[0].page): 1.0}
    features = piece_features(asked, units, pages, load_scorer().meaning)
    return worth_of(asked, units, features, np.array(scores))


def shown(asked: PassageQuery, made: object, scores: list[float], form: str = "10-K") -> list[str]:
    units = units_of(replace(metadata(), form=form), made)  # type: ignore[arg-type]
    worth = worth_in(asked, made, scores, form)
    return [one.text for one in passages_of(units, worth, SHAPES[asked.asks].limits)]


def test_a_list_has_a_dated_line_of_each_matter_of_its_section() -> None:
    asked = PassageQuery("lawsuits", "list", sections=("litigation",))
    assert shown(asked, NOTE, [0.0, 0.9, 0.0, 0.1, 0.2, 0.0, 0.1]) == [
        "Steel Antitrust Case\nIn May 2024, a dealer filed a lawsuit for $5 million."
    ]


def test_a_list_says_how_each_matter_stands_and_leaves_out_other_sections() -> None:
    made = page(
        7,
        "# Note 9. Litigation",
        "# Steel Antitrust Case",
        "In May 2024, a dealer filed a lawsuit. We deny it. In June 2024, the court dismissed it.",
        "# Mill Case",
        "In July 2024, a mill sued us for $3 million.",
        "# Note 10. Leases",
        "In May 2024, we signed a lease for $7 million.",
    )
    (text,) = shown(PassageQuery("lawsuits", "list", sections=("litigation",)), made, [0.3] * 9)
    assert text.splitlines()[1:] == [
        "In May 2024, a dealer filed a lawsuit.",
        "…",
        "In June 2024, the court dismissed it.",
        "Mill Case",
        "In July 2024, a mill sued us for $3 million.",
    ]


def test_a_list_prefers_what_is_of_the_year_that_is_asked_for() -> None:
    made = page(
        7,
        "# Note 3. Acquisitions",
        "In May 2021, we acquired a mill for $5 million.",
        "In May 2024, we acquired a mine for $5 million.",
    )
    asked = PassageQuery("acquisitions", "list", (2024,), sections=("acquisitions",))
    worth = worth_in(asked, made, [0.3] * 3)
    assert worth[2] > worth[1] > 0


def test_an_item_that_says_none_says_that_nothing_changed() -> None:
    title = "# Item 9. Changes in and Disagreements with Accountants"
    made = standing_in("II/9", page(8, title, "None."))
    asked = PassageQuery("auditor", "changes", parts=frozenset({"accountants"}))
    assert shown(asked, made, [0.1, 0.1]) == ["None."]


def test_changes_are_what_the_section_says_of_them() -> None:
    asked = PassageQuery("risk factors", "changes", parts=frozenset({"risk factors"}))
    assert shown(asked, RISKS, [0.5] * 5, "10-Q") == [
        "Except as set forth below, there have been no material changes to our risk factors."
    ]
    elsewhere = PassageQuery("legal matters", "changes", parts=frozenset({"legal proceedings"}))
    assert shown(elsewhere, RISKS, [0.5] * 5, "10-Q") == []


@pytest.mark.parametrize(
    "little",
    [
        "For more information, see Note 4 to the statements.",
        "These forward-looking statements tell of our steel mills.",
        "The following table shows the steel of our mills.",
        "We keep effective internal control over financial reporting of steel.",
        "Steel mills and steel;",
    ],
)
def test_pointers_captions_and_boilerplate_are_no_answer(little: str) -> None:
    asked = PassageQuery("steel mills")
    made = page(3, "# Steel", little, "We own two mills that make steel.")
    assert shown(asked, made, [0.9, 0.9, 0.5])[0].startswith("We own two mills")


def test_a_heading_gives_its_score_to_the_sentence_below() -> None:
    made = page(3, "# Foreign Exchange Risk", "A strong dollar lowers sales. We hedge it partly.")
    assert shown(PassageQuery("foreign exchange risk"), made, [0.9, 0.0, 0.0]) == [
        "A strong dollar lowers sales."
    ]


def test_a_list_shows_the_table_that_it_is_announced_by() -> None:
    rows = [("Notes due March 2026", "750"), ("Notes due June 2030", "500")]
    made = page(7, "# Note 9. Debt", "Our debt consisted of the following:", table(rows))
    asked = PassageQuery("notes", "list", sections=("debt",))
    (text,) = shown(asked, made, [0.0, 0.3, 0.3, 0.3])
    assert text.splitlines()[1:] == [
        "Our debt consisted of the following:",
        "2024 | 2023",
        "Notes due March 2026 | 750",
        "Notes due June 2030 | 500",
    ]
