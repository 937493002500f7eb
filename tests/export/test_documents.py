"""Whole documents in every format that they are exported to."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from tests.support.export_filing import made_document
from tests.support.filing_markup import BREAK, document, label, plain, row, table
from tests.support.ingest_filings import filing_html
from tests.support.pdf_files import Put, make_pdf

import secqa
from secqa.errors import SecqaError
from secqa.export.document_formats import (
    document_html,
    document_json,
    document_markdown,
    document_schema,
)
from secqa.facts.tags.ixbrl import facts_of
from secqa.filings.document import Document
from secqa.filings.read import read_bytes


def _valid(record: dict[str, Any]) -> None:
    schema = json.loads(document_schema())
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(record)


def test_json_follows_its_schema() -> None:
    filing = read_bytes(filing_html().encode(), "ACME/10-K-2024.html")
    facts = facts_of(filing)
    record = json.loads(document_json(filing.document, facts))
    _valid(record)
    assert len(record["pages"]) == len(filing.document.pages)
    revenue = next(fact for fact in record["facts"] if fact["concept"] == "us-gaap:Revenues")
    assert revenue["value"] == 1_234_000_000
    place = revenue["place"]
    elements = record["pages"][place["page"] - 1]["elements"]
    table = next(e for e in elements if e["index"] == place["element"])["table"]
    assert "1,234" in table["cells"][place["row"]][place["column"]]


def test_json_of_a_document_has_no_tags() -> None:
    filing = read_bytes(filing_html().encode(), "ACME/10-K-2024.html")
    record = json.loads(document_json(filing.document))
    assert record["facts"] == []
    assert "us-gaap" not in json.dumps(record)


def test_json_of_what_states_nothing_follows_the_schema_too() -> None:
    document = read_bytes(b"<p>Form 8-K</p>", "x.html").document
    _valid(json.loads(document_json(document)))
    _valid(json.loads(document_json(made_document())))


def test_the_schema_describes_fields_as_their_docstrings() -> None:
    schema = json.loads(document_schema())
    page = schema["$defs"]["Page"]["properties"]
    assert page["number"]["description"] == "1-based position in the file."
    assert set(schema["required"]) == set(json.loads(document_json(made_document())))


def test_the_schema_refuses_what_is_not_a_document() -> None:
    record = json.loads(document_json(made_document()))
    del record["pages"][0]["elements"][0]["text"]
    with pytest.raises(jsonschema.ValidationError):
        _valid(record)


def test_real_filings_follow_the_schema(shared_data: Path) -> None:
    for name in ("BKE/8-K-1.html.gz", "FLWS/8-K-1.html.gz"):
        filing = secqa.read_filing(shared_data / "filings" / name)
        _valid(json.loads(document_json(filing.document, facts_of(filing))))


def test_markdown_marks_pages_and_levels() -> None:
    text = document_markdown(made_document())
    lines = text.splitlines()
    assert lines[0].startswith("<!-- page 1, printed ")
    assert "# Part I" in lines
    assert "## Item 1. Business" in lines
    assert "- rockets;" in lines
    assert "<!-- page 2 -->" in lines
    assert "1\\. not a list" in lines
    assert "Acme Corp" not in text


def test_markdown_passes_no_markup_through() -> None:
    text = document_markdown(made_document())
    assert re.findall(r"<[^!]|-->.*-->", text) == []
    assert "\\[link\\]" in text


def test_html_is_escaped_and_has_an_anchor_a_page() -> None:
    html = document_html(made_document())
    assert "<script" not in html
    assert "<b>" not in html
    assert '<section id="page-2">' in html
    assert "<h2>Item 1. Business</h2>" in html
    assert html.count("<li>") == 2
    assert html.count("<ul>") == 1


def test_docling_reads_what_is_written() -> None:
    pytest.importorskip("docling_core", reason="extra `docling` is not installed")
    from docling_core.types.doc.document import DoclingDocument

    from secqa.export.library_formats import document_docling

    made = DoclingDocument.model_validate_json(document_docling(made_document()))
    assert sorted(made.pages) == [1, 2]
    table = made.tables[0]
    assert table.prov[0].page_no == 2
    assert table.data.grid[2][1].text == "$ 1,234"
    assert table.data.grid[1][1].column_header
    assert [text.text for text in made.texts if text.label == "list_item"] == [
        "rockets;",
        "anvils.",
    ]
    assert made.pages[1].size.as_tuple() == (1, 1)  # HTML has no measures, and no boxes
    assert table.prov[0].bbox.area() == 0
    markdown = made.export_to_markdown()
    assert "Acme Corp" not in markdown
    assert "Part II" in markdown


def over_two_pages() -> Document:
    head = row(label("(in millions)"), plain("2024"), plain("2023"))
    rows = [row(label(name), plain("5"), plain("4")) for name in ("First", "Second", "Third")]
    return document(f"{table(head, *rows[:2])}{BREAK}{table(head, rows[2])}<p>Then text.</p>")


def test_json_has_tables_over_two_pages_as_wholes() -> None:
    made = over_two_pages()
    record = json.loads(document_json(made))
    _valid(record)
    (whole,) = record["joined_tables"]
    tables = [element.index for element in made.elements if element.table]
    assert whole["elements"] == tables
    assert [cells[0] for cells in whole["table"]["cells"]][1:] == ["First", "Second", "Third"]


def test_html_markdown_and_elements_say_which_table_goes_on() -> None:
    made = over_two_pages()
    first, second = (element.index for element in made.elements if element.table)
    html = document_html(made)
    assert f'<table id="table-{second}" data-continues="table-{first}">' in html
    assert f'<table id="table-{first}">' in html
    (_, after) = document_markdown(made).split("<!-- the table of the page before goes on -->")
    assert "| Third | 5 | 4 |" in after


def test_docling_has_a_table_over_two_pages_as_one() -> None:
    pytest.importorskip("docling_core", reason="extra `docling` is not installed")
    from secqa.export.library_formats import docling_document

    (only,) = docling_document(over_two_pages()).tables
    assert [where.page_no for where in only.prov] == [1, 2]
    assert [cells[0].text for cells in only.data.grid][1:] == ["First", "Second", "Third"]


def test_docling_without_the_extra_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    from secqa.export.library_formats import docling_document

    monkeypatch.setitem(__import__("sys").modules, "docling_core.types.doc", None)
    with pytest.raises(SecqaError, match=r"pip install 'secqa\[docling\]'"):
        docling_document(made_document())


@pytest.mark.parametrize("make", [document_markdown, document_html, document_json])
def test_a_document_without_pages_is_exported(make: Any) -> None:
    assert make(replace(made_document(), pages=()))


def test_read_filing_takes_a_name(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text(filing_html())
    document: Document = secqa.read_filing(str(path)).document
    assert document.metadata.ticker == "ACME"


def test_docling_has_the_boxes_of_a_pdf() -> None:
    pytest.importorskip("docling_core", reason="extra `docling` is not installed")
    from secqa.export.library_formats import docling_document

    lines = {
        80: "FORM 10-K",
        100: "Acme Corp",
        300: "We sell rockets.",
        500: "Twice.",
        600: "Twice.",
    }
    data = make_pdf([[Put(72, y, text) for y, text in lines.items()]])
    made = docling_document(read_bytes(data, "report.pdf").document, data)
    boxes = {one.text: one.prov[0].bbox for one in made.texts}
    assert made.pages[1].size.as_tuple() == (612, 792)
    once = boxes["We sell rockets."]
    assert 70 < once.l < once.r < 200
    assert 480 < once.b < once.t < 510
    assert boxes["Twice."].area() == 0
