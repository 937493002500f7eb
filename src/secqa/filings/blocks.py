"""Hold the text and looks of a page before it is divided into elements.

Every reader (HTML, PDF, plain text) makes blocks, and all filings are read alike from there. A
block of HTML is made of pieces, each printed in one place, a line or a cell. A piece learns its
element, row and column later, and gives them to the inline XBRL tags that point to it.
"""

import re
from dataclasses import dataclass, field

from secqa.filings.decoding import folded
from secqa.filings.document import ElementType, Table

LONGEST = 1_000_000
"""Characters that are read of one line or cell."""
BULLETS = "•·▪■●◦○‣⁃∙◆➢"
"""Marks that begin nothing but an item of a list."""
BULLET = re.compile("[" + BULLETS + r"✓–—*o-]|\(?(?:\d{1,2}|[a-zA-Z]|[ivxIVX]{1,4})[.)]")


@dataclass(frozen=True, slots=True)
class Style:
    """How text looks at one point of the file."""

    bold: bool = False
    italic: bool = False
    underline: bool = False
    size: float = 10.0
    """Points."""
    centred: bool = False
    hidden: bool = False
    raised: bool = False
    """Superscript."""
    indent: float = 0.0
    """Points from the left edge of its page or cell."""
    heading: int = 0
    """1 to 6 inside h1 to h6."""
    item: bool = False
    """Inside a list item."""


PLAIN = Style()


class Piece:
    """Text that is printed in one place: a line, or a cell of a table."""

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
        self.text = folded(text if self.letters < LONGEST else text[:LONGEST])

    def absorb(self, other: "Piece") -> None:
        """Take in the text of a piece that is printed within this one."""
        other.into = self
        if not self.letters:
            self.style = other.style
        self.parts += [" ", *other.parts, " "]
        self.bold += other.bold
        self.letters += other.letters


@dataclass(slots=True, eq=False)
class Break:
    """The end of a page."""

    ruled: bool = False
    """Only a drawn line, which may or may not end a page."""


class Block:
    """One thing on a page."""

    def __init__(
        self,
        text: str,
        style: Style = PLAIN,
        bold: bool = False,
        table: Table | None = None,
        type: ElementType | None = None,
    ) -> None:
        self.text = text
        self.style = style
        self.bold = bold
        self.table = table
        self.pieces: tuple[Piece, ...] = ()
        self.type = type
        """Set where the markup or the place on the page decides it."""
        self.continues = False
        """Whether a table is printed as one with the table before, under another header."""


@dataclass(slots=True, eq=False)
class RawTable:
    """A table as marked up: by row, the cells that print or tag something."""

    rows: list[list[Piece]] = field(default_factory=list)
    inner: dict[int, list["RawTable"]] = field(default_factory=dict)
    """Tables inside cells, by `id` of the cell."""


@dataclass(slots=True, eq=False)
class FlowImage:
    """An image and what the file calls it."""

    text: str


class OpenTag:
    """An inline XBRL tag and the piece in which it is printed."""

    def __init__(self, kind: str, attributes: dict[str, str], hidden: bool, begins: int) -> None:
        self.kind = kind
        self.attributes = attributes
        self.hidden = hidden
        self.begins = begins
        """How many texts there were before it since the outermost open tag began."""
        self.piece: Piece | None = None
        self.text = ""


@dataclass(slots=True)
class Flow:
    """A filing in reading order, before it is cut into pages and elements."""

    items: list[Piece | RawTable | FlowImage | Break] = field(default_factory=list)
    tags: list[OpenTag] = field(default_factory=list)
    shown: dict[str, OpenTag] = field(default_factory=dict)
    """The tag that shows a hidden fact, by the fact's id."""
    full: bool = False
    """Whether the rest was dropped, because the file prints more than any filing."""
