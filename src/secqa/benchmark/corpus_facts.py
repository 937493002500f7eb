"""The facts and pages of a corpus that questions are made from and checked against."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from secqa.corpus.corpus_address import CorpusPath
from secqa.facts.fact import MetricFact
from secqa.facts.table.gates.notes import LinesOf, StatementLine, statement_lines
from secqa.filings.document import Document, Metadata

_SCALES = (0, 3, 6, 9)
_PLACES = 4
_EXACT = 1e-9
"""Relative slack for floating point."""

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


def rounded_forms(value: float, unit: str) -> set[str]:
    """How a value can be printed in full or rounded, a ratio also in percent."""
    if unit != "pure":
        scaled = [abs(value) / 10**scale for scale in _SCALES]
        return {plain_number(f"{v:.{places}f}") for v in scaled for places in range(3) if v >= 1}
    sizes = (abs(value), abs(value) * 100)
    return {plain_number(f"{v:.{places}f}") for v in sizes for places in range(3)} - {"0"}


def printed_forms(value: float, unit: str) -> set[str]:
    """How a value can be printed in full: in ones, thousands, millions or billions.

    Only forms that lose nothing count: 391,035,000,000 is printed as 391,035 or 391.035, but
    391 would be another figure. Ratios are printed in percent.
    """
    if unit == "pure":
        return {
            plain_number(f"{abs(value) * 100:.{_PLACES}f}"),
            plain_number(f"{abs(value):.{_PLACES}f}"),
        }
    forms = set()
    for scale in _SCALES:
        scaled = abs(value) / 10**scale
        text = f"{scaled:.{_PLACES}f}"
        if abs(float(text) - scaled) < _EXACT * max(scaled, 1):
            forms.add(plain_number(text))
    return forms
