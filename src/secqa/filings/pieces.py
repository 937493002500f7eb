"""What a walk over markup finds, before pages, elements and cells are told apart.

A piece is text printed in one place, a line or a cell. It learns its element, row and column
later, and the tags that point to it get their places through it.
"""

from dataclasses import dataclass, field

from secqa.filings.styles import PLAIN, Style

LONGEST = 1_000_000
"""Characters that are read of one line or cell."""


class Piece:
    """Text that is printed in one place: a line, or a cell of a table."""

    __slots__ = (
        "bold",
        "column",
        "element",
        "into",
        "letters",
        "parts",
        "row",
        "span",
        "start",
        "style",
        "text",
    )

    def __init__(self, start: int = -1, span: int = 1) -> None:
        self.parts: list[str] = []
        self.style: Style = PLAIN
        """Of its first text."""
        self.bold = 0
        self.letters = 0
        self.start = start
        """First physical column; -1 outside tables."""
        self.span = span
        self.text = ""
        """Printed text, white space folded; set when the piece is complete."""
        self.element = -1
        self.row = -1
        self.column = -1
        self.into: Piece | None = None
        """The piece that took this one in."""

    @property
    def is_bold(self) -> bool:
        return 2 * self.bold > self.letters

    def complete(self) -> None:
        """Nothing more is printed in this piece."""
        text = "".join(self.parts)
        self.text = " ".join((text if self.letters < LONGEST else text[:LONGEST]).split())

    def absorb(self, other: "Piece") -> None:
        """Take in the text of a piece that is printed within this one."""
        other.into = self
        if not self.letters:
            self.style = other.style
        self.parts += [" ", *other.parts, " "]
        self.bold += other.bold
        self.letters += other.letters


@dataclass(slots=True, eq=False)
class RawTable:
    """A table as marked up: per row its cells that print or tag something."""

    rows: list[list[Piece]] = field(default_factory=list)
    inner: dict[int, list["RawTable"]] = field(default_factory=dict)
    """Tables inside cells, by `id` of the cell."""


@dataclass(slots=True, eq=False)
class Picture:
    """An image and what the file calls it."""

    text: str


@dataclass(slots=True, eq=False)
class Break:
    """The end of a page."""

    ruled: bool = False
    """Only a drawn line, which may or may not end a page."""


@dataclass(slots=True, eq=False)
class OpenTag:
    """An inline XBRL tag and the piece in which it is printed."""

    kind: str
    attributes: dict[str, str]
    hidden: bool
    begins: int
    piece: Piece | None = None
    text: str = ""


@dataclass(slots=True)
class Flow:
    """A filing in reading order, before it is cut into pages and elements."""

    items: list[Piece | RawTable | Picture | Break] = field(default_factory=list)
    tags: list[OpenTag] = field(default_factory=list)
    shown: dict[str, OpenTag] = field(default_factory=dict)
    """Hidden fact id -> the place that shows it."""
    full: bool = False
    """What followed is left out: it prints more than any filing."""
