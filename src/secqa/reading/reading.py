"""Define the results of reading: a value with its location, or passages."""

from dataclasses import dataclass
from enum import StrEnum


class ValueOrigin(StrEnum):
    """The kind of place of a value, or the way it was found."""

    STATEMENT = "statement"
    TABLE = "table"
    PART = "part"
    LABEL = "label"
    BALANCE = "balance"
    MOVEMENT = "movement"
    SENTENCE = "sentence"
    FORMULA = "formula"
    MODEL = "model"


_WORDS = {
    ValueOrigin.STATEMENT: "line of the",
    ValueOrigin.TABLE: "line of a table",
    ValueOrigin.PART: "the line of a part of the company",
    ValueOrigin.LABEL: "stated in a row's label",
    ValueOrigin.BALANCE: "balance in a table of movements",
    ValueOrigin.MOVEMENT: "movement in the statement of equity",
    ValueOrigin.SENTENCE: "a sentence",
    ValueOrigin.FORMULA: "worked out:",
    ValueOrigin.MODEL: "read by the model; the quoted line stands on the page",
}


def origin_in_words(place: ValueOrigin, detail: str = "") -> str:
    """One line of text; `detail` is a statement, the title of a table, or a formula."""
    if place is ValueOrigin.TABLE and detail:
        detail = f"under {detail[:60]!r}"
    if place is ValueOrigin.STATEMENT and detail and not detail.endswith("sheet"):
        detail = f"{detail} statement"
    return " ".join(filter(None, (_WORDS[place], detail)))


@dataclass(frozen=True, slots=True)
class Reading:
    """One value read from pages, or the reason for none."""

    question: str
    value: float | str | None
    """Dollars, a count, a fraction, "Yes" or "No"; None if nothing was found."""
    unit: str = ""
    """`USD`, `USD/shares`, `shares`, `count`, `pure` or ""."""
    confidence: float = 0.0
    """0 to 1."""
    document_id: str = ""
    page: int = 0
    element: int = -1
    row: int = -1
    column: int = -1
    echoes: int = 0
    """Number of other places on these pages with the same value."""
    quote: str = ""
    """The printed line: row label and cell, or sentence."""
    place: ValueOrigin | None = None
    """The kind of place."""
    why: str = ""
    """One line on the place, or the reason for no value."""
    metric: str = ""
    """Id of the metric; "" for a line outside the catalogue."""
    period: str = ""
    """Fiscal year, quarter and months of the period."""


@dataclass(frozen=True, slots=True)
class Passage:
    """Text of a filing as printed."""

    document_id: str
    page: int
    """1-based number in the file."""
    section: str
    """Part and Item, as sections are named: `II/7`."""
    heading: str
    """The title just above, or ""."""
    text: str
    """Sentences joined by spaces; items and rows on separate lines, cells joined by " | "."""
    score: float = 0.0
    """Probability that its best part answers, 0 to 1; 0 for gold passages."""
    also_in: tuple[str, ...] = ()
    """Other documents with the same text."""
    about: str = ""
    """The part of the question that it answers."""


@dataclass(frozen=True, slots=True)
class PassageAnswer:
    """The passages on a topic in some pages."""

    passages: tuple[Passage, ...]
    """Best first, without overlap; () if nothing answers."""
    confidence: float
    """Probability that these pages answer, 0 to 1."""
    nearest: Passage | None = None
    """The nearest passage, if nothing answers."""
