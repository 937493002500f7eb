"""How well filings are read, as the filings themselves attest.

The truth is in the files: printed page numbers count pages, inline XBRL says the value and the
period of each figure, and `expected-sections.json` lists the Items of 63 filings. Systems never
see any of it.

    python benchmarks/reading_filings.py ../shared/data/filings --json
"""

import argparse
import json
import re
import sys
from collections.abc import Mapping
from datetime import date, timedelta
from pathlib import Path

from secqa.errors import SecqaError
from secqa.facts.tags.transforms import number_of
from secqa.filings.document import Context, Document, Filing, Metadata, Statement, Tag
from secqa.filings.numbers import parse_number
from secqa.filings.read import read_filing
from secqa.filings.tables.column_periods import (
    ColumnPeriod,
    cell_period,
    column_periods,
    fiscal_year_of,
)

CHECKS = {
    "page labels": "numbered pages whose label goes on with the count of pages",
    "items": "Items of expected-sections.json that are found",
    "fact cells": "numeric facts in tables whose one cell prints their value",
    "row labels": "of these, those whose row has a label",
    "periods": "of these, those whose cell's period is the fact's, where table or row state one",
    "statements": "income, balance sheet and cash flows of 10-K and 10-Q that tag a balance sheet",
}


class Score:
    """Hits and cases of one check, and the first misses."""

    def __init__(self) -> None:
        self.cases = 0
        self.hits = 0
        self.misses: list[str] = []

    def add(self, hit: bool, what: str) -> None:
        self.cases += 1
        self.hits += hit
        if not hit and len(self.misses) < 1000:
            self.misses.append(what)

    @property
    def share(self) -> float:
        return self.hits / self.cases if self.cases else 0.0


def check(
    path: Path, items: Mapping[str, list[dict[str, object]]], scores: dict[str, Score]
) -> None:
    """Add one filing to the scores."""
    name = f"{path.parent.name}/{path.name}"
    filing = read_filing(path)
    check_labels(name, filing.document, scores["page labels"])
    if name in items:
        check_items(name, filing.document, items[name], scores["items"])
    check_facts(name, filing, scores)
    check_statements(name, filing, scores)


def check_labels(name: str, document: Document, score: Score) -> None:
    """A label is right where it goes on with that of the numbered page before or after it."""
    numbered = [page for page in document.pages if page.label.isdecimal()]
    offsets = [page.number - int(page.label) for page in numbered]
    for at, page in enumerate(numbered):
        near = offsets[max(at - 1, 0) : at] + offsets[at + 1 : at + 2]
        what = f"{name} page {page.number}: {page.label}"
        score.add(offsets[at] in near, what)


def check_items(
    name: str, document: Document, items: list[dict[str, object]], score: Score
) -> None:
    found = {element.section for element in document.elements}
    if document.metadata.form.startswith("10-K"):
        found = {section.partition("/")[2] for section in found}
    for item in items:
        if not item["character_count"]:
            continue
        part = re.fullmatch(r"part(\d)item(\w+)", str(item["identifier"]))
        section = f"{'I' * int(part[1])}/{part[2].upper()}" if part else str(item["identifier"])
        score.add(section in found, f"{name} {section}")


def check_facts(name: str, filing: Filing, scores: dict[str, Score]) -> None:
    elements = filing.document.elements
    metadata = filing.document.metadata
    for tag in filing.tagging.tags:
        table = elements[tag.place.element].table if tag.place else None
        if tag.kind != "nonFraction" or tag.place is None or table is None:
            continue
        place = tag.place
        if place.row < 0:
            scores["fact cells"].add(False, f"{name}: {tag.text} in no cell")
            continue
        cell = table.cells[place.row][place.column]
        what = f"{name} page {place.page} element {place.element}: {tag.text!r} in {cell!r}"
        scores["fact cells"].add(prints(cell, tag), what)
        if place.column == 0 or place.row < table.header_rows:
            continue
        label = table.cells[place.row][0]
        scores["row labels"].add(bool(label), what)
        context = filing.tagging.contexts.get(tag.attributes.get("contextref", ""))
        own = column_periods(table, metadata)[place.column]
        period = cell_period(own, table, place.row, place.column, metadata)
        if context and period and (period.end or period.year) and period.role == "value":
            stated = f"{label[:40]!r} {table.columns[place.column]!r} {period}"
            right = same_period(period, context, metadata)
            scores["periods"].add(right, f"{what} {stated} {context.start} {context.end}")


def prints(cell: str, tag: Tag) -> bool:
    """Whether a cell prints the number of a tag; signs are the accountant's."""
    printed = parse_number(cell)
    if printed is None:
        # Words ("none", "three years"), and several figures in one cell.
        return " ".join(tag.text.split()) in cell
    try:
        tagged = float(number_of(tag.text, tag.attributes.get("format", "")))
    except (ValueError, ArithmeticError):
        return printed.dash
    return abs(printed.value) == abs(tagged)


def same_period(period: ColumnPeriod, context: Context, metadata: Metadata) -> bool:
    """Whether a fact is about the period, or is a balance at its beginning or end."""
    ends = [context.end]
    if context.start is None:
        # Balances stand in columns of years: those at the end, and those at the beginning.
        ends += [later(context.end, period.months or 12)]
    elif period.months and not fits(context, period.months):
        return False
    if period.end:
        return any(abs((end - period.end).days) <= 7 for end in ends)
    years = {placed[0] for end in ends if (placed := fiscal_year_of(end, metadata))}
    return period.year in years


def fits(context: Context, months: int) -> bool:
    days = (context.end - (context.start or context.end)).days + 1
    return abs(days - months * 30.44) <= 12


def later(day: date, months: int) -> date:
    return day + timedelta(days=round(months * 30.44))


def check_statements(name: str, filing: Filing, scores: dict[str, Score]) -> None:
    document = filing.document
    if not document.metadata.form.startswith(("10-K", "10-Q")):
        return
    if not any(
        tag.attributes.get("name") == "us-gaap:Assets" and tag.place for tag in filing.tagging.tags
    ):
        return  # incorporated by reference
    found = {e.table.statement for e in document.elements if e.table and e.table.statement}
    for statement in (Statement.INCOME, Statement.BALANCE_SHEET, Statement.CASH_FLOW):
        scores["statements"].add(statement in found, f"{name}: {statement}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, nargs="?", default=Path("../shared/data/filings"))
    parser.add_argument("--every", type=int, default=1, help="read every n-th filing")
    parser.add_argument("--misses", type=int, default=0, help="how many misses a check to print")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    paths = sorted(given.folder.glob("*/10-*.gz"))[:: given.every]
    items = json.loads((given.folder / "expected-sections.json").read_text())
    scores = {check: Score() for check in CHECKS}
    for path in paths:
        try:
            check(path, items, scores)
        except SecqaError as error:
            print(error, file=sys.stderr)
    if given.json:
        print(json.dumps({k: {"share": s.share, "cases": s.cases} for k, s in scores.items()}))
        return
    print(f"{len(paths)} filings")
    for one, score in scores.items():
        print(f"{one:12} {score.share:8.2%} of {score.cases:7,}  {CHECKS[one]}")
        for miss in score.misses[: given.misses]:
            print(f"    {miss}")


if __name__ == "__main__":
    main()
