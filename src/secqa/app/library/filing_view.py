"""One filing, page by page: outline, search, the panel of a cell, and figures as links."""

import re
from typing import Any

from starlette.requests import Request

from secqa.app.addresses import filing_address, mark_in, number_in, page_address, words_in
from secqa.app.evidence_view import page_part
from secqa.app.library.cell_panel import panel_of
from secqa.app.library.outline import outline_of, table_title
from secqa.app.library.tagged_company import address_of_company, company_of, filings_of
from secqa.app.workplace import Workplace
from secqa.errors import SecqaError
from secqa.filings.document import Document, Element
from secqa.filings.rendering.marks import NO_MARK, PageMark, search_pattern
from secqa.filings.rendering.pdf_page import page_shapes
from secqa.filings.rendering.whole import PdfPage, PrintedFiling
from secqa.reading.structure.table_rows import rows_of
from secqa.retrieval.terms import term_of

_CONTEXT = 70
"""Characters shown on each side of the first hit."""
_MOST_HITS = 100


def filing_page(place: Workplace, request: Request) -> str:
    """One filing, open at a page, with its outline and the hits of a search."""
    document_id, given = request.path_params["document_id"], request.query_params
    entry = place.corpus.entry(document_id)
    document = place.corpus.document(document_id)
    if not document.pages:
        raise SecqaError(f"{document_id}: has no pages")
    find = given.get("find", "").strip()
    words = _search_words(document, find)
    mark = PageMark(words=words) if words else mark_in(given)
    hits = _hits_of(document, words)
    number = number_in(given, "page", hits[0]["page"] if hits else 1)
    number = min(max(number, 1), len(document.pages))
    first, last = (hits[0]["page"], hits[-1]["page"]) if hits else (0, 0)
    company = company_of(place.corpus, entry.metadata)
    printed = place.originals.printed(document_id)
    return place.render(
        "filing.html.j2",
        view="filings",
        entry=entry,
        about=entry.metadata,
        pages=document.pages,
        shapes=_shapes(printed),
        outline=outline_of(document),
        number=number,
        find=find,
        found=" ".join(f'"{one}"' for one in words),
        hits=hits,
        around=(
            max((hit["page"] for hit in hits if hit["page"] < number), default=last),
            min((hit["page"] for hit in hits if hit["page"] > number), default=first),
        ),
        given=given,
        opened=page_part(place, document_id, number, mark),
        as_printed=bool(printed.pages),
        panel=_panel(place, document_id, mark),
        # Text that is selected on a page is saved by the same form, which a script fills.
        passage={
            "address": filing_address(document_id, number, mark),
            "title": place.company_name(entry.metadata),
            "text": mark.quote,
            "source": f"{document_id} page {number}",
        },
        company=address_of_company(company) if company else "",
        others=filings_of(place.corpus, company) if company else (),
        address=lambda page: page_address(
            document_id, page, mark if page == number or mark.words else NO_MARK
        ),
    )


def cell_part(place: Workplace, request: Request) -> str:
    """The panel of a cell, to be put into the page; SecqaError where no figure was read there."""
    document_id = request.path_params["document_id"]
    panel = _panel(place, document_id, mark_in(request.query_params))
    if panel is None:
        raise SecqaError(f"{document_id}: no figure was read at this place")
    return place.render("cell.html.j2", panel=panel)


def figures_page(place: Workplace, request: Request) -> str:
    """The tables of a page with figures as links: for readers without a pointer or script."""
    document_id, number = request.path_params["document_id"], request.path_params["number"]
    page = place.corpus.page(document_id, number)
    return place.render(
        "figures.html.j2",
        view="filings",
        about=place.corpus.entry(document_id).metadata,
        page=page,
        tables=[
            (one, table_title(one), _linked_rows(document_id, one))
            for one in page.elements
            if one.table
        ],
        address=filing_address(document_id, number, PageMark()),
    )


def part(place: Workplace, request: Request) -> str:
    """A page of a filing by itself."""
    path = request.path_params
    return page_part(place, path["document_id"], path["number"], mark_in(request.query_params))


def _panel(place: Workplace, document_id: str, mark: PageMark) -> dict[str, object] | None:
    return panel_of(place, document_id, mark) if mark.element >= 0 else None


def _search_words(document: Document, find: str) -> tuple[str, ...]:
    """What a search marks: without quotes its phrase where that is printed, else each word that
    means something by itself."""
    words, phrase = words_in(find), " ".join(find.split())
    if '"' in find or len(words) < 2:
        return words
    if _hits_of(document, (phrase,)):
        return (phrase,)
    return tuple(one for one in words if term_of(one.lower())) or words


def _hits_of(document: Document, words: tuple[str, ...]) -> list[dict[str, Any]]:
    """The pages that have all words, in order, each with the first hit and how many there are."""
    hits: list[dict[str, Any]] = []
    patterns = [re.compile(search_pattern(one), re.IGNORECASE) for one in words]
    for page in document.pages if patterns else ():
        text = page.text
        matches = [pattern.search(text) for pattern in patterns]
        first = matches[0]
        if first is None or None in matches:
            continue
        # Words that the context cuts are left out.
        begin, end = first.start() - _CONTEXT, first.end() + _CONTEXT
        before = " ".join(text[max(0, begin) : first.start()].split()[begin > 0 :])
        after = " ".join(text[first.end() : end].split()[: -1 if end < len(text) else None])
        count = sum(len(pattern.findall(text)) for pattern in patterns)
        around = {"before": before, "hit": first.group(), "after": after}
        hits.append({"page": page.number, "count": count, **around})
    return hits[:_MOST_HITS]


def _shapes(printed: PrintedFiling) -> dict[int, float]:
    """Height by width of each page that is shown as a picture."""
    pictures = {at: one for at, one in printed.pages.items() if isinstance(one, PdfPage)}
    shapes = {data: page_shapes(data) for data in {one.data for one in pictures.values()}}
    return {at: shapes[one.data][one.number - 1] for at, one in pictures.items()}


def _linked_rows(document_id: str, element: Element) -> list[tuple[str, list[tuple[str, str]]]]:
    """The rows of a table: the label, and by column the text and, of figures, their address."""
    assert element.table is not None
    rows = []
    for row in rows_of(element.table):
        cells = []
        for column in range(1, len(element.table.columns)):
            mark = PageMark(element.index, row.index, column)
            if cell := row.cell(column):
                cells.append((cell.text, filing_address(document_id, element.page, mark)))
            else:
                cells.append((element.table.cells[row.index][column], ""))
        rows.append((row.label, cells))
    return rows
