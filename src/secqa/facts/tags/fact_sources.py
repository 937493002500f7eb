"""Find the facts of a filing in its pages, in an XBRL instance, or in EDGAR's company facts.

Until 2019 the pages were HTML and the facts a plain XBRL instance in a separate file. EDGAR's
company-facts file has all facts that a company ever tagged, with the filing of each. Facts of
either file have no location, so their figures are searched for in the statements. Headers are not
reliable for that; but each column of a statement shows one period: the one with most facts in it,
in the most common scale. Within a column the figure identifies the row, and the label does if
several rows have the figure.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any

from secqa.errors import SecqaError
from secqa.facts.fact import Fact
from secqa.facts.tags.instance import instance_facts, is_instance
from secqa.facts.tags.ixbrl import facts_of
from secqa.filings.decoding import finite, whole_number
from secqa.filings.document import Document, Element, Filing, Location, Metadata, Statement, Table
from secqa.filings.metadata.cover import cik_in
from secqa.filings.numbers import parse_number
from secqa.filings.read import load_file
from secqa.metrics.senses import concept_words


def company_facts(data: bytes, document: Metadata, name: str) -> tuple[Fact, ...]:
    """Load the facts that a filing stated from an EDGAR file of company facts.

    The filing is identified by its accession number, else by form, fiscal year and period. Empty
    for a file about another company. Raises `SecqaError` if the file is not one of EDGAR's.
    """
    try:
        content = json.loads(data)
        if document.cik and int(content["cik"]) != int(document.cik):
            return ()
        return tuple(_facts(content["facts"], document))
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError) as error:
        raise SecqaError(f"{name}: not a company-facts file of EDGAR; fetch it again") from error


def _facts(taxonomies: dict[str, Any], document: Metadata) -> Iterator[Fact]:
    for prefix, concepts in taxonomies.items():
        for concept, entry in concepts.items():
            for unit, stated in entry["units"].items():
                for fact in stated:
                    if _is_of(fact, document):
                        yield _fact(f"{prefix}:{concept}", unit, fact)


def _is_of(fact: dict[str, Any], document: Metadata) -> bool:
    if document.accession:
        return bool(fact["accn"].replace("-", "") == document.accession.replace("-", ""))
    own = (document.form, document.fiscal_year, document.fiscal_period)
    return (fact["form"], fact["fy"], fact["fp"]) == own


def _fact(concept: str, unit: str, fact: dict[str, Any]) -> Fact:
    start = fact.get("start")
    return Fact(
        concept=concept,
        value=finite(fact["val"]),
        text="",
        printed="",
        unit=unit,
        decimals=None,
        start=date.fromisoformat(start) if start else None,
        end=date.fromisoformat(fact["end"]),
        hidden=True,
    )


_SCALES = (1e6, 1e3, 1.0)
_ENOUGH = 3
"""Least number of facts of a period that identify the period of a column."""
_CHANCE = 100.0
"""Smaller figures are equal by chance too often to identify a column."""
_SURE = 1000.0
"""Larger figures match a fact regardless of the label: "Profit", "Sales"."""
_STEM = 4
"""Number of initial letters that are compared: "taxes" in a label, "Tax" in a concept."""
_EMPTY = frozenset({"and", "carr", "valu", "the", "for", "amou"})
"""Stems of words that occur only in concepts or only in labels."""

_Period = tuple[date | None, date]


@dataclass(frozen=True, slots=True)
class _Column:
    """A column of a statement: the rows of each figure, without signs."""

    number: int
    rows: Mapping[float, list[int]]


def placed_in_statements(facts: Sequence[Fact], document: Document) -> tuple[Fact, ...]:
    """Add locations in statements to facts; a fact in several statements is repeated.

    Only for facts about the whole company, since those with dimensions may be in any column.
    """
    periods: defaultdict[_Period, list[Fact]] = defaultdict(list)
    for fact in facts:
        if fact.value and fact.place is None and not fact.dimensions:
            periods[fact.start, fact.end].append(fact)
    placed: defaultdict[int, list[Fact]] = defaultdict(list)
    for element in document.elements:
        if element.table is not None and element.table.statement is not None:
            for fact, there in _in_statement(element, element.table, periods):
                placed[id(fact)].append(there)
    return tuple(each for fact in facts for each in placed.get(id(fact), (fact,)))


def _in_statement(
    element: Element, table: Table, periods: Mapping[_Period, Sequence[Fact]]
) -> Iterator[tuple[Fact, Fact]]:
    """Yield each fact found in a statement, and its copy with location."""
    balance = table.statement is Statement.BALANCE_SHEET
    flow = table.statement is Statement.CASH_FLOW
    wanted = {p: facts for p, facts in periods.items() if flow or (p[0] is None) == balance}
    columns = list(_columns(table))
    scale = max(
        _SCALES,
        key=lambda s: sum(
            _printed_count(c, facts, s) for c in columns for facts in wanted.values()
        ),
    )
    for column in columns:
        shown = {period: _printed_count(column, facts, scale) for period, facts in wanted.items()}
        # A balance stands among the flows of a statement of cash flows: each kind for itself.
        for instants in (True, False):
            of_kind = {p: hits for p, hits in shown.items() if (p[0] is None) == instants}
            best = max(of_kind, key=lambda p: of_kind[p], default=None)
            if best is None or max(shown.values()) < _ENOUGH or not of_kind[best]:
                continue
            for fact, row in _rows(wanted[best], column, table, scale):
                place = Location(element.page, element.index, row, column.number)
                printed = table.cells[row][column.number]
                kind = table.statement
                yield (
                    fact,
                    replace(fact, printed=printed, hidden=False, place=place, statement=kind),
                )


def _columns(table: Table) -> Iterator[_Column]:
    for number in range(1, len(table.columns)):
        rows: defaultdict[float, list[int]] = defaultdict(list)
        for row in range(table.header_rows, len(table.cells)):
            printed = parse_number(table.cells[row][number])
            if printed is not None and not printed.dash:
                rows[abs(printed.value)].append(row)
        yield _Column(number, rows)


def _printed_count(column: _Column, facts: Sequence[Fact], scale: float) -> int:
    """Count the money facts that a column shows in a scale."""
    figures = {abs(fact.value or 0.0) / scale for fact in facts if fact.unit.isalpha()}
    return sum(figure >= _CHANCE and figure in column.rows for figure in figures)


def _rows(
    facts: Sequence[Fact], column: _Column, table: Table, scale: float
) -> Iterator[tuple[Fact, int]]:
    """Yield facts with their rows in a column; if several match a row, those most like its
    label."""
    claims: defaultdict[int, list[tuple[float, Fact]]] = defaultdict(list)
    for fact in facts:
        money = fact.unit.isalpha()
        for each in (scale,) if money else _SCALES if fact.unit == "shares" else (1.0,):
            figure = abs(fact.value or 0.0) / each
            rows = [(_likeness(fact, table.cells[r][0]), r) for r in column.rows.get(figure, ())]
            if rows:
                likeness, row = max(rows, key=lambda found: found[0])
                if likeness or (money and figure >= _SURE):
                    claims[row].append((likeness, fact))
                break
    for row, claimed in claims.items():
        most = max(likeness for likeness, _ in claimed)
        yield from ((fact, row) for likeness, fact in claimed if likeness == most)


def _likeness(fact: Fact, label: str) -> float:
    """Similarity of a concept and a label: the share of common words."""
    ours, theirs = _stems(concept_words(fact.concept)), _stems(label)
    return len(ours & theirs) / max(len(ours | theirs), 1)


@lru_cache(maxsize=16_384)
def _stems(text: str) -> frozenset[str]:
    return frozenset(word[:_STEM] for word in re.findall(r"[a-z]{3,}", text.lower())) - _EMPTY


_DOCUMENTS = (".htm", ".html", ".xhtml", ".txt", ".pdf")


def with_facts(filing: Filing, path: Path) -> tuple[Filing, tuple[Fact, ...]]:
    """Load the facts of a filing: those tagged in it, else those of its instance, else EDGAR's.

    An instance has the same name with `.xml`, or is the only one in a folder with one document;
    company facts are `CIK<ten digits>.json` in the folder or the one above. Metadata in an instance
    replace guessed ones. Raises `SecqaError` if such a file cannot be read.
    """
    tagged = facts_of(filing)
    if tagged:
        return filing, tagged
    beside = _find_instance(path)
    if beside is not None:
        facts = instance_facts(load_file(beside)[0], beside.name)
        metadata = _completed(filing.document.metadata, facts)
        completed = replace(filing, document=replace(filing.document, metadata=metadata))
        return completed, placed_in_statements(facts, completed.document)
    document = filing.document.metadata
    for folder in (path.parent, path.parent.parent):
        everything = folder / f"CIK{document.cik}.json"
        if document.cik and everything.is_file():
            facts = company_facts(load_file(everything)[0], document, everything.name)
            return filing, placed_in_statements(facts, filing.document)
    return filing, ()


def _find_instance(path: Path) -> Path | None:
    name = path.name.removesuffix(".gz")
    stem = name.rpartition(".")[0] or name
    for own in (f"{stem}.xml", f"{stem}_htm.xml", f"{name}.xml"):
        for beside in (path.with_name(own), path.with_name(f"{own}.gz")):
            if beside.is_file() and is_instance(load_file(beside)[0]):
                return beside
    if not path.parent.is_dir():
        return None
    files = sorted(path.parent.iterdir())
    documents = [f for f in files if f.name.removesuffix(".gz").lower().endswith(_DOCUMENTS)]
    if len(documents) != 1:
        return None
    instances = [
        f
        for f in files
        if f.name.removesuffix(".gz").lower().endswith(".xml") and is_instance(load_file(f)[0])
    ]
    return instances[0] if len(instances) == 1 else None


def _completed(metadata: Metadata, facts: Sequence[Fact]) -> Metadata:
    """Replace guessed and unknown metadata by tagged ones."""
    texts = {f.concept: f.text for f in facts if f.concept.startswith("dei:") and not f.dimensions}
    end = texts.get("dei:DocumentPeriodEndDate", "")
    year = texts.get("dei:DocumentFiscalYearFocus", "")
    stated: dict[str, str | int | date] = {
        "company": texts.get("dei:EntityRegistrantName", ""),
        "ticker": texts.get("dei:TradingSymbol", "").upper(),
        "cik": cik_in(texts.get("dei:EntityCentralIndexKey", "")),
        "form": texts.get("dei:DocumentType", ""),
        "fiscal_period": texts.get("dei:DocumentFiscalPeriodFocus", ""),
        "fiscal_year": whole_number(year) or 0,
    }
    try:
        stated["period_end"] = date.fromisoformat(end)
    except ValueError:
        stated["period_end"] = ""
    stated_fields = {
        name: value
        for name, value in stated.items()
        if value and (name in metadata.guessed or not getattr(metadata, name))
    }
    guessed = tuple(name for name in metadata.guessed if name not in stated_fields)
    return replace(metadata, **stated_fields, guessed=guessed)  # type: ignore[arg-type]
