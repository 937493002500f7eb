"""Represent the text and looks of a page before it is divided into elements.

Every reader (HTML, PDF, plain text) makes blocks; all later steps are common. A block of HTML
consists of pieces, each one line or cell. A piece gets its element, row and column later, which
are the location of the inline XBRL tags that refer to it.
"""

import re
from dataclasses import dataclass, field

from secqa.filings.decoding import folded
from secqa.filings.document import ElementType, Table

LONGEST = 1_000_000
"""Maximum number of characters read of one line or cell."""
BULLETS = "•·▪■●◦○‣⁃∙◆➢"
"""Characters that start only list items."""
BULLET = re.compile("[" + BULLETS + r"✓–—*o+-]|\(?(?:\d{1,2}|[a-zA-Z]|[ivxIVX]{1,4})[.)]")

GLUED_BULLET = re.compile(rf"[{BULLETS}]|[–—+](?=[A-Za-z])")
"""A bullet that only a margin separates from its text."""


@dataclass(frozen=True, slots=True)
class Style:
    """The look of text."""

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
    """The text of a line, or of a cell of a table."""

    def __init__(self, start: int = -1, span: int = 1) -> None:
        self.parts: list[str] = []
        self.style: Style = PLAIN
        """Style of the first text."""
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
        """The piece that absorbed this one."""

    @property
    def is_bold(self) -> bool:
        return 2 * self.bold > self.letters

    def complete(self) -> None:
        """Set `text` after the last part is added."""
        text = "".join(self.parts)
        self.text = folded(text if self.letters < LONGEST else text[:LONGEST])

    def absorb(self, other: "Piece") -> None:
        """Add the text of a piece that is printed inside this one."""
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
    """True for a drawn line, which may or may not end a page."""


class Block:
    """A paragraph, heading, list item, table or image on a page."""

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
        """Set if the markup or the position on the page determines it."""
        self.continues = False
        """True for a part of a table below the first part, with another header."""


@dataclass(slots=True, eq=False)
class RawTable:
    """A table as marked up: the cells with text or tags, by row."""

    rows: list[list[Piece]] = field(default_factory=list)
    inner: dict[int, list["RawTable"]] = field(default_factory=dict)
    """Tables inside cells, by `id` of the cell."""


@dataclass(slots=True, eq=False)
class FlowImage:
    """An image and its alternative text or file name."""

    text: str


class OpenTag:
    """An inline XBRL tag and the piece with its text."""

    def __init__(self, kind: str, attributes: dict[str, str], hidden: bool, begins: int) -> None:
        self.kind = kind
        self.attributes = attributes
        self.hidden = hidden
        self.begins = begins
        """Number of texts between the start of the outermost open tag and this one."""
        self.piece: Piece | None = None
        self.text = ""


@dataclass(slots=True)
class Flow:
    """A filing in reading order, before it is divided into pages and elements."""

    items: list[Piece | RawTable | FlowImage | Break] = field(default_factory=list)
    tags: list[OpenTag] = field(default_factory=list)
    shown: dict[str, OpenTag] = field(default_factory=dict)
    """The tag that displays a hidden fact, by the fact's id."""
    full: bool = False
    """True if the flow was cut off because it is longer than any filing."""
