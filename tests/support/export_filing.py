"""A small filing with everything that exports must carry, and text that tries to break out."""

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

HOSTILE = '<script>alert("x")</script> & *bold* | [link](javascript:x) _u_ &lt;b&gt;'

TABLE = Table(
    cells=(
        ("", "Year ended June 30,", "", "Change"),
        ("(in millions)", "2024", "2023", ""),
        ("Net sales", "$ 1,234", "$ 1,100", "12.2%"),
        ("Products", "(34)", "—", ""),
        ("Services", "5", "", "n/m"),
    ),
    header_rows=2,
    columns=("(in millions)", "Year ended June 30, 2024", "Year ended June 30, 2023", "Change"),
    indents=(0.0, 0.0, 0.0, 9.0, 9.0),
    caption="Segments (in millions)",
    statement=Statement.INCOME,
)


def made_document() -> Document:
    """Two pages: titles of two levels, a list, a table, furniture, an image, hostile text."""
    kinds: list[tuple[int, ElementType, str, int]] = [
        (1, ElementType.HEADER, "Acme Corp", 0),
        (1, ElementType.TITLE, "Part I", 1),
        (1, ElementType.TITLE, "Item 1. Business", 2),
        (1, ElementType.NARRATIVE_TEXT, HOSTILE, 0),
        (1, ElementType.LIST_ITEM, "• rockets;", 0),
        (1, ElementType.LIST_ITEM, "• anvils.", 0),
        (1, ElementType.PAGE_NUMBER, "F-1", 0),
        (2, ElementType.TITLE, "Part II", 1),
        (2, ElementType.TABLE, "…", 0),
        (2, ElementType.NARRATIVE_TEXT, "1. not a list", 0),
        (2, ElementType.IMAGE, "logo", 0),
    ]
    elements = [
        Element(
            index=index,
            type=kind,
            text=text,
            page=page,
            section="I/1" if page == 1 else "II/8",
            level=level,
            table=TABLE if kind is ElementType.TABLE else None,
        )
        for index, (page, kind, text, level) in enumerate(kinds)
    ]
    pages = tuple(
        Page(number, label, tuple(e for e in elements if e.page == number))
        for number, label in ((1, 'F-1"><b>-->'), (2, ""))
    )
    metadata = Metadata(
        document_id="ACME-10-K-2024",
        company="Acme Corp",
        ticker="ACME",
        cik="0000000007",
        form="10-K",
        fiscal_year=2024,
        fiscal_period="FY",
        period_end=date(2024, 6, 30),
        source="ACME/report.htm",
        sha256="ab" * 32,
    )
    return Document(metadata, pages, ("truncated",))
