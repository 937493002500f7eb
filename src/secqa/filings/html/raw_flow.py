"""What a walk over markup finds, before pages, elements and cells are told apart.

Pieces of text, tables, images and page breaks in the order of the file, and the inline XBRL
tags with the piece in which each is printed.
"""

from dataclasses import dataclass, field

from secqa.filings.structure.blocks import Break, Piece


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


class OpenTag:
    """An inline XBRL tag and the piece in which it is printed."""

    __slots__ = ("attributes", "begins", "hidden", "kind", "piece", "text")

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

    items: list[Piece | RawTable | Picture | Break] = field(default_factory=list)
    tags: list[OpenTag] = field(default_factory=list)
    shown: dict[str, OpenTag] = field(default_factory=dict)
    """Hidden fact id -> the place that shows it."""
    full: bool = False
    """What followed is left out: it prints more than any filing."""
