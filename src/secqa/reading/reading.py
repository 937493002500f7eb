"""The results of reading: a value with the place it stands in, or passages that answer in words."""

from dataclasses import dataclass
from enum import StrEnum


class ValueOrigin(StrEnum):
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
    ValueOrigin.STATEMENT: "line of the",
    ValueOrigin.TABLE: "line of a table",
    ValueOrigin.PART: "the line of a part of the company",
    ValueOrigin.LABEL: "stated in a row's label",
    ValueOrigin.BALANCE: "balance in a table of movements",
    ValueOrigin.MOVEMENT: "movement in the statement of equity",
    ValueOrigin.SCHEDULE: "below a schedule of payments",
    ValueOrigin.SENTENCE: "a sentence",
    ValueOrigin.FORMULA: "worked out:",
    ValueOrigin.MODEL: "read by the model; the quoted line stands on the page",
}


def origin_in_words(place: ValueOrigin, detail: str = "") -> str:
    """One line; `detail` is which statement, the title above a table, a formula."""
    if place is ValueOrigin.TABLE and detail:
        detail = f"under {detail[:60]!r}"
    if place is ValueOrigin.STATEMENT and detail and not detail.endswith("sheet"):
        detail = f"{detail} statement"
    return " ".join(filter(None, (_WORDS[place], detail)))


@dataclass(frozen=True, slots=True)
class Reading:
    """One value read from the pages given, or the reason why there is none."""

    question: str
    value: float | str | None
    """Dollars, a count, a fraction, "Yes" or "No"; None when nothing was found."""
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
    """How many other places of these pages give the same value."""
    quote: str = ""
    """The printed line: row label and cell, or the sentence."""
    place: ValueOrigin | None = None
    """What kind of place settled it."""
    why: str = ""
    """What settled it, or why nothing was found: one line."""
    metric: str = ""
    """Id of the metric read, "" for a line that no catalogue has."""
    period: str = ""
    """Of the metric: fiscal year, quarter and months to date."""


@dataclass(frozen=True, slots=True)
class Passage:
    """Words of a filing as they are printed."""

    document_id: str
    page: int
    """1-based place in the file."""
    section: str
    """Part and Item, as sections are named: `II/7`."""
    heading: str
    """The title just above, or ""."""
    text: str
    """Sentences joined by a space; items and rows one a line, cells of a row by " | "."""
    score: float = 0.0
    """How likely its best part answers, 0 to 1; 0 for gold passages."""
    also_in: tuple[str, ...] = ()
    """Other documents that repeat it."""
    about: str = ""
    """Which of several things asked it answers."""


@dataclass(frozen=True, slots=True)
class PassageAnswer:
    """What is told of a topic in some pages."""

    passages: tuple[Passage, ...]
    """Best first, without overlap; () where nothing answers."""
    confidence: float
    """How likely these pages answer at all, 0 to 1."""
    nearest: Passage | None = None
    """Where nothing answers: what comes nearest."""
