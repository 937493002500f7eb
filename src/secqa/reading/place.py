"""What kinds of places a value is read from, and how an answer says it in words.

Which kind it is weighs in how sure a reading is; the words are only made at the end.
"""

from enum import StrEnum


class Place(StrEnum):
    """Where a value stands, or how it comes about."""

    STATEMENT = "statement"
    TABLE = "table"
    PART = "part"
    LABEL = "label"
    BALANCE = "balance"
    MOVEMENT = "movement"
    SCHEDULE = "schedule"
    SENTENCE = "sentence"
    FORMULA = "formula"
    MODEL = "model"


_WORDS = {
    Place.STATEMENT: "line of the",
    Place.TABLE: "line of a table",
    Place.PART: "the line of a part of the company",
    Place.LABEL: "stated in a row's label",
    Place.BALANCE: "balance in a table of movements",
    Place.MOVEMENT: "movement in the statement of equity",
    Place.SCHEDULE: "below a schedule of payments",
    Place.SENTENCE: "a sentence",
    Place.FORMULA: "worked out:",
    Place.MODEL: "read by the model; the quoted line stands on the page",
}


def in_words(place: Place, detail: str = "") -> str:
    """One line; `detail` is which statement, the title above a table, a formula."""
    if place is Place.TABLE and detail:
        detail = f"under {detail[:60]!r}"
    if place is Place.STATEMENT and detail and not detail.endswith("sheet"):
        detail = f"{detail} statement"
    return " ".join(filter(None, (_WORDS[place], detail)))
