"""What comes out of reading pages: a value with the place it was read from."""

from dataclasses import dataclass

from secqa.reading.place import Place


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
    place: Place | None = None
    """What kind of place settled it."""
    why: str = ""
    """What settled it, or why nothing was found: one line."""
