"""A main document and its exhibits -> one document, the exhibits' pages after its own.

So evidence on a page of an exhibit has a page like any other.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import islice

from secqa.errors import SecqaError
from secqa.filings.document import Element, Filing, Page

# At most this many exhibits are read: some submissions carry hundreds.
_MOST_EXHIBITS = 40


def with_exhibits(main: Filing, exhibits: Iterable[tuple[str, Callable[[], Filing]]]) -> Filing:
    """A main document and, after it, its exhibits' pages; each is a type and a way to read it.

    An exhibit that cannot be read is a warning.
    """
    warnings = list(main.document.warnings)
    pages = list(main.document.pages)
    for kind, read in islice(exhibits, _MOST_EXHIBITS):
        try:
            exhibit = read()
        except SecqaError:
            warnings.append(f"{kind} could not be read")
            continue
        pages += _following(exhibit.document.pages, pages, kind)
        warnings += [f"{kind}: {warning}" for warning in exhibit.document.warnings]
    return Filing(
        replace(main.document, pages=tuple(pages), warnings=tuple(warnings)), main.tagging
    )


def _following(pages: tuple[Page, ...], before: list[Page], kind: str) -> list[Page]:
    """An exhibit's pages, numbered after those before it; its type is their section."""
    number = len(before)
    index = 1 + max((page.elements[-1].index for page in before if page.elements), default=-1)

    def moved(element: Element, page: int) -> Element:
        path = (f"Exhibit {kind[3:]}", *element.path)
        return replace(element, index=element.index + index, page=page, section=kind, path=path)

    return [
        replace(
            page,
            number=page.number + number,
            elements=tuple(moved(element, page.number + number) for element in page.elements),
        )
        for page in pages
    ]
