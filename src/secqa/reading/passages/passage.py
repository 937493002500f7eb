"""What words of a filing answer: one passage, and all that was found for a question."""

from dataclasses import dataclass


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
    score: float
    """How likely its best part answers, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Found:
    """What is told of a topic in some pages."""

    passages: tuple[Passage, ...]
    """Best first, without overlap; () where nothing answers."""
    confidence: float
    """How likely these pages answer at all, 0 to 1."""
    nearest: Passage | None = None
    """Where nothing answers: what comes nearest."""
