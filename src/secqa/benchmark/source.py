"""What questions are made from: a corpus with its fact table, or a made-up one."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from secqa.benchmark.gates.validate import DocumentText, PageNumbers, numbers_in
from secqa.corpus.address import CorpusPath
from secqa.facts.fact import MetricFact
from secqa.filings.document import Document, Metadata


@dataclass(frozen=True, slots=True)
class Source:
    """What questions are made from."""

    rows: tuple[MetricFact, ...]
    """The fact table of whole companies."""
    documents: tuple[Metadata, ...]
    parts: tuple[MetricFact, ...]
    """Rows about segments, regions and products."""
    page_numbers: PageNumbers
    document_text: DocumentText
    document: Callable[[str], Document]
    fingerprint: str
    fingerprint_of: Callable[[tuple[Metadata, ...]], str] = lambda of: " ".join(
        one.document_id for one in of
    )
    """What the fingerprint would be of these documents alone."""


def source_of(corpus_path: CorpusPath) -> Source:
    """Open a corpus with its fact table; SecqaError when it is none."""
    from secqa.corpus.store import open_corpus
    from secqa.facts.table.load import load_values

    corpus = open_corpus(corpus_path)

    @cache
    def page_numbers(document_id: str, page: int) -> frozenset[str]:
        return numbers_in(corpus.page(document_id, page).text)

    @cache
    def document_text(document_id: str) -> str:
        return "\n".join(page.text for page in corpus.document(document_id).pages)

    rows = load_values(corpus_path, corpus.entries)
    parts = load_values(corpus_path, corpus.entries, parts=True)
    documents = corpus.documents
    return Source(
        rows,
        documents,
        parts,
        page_numbers,
        document_text,
        corpus.document,
        corpus.fingerprint,
        corpus.fingerprint_of,
    )
