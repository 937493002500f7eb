"""A filing as one JSON object, the complete one: metadata, pages, elements, tables, facts.

`document.schema.json` in this folder documents and checks it. Pages and tables carry what is
printed and no tags; the facts that inline XBRL states stand apart under `facts`, each with
the place where it is printed, so that a reader can leave them out as a whole.
"""

import json
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from datetime import date
from typing import Any

from secqa.facts.fact import Fact
from secqa.filings.document import Document, Place
from secqa.filings.tables.continued import joined_tables

SCHEMA = 1


def document_json(document: Document, facts: Sequence[Fact] = ()) -> str:
    """A document and its facts as JSON text that `document.schema.json` describes."""
    return json.dumps(document_record(document, facts), ensure_ascii=False, separators=(",", ":"))


def document_record(document: Document, facts: Sequence[Fact] = ()) -> dict[str, Any]:
    """A document and its facts as plain dicts, lists, strings and numbers."""
    return {
        "schema": SCHEMA,
        "metadata": _plain(document.metadata),
        "warnings": list(document.warnings),
        "pages": _plain(document.pages),
        "joined_tables": _plain(joined_tables(document.elements)),
        "facts": _plain(tuple(facts)),
    }


def _plain(value: Any) -> Any:
    """A value as JSON has it: what is made of fields as an object, several as a list."""
    if isinstance(value, Fact):
        dimensions = [{"axis": axis, "member": member} for axis, member in value.dimensions]
        return _fields(value) | {"dimensions": dimensions}
    if isinstance(value, Place) and value.row < 0:
        return _fields(value) | {"row": None, "column": None}
    if is_dataclass(value):
        return _fields(value)
    if isinstance(value, date):
        return value.isoformat()
    return [_plain(one) for one in value] if isinstance(value, tuple) else value


def _fields(value: Any) -> dict[str, Any]:
    return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
