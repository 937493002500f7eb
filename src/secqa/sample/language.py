"""The small language the sample's texts are written in, parsed into blocks.

In: a file of `text/`. Out: headings, paragraphs, list items, tables and page breaks, with the
figures still as references. One text serves all years of a company, so nothing in it is a
number of a company: `{Revenues}` stands for one, and what cannot be filled is left out later.

    = Item 1. Business              a heading; ==, === are lower ones
    == Note 3. Debt ~ DebtDisclosureTextBlock     tagged as a block of text
    A paragraph with {Revenues} and {Revenues@change}.
    - a list item
    ---                             a new page
    <<business>>                    the company's own section of this name
    table flows: Title | in millions, except per share data
    Operating expenses:             a row without figures
      Research | ResearchExpense    two spaces a level; `| total` may follow, `| start` (the
                                    figure before the period), `| from 2024`, `| until 2023`
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from secqa.sample.figures import Reference, parse_reference


@dataclass(frozen=True, slots=True)
class Heading:
    """A title; `block` names the text block concept that tags what stands under it."""

    level: int
    text: str
    block: str = ""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text, or a list item."""

    text: str
    listed: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table; no reference in a row that only groups."""

    label: str
    level: int
    reference: Reference | None = None
    total: bool = False
    at_start: bool = False
    first: int = 0
    last: int = 9999
    """The annual reports in whose statement the line stands; others tell it in notes only."""


@dataclass(frozen=True, slots=True)
class TableText:
    """A table as asked for; its columns follow from `kind` and the document's periods."""

    kind: str
    """`flows` (spans of time) or `balances` (days)."""
    title: str
    units: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class PageBreak:
    """What follows starts a page."""


Block = Heading | Paragraph | TableText | PageBreak


def parse_sections(text: str) -> dict[str, str]:
    """A company's file: `[name]` lines, each followed by that section's text."""
    parts = re.split(r"^\[(\w+)\]\n", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def parse_text(text: str, sections: Mapping[str, str]) -> list[Block]:
    """All blocks of a text, with the sections that it names put in."""
    full = re.sub(r"<<(\w+)>>", lambda match: sections.get(match[1], "").strip("\n"), text)
    chunks = (chunk.strip("\n") for chunk in re.split(r"\n\s*\n", full))
    return [block for chunk in chunks if chunk.strip() for block in _blocks(chunk)]


def _blocks(chunk: str) -> Iterator[Block]:
    if chunk.strip() == "---":
        yield PageBreak()
    elif match := re.match(r"(=+) (.+)$", chunk):
        text, _, block = match[2].partition(" ~ ")
        yield Heading(len(match[1]), text.strip(), block.strip())
    elif chunk.startswith("table "):
        yield _table(chunk.splitlines())
    elif chunk.startswith("- "):
        items = re.split(r"^- ", chunk, flags=re.MULTILINE)[1:]
        yield from (Paragraph(_folded(item), listed=True) for item in items)
    else:
        yield Paragraph(_folded(chunk))


def _table(lines: list[str]) -> TableText:
    kind, _, rest = lines[0].removeprefix("table ").partition(":")
    title, _, units = rest.partition("|")
    return TableText(kind, title.strip(), units.strip(), tuple(_row(line) for line in lines[1:]))


def _row(line: str) -> Row:
    level = (len(line) - len(line.lstrip())) // 2
    label, *fields = (part.strip() for part in line.split(" | "))
    if not fields:
        return Row(label, level)
    flags = dict(field.partition(" ")[::2] for field in fields[1:])
    return Row(
        label=label,
        level=level,
        reference=parse_reference(fields[0]),
        total="total" in flags,
        at_start="start" in flags,
        first=int(flags.get("from", 0)),
        last=int(flags.get("until", 9999)),
    )


def _folded(text: str) -> str:
    return " ".join(text.split())


def references(blocks: Iterable[Block]) -> Iterator[Reference]:
    """Every figure that blocks ask for."""
    for block in blocks:
        if isinstance(block, TableText):
            yield from (row.reference for row in block.rows if row.reference)
        elif isinstance(block, Paragraph):
            for field in re.findall(r"\{([^}]+)\}", block.text):
                yield from field_references(field)


def field_references(field: str) -> tuple[Reference, ...]:
    """The references in `{Revenues@change}` or `{A / B}`; none in plain words (`{year}`)."""
    if field[0].islower() and ":" not in field:
        return ()
    return tuple(parse_reference(part) for part in field.partition("@")[0].split(" / "))
