"""Answers and figures that people keep, with notes, in collections."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from zipfile import ZipFile

import pytest
from starlette.testclient import TestClient
from tests.app.conftest import BASE
from tests.support.browser_addresses import REVENUE, asking

from secqa.app.saved_items import FILE, items_markdown, save_item, saved_items
from secqa.errors import SecqaError

ITEM = {"address": "/ask?q=a", "title": "a?", "text": "$5 (five)", "value": "5", "unit": "USD"}


@pytest.fixture
def kept(folder: Path, client: TestClient) -> Iterator[TestClient]:
    """The server with nothing saved, before and after."""
    yield client
    (folder / "corpus" / FILE).unlink(missing_ok=True)


def test_an_answer_is_saved_from_its_page_and_taken_away(kept: TestClient) -> None:
    address = asking(REVENUE)
    assert "☆" in kept.get(address).text
    form = {**ITEM, "address": address, "back": address, "removed": "false"}
    back = kept.post("/saved", data=form)
    assert "★" in back.text
    assert "a?" in kept.get("/saved").text
    assert ["Saved", "a?"] in [
        [one["kind"], one["name"]] for one in kept.get("/find?find=a").json()
    ]
    kept.post("/saved", data={**form, "removed": "true"})
    assert "☆" in kept.get(address).text


def test_a_passage_is_saved_by_its_words(kept: TestClient) -> None:
    """Two passages of one page need two addresses."""
    page = kept.get(asking("What does Acme say about its largest customer?")).text
    address = "/filings/ACME-10-K-2024?page=2&amp;quote=We+make+anvils"
    assert f'name="address" value="{address}' in page


def test_an_answer_in_words_is_saved_with_its_words(kept: TestClient) -> None:
    address = asking("What does Acme say about its largest customer?")
    fields = re.findall(
        r'<input type="hidden" name="(\w+)" value="([^"]*)"', kept.get(address).text
    )
    first = dict(reversed([one for one in fields if one[0] in ("address", "title", "text")]))
    form = {name: unescape(text) for name, text in first.items()}
    assert form["address"] == address
    kept.post("/saved", data=form)
    for export in ("/saved", "/saved.md", "/saved.csv"):
        assert "We make anvils" in kept.get(export).text
        assert "relevant passage" not in kept.get(export).text


def test_what_is_new_goes_into_the_collection_of_the_last(folder: Path, kept: TestClient) -> None:
    kept.post("/saved", data={**ITEM, "collection": "Q1", "saved": "2026-01-01T00:00:00Z"})
    kept.post("/saved", data={**ITEM, "address": "/ask?q=b"})
    kept.post("/saved", data={**ITEM, "address": "/ask?q=c", "collection": ""})
    saved = saved_items(folder / "corpus").values()
    assert [one.collection for one in saved] == ["Q1", "Q1", ""]


def test_a_note_and_a_collection_are_exported_with_the_source(kept: TestClient) -> None:
    kept.post("/saved", data={**ITEM, "address": "/ask?q=b", "title": "b?"})
    kept.post("/saved", data=ITEM)
    kept.post("/saved", data={"address": ITEM["address"], "collection": "Q1", "note": "check *it*"})
    page = kept.get("/saved").text
    assert 'value="check *it*"' in page
    text = kept.get("/saved.md?collection=Q1").text
    assert "## Q1" in text
    assert "Note: check \\*it\\*" in text
    assert "b?" not in text
    assert "/ask?q=a)" in text
    book = kept.get("/saved.xlsx")
    assert book.headers["content-disposition"].endswith('"saved.xlsx"')
    assert book.content.startswith(b"PK")


def test_notes_of_all_items_are_kept_at_once(kept: TestClient, folder: Path) -> None:
    """One button keeps what was typed beside every item, and takes away one of them."""
    for name in "abc":
        kept.post("/saved", data={**ITEM, "address": f"/ask?q={name}"})
    assert kept.get("/saved").text.count("<form") == 1
    form = {
        "address": ["/ask?q=a", "/ask?q=b", "/ask?q=c", "/ask?q=none"],
        "collection": ["Q1", "Q1", "", ""],
        "note": ["one", "two", "three", "four"],
    }
    kept.post("/saved/notes", data=form | {"removed": "/ask?q=c"})
    known = saved_items(folder / "corpus")
    assert [(one.note, one.collection) for one in known.values()] == [("one", "Q1"), ("two", "Q1")]


def test_a_note_is_asked_for_where_something_was_saved(kept: TestClient) -> None:
    address = asking(REVENUE)
    kept.post("/saved", data={**ITEM, "address": address})
    assert 'name="note"' in kept.get(address).text


def test_what_is_kept_goes_to_pages_of_ours_alone(kept: TestClient, folder: Path) -> None:
    for address in ("https://evil.example", "//evil.example", "javascript:alert(1)", ""):
        with pytest.raises(SecqaError, match="address"):
            save_item(folder / "corpus", ITEM | {"address": address})
    assert kept.post("/saved", data=ITEM | {"title": ""}).status_code == 404


def test_lines_that_are_broken_are_left_out(tmp_path: Path) -> None:
    save_item(tmp_path, ITEM)
    with (tmp_path / FILE).open("a") as file:
        file.write('{"address": 5}\nnot json\n{"addr')
    save_item(tmp_path, ITEM | {"address": "/b"})
    assert list(saved_items(tmp_path)) == ["/ask?q=a", "/b"]


def test_markup_of_what_is_kept_is_text(tmp_path: Path) -> None:
    item = save_item(tmp_path, ITEM | {"title": "<b>*x*", "text": "[a](b)"})
    text = items_markdown([item], "http://h")
    assert "&lt;b>\\*x\\*" in text
    assert "\\[a\\](b)" in text


def test_the_workbook_has_numbers_and_links(kept: TestClient, tmp_path: Path) -> None:
    kept.post("/saved", data=ITEM)
    path = tmp_path / "saved.xlsx"
    path.write_bytes(kept.get("/saved.xlsx").content)
    sheet = ZipFile(path).read("xl/worksheets/sheet1.xml").decode()
    assert "<v>5</v>" in sheet
    links = ZipFile(path).read("xl/worksheets/_rels/sheet1.xml.rels").decode()
    assert f"{BASE}/ask?q=a" in links
