"""What documents call things, kept with them."""

from dataclasses import replace
from pathlib import Path

from tests.support.corpus_builders import made_document

from secqa.corpus.company_wordings import RowLabel
from secqa.corpus.corpus_rows import rows_for
from secqa.corpus.corpus_store import open_corpus
from secqa.corpus.corpus_writer import CorpusWriter
from secqa.filings.document import Document, Element, ElementType, Page, Statement, Table

TABLE = Table(
    cells=(
        ("", "2024", "2023"),
        ("Fuel", "10", "9"),
        ("Fuel", "4", "3"),
        ("Operating expenses:", "", ""),
    ),
    header_rows=1,
    columns=("", "2024", "2023"),
    indents=(0.0, 0.0, 0.0, 0.0),
    statement=Statement.INCOME,
)


def document(text: str, company: str = "Acme Platforms, Inc.") -> Document:
    made = made_document()
    elements = (
        Element(0, ElementType.NARRATIVE_TEXT, text, 1),
        Element(1, ElementType.TABLE, "", 1, table=TABLE),
    )
    return replace(
        made,
        metadata=replace(made.metadata, company=company, ticker="ACM"),
        pages=(Page(1, "1", elements),),
    )


def test_rows_with_figures_are_lines(tmp_path: Path) -> None:
    made = document("Text.")
    with CorpusWriter(tmp_path / "c") as writer:
        writer.add(rows_for(made))
    corpus = open_corpus(tmp_path / "c")
    assert corpus.lines([made.metadata.document_id]) == (RowLabel("Fuel", 2, 2),)
