"""`secqa convert`: one filing in another format."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from secqa.filings.document import Filing


class Format(StrEnum):
    """What a filing can be converted to."""

    JSON = "json"
    MARKDOWN = "markdown"
    HTML = "html"
    ELEMENTS = "elements"
    DOCLING = "docling"


def convert(
    file: Annotated[Path, typer.Argument(help="A filing: HTML, PDF or text.", metavar="FILE")],
    to: Annotated[Format, typer.Option(help="The format.")],
    out: Annotated[Path | None, typer.Option(help="File to write; printed if not given.")] = None,
) -> None:
    """Convert one filing.

    json: everything that was read, with the tagged facts apart (documented by
    secqa/export/document.schema.json). markdown, html: to be read. elements: the list of
    elements of the Unstructured library. docling: a DoclingDocument.
    """
    from secqa.files import write_file
    from secqa.filings.read import read_filing

    filing = read_filing(file)
    text = _converted(filing, to)
    if out is None:
        typer.echo(text, nl=not text.endswith("\n"))
    else:
        write_file(out, text.encode())
    for warning in filing.document.warnings:
        typer.echo(f"{file}: {warning}", err=True)


def _converted(filing: "Filing", to: Format) -> str:
    document = filing.document
    match to:
        case Format.JSON:
            from secqa.export.json import document_json
            from secqa.facts.tags.ixbrl import facts_of

            return document_json(document, facts_of(filing))
        case Format.MARKDOWN:
            from secqa.export.markdown import document_markdown

            return document_markdown(document)
        case Format.HTML:
            from secqa.export.html import document_html

            return document_html(document)
        case Format.ELEMENTS:
            from secqa.export.elements import document_elements

            return document_elements(document)
        case Format.DOCLING:
            from secqa.export.docling import document_docling

            return document_docling(document)
