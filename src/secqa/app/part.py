"""A page of a filing by itself: as it is printed where its file is at hand, else as it was read."""

from secqa.app.addresses import page_address
from secqa.app.originals import scope_of
from secqa.app.printed.as_read import page_as_read
from secqa.app.printed.figures import figures_of
from secqa.app.printed.marks import NO_MARK, Mark, address_of, marked_html
from secqa.app.printed.pdf_page import overlay_of, page_png
from secqa.app.printed.whole import PdfPage, PrintedFiling
from secqa.app.workplace import Workplace
from secqa.errors import SecqaError


def page_part(
    place: Workplace, document_id: str, number: int, *marks: Mark, shown_as: str = ""
) -> str:
    """One page by itself, to be put into another: as printed where that can be, else as read.

    SecqaError where there is no such page.
    """
    page = place.corpus.page(document_id, number)
    entry = place.corpus.entry(document_id)
    printed = place.originals.printed(document_id) if shown_as != "read" else PrintedFiling()
    own = printed.pages.get(number)
    if isinstance(own, PdfPage):
        return place.render(
            "picture.html.j2",
            page=page,
            picture=page_address(document_id, number, NO_MARK, ".png"),
            overlay=overlay_of(own.data, own.number, page, *marks),
            address_of=address_of,
            html=marked_html(page_as_read(page)),
        )
    return place.render(
        "page.html.j2",
        about=entry.metadata,
        scope=scope_of(entry) if own else "",
        html=marked_html(own or page_as_read(page), *marks, cells=figures_of(page)),
    )


def is_at_hand(place: Workplace, document_id: str) -> bool:
    """Whether a document can be shown as it is printed."""
    return bool(place.originals.printed(document_id).pages)


def page_png_of(place: Workplace, document_id: str, number: int) -> bytes:
    """The picture of a page of a PDF; SecqaError where it is none, or not at hand."""
    own = place.originals.printed(document_id).pages.get(number)
    if not isinstance(own, PdfPage):
        raise SecqaError(f"{document_id}: its PDF is not at hand; give its folder as --filings")
    return page_png(own.data, own.number)
