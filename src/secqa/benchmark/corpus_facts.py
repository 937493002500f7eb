"""The facts and pages of a corpus that questions are made from and checked against."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from secqa.corpus.corpus_address import CorpusPath
from secqa.facts.fact import MetricFact
from secqa.facts.table.gates.notes import LinesOf, StatementLine, statement_lines
from secqa.filings.document import Document, Metadata

PageNumbers = Callable[[str, int], frozenset[str]]
"""(document_id, page) -> the numbers printed on that page, as `numbers_in` gives them."""

_NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+")


@dataclass(frozen=True, slots=True)
class CorpusFacts:
    """The facts and pages that questions are made from."""

    rows: tuple[MetricFact, ...]
    """The fact table of whole companies."""
    documents: tuple[Metadata, ...]
    parts: tuple[MetricFact, ...]
    """Rows about segments, regions and products."""
    page_numbers: PageNumbers
    document_text: Callable[[str], str]
    """document_id -> the text of all its pages, one element or row a line."""
    document: Callable[[str], Document]
    lines_of: LinesOf
    """The lines of a report's statements."""
    fingerprint: str
    fingerprint_of: Callable[[tuple[Metadata, ...]], str]
    """The fingerprint of a corpus of these documents alone."""


def corpus_facts(corpus_path: CorpusPath) -> CorpusFacts:
    """Open a corpus with its fact table; raises SecqaError if the folder is no corpus."""
    from secqa.corpus.corpus_store import open_corpus
    from secqa.facts.table.fact_store import load_values

    corpus = open_corpus(corpus_path)

    @cache
    def page_numbers(document_id: str, page: int) -> frozenset[str]:
        return numbers_in(corpus.page(document_id, page).text)

    @cache
    def document_text(document_id: str) -> str:
        return "\n".join(page.text for page in corpus.document(document_id).pages)

    @cache
    def lines_of(document_id: str) -> tuple[StatementLine, ...]:
        return statement_lines(corpus.document(document_id))

    return CorpusFacts(
        load_values(corpus_path, corpus.entries),
        corpus.documents,
        load_values(corpus_path, corpus.entries, parts=True),
        page_numbers,
        document_text,
        corpus.document,
        lines_of,
        corpus.fingerprint,
        corpus.fingerprint_of,
    )


def numbers_in(text: str) -> frozenset[str]:
    """All numbers printed in a text, thousands separators and leading zeros removed."""
    return frozenset(plain_number(match) for match in _NUMBER.findall(text))


def plain_number(number: str) -> str:
    """1,234.50 -> 1234.5: equal numbers become equal texts."""
    whole, _, places = number.replace(",", "").partition(".")
    places = places.rstrip("0")
    return f"{whole.lstrip('0') or '0'}{'.' + places if places else ''}"
