"""A page of a filing by itself: as it is printed where its file is at hand, else as it was read."""

from secqa.app.addresses import page_address
from secqa.app.originals import scope_of
from secqa.app.printed.as_read import page_as_read
from secqa.app.printed.marks import NO_MARK, Mark, marked_html
from secqa.app.printed.pdf_page import marked_at, page_png
from secqa.app.workplace import Workplace
from secqa.errors import SecqaError


def page_part(
    place: Workplace, document_id: str, number: int, mark: Mark, shown_as: str = ""
) -> str:
    """One page by itself, to be put into another: as printed where that can be, else as read.

    SecqaError where there is no such page.
    """
    page = place.corpus.page(document_id, number)
    entry = place.corpus.entry(document_id)
    originals = place.originals
    wanted = shown_as != "read"
    printed = originals.printed(document_id) if wanted else None
    own = printed.pages.get(number) if printed else None
    pdf = originals.pdf(document_id) if wanted and own is None else None
    return place.render(
        "page.html.j2",
        about=entry.metadata,
        page=page,
        scope=scope_of(entry) if own else "",
        html=marked_html(own or page_as_read(page), NO_MARK if pdf else mark),
        picture=page_address(document_id, number, mark, ".png") if pdf else "",
        top=marked_at(pdf, page, mark) if pdf else None,
    )


def is_at_hand(place: Workplace, document_id: str) -> bool:
    """Whether a document can be shown as it is printed."""
    originals = place.originals
    return originals.printed(document_id) is not None or originals.pdf(document_id) is not None


def page_png_of(place: Workplace, document_id: str, number: int, mark: Mark) -> bytes:
    """The picture of a page of a PDF; SecqaError where it is none, or not at hand."""
    data = place.originals.pdf(document_id)
    if data is None:
        raise SecqaError(f"{document_id}: its PDF is not at hand; give its folder as --filings")
    return page_png(data, place.corpus.page(document_id, number), mark)
