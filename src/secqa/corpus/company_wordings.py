"""Collect the wordings of documents: row labels of tables, and other names of the company.

Questions use the wordings of filings as often as those of the metric catalogue. Collecting them
from all pages for each question would take too long, so the corpus stores each document's row
labels with counts, and the names of the company in the text besides the one on the cover.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import pyarrow as pa

from secqa.corpus.corpus_schema import SCHEMAS, WORDINGS, revision_of
from secqa.filings.document import Document, Metadata
from secqa.filings.metadata.company_names import AMERICAN_FORMS

LINE, NAME = "line", "name"
IS_NAME = f"kind = '{NAME}'"
"""SQL condition for the rows of company names."""
_LONGEST = 120
"""Characters of a label; longer texts are sentences."""
_LETTERS = re.compile(r"[A-Za-z]{2}")
_FORMS = "|".join([*map(str.capitalize, AMERICAN_FORMS), "LLC", "PLC", "plc"])
_LEGAL = rf",? (?:{_FORMS})\b\.?"
_WORD = r"[A-Z][\w&'’.-]{0,30}"
# Words need separators: otherwise a line of capitals could be split in too many ways.
_NAMED = rf"(?P<name>{_WORD}(?:[ ,]{{1,2}}{_WORD}){{0,5}})"
_FORMERLY = (
    rf",? \(?(?:formerly|previously)(?: known as| named| called)?,? [“\"]?{_NAMED}"
    rf"(?:{_LEGAL}|[”\"),;(]| (?:was|is|and|to|until)\b)"
)
_CASE = re.compile(
    rf"\b(?:v\.|[Ii]n [Rr]e:?|[Ii]n the [Mm]atter of) (?P<name>[A-Z][a-z]\w+){_LEGAL}"
)
_FEWEST_CASES = 3
# A cheap first check: most of a filing gives no names.
_HAS_NAMES = re.compile(r"formerly|previously|successor| v\. |[Ii]n [Rr]e|[Mm]atter of|acqui")


@dataclass(frozen=True, slots=True)
class RowLabel:
    """A printed row label with its number of rows."""

    label: str
    rows: int
    statements: int
    """Number of these rows in primary statements."""


def wording_rows(document: Document) -> pa.Table:
    """The rows of `wordings` for a document."""
    lines = _lines(document)
    names = _names(document)
    revision = revision_of(document.metadata.sha256)
    columns = {
        "revision": [revision] * (len(lines) + len(names)),
        "kind": [LINE] * len(lines) + [NAME] * len(names),
        "text": [*lines, *names],
        "rows": [*(rows for rows, _ in lines.values()), *(0 for _ in names)],
        "statements": [*(statements for _, statements in lines.values()), *(0 for _ in names)],
    }
    return pa.table(columns, schema=SCHEMAS[WORDINGS])


def lines_from(rows: pa.Table) -> tuple[RowLabel, ...]:
    """The row labels in rows of `wordings`, equal ones merged."""
    counted: dict[str, tuple[int, int]] = {}
    for kind, text, count, statements in zip(
        *(rows.column(name).to_pylist() for name in ("kind", "text", "rows", "statements")),
        strict=True,
    ):
        if kind == LINE:
            before = counted.get(text, (0, 0))
            counted[text] = (before[0] + count, before[1] + statements)
    return tuple(RowLabel(label, *counts) for label, counts in counted.items())


def names_from(rows: pa.Table) -> dict[str, tuple[str, ...]]:
    """Other names of the company, by revision."""
    names: dict[str, tuple[str, ...]] = {}
    for revision, kind, text in zip(
        *(rows.column(name).to_pylist() for name in ("revision", "kind", "text")), strict=True
    ):
        if kind == NAME:
            names[revision] = (*names.get(revision, ()), text)
    return names


def _lines(document: Document) -> dict[str, tuple[int, int]]:
    """The number of rows with a figure, and of those in primary statements, by row label."""
    counted: dict[str, tuple[int, int]] = {}
    for element in document.elements:
        table = element.table
        for row in table.cells[table.header_rows :] if table is not None else ():
            label = " ".join(row[0].split())
            if (
                table is not None
                and len(label) <= _LONGEST
                and _LETTERS.search(label)
                and any(map(str.isdigit, "".join(row[1:])))
            ):
                rows, statements = counted.get(label, (0, 0))
                counted[label] = (rows + 1, statements + (table.statement is not None))
    return counted


def _names(document: Document) -> list[str]:
    """Names in the text: "formerly X", successor of X, sued as X."""
    patterns = _company_names(document.metadata)
    if not patterns:
        return []
    formerly = re.compile(rf"{_any(patterns[:-1])}(?:{_LEGAL})?{_FORMERLY}")
    successor = re.compile(
        rf"{_any(patterns)}(?:{_LEGAL})? (?:became|is) (?:the )?successor(?: issuer)? (?:of|to) "
        rf"{_NAMED}(?:{_LEGAL})"
    )
    texts = [
        element.text
        for element in document.elements
        if element.table is None and _HAS_NAMES.search(element.text)
    ]
    names = [_clean(match) for pattern in (formerly, successor) for match in _all(pattern, texts)]
    cases = Counter(_clean(match) for match in _all(_CASE, texts))
    bought = {
        name
        for name in cases
        if any(f"acquisition of {name}" in text or f"acquired {name}" in text for text in texts)
    }
    names += [
        name for name, times in cases.items() if times >= _FEWEST_CASES and name not in bought
    ]
    return [name for name in dict.fromkeys(names) if len(name) > 2]


def _company_names(metadata: Metadata) -> list[str]:
    """Patterns of the company's symbol, full name and, last, its first word, which is ambiguous."""
    name = re.sub(rf"^the |/.*|(?:{_LEGAL})+$", "", metadata.company, flags=re.IGNORECASE)
    words = [re.escape(word) for word in re.findall(r"[A-Za-z0-9&]+", name)]
    if not words:
        return []
    symbol = [re.escape(metadata.ticker)] if metadata.ticker else []
    # Covers print names in capitals, the text does not.
    whole = r"\W{1,3}".join(words)
    return [*symbol, *(rf"(?=[A-Z0-9])(?i:{name})" for name in (whole, words[0]))]


def _any(patterns: Iterable[str]) -> str:
    return rf"\b(?:{'|'.join(patterns)})"


def _all(pattern: re.Pattern[str], texts: Iterable[str]) -> Iterator[re.Match[str]]:
    for text in texts:
        yield from pattern.finditer(text)


def _clean(match: re.Match[str]) -> str:
    return match["name"].strip(" ,.")
