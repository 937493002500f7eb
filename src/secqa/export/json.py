"""A filing as one JSON object, the complete one: metadata, pages, elements, tables, facts.

`document.schema.json` in this folder documents and checks it. Pages and tables carry what is
printed and no tags; the facts that inline XBRL states stand apart under `facts`, each with
the place where it is printed, so that a reader can leave them out as a whole.
"""

import json
from collections.abc import Sequence
from dataclasses import fields
from datetime import date
from importlib import resources
from typing import Any

from secqa.facts.fact import Fact
from secqa.filings.document import Document, Element, Metadata, Page, Place, Table
from secqa.filings.tables.continued import joined_tables

SCHEMA = 1


def document_json(document: Document, facts: Sequence[Fact] = ()) -> str:
    """A document and its facts as JSON text that `document.schema.json` describes."""
    return json.dumps(document_record(document, facts), ensure_ascii=False, separators=(",", ":"))


def document_record(document: Document, facts: Sequence[Fact] = ()) -> dict[str, Any]:
    """A document and its facts as plain dicts, lists, strings and numbers."""
    return {
        "schema": SCHEMA,
        "metadata": _metadata(document.metadata),
        "warnings": list(document.warnings),
        "pages": [_page(page) for page in document.pages],
        "joined_tables": [
            {"elements": list(whole.elements), "table": _table(whole.table)}
            for whole in joined_tables(document.elements)
        ],
        "facts": [_fact(fact) for fact in facts],
    }


def json_schema() -> dict[str, Any]:
    """The JSON Schema of `document_record`."""
    text = resources.files(__package__).joinpath("document.schema.json").read_text("utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


def _metadata(metadata: Metadata) -> dict[str, Any]:
    values = {field.name: getattr(metadata, field.name) for field in fields(metadata)}
    return {name: _plain(value) for name, value in values.items()}


def _page(page: Page) -> dict[str, Any]:
    return {
        "number": page.number,
        "label": page.label,
        "artificial": page.artificial,
        "elements": [_element(element) for element in page.elements],
    }


def _element(element: Element) -> dict[str, Any]:
    return {
        "index": element.index,
        "type": element.type.value,
        "text": element.text,
        "page": element.page,
        "section": element.section,
        "level": element.level,
        "path": list(element.path),
        "table": _table(element.table) if element.table is not None else None,
    }


def _table(table: Table) -> dict[str, Any]:
    return {
        "cells": [list(row) for row in table.cells],
        "header_rows": table.header_rows,
        "columns": list(table.columns),
        "indents": list(table.indents),
        "caption": table.caption,
        "statement": table.statement,
    }


def _fact(fact: Fact) -> dict[str, Any]:
    values = {field.name: _plain(getattr(fact, field.name)) for field in fields(fact)}
    values["dimensions"] = [{"axis": axis, "member": member} for axis, member in fact.dimensions]
    values["place"] = _place(fact.place) if fact.place is not None else None
    return values


def _place(place: Place) -> dict[str, int | None]:
    in_table = place.row >= 0
    return {
        "page": place.page,
        "element": place.element,
        "row": place.row if in_table else None,
        "column": place.column if in_table else None,
    }


def _plain(value: Any) -> Any:
    if isinstance(value, date):
        return value.isoformat()
    return list(value) if isinstance(value, tuple) else value
