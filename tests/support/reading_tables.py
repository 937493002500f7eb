"""Small pages with tables for the reader's tests."""

from datetime import date

from secqa.filings.document import Element, ElementType, Metadata, Page, Statement, Table
from secqa.metrics.metric import Metric


def metadata(
    year: int = 2024,
    end: date = date(2024, 12, 31),
    form: str = "10-K",
    period: str = "FY",
) -> Metadata:
    """A document of an invented company."""
    return Metadata(
        document_id=f"ACME-{form}-{year}",
        company="Acme Corp.",
        ticker="ACME",
        cik="0000000001",
        form=form,
        fiscal_year=year,
        fiscal_period=period,
        period_end=end,
    )


def table(
    text: str,
    *,
    caption: str = "",
    statement: Statement | None = None,
) -> Table:
    """A table from lines "label | cell | cell"; the first line is the header.

    Two spaces of indentation are six points.
    """
    lines = [line for line in text.strip("\n").split("\n") if line.strip()]
    margin = min(len(line) - len(line.lstrip(" ")) for line in lines)
    cells = tuple(tuple(cell.strip() for cell in line.split("|")) for line in lines)
    width = max(map(len, cells))
    cells = tuple((*row, *[""] * (width - len(row))) for row in cells)
    return Table(
        cells=cells,
        header_rows=1,
        columns=cells[0],
        indents=tuple(3.0 * (len(line) - len(line.lstrip(" ")) - margin) for line in lines),
        caption=caption,
        statement=statement,
    )


def page(*content: Table | str, number: int = 1, title: str = "") -> Page:
    """A page of tables and paragraphs."""
    elements = []
    for index, item in enumerate(content):
        is_table = isinstance(item, Table)
        elements.append(
            Element(
                index=index,
                type=ElementType.TABLE if is_table else ElementType.NARRATIVE_TEXT,
                text="" if isinstance(item, Table) else item,
                page=number,
                path=(title,) if title else (),
                table=item if isinstance(item, Table) else None,
            )
        )
    return Page(number=number, label=str(number), elements=tuple(elements))


def metric(name: str, *printed: str, **more: object) -> Metric:
    """A metric of the income statement in dollars unless told otherwise."""
    fields: dict[str, object] = {
        "id": name.replace(" ", "_"),
        "name": name,
        "unit": "USD",
        "period": "duration",
        "statement": "income",
        "printed": printed or (name,),
    }
    return Metric(**(fields | more))  # type: ignore[arg-type]
