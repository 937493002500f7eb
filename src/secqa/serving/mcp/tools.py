"""Define the tools of an agent over a corpus: plain functions that return JSON-ready data.

Results are small and name the page of each value. Untrusted text of filings appears only in fields
`filing_text`, as data and never as an instruction. The tools do not see tags.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from secqa.corpus.corpus_rows import Entry
from secqa.corpus.corpus_store import Corpus
from secqa.filings.document import Metadata, Page
from secqa.metrics.number_text import short
from secqa.models.model import Usage
from secqa.reading.page_text import page_body
from secqa.reading.reading import Passage, Reading
from secqa.retrieval.indexing.chunking import element_chunks
from secqa.retrieval.rank import retrieve_pages
from secqa.retrieval.select import DocumentFilter, documents_for
from secqa.systems.answer import Answer
from secqa.systems.engine import make_engine
from secqa.systems.make import make_system
from secqa.systems.thinking import OFFLINE

MOST_DOCUMENTS = 20
MOST_PAGES = 20
MOST_PLACES = 8
"""Maximum evidence items or passages of an answer."""
EXCERPT = 400
"""Characters of a page in search results."""
PART = 8_000
"""Maximum characters of a page or passage in one result: about 2,000 tokens."""

ToolData = dict[str, Any]
"""A JSON-ready object."""


@dataclass(frozen=True, slots=True)
class CorpusTools:
    """The tools over a corpus; agents see their docstrings."""

    corpus: Corpus
    pages: int = 8
    """Pages per retrieval."""

    def find_documents(
        self, company: str = "", form: str = "", fiscal_year: int | None = None
    ) -> ToolData:
        """List filings, the latest first: ids to use with the other tools.

        `company` is a name or a trading symbol, `form` is such as 10-K or 10-Q. If a year has no
        report, the result has a later one that prints that year as a comparative.
        """
        ids = documents_for(
            self.corpus.documents,
            DocumentFilter(
                companies=[company] if company else None,
                stock_symbols=[company] if company else None,
                form_types=[form] if form else None,
                fiscal_years=None if fiscal_year is None else [fiscal_year],
            ),
        )
        documents = [_line(self.corpus.entry(one)) for one in ids[:MOST_DOCUMENTS]]
        return {"found": len(ids), "documents": documents}

    def find_pages(self, question: str, document_id: str = "", limit: int = 5) -> ToolData:
        """Find the pages that fit a question, best first, in one filing or in all.

        Each page comes with its best part; `read_page` returns the whole page.
        """
        within = [document_id] if document_id else None
        ranked = retrieve_pages(self.corpus, question, min(limit, MOST_PAGES), within)
        return {"pages": [self._excerpt(one.document_id, one.page, one.chunk) for one in ranked]}

    def read_page(self, document_id: str, page: int, start: int = 0) -> ToolData:
        """Return the text of a page, tables row by row; continue at `next_start` if it is present.

        `page` is its number in the file, from 1.
        """
        printed = self.corpus.page(document_id, page)
        text = page_body(printed)
        content = _place(document_id, printed) | {"filing_text": text[max(start, 0) :][:PART]}
        end = max(start, 0) + PART
        return content | ({"next_start": end} if end < len(text) else {})

    def read_value(
        self, question: str, document_id: str, pages: list[int] | None = None
    ) -> ToolData:
        """Read one figure from a filing: its value in base units, and its printed line.

        Ask for one company, one period and one figure. Without `pages`, the best pages are read.
        Amounts are in dollars, percentages are fractions; `value` is null if no figure fits.
        """
        chosen = pages or [
            one.page for one in retrieve_pages(self.corpus, question, self.pages, [document_id])
        ]
        about = self.corpus.entry(document_id).metadata
        given: Sequence[tuple[Metadata, Page]] = [
            (about, self.corpus.page(document_id, number)) for number in chosen
        ]
        reading = make_engine(self.corpus, OFFLINE, Usage()).read(question, given)
        if reading.value is None:
            return {"value": None, "why": reading.why, "pages_read": chosen}
        return self._value(reading)

    def ask(self, question: str) -> ToolData:
        """Answer a whole question over all filings, with the page of each value that it uses.

        Answers figures, growth, comparisons, rankings and series by period; questions for text get
        relevant passages. Without an answer, `why` gives the reason.
        """
        answer = make_system("codegen-docs", self.corpus, self.pages).answer(question)
        if answer.value is None:
            return {"answer": None, "why": answer.error}
        confidence: ToolData = {"confidence": round(answer.confidence, 3)}
        if answer.passages:
            return confidence | {
                "passages": [self._passage(p) for p in answer.passages[:MOST_PLACES]]
            }
        read = [one for one in dict.fromkeys(answer.readings) if one.value is not None]
        return {
            "answer": _values(answer),
            **confidence,
            **({"notes": list(answer.notes)} if answer.notes else {}),
            "evidence_found": len(read),
            "evidence": [self._value(one) for one in read[:MOST_PLACES]],
        }

    def documents(self) -> ToolData:
        """All filings of the corpus."""
        return {"documents": [_line(entry) for entry in self.corpus.entries]}

    def outline(self, document_id: str) -> ToolData:
        """A filing with the titles of its pages."""
        pages = self.corpus.document(document_id).pages
        titles = [{"page": one.number, "filing_text": one.title} for one in pages]
        return _line(self.corpus.entry(document_id)) | {"titles": titles}

    def page(self, document_id: str, page: int) -> ToolData:
        """The whole text of a page of a filing; `page` is its number in the file, from 1."""
        printed = self.corpus.page(document_id, page)
        return _place(document_id, printed) | {"filing_text": page_body(printed)}

    def _excerpt(self, document_id: str, number: int, chunk: int) -> ToolData:
        page = self.corpus.page(document_id, number)
        chunks = element_chunks(page)
        text = chunks[chunk].text if chunks else ""
        return _place(document_id, page) | {"filing_text": text[:EXCERPT]}

    def _value(self, reading: Reading) -> ToolData:
        page = self.corpus.page(reading.document_id, reading.page)
        return {
            "value": reading.value,
            "unit": reading.unit,
            "confidence": round(reading.confidence, 3),
            **_place(reading.document_id, page),
            "filing_text": reading.quote[:EXCERPT],
        }

    def _passage(self, passage: Passage) -> ToolData:
        page = self.corpus.page(passage.document_id, passage.page)
        return _place(passage.document_id, page) | {"filing_text": passage.text[:PART]}


def _line(entry: Entry) -> ToolData:
    about = entry.metadata
    return {
        "document_id": about.document_id,
        "company": about.company,
        "ticker": about.ticker,
        "form": about.form,
        "fiscal_year": about.fiscal_year,
        "fiscal_period": about.fiscal_period,
        "period_end": about.period_end.isoformat() if about.period_end else None,
        "pages": entry.pages,
    }


def _place(document_id: str, page: Page) -> ToolData:
    return {"document_id": document_id, "page": page.number, "printed_number": page.label}


def _values(answer: Answer) -> list[ToolData]:
    """Each value with its label, in base units and as readable text."""
    return [
        {
            "about": label,
            "value": value,
            "unit": answer.unit if isinstance(value, float | int) else "",
            "said": short(value, answer.unit) if isinstance(value, float | int) else value,
        }
        for label, value in answer.labelled_values
    ]
