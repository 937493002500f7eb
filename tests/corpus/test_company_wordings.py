"""What documents call things, kept with them."""

from dataclasses import replace
from pathlib import Path

import pytest
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


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "Acme Platforms, Inc. (formerly known as Road Runner Traps, Inc.)",
            ["Road Runner Traps, Inc"],
        ),
        ("ACM, formerly Coyote Corp, was incorporated in Ohio.", ["Coyote Corp"]),
        ("Acme became the successor issuer of Birdseed Inc. under the Exchange Act.", ["Birdseed"]),
        (
            "United States v. Roadster, Inc.; In re Roadster Inc.; Doe v. Roadster, Inc.",
            ["Roadster"],
        ),
        ("Doe v. Roadster, Inc. is pending.", []),
        ("Acme Electric Partners (formerly Coyote Corp) sued us.", []),
        ("ACME PLATFORMS, formerly Coyote Corp, was incorporated.", ["Coyote Corp"]),
        (f"ACM (formerly {'A' * 5_000} x", []),
        (f"ACM (formerly {'A ' * 5_000} x", []),
        ("The dam, formerly known as Big Dam, was sold.", []),
    ],
)
def test_other_names_of_the_company(text: str, names: list[str], tmp_path: Path) -> None:
    made = document(text)
    with CorpusWriter(tmp_path / "c") as writer:
        writer.add(rows_for(made))
    corpus = open_corpus(tmp_path / "c")
    assert list(corpus.other_names().get(made.metadata.document_id, ())) == names


def test_rows_with_figures_are_lines(tmp_path: Path) -> None:
    made = document("Text.")
    with CorpusWriter(tmp_path / "c") as writer:
        writer.add(rows_for(made))
    corpus = open_corpus(tmp_path / "c")
    assert corpus.lines([made.metadata.document_id]) == (RowLabel("Fuel", 2, 2),)
