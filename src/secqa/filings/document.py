"""Define the parts of a filing: documents, pages, elements, tables, tags.

Every reader (HTML, plain text, PDF) makes a `Document`, and all later code uses only that. A
document has the printed pages and no XBRL. Tags are separate, each with its `Location`, so that a
system that answers questions cannot see them.
"""

from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from functools import cached_property
from itertools import chain

from secqa.record import record


class ElementType(StrEnum):
    """The element names of the Unstructured library, which the field uses."""

    TITLE = "Title"
    NARRATIVE_TEXT = "NarrativeText"
    LIST_ITEM = "ListItem"
    TABLE = "Table"
    HEADER = "Header"
    FOOTER = "Footer"
    PAGE_NUMBER = "PageNumber"
    IMAGE = "Image"


FURNITURE = frozenset({ElementType.HEADER, ElementType.FOOTER, ElementType.PAGE_NUMBER})
"""Elements that repeat from page to page."""


class Statement(StrEnum):
    """The primary financial statements."""

    INCOME = "income"
    COMPREHENSIVE_INCOME = "comprehensive_income"
    BALANCE_SHEET = "balance_sheet"
    CASH_FLOW = "cash_flow"
    EQUITY = "equity"


@record
class Table:
    """A grid of logical cells, without spacer columns, and with `$`, `%` and `)` joined to numbers.

    `cells[row][column]` is the printed text or ""; all rows have the same length. Column 0 has
    the row labels. The first `header_rows` rows are the header; they repeat column names that are
    printed further up or on the page before.
    """

    cells: tuple[tuple[str, ...], ...]
    header_rows: int
    columns: tuple[str, ...]
    """One label per column: its stacked header cells, top to bottom, joined by a space."""
    indents: tuple[float, ...]
    """Left indentation of each row's label in points; larger for children than for parents."""
    caption: str = ""
    """The short lines just above the table: its name, "(in millions, except per share)"."""
    statement: Statement | None = None
    """The primary statement that this table is, or is part of."""

    def __repr__(self) -> str:
        return f"<Table: {len(self.cells)} rows of {len(self.columns)} columns, {self.caption!r}>"

    @property
    def text(self) -> str:
        """One line per row, cells joined by " | "."""
        return "\n".join([" | ".join(filter(None, row)) for row in self.cells])


@record
class Element:
    """A piece of a page, in reading order."""

    index: int
    """0-based position in the document."""
    type: ElementType
    text: str
    """Printed text, white space folded; for tables `Table.text`."""
    page: int
    """1-based number of its page in the file."""
    section: str = ""
    """Part and Item: "I/1A", "II/8" (10-K, 10-Q), "2.02" (8-K), "" before the first."""
    level: int = 0
    """1 for the highest titles; 0 for all other elements."""
    path: tuple[str, ...] = ()
    """Titles above it, the highest first."""
    table: Table | None = None


@record
class Page:
    """One printed page."""

    number: int
    """1-based position in the file."""
    label: str
    """The number printed on it, as printed ("32", "F-3"), or ""."""
    elements: tuple[Element, ...]
    artificial: bool = False
    """True if the file has no page break here and the page has a fixed size."""

    def __repr__(self) -> str:
        return f"<Page {self.number}: {len(self.elements)} elements, {self.title!r}>"

    @property
    def text(self) -> str:
        """The text of all elements, one per line, in reading order."""
        return "\n".join(element.text for element in self.elements)

    @property
    def title(self) -> str:
        """The first title on it, or ""."""
        titles = (e.text for e in self.elements if e.type is ElementType.TITLE)
        return next(titles, "")

    @property
    def tables(self) -> int:
        """Number of tables."""
        return sum(element.table is not None for element in self.elements)


@record
class Metadata:
    """Company, form and period of a document. Unknown fields are "" or None."""

    document_id: str
    """Readable, stable: `AAPL-10-K-2024`, `AAPL-10-Q-2025-Q3`."""
    company: str
    """The registrant's name as the cover prints it."""
    ticker: str
    """The first trading symbol."""
    cik: str
    """Ten digits."""
    form: str
    """`10-K`, `10-Q`, `8-K`, …"""
    fiscal_year: int | None
    """As the company numbers its years."""
    fiscal_period: str
    """`FY`, `Q1`, `Q2`, `Q3`, or ""."""
    period_end: date | None
    fiscal_year_end: str = ""
    """Month and day the fiscal year ends: `09-28`."""
    accession: str = ""
    tickers: tuple[str, ...] = ()
    """All trading symbols of common stock on the cover."""
    source: str = ""
    """Name of the file it was read from."""
    sha256: str = ""
    """Hash of the uncompressed bytes."""
    guessed: tuple[str, ...] = ()
    """Names of fields that come from the file name or a rule, not from the document."""

    def ends_by(self, year: int) -> bool:
        """Whether the period ends in or before this fiscal year; False if unknown."""
        if self.fiscal_year is not None:
            return self.fiscal_year <= year
        return self.period_end is not None and self.period_end.year <= year


@dataclass(frozen=True)
class Document:
    """The printed pages of a filing."""

    metadata: Metadata
    pages: tuple[Page, ...]
    warnings: tuple[str, ...] = ()
    """Messages for the user: "truncated", "no page breaks", "statements are in Exhibit 13"."""

    def __hash__(self) -> int:
        # Hashing all pages would take a hundred thousand times as long.
        return hash((self.metadata.document_id, self.metadata.sha256))

    def __repr__(self) -> str:
        return f"<Document {self.metadata.document_id}: {len(self.pages)} pages>"

    @cached_property
    def elements(self) -> tuple[Element, ...]:
        """All elements in reading order."""
        return tuple(chain.from_iterable([page.elements for page in self.pages]))

    @cached_property
    def by_index(self) -> dict[int, Element]:
        """Elements by `Element.index`."""
        return {element.index: element for element in self.elements}


@record
class Location:
    """The position of a printed value in a document."""

    page: int
    element: int
    """`Element.index`."""
    row: int = -1
    """Row and column in the element's table; -1 outside tables."""
    column: int = -1


@record
class Tag:
    """One inline XBRL element with its source text, uninterpreted."""

    kind: str
    """`nonFraction`, `nonNumeric`, `fraction`, `footnote` or `continuation`."""
    attributes: dict[str, str]
    """Attribute names lower-cased (`contextref`, `unitref`, `scale`, `sign`, …)."""
    text: str
    """Its text content, white space kept."""
    place: Location | None
    """None for hidden facts (`ix:hidden`)."""


@record
class Tagging:
    """All inline XBRL of a file: tags in document order, and the contexts and units they use."""

    tags: tuple[Tag, ...] = ()
    contexts: dict[str, "Context"] = field(default_factory=dict)
    """Only those that a tag refers to."""
    units: dict[str, str] = field(default_factory=dict)
    """"USD", "shares", "USD/shares", "pure" by unit id."""
    hidden_places: dict[str, Location] = field(default_factory=dict)
    """Where hidden facts are printed (style `-sec-ix-hidden`), by fact id."""
    notes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Ids of footnotes by fact id."""


@record
class Context:
    """Period and dimensions of a tagged value."""

    start: date | None
    """None for an instant."""
    end: date
    dimensions: tuple[tuple[str, str], ...] = ()
    """(axis, member) pairs, sorted; a typed member is given by its text."""


@record
class Filing:
    """A document as printed and, separately, its tags."""

    document: Document
    tagging: Tagging = field(default_factory=Tagging)

    def __repr__(self) -> str:
        about = self.document.metadata
        return (
            f"<Filing {about.document_id}: {about.company}, {len(self.document.pages)} pages, "
            f"{len(self.tagging.tags):,} tags>"
        )
