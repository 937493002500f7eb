"""The filings of a corpus as a list, and one of them to be read page by page."""

from secqa.app.addresses import Parameters, mark_in, number_in, page_address, words_in
from secqa.app.library.finding import headings_of, hits_of
from secqa.app.part import is_at_hand, page_part
from secqa.app.printed.marks import NO_MARK
from secqa.app.workplace import Workplace
from secqa.errors import SecqaError

_SHOWN = 300
"""Filings that are listed at once."""


def filings_page(place: Workplace, given: Parameters) -> str:
    """The filings of the corpus, as many as fit what is looked for."""
    find = given.get("find", "").strip()
    form = given.get("form", "")
    wanted = find.lower().split()
    only = frozenset(filter(None, given.get("only", "").split(",")))
    entries = place.corpus.entries

    def fits(text: str) -> bool:
        return all(word in text.lower() for word in wanted)

    found = [
        entry
        for entry in entries
        if (not only or entry.metadata.document_id in only)
        and (not form or entry.metadata.form == form)
        and fits(f"{entry.metadata.document_id} {entry.metadata.company} {entry.metadata.ticker}")
    ]
    return place.render(
        "filings.html.j2",
        view="filings",
        find=find,
        form=form,
        only=",".join(sorted(only)),
        forms=sorted({entry.metadata.form for entry in entries}),
        found=found[:_SHOWN],
        count=len(found),
        total=len(entries),
    )


def filing_page(place: Workplace, document_id: str, given: Parameters) -> str:
    """One filing, open at a page, with its sections and what is looked for in it."""
    entry = place.corpus.entry(document_id)
    document = place.corpus.document(document_id)
    if not document.pages:
        raise SecqaError(f"{document_id}: has no pages")
    find = given.get("find", "").strip()
    hits = hits_of(document, words_in(find))
    first = hits[0].page if hits else 1
    number = number_in(given, "page", first)
    number = min(max(number, 1), len(document.pages))
    mark = mark_in(given)
    return place.render(
        "filing.html.j2",
        view="filings",
        entry=entry,
        about=entry.metadata,
        pages=document.pages,
        number=number,
        find=find,
        hits=hits,
        headings=headings_of(document),
        given=given,
        opened=page_part(place, document_id, number, mark, shown_as=given.get("as", "")),
        as_printed=is_at_hand(place, document_id),
        address=lambda page: page_address(
            document_id, page, mark if page == number or mark.words else NO_MARK
        ),
    )
