"""`secqa pages`: the pages of a document, or one page as it reads."""

from typing import TYPE_CHECKING, Annotated

import typer

from secqa.cli.options import CorpusOption, JsonOption

if TYPE_CHECKING:
    from secqa.filings.document import Element, Page

_LABEL_WIDTH = 60


def pages(
    document: Annotated[str, typer.Argument(help="Its id, as `secqa documents` lists it.")],
    corpus: CorpusOption,
    number: Annotated[
        int | None, typer.Argument(help="A page by its place in the file; all if not given.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """List the pages of a document, or print one."""
    from secqa.cli.terminal import print_json, print_rows
    from secqa.corpus.store import open_corpus

    opened = open_corpus(corpus)
    if number is not None:
        page = opened.page(document, number)
        if as_json:
            print_json(page)
        else:
            _print_page(document, page)
        return
    found = opened.document(document).pages
    if as_json:
        print_json(
            [
                {"page": p.number, "label": p.label, "tables": p.tables, "title": p.title}
                for p in found
            ]
        )
    else:
        print_rows(
            ("page", "label", "tables", "title"),
            [(p.number, p.label, p.tables, p.title) for p in found],
        )


def _print_page(document: str, page: "Page") -> None:
    printed = f', printed number "{page.label}"' if page.label else ""
    typer.echo(f"{document}, page {page.number}{printed}\n")
    for element in page.elements:
        typer.echo("\n".join(_table_lines(element)) if element.table else element.text)
        typer.echo()


def _table_lines(element: "Element") -> list[str]:
    from secqa.cli.terminal import aligned, cut

    table = element.table
    if table is None or not table.cells:
        return []
    rows = [[cut(row[0], _LABEL_WIDTH), *row[1:]] for row in table.cells] if table.cells[0] else []
    lines = aligned(rows, [False] + [True] * (len(table.cells[0]) - 1))
    if 0 < table.header_rows < len(lines):
        lines.insert(table.header_rows, "-" * max(map(len, lines)))
    return lines
