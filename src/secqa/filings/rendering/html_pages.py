"""Render the pages of an HTML filing as printed, each text with its location.

Only the reader knows the page, element, row and cell of a text, and it reports them for inline
XBRL tags. So the file is read again with an empty marker tag before each text: the text has the
location of its marker, and a text without a location is not printed. Pages end inside nested
elements, which are closed on one page and opened again on the next.
"""

from dataclasses import dataclass, field

from secqa.filings.decoding import decode
from secqa.filings.document import Document, ElementType, Location
from secqa.filings.html.read_html import cut_headers, read_html
from secqa.filings.html.walk import INVISIBLE
from secqa.filings.rendering.pages import PrintedText, SafePage
from secqa.filings.rendering.safe_markup import (
    VOID,
    MarkupPicture,
    MarkupStyle,
    MarkupTag,
    MarkupText,
    tokens,
)

_TEXT = "secqa-text"
_PICTURE = "secqa-picture"
_DEEPEST = 200
"""Maximum depth of open elements; filings have some twenty."""


def printed_pages(
    data: bytes, name: str, looks: MarkupStyle
) -> tuple[dict[int, SafePage], Document]:
    """Render the pages of a file by 1-based number; also return the document read from it.

    Raises `SecqaError` if it is not a filing.
    """
    source = decode(data)
    source = "".join([source[begin:end] for begin, end in cut_headers(source)[0]])
    flow = list(tokens(source, looks))
    document, places = _read(source, dict(filter(None, map(_marker, flow))), name)
    paging = _Paging()
    for one in flow:
        if isinstance(one, MarkupTag):
            paging.tag(one)
        elif isinstance(one, MarkupPicture):
            paging.picture(one.html, places.get(one.ends))
        elif (place := places.get(one.begins)) is not None:
            paging.text(PrintedText(one.text, place))
        elif _is_blank(one.text):
            paging.parts.append("&#160;" if "\xa0" in one.text else " ")
    return paging.finished(), document


def _marker(one: MarkupTag | MarkupText | MarkupPicture) -> tuple[int, str] | None:
    """The offset and text of a marker: a tag before a text, or a second `alt` of a picture. The
    reader uses the last `alt` of a picture."""
    if isinstance(one, MarkupPicture):
        return one.ends, f' alt="{_PICTURE}{one.ends}"'
    if isinstance(one, MarkupText) and not _is_blank(one.text):
        return one.begins, f'<ix:nonNumeric id="{_TEXT}{one.begins}"/>'
    return None


def _is_blank(text: str) -> bool:
    return not INVISIBLE.sub("", text).strip()


def _read(source: str, markers: dict[int, str], name: str) -> tuple[Document, dict[int, Location]]:
    """Read a source with markers inserted; return the document and each marker's location."""
    ends = list(markers)
    pieces = zip([0, *ends], ends, strict=False)
    marked = "".join(f"{source[start:end]}{markers[end]}" for start, end in pieces)
    filing = read_html((marked + source[ends[-1] if ends else 0 :]).encode(), name)
    places = {
        int(tag.attributes["id"].removeprefix(_TEXT)): tag.place
        for tag in filing.tagging.tags
        if tag.place is not None and tag.attributes.get("id", "").startswith(_TEXT)
    }
    for one in filing.document.elements:
        if one.type is ElementType.IMAGE and one.text.startswith(_PICTURE):
            places[int(one.text.removeprefix(_PICTURE))] = Location(one.page, one.index)
    return filing.document, places


@dataclass(slots=True)
class _Paging:
    """The rendered pages so far and the state of the current one. Between the last text of a page
    and the first of the next, the page ends where the fewest elements are open: at index `cut` of
    `parts`, with `shallow` open elements."""

    pages: dict[int, SafePage] = field(default_factory=dict)
    parts: list[str | PrintedText] = field(default_factory=list)
    open: list[MarkupTag] = field(default_factory=list)
    page: int = 1
    cut: int = 0
    shallow: int = 0

    def tag(self, tag: MarkupTag) -> None:
        """Open an element, or close the last open one of this name."""
        if tag.opens:
            self._may_end()
            if tag.name not in VOID:
                if len(self.open) >= _DEEPEST:
                    return
                self.open.append(tag)
            self.parts.append(tag.html)
        else:
            self._close(tag.name)

    def _close(self, name: str) -> None:
        for at in range(len(self.open) - 1, -1, -1):
            if self.open[at].name == name:
                break
            if self.open[at].name in ("td", "th") and name not in ("tr", "table"):
                return
        else:
            return
        while len(self.open) > at:
            self.parts.append(f"</{self.open.pop().name}>")
            self._may_end()

    def _may_end(self) -> None:
        if len(self.open) <= self.shallow:
            self.shallow, self.cut = len(self.open), len(self.parts)

    def text(self, run: PrintedText) -> None:
        """Add a printed text, which may start a new page."""
        self._printed(run, run.place.page)

    def picture(self, html: str, place: Location | None) -> None:
        """Add a picture. The reader skips pictures in tables; they stay in their table."""
        if place is not None:
            self._printed(html, place.page)
        elif any(tag.name == "table" for tag in self.open):
            self.parts.append(html)

    def _printed(self, part: str | PrintedText, page: int) -> None:
        if page != self.page:
            rest = self.parts[self.cut :]
            around = self.open[: self.shallow]
            self._keep(self.parts[: self.cut], around)
            self.page = page
            self.parts = [*(tag.html for tag in around), *rest]
        self.parts.append(part)
        self.cut, self.shallow = len(self.parts), len(self.open)

    def _keep(self, parts: list[str | PrintedText], around: list[MarkupTag]) -> None:
        closing = [f"</{tag.name}>" for tag in reversed(around)]
        before = self.pages[self.page].parts if self.page in self.pages else ()
        self.pages[self.page] = SafePage((*before, *parts, *closing))

    def finished(self) -> dict[int, SafePage]:
        """Close the last page and return all pages."""
        self._keep(self.parts, self.open)
        self.parts, self.open = [], []
        return self.pages
