"""Read HTML of any year: pages, elements, tables and inline XBRL tags.

`flow` turns markup into pieces, and this module turns pieces into blocks: a line of text, a real
table or an image. Filings also use table markup for layout: a heading next to its number, bullets,
page footers, whole pages. The `ix:header` is cut out first; of its thousands of contexts only
those that a fact refers to are kept. Tags get their locations last.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from functools import lru_cache

from secqa.errors import SecqaError
from secqa.filings.blocks import BULLET, Block, Break, Flow, FlowImage, OpenTag, Piece, RawTable
from secqa.filings.decoding import decode, unescape
from secqa.filings.document import Context, Document, ElementType, Filing, Location, Tag, Tagging
from secqa.filings.html.flow import read_flow
from secqa.filings.html.marked_tables import read_tables
from secqa.filings.html.markup import HtmlTagCache
from secqa.filings.metadata.cover import read_metadata
from secqa.filings.numbers import parse_number
from secqa.filings.sections.elements import make_pages
from secqa.filings.sections.page_breaks import cut_pages
from secqa.filings.sections.sections import with_sections

MOST_TAGS = 2_500_000
"""Maximum number of tags in a file; the largest filings have a million."""

_OPENS = re.compile(r"(?i)<(?:html|body|document)\b")
_CLOSES = re.compile(r"(?i)</(?:html|body|document|text)\s*>")


def read_html(data: bytes, name: str) -> Filing:
    """Read one HTML or XHTML document.

    `name` is used in messages and, as the last resort, for metadata.
    Raises `SecqaError` if the file has no printed text or is not a filing.
    """
    source = decode(data)
    if len(source) > MOST_TAGS and source.count("<") > MOST_TAGS:
        raise SecqaError(f"{name}: over {MOST_TAGS:,} tags; no filing has as many, split it")
    truncated = _OPENS.search(source[:50_000]) and not _CLOSES.search(source[-5_000:])
    visible, header = cut_headers(source)
    marks = HtmlTagCache()
    hidden_facts = "".join(_HIDDEN.findall(header))
    hidden = read_flow(hidden_facts, [(0, len(hidden_facts))], marks, hidden=True)
    flow = read_flow(source, visible, marks)
    page_blocks = cut_pages(read_blocks(flow))
    if not any(page.blocks for page in page_blocks):
        if truncated:
            raise SecqaError(f"{name}: cut off before its first page; download it again")
        raise SecqaError(f"{name}: no printed text in it; give the main document of a filing")
    pages = make_pages(page_blocks)
    page_of = {element.index: page.number for page in pages for element in page.elements}
    tagging = make_tagging((*hidden.tags, *flow.tags), flow.shown, header, page_of)
    metadata, warnings = read_metadata(pages, tagging, data, name)
    pages = with_sections(pages, metadata.form)
    if truncated:
        warnings.append("truncated: the file is cut off; what stands before the cut was read")
    if flow.full:
        warnings.append("truncated: it prints more than any filing; the beginning was read")
    if pages[0].artificial:
        warnings.append("no page breaks: pages of a set size were made")
    return Filing(Document(metadata, pages, tuple(warnings)), tagging)


def read_blocks(flow: Flow) -> Iterator[Block | Break]:
    """Yield blocks and page breaks in reading order."""
    for item in flow.items:
        if isinstance(item, Break):
            yield item
        elif isinstance(item, FlowImage):
            yield Block(item.text, type=ElementType.IMAGE)
        else:
            yield from _blocks([item])


def _blocks(items: Iterable[Piece | RawTable]) -> Iterator[Block]:
    stack = list(items)
    while stack:
        item = stack.pop()
        if isinstance(item, Piece):
            text = item.text
            if text:
                block = Block(text, item.style, item.is_bold)
                block.pieces = (item,)
                yield block
        elif item.inner:
            # A table with nested tables is page layout: read its cells one after another.
            laid_out: list[Piece | RawTable] = []
            for cell in (cell for row in item.rows for cell in row):
                laid_out += [cell, *item.inner.get(id(cell), ())]
            stack += reversed(laid_out)
        else:
            yield from _table_blocks(item)


def _table_blocks(raw: RawTable) -> Iterator[Block]:
    tables = [] if _is_lines(raw) else read_tables(raw)
    if not tables or (len(tables) == 1 and len(tables[0][0].columns) == 1):
        nothing: list[Piece] = []
        for row in raw.rows:
            for piece in row:
                piece.row = piece.column = -1
            block = _row_block(row)
            if not block.text:
                nothing += row
                continue
            block.pieces = (*nothing, *row)
            nothing.clear()
            yield block
        return
    for number, (table, pieces) in enumerate(tables):
        block = Block(table.text, table=table, type=ElementType.TABLE)
        block.pieces, block.continues = pieces, number > 0
        yield block


def _is_lines(raw: RawTable) -> bool:
    """Whether the rows are lines of text: one cell each, bullets, a heading with its number."""
    rows = [row for row in raw.rows if any(cell.text for cell in row)]
    if len(rows) == 1:
        figures = [cell.text for cell in rows[0][1:] if parse_number(cell.text)]
        return not figures or (
            len(figures) == 1 and figures[0].isdecimal() and len(figures[0]) <= 3
        )
    return all(len(row) == 1 or (len(row) == 2 and _is_bullet(row[0])) for row in rows)


def _is_bullet(cell: Piece) -> bool:
    return cell.letters < 12 and BULLET.fullmatch(cell.text) is not None


def _row_block(row: list[Piece]) -> Block:
    text = " ".join(piece.text for piece in row).strip()
    is_item = len(row) > 1 and _is_bullet(row[0])
    main = row[-1] if is_item else row[0]
    bold = all(piece.is_bold for piece in row)
    kind = ElementType.LIST_ITEM if is_item and not bold else None
    block = Block(text, main.style, bold, type=kind)
    block.pieces = tuple(row)
    return block


# An unclosed tag ends at the next `<`, so that matching takes linear time.
_HIDDEN = re.compile(r"<ix:hidden\b[^<>]*>(.*?)(?:</ix:hidden\s*>|\Z)", re.DOTALL)
_OPENING = re.compile(r"<(?:\w+:)?(context|unit)\b")
_RESOURCE = re.compile(r"[^<>]*?\bid\s*=\s*[\"']([^\"'>]+)[\"'][^<>]*>")
_DATE = re.compile(r"<(?:\w+:)?(instant|startDate|endDate)\b[^<>]*>\s*(\d{4}-\d\d-\d\d)")
_MEMBER = re.compile(
    r"<(?:\w+:)?(explicit|typed)Member\b[^<>]*?\bdimension\s*=\s*[\"']([^\"']+)[\"'][^<>]*>"
    r"(.{0,500}?)</(?:\w+:)?(?:explicit|typed)Member\s*>",
    re.DOTALL,
)
_MEASURE = re.compile(r"<(?:\w+:)?measure\b[^<>]*>\s*(?:[\w.-]+:)?([^<\s]+)")
MARKUP = re.compile(r"<[^<>]*>")
_RELATIONSHIP = re.compile(r"<ix:relationship\b([^<>]*)>")
_END = re.compile(r"\b(from|to)Refs\s*=\s*[\"']([^\"']*)[\"']")


def cut_headers(source: str) -> tuple[list[tuple[int, int]], str]:
    """Return the (begin, end) offsets of the text around the `ix:header`s, and the headers."""
    visible: list[tuple[int, int]] = []
    headers: list[str] = []
    at = 0
    while (begin := source.find("<ix:header", at)) >= 0:
        end = source.find("</ix:header>", begin)
        visible.append((at, begin))
        headers.append(source[begin : end if end >= 0 else len(source)])
        at = end + len("</ix:header>") if end >= 0 else len(source)
    return [*visible, (at, len(source))], "".join(headers)


def make_tagging(
    tags: Iterable[OpenTag],
    shown: Mapping[str, OpenTag],
    header: str,
    page_of: Mapping[int, int],
) -> Tagging:
    """Locate the tags and add the contexts and units that they refer to.

    `page_of` maps an element's index to its page number.
    """
    tagged = tuple(
        Tag(
            tag.kind,
            tag.attributes,
            tag.text,
            None if tag.hidden else _location(tag.piece, page_of),
        )
        for tag in tags
    )
    used: set[str] = set()
    used_units: set[str] = set()
    for tag in tagged:
        used.add(tag.attributes.get("contextref", ""))
        used_units.add(tag.attributes.get("unitref", ""))
    contexts: dict[str, Context] = {}
    units: dict[str, str] = {}
    for name, key, body in _resources(header):
        if name == "unit" and key in used_units:
            units[key] = _unit(body)
        elif key in used and name == "context" and (context := _context(body)) is not None:
            contexts[key] = context
    places = {key: place for key, tag in shown.items() if (place := _location(tag.piece, page_of))}
    return Tagging(tagged, contexts, units, places, _notes(tagged, header))


def _notes(tags: Iterable[Tag], header: str) -> dict[str, tuple[str, ...]]:
    """Footnote ids by fact id, from the header or, in older files, from the fact's own tag."""
    notes: dict[str, dict[str, None]] = {}
    for tag in tags:
        if named := tag.attributes.get("footnoterefs", ""):
            notes.setdefault(tag.attributes.get("id", ""), {}).update(dict.fromkeys(named.split()))
    for relationship in _RELATIONSHIP.findall(header):
        ends = {side.lower(): ids.split() for side, ids in _END.findall(relationship)}
        for fact in ends.get("from", ()):
            notes.setdefault(fact, {}).update(dict.fromkeys(ends.get("to", ())))
    return {fact: tuple(ids) for fact, ids in notes.items()}


def _location(piece: Piece | None, page_of: Mapping[int, int]) -> Location | None:
    while piece is not None and piece.into is not None:
        piece = piece.into
    if piece is None or piece.element < 0:
        return None
    return Location(page_of[piece.element], piece.element, piece.row, piece.column)


def _resources(header: str) -> Iterator[tuple[str, str, str]]:
    """Yield name, id and content of each context and unit; the next one ends an unclosed one."""
    parts = _OPENING.split(header)
    for name, piece in zip(parts[1::2], parts[2::2], strict=True):
        match = _RESOURCE.match(piece)
        if match is not None:
            end = piece.find(f"{name}>", match.end())
            yield name, match[1], piece[match.end() : end if end >= 0 else len(piece)]


def _context(body: str) -> Context | None:
    """Parse a context; None if its dates are missing or impossible."""
    before, _, after = body.partition("period>")
    period = _period(after or before)
    if period is None:
        return None
    # Older files list members after the period.
    return Context(*period, _members(body if "Member" in after else before))


@lru_cache(maxsize=1024)
def _members(markup: str) -> tuple[tuple[str, str], ...]:
    """Parse the members; cached, since contexts of one segment differ only in period."""
    members = [
        (axis, unescape(MARKUP.sub("", member)).strip())
        for _, axis, member in _MEMBER.findall(markup)
    ]
    return tuple(sorted(members))


@lru_cache(maxsize=1024)
def _period(markup: str) -> tuple[date | None, date] | None:
    """Parse start and end; cached, since hundreds of contexts share a period."""
    dates: dict[str, date] = {}
    for name, text in _DATE.findall(markup):
        try:
            dates[name] = date.fromisoformat(text)
        except ValueError:
            return None
    end = dates.get("instant") or dates.get("endDate")
    return (dates.get("startDate"), end) if end is not None else None


def _unit(body: str) -> str:
    """Parse a unit: "USD", or "USD/shares" for a quotient."""
    return "/".join(_MEASURE.findall(body))
