"""One filing to be read page by page, with where to go in it and what there is to say of a cell."""

from secqa.app.addresses import Parameters, mark_in, number_in, page_address, words_in
from secqa.app.library.companies import address_of_company, company_of, filings_of
from secqa.app.library.finding import hits_of
from secqa.app.library.outline import outline_of
from secqa.app.library.panel import Panel, panel_of
from secqa.app.part import is_at_hand, page_part
from secqa.app.printed.marks import NO_MARK, Mark
from secqa.app.printed.pdf_page import page_shapes
from secqa.app.printed.whole import PdfPage, PrintedFiling
from secqa.app.workplace import Workplace
from secqa.errors import SecqaError


def filing_page(place: Workplace, document_id: str, given: Parameters) -> str:
    """One filing, open at a page, with its outline and what is looked for in it."""
    entry = place.corpus.entry(document_id)
    document = place.corpus.document(document_id)
    if not document.pages:
        raise SecqaError(f"{document_id}: has no pages")
    mark = mark_in(given)
    find = given.get("find", "").strip()
    hits = hits_of(document, words_in(find))
    number = number_in(given, "page", hits[0].page if hits else 1)
    number = min(max(number, 1), len(document.pages))
    company = company_of(place.corpus, entry.metadata)
    return place.render(
        "filing.html.j2",
        view="filings",
        entry=entry,
        about=entry.metadata,
        pages=document.pages,
        shapes=_shapes(place.originals.printed(document_id)),
        outline=outline_of(document),
        number=number,
        find=find,
        hits=hits,
        around=_around([hit.page for hit in hits], number),
        given=given,
        opened=page_part(place, document_id, number, mark, shown_as=given.get("as", "")),
        as_printed=is_at_hand(place, document_id),
        panel=_panel(place, document_id, mark),
        company=address_of_company(company) if company else "",
        others=filings_of(place.corpus, company) if company else (),
        address=lambda page: page_address(
            document_id, page, mark if page == number or mark.words else NO_MARK
        ),
    )


def cell_part(place: Workplace, document_id: str, given: Parameters) -> str:
    """What there is to say of one cell, to be put into the page; SecqaError where there is none."""
    panel = _panel(place, document_id, mark_in(given))
    if panel is None:
        raise SecqaError(f"{document_id}: no figure was read at this place")
    return place.render("cell.html.j2", panel=panel)


def _panel(place: Workplace, document_id: str, mark: Mark) -> Panel | None:
    return panel_of(place, document_id, mark) if mark.element >= 0 else None


def _shapes(printed: PrintedFiling) -> dict[int, float]:
    """How high each page is that is shown as a picture, as a share of its width."""
    pictures = {at: one for at, one in printed.pages.items() if isinstance(one, PdfPage)}
    shapes = {data: page_shapes(data) for data in {one.data for one in pictures.values()}}
    return {at: shapes[one.data][one.number - 1] for at, one in pictures.items()}


def _around(pages: list[int], number: int) -> tuple[int | None, int | None]:
    """The hits before and after a page."""
    before = max((page for page in pages if page < number), default=None)
    after = min((page for page in pages if page > number), default=None)
    return before, after
