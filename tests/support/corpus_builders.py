"""Small documents made by hand."""

import hashlib
from datetime import date

from secqa.filings.document import (
    Document,
    Element,
    ElementType,
    Metadata,
    Page,
    Statement,
    Table,
)


def made_document(
    document_id: str = "ACME-10-K-2024",
    revenue: str = "1,234",
    accession: str = "",
    source: str = "acme.html",
) -> Document:
    """Two pages: a title with a sentence, and an income statement with one row."""
    table = Table(
        cells=(("(in millions)", "2024", "2023"), ("Net sales", revenue, "(1,100)"), ("", "", "")),
        header_rows=1,
        columns=("(in millions)", "2024", "2023"),
        indents=(0.0, 0.0, 7.5),
        caption="Statements of “Income”",
        statement=Statement.INCOME,
    )
    sentence = Element(
        index=1,
        type=ElementType.NARRATIVE_TEXT,
        text=f"Acme sold for {revenue} — it's 5% more.",
        page=1,
        section="I/1",
        path=("Business", "Overview"),
    )
    title = Element(index=0, type=ElementType.TITLE, text="Business", page=1, level=1)
    statement = Element(
        index=2, type=ElementType.TABLE, text="Net sales | 1", page=2, section="II/8", table=table
    )
    content = f"{document_id} {revenue} {accession} {source}"
    return Document(
        metadata=Metadata(
            document_id=document_id,
            company="Acme, Inc.",
            ticker=document_id.split("-")[0],
            cik="0000000007",
            form="10-K",
            fiscal_year=2024,
            fiscal_period="FY",
            period_end=date(2024, 12, 31),
            fiscal_year_end="12-31",
            accession=accession,
            tickers=("ACME", "ACMEB"),
            source=source,
            sha256=hashlib.sha256(content.encode()).hexdigest(),
            guessed=("ticker",),
        ),
        pages=(
            Page(number=1, label="", elements=(title, sentence)),
            Page(number=2, label="F-1", elements=(statement,), artificial=True),
            Page(number=3, label="F-2", elements=()),
        ),
        warnings=("a warning",),
    )
