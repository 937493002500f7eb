"""The HTML file of a filing in, its pages as they are printed out, each text with its place.

Which page, element, row and cell a text belongs to only the reader knows, and it says so of inline
XBRL. So the file is read once more with an empty tag of ours before each text: where the reader
places the tag, there the text stands, and what it does not place is not printed. Pages end inside
nested elements, which are closed on the one and opened again on the next.
"""

from dataclasses import dataclass, field

from secqa.app.printed.markup import VOID, Tag, Text, tokens
from secqa.app.printed.page import PrintedPage, Run
from secqa.app.printed.style_rules import StyleRules
from secqa.filings.document import Document
from secqa.filings.encoding import decode
from secqa.filings.html.read_html import read_html
from secqa.filings.html.tagging import cut_headers

_OURS = "secqa-text"
_DEEPEST = 200
"""Elements that may be open at once; filings have some twenty."""


@dataclass(frozen=True, slots=True)
class PrintedFiling:
    """The pages of a file by their 1-based number, and the style sheet of all of them."""

    pages: dict[int, PrintedPage]
    sheet: str


def printed_pages(data: bytes, name: str, scope: str) -> tuple[PrintedFiling, Document]:
    """The printed pages of a file, and the document that was read of it.

    The style sheet is for what stands in an element of the class `scope`. Raises SecqaError for
    what is no filing.
    """
    source = "".join(cut_headers(decode(data))[0])
    rules = StyleRules(scope)
    flow = list(tokens(source, rules))
    begins = [one.begins for one in flow if isinstance(one, Text) and one.text.strip()]
    marked = "".join(
        f'{source[start:end]}<ix:nonNumeric id="{_OURS}{end}"/>'
        for start, end in zip([0, *begins], begins, strict=False)
    )
    filing = read_html((marked + source[begins[-1] if begins else 0 :]).encode(), name)
    places = {
        int(tag.attributes["id"].removeprefix(_OURS)): tag.place
        for tag in filing.tagging.tags
        if tag.place is not None and tag.attributes.get("id", "").startswith(_OURS)
    }
    paging = _Paging()
    for one in flow:
        if isinstance(one, Tag):
            paging.tag(one)
        elif (place := places.get(one.begins)) is not None:
            paging.text(Run(one.text, place))
        elif not one.text.strip():
            paging.parts.append("&#160;" if "\xa0" in one.text else " ")
    return PrintedFiling(paging.finished(), rules.sheet), filing.document


@dataclass(slots=True)
class _Paging:
    """What is printed, page by page.

    Between the last text of a page and the first of the next, the page ends where the fewest
    elements are open: `cut` is where in `parts`, and `shallow` how many are open there.
    """

    pages: dict[int, PrintedPage] = field(default_factory=dict)
    parts: list[str | Run] = field(default_factory=list)
    open: list[Tag] = field(default_factory=list)
    page: int = 1
    cut: int = 0
    shallow: int = 0

    def tag(self, tag: Tag) -> None:
        """An element begins, or the last of its name that is open ends."""
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

    def text(self, run: Run) -> None:
        """A printed text, which may be the first of its page."""
        if run.place.page != self.page:
            rest = self.parts[self.cut :]
            around = self.open[: self.shallow]
            self._keep(self.parts[: self.cut], around)
            self.page = run.place.page
            self.parts = [*(tag.html for tag in around), *rest]
        self.parts.append(run)
        self.cut, self.shallow = len(self.parts), len(self.open)

    def _keep(self, parts: list[str | Run], around: list[Tag]) -> None:
        closing = [f"</{tag.name}>" for tag in reversed(around)]
        before = self.pages[self.page].parts if self.page in self.pages else ()
        self.pages[self.page] = PrintedPage((*before, *parts, *closing))

    def finished(self) -> dict[int, PrintedPage]:
        """All pages, the last with what is still open closed."""
        self._keep(self.parts, self.open)
        self.parts, self.open = [], []
        return self.pages
