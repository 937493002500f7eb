"""Records out of every layout and store."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.support.conversation_records import CLEANED, FINQA, OFFICIAL

from secqa.conversation.records.conversation_record import (
    Record,
    RecordSpot,
    check_usable,
    page_record,
)
from secqa.conversation.records.record_layouts import records_from
from secqa.conversation.records.record_store import FileRecords, open_records
from secqa.errors import SecqaError
from secqa.filings.document import Element, ElementType, Page, Table


def _only(item: dict[str, Any]) -> Record:
    (record,) = records_from([item], "made.json")
    return record


def test_the_cleaned_layout_gets_its_printed_form_back() -> None:
    record = _only(CLEANED)
    (grid,) = record.tables
    assert grid.header == ("", "2012", "2011")
    assert grid.rows[0] == ("net sales", "1200", "1000")
    assert grid.rows[2] == ("gross margin", "41.7%", "35%")
    assert len(record.pre_text) == 2
    assert record.post_text == ("amounts exclude the u.s . pension plan .",)
    assert [turn.program for turn in record.turns][:2] == ["1200", "1000"]


def test_a_first_row_taken_for_the_header_is_a_row_again() -> None:
    record = _only(
        {**CLEANED, "doc": {**CLEANED["doc"], "table": {"$ 377.0": {"fiscal 2017": 365.6}}}}
    )
    assert record.tables[0].rows == (("", "$ 377.0"), ("fiscal 2017", "365.6"))


def test_the_official_layout_keeps_printed_cells() -> None:
    record = _only(OFFICIAL)
    assert record.tables[0].header == ("", "2012", "2011")
    assert record.tables[0].rows[1] == ("eps", "1.10", "( .5 )")
    assert record.number_rows["eps"] == (1.1, -0.5)
    assert record.pre_text[0] == "acme 's rental expense was $ 40 million ."
    assert record.turns[0].answer == 1200.0


def test_finqa_with_a_header_of_two_rows() -> None:
    table = [["", "Year ended", ""], ["", "2019", "2018"], ["Revenue", "1,496.5", "1,202.9"]]
    record = _only({**FINQA, "table": table})
    assert record.turns[0].program == "add(1.10, const_0)"
    assert record.tables[0].header == ("", "Year ended 2019", "2018")


@pytest.mark.parametrize("data", [[], [{"id": "x"}], {"dev": [{"doc": {}}]}, [3], "text"])
def test_other_layouts_are_refused_in_one_line(data: Any) -> None:
    with pytest.raises(SecqaError, match=r"made\.json: ") as caught:
        records_from(data, "made.json")
    assert "\n" not in str(caught.value)


def test_a_page_is_a_record() -> None:
    table = Table((("", "2024"), ("Net sales", "$ 10")), 1, ("", "2024"), (0.0, 0.0), "(millions)")
    elements = (
        Element(0, ElementType.HEADER, "Acme Inc.", 4),
        Element(1, ElementType.NARRATIVE_TEXT, "Sales grew.", 4),
        Element(2, ElementType.TABLE, "", 4, table=table),
        Element(3, ElementType.NARRATIVE_TEXT, "See Note 2.", 4),
    )
    record = page_record("ACME-10-K-2024", Page(4, "3", elements))
    assert record.id == "ACME-10-K-2024#4"
    assert record.pre_text == ("Sales grew.",)
    assert record.post_text == ("See Note 2.",)
    assert record.tables[0].rows == (("Net sales", "$ 10"),)
    assert RecordSpot(0, 0, 1).words(record) == "Net sales, 2024"
    assert RecordSpot(sentence=1).words(record) == "sentence 2"


def test_a_file_of_records(tmp_path: Path) -> None:
    path = tmp_path / "dev.json"
    path.write_text(json.dumps({"dev": [CLEANED]}))
    records = open_records(str(path))
    assert records.search("acme warehouses") == (CLEANED["id"],)
    assert records.search("nothing like it") == ()
    assert records.get(CLEANED["id"]).turns
    with pytest.raises(SecqaError, match="no such record"):
        records.get("Single_X/1999/page_1.pdf")


@pytest.mark.parametrize("content", [None, b"\xff", b"not json", b"[]"])
def test_unusable_files(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "bad.json"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(SecqaError, match=r"bad\.json: "):
        FileRecords(path)


def test_empty_records_and_records_of_words_are_refused() -> None:
    words = {**OFFICIAL, "pre_text": ["nothing"], "table": [["a", "b"], ["c", "d"]]}
    with pytest.raises(SecqaError, match="holds only words"):
        check_usable(_only(words))
    with pytest.raises(SecqaError, match="is empty"):
        check_usable(_only({**words, "pre_text": ["."], "post_text": [], "table": []}))
    check_usable(_only(OFFICIAL))
