"""The page of a filing, or record, that a conversation is about, with figures marked."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from secqa.app.addresses import filing_address, number_in
from secqa.app.evidence_view import page_part
from secqa.app.workplace import Workplace
from secqa.conversation.offline.page_numbers import AMOUNT
from secqa.conversation.programs.generator import Operand
from secqa.conversation.records.conversation_record import (
    Record,
    RecordSpot,
    mentions_of,
    page_record,
    place_of,
    record_page,
)
from secqa.conversation.records.record_store import Records
from secqa.errors import SecqaError
from secqa.filings.document import Page
from secqa.filings.numbers import parse_number
from secqa.filings.rendering.marks import PageMark, marked_html
from secqa.filings.rendering.pages import page_as_read

_WORDS_BEFORE = re.compile(r"(?:\S+\s+){0,3}\S*$")
_FIGURE_AND_WORD = re.compile(rf"{AMOUNT.pattern}(?:\S*\s+\S+)?")


@dataclass(frozen=True, slots=True)
class ChatSubject:
    """A page and its record."""

    record: Record
    page: Page
    title: str
    document_id: str = ""
    """The filing whose page it is; "" for a record of a file or database."""

    def mark(self, operand: Operand, number: int) -> PageMark | None:
        """The mark of an operand; None where it stands nowhere."""
        if operand.spot is None:
            return None
        place = place_of(operand.spot, self.page)
        quote = _context(self.record, operand.spot, operand.text)
        return PageMark(place.element, place.row, place.column, quote, number=number)

    def marks(self, operands: Sequence[Operand]) -> tuple[PageMark, ...]:
        """The marks of operands, numbered from 1."""
        marks = (self.mark(operand, number) for number, operand in enumerate(operands, 1))
        return tuple(filter(None, marks))

    def filing_address(self, mark: PageMark | None = None) -> str:
        """The page in its filing; "" for a record."""
        if not self.document_id:
            return ""
        return filing_address(self.document_id, self.page.number, mark or PageMark())

    def html(self, place: Workplace, operands: Sequence[Operand]) -> str:
        """The page with some operands marked."""
        marks = self.marks(operands)
        if self.document_id:
            return page_part(place, self.document_id, self.page.number, *marks)
        html = marked_html(page_as_read(self.page), *marks)
        return place.render("page.html.j2", scope="", html=html)


def chat_subject(place: Workplace, records: Records | None, about: str) -> ChatSubject:
    """The page of the corpus, else the record, of an id.

    SecqaError where there is none of that name.
    """
    document_id, _, page_number = about.rpartition("#")
    known = {one.document_id for one in place.corpus.documents}
    if document_id in known and (number := number_in({"page": page_number}, "page", 0)):
        page = place.corpus.page(document_id, number)
        meta = place.corpus.entry(document_id).metadata
        parts = (place.company_name(meta), meta.form, meta.fiscal_period, meta.fiscal_year)
        title = f"{' '.join(str(part) for part in parts if part)}, page {number}"
        return ChatSubject(page_record(document_id, page), page, title, document_id)
    if records is None:
        raise SecqaError(f"{about}: no such page here; search for one, or choose one in a filing")
    record = records.get(about)
    return ChatSubject(record, record_page(record), record.id)


def _context(record: Record, spot: RecordSpot, figure: str) -> str:
    """A figure of a sentence with the words before it, or with the next one; "" for a cell."""
    if spot.sentence < 0:
        return ""
    sentence = record.sentences[spot.sentence]
    wanted = parse_number(figure)
    for mention in mentions_of(record):
        if mention.spot == spot and wanted and abs(mention.value) == abs(wanted.value):
            before = str(_WORDS_BEFORE.findall(sentence[: mention.start])[0])
            printed = (AMOUNT if before else _FIGURE_AND_WORD).match(sentence, mention.start)
            return before + (printed.group() if printed else "")
    return sentence
