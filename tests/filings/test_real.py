"""Real filings: pages, places, sections and statements as the files themselves attest them."""

import json
import re
from functools import cache
from pathlib import Path

import pytest

from secqa.filings.document import Filing, Statement
from secqa.filings.numbers import parse_number
from secqa.filings.read import read_filing

FILES = ["AAPL/10-K-2024", "AMC/10-Q-2023-Q2", "MARA/10-Q-2023-Q2", "WMT/10-K-2025"]


@cache
def filing(folder: Path, name: str) -> Filing:
    return read_filing(folder / "filings" / f"{name}.html.gz")


@pytest.mark.parametrize("name", FILES)
def test_printed_numbers_agree_with_pages(shared_data: Path, name: str) -> None:
    pages = filing(shared_data, name).document.pages
    offsets = [page.number - int(page.label) for page in pages if page.label.isdecimal()]
    assert len(offsets) >= 0.9 * len(pages)
    assert len(set(offsets)) == 1
    assert -1 <= offsets[0] <= 4


@pytest.mark.parametrize("name", FILES)
def test_facts_in_tables_stand_in_cells_that_print_them(shared_data: Path, name: str) -> None:
    read = filing(shared_data, name)
    elements = read.document.elements
    cells = unlabelled = 0
    for tag in read.tagging.tags:
        if tag.kind != "nonFraction" or tag.place is None or tag.place.column < 1:
            continue
        table = elements[tag.place.element].table
        assert table is not None
        row = table.cells[tag.place.row]
        printed, tagged = parse_number(row[tag.place.column]), parse_number(tag.text)
        if printed is not None and tagged is not None:
            assert abs(printed.value) == abs(tagged.value)
        else:
            assert " ".join(tag.text.split()) in row[tag.place.column]
        cells += 1
        unlabelled += not row[0]
    assert cells > 400
    assert unlabelled <= 0.02 * cells


@pytest.mark.parametrize("name", FILES)
def test_items_are_found(shared_data: Path, name: str) -> None:
    expected = json.loads((shared_data / "filings" / "expected-sections.json").read_text())
    items = expected.get(f"{name}.html.gz")
    if items is None:
        pytest.skip("no expected sections for this filing")
    found = {element.section for element in filing(shared_data, name).document.elements}
    found |= {section.partition("/")[2] for section in found}
    for item in items:
        part = re.fullmatch(r"part(\d)item(\w+)", item["identifier"])
        section = f"{'I' * int(part[1])}/{part[2].upper()}" if part else item["identifier"]
        assert section in found or not item["character_count"]


@pytest.mark.parametrize("name", FILES)
def test_each_statement_begins_once(shared_data: Path, name: str) -> None:
    pages: dict[Statement, list[int]] = {}
    for element in filing(shared_data, name).document.elements:
        if element.table is not None and element.table.statement is not None:
            pages.setdefault(element.table.statement, []).append(element.page)
    assert {Statement.INCOME, Statement.BALANCE_SHEET, Statement.CASH_FLOW} <= set(pages)
    assert all(last - first <= 2 for first, *_, last in ([p[0], *p] for p in pages.values()))


def test_statements_that_are_elsewhere_are_not_made_up(shared_data: Path) -> None:
    read = filing(shared_data, "IBM/10-K-2024")
    assert all(not e.table or e.table.statement is None for e in read.document.elements)
