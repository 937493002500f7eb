"""Blocks set into pages, as a printed report has them.

In: blocks and the report. Out: pages of HTML, each with its footer or header, headings kept
with what follows them, notes tagged as blocks of text that continue over page breaks, and the
contents page that knows where everything came to stand.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from html import escape
from itertools import groupby

from secqa.sample.fill import fill
from secqa.sample.language import Block, Heading, PageBreak, Paragraph, TableText
from secqa.sample.report import Report
from secqa.sample.tables import table_html
from secqa.sample.tags import Tags

LINES = 54
CHARACTERS = 108


@dataclass(frozen=True, slots=True)
class Piece:
    """A block as HTML, with the lines it takes; a heading knows its level and anchor."""

    html: str
    lines: float
    heading: str = ""
    """The anchor of an Item's heading, else ""."""
    title: str = ""
    level: int = 0
    block: str = ""
    """The id of the text block it belongs to."""
    break_before: bool = False
    leads: bool = False
    """Introduces a table: "as follows:"."""
    is_table: bool = False


@dataclass(slots=True)
class Page:
    """The pieces of a page."""

    pieces: list[Piece] = field(default_factory=list)

    @property
    def lines(self) -> float:
        """How full it is."""
        return sum(piece.lines for piece in self.pieces)


def pieces_of(
    blocks: Iterable[Block], report: Report, tags: Tags
) -> tuple[list[Piece], dict[str, str]]:
    """All blocks that the report's figures can fill, and the concept of each text block id."""
    pieces: list[Piece] = []
    concepts: dict[str, str] = {}
    block, break_before = "", False
    for item in blocks:
        if isinstance(item, PageBreak):
            break_before = True
            continue
        if isinstance(item, Heading):
            block = ""
            if item.block and report.style.text_blocks:
                block = tags.next_id()
                concepts[block] = f"us-gaap:{item.block}"
        made = _piece(item, report, tags, block, break_before)
        if made:
            pieces.append(made)
            break_before = False
    return _without_bare_ones(pieces), concepts


def _without_bare_ones(pieces: list[Piece]) -> list[Piece]:
    """Lower headings and leads go when nothing that belongs to them could be filled."""
    kept: list[Piece] = []
    for piece in reversed(pieces):
        below = kept[-1] if kept else None
        bare_heading = piece.level > 1 and (not below or 0 < below.level <= piece.level)
        bare_lead = piece.leads and not (below and below.is_table)
        if not bare_heading and not bare_lead:
            kept.append(piece)
    return kept[::-1]


def _piece(
    item: Heading | Paragraph | TableText, report: Report, tags: Tags, block: str, new_page: bool
) -> Piece | None:
    if isinstance(item, Heading):
        return _heading(item, report, tags, block, new_page)
    if isinstance(item, Paragraph):
        return _paragraph(item, report, tags, block, new_page)
    table = table_html(item, report, tags)
    if table is None:
        return None
    caption = _caption(item, report)
    lines = table.lines + (2 if caption else 0)
    html = caption + table.html
    return Piece(html, lines, block=block, break_before=new_page, is_table=True)


def _heading(item: Heading, report: Report, tags: Tags, block: str, new_page: bool) -> Piece | None:
    text = fill(item.text, report, tags)
    if text is None:
        return None
    style = report.style
    if item.level == 1 and style.headings == "upper":
        text = text.upper()
    size, colour = {1: (12, style.heading_colour), 2: (10.5, "#000000"), 3: (10, "#000000")}[
        item.level
    ]
    slant = "font-style:italic;" if item.level == 3 else ""
    anchor = f"a{tags.next_id()[2:]}" if item.level == 1 else ""
    html = (f'<div id="{anchor}"></div>' if anchor else "") + (
        f'<div style="margin-bottom:6pt;margin-top:9pt"><span style="color:{colour};{slant}'
        f'font-size:{size}pt;font-weight:700;line-height:120%">{text}</span></div>'
    )
    return Piece(html, 2.2, anchor, text, item.level, block, new_page)


def _paragraph(
    item: Paragraph, report: Report, tags: Tags, block: str, new_page: bool
) -> Piece | None:
    text = fill(item.text, report, tags)
    if text is None:
        return None
    lines = len(item.text) // CHARACTERS + 1.7
    span = f'<span style="font-weight:400;line-height:120%">{text}</span>'
    if item.listed:
        html = (
            '<div style="padding-left:36pt;margin-bottom:4pt;text-indent:-18pt"><span '
            f'style="line-height:120%;padding-right:14pt">&#8226;</span>{span}</div>'
        )
    else:
        html = f'<div style="margin-bottom:7pt;text-align:justify">{span}</div>'
    return Piece(
        html, lines, block=block, break_before=new_page, leads=item.text.endswith("follows:")
    )


def _caption(item: TableText, report: Report) -> str:
    lines = []
    if item.title:
        title = item.title.upper() if report.style.headings == "upper" else item.title
        lines.append((title, "font-weight:700"))
    if item.units and not report.style.units_in_corner:
        lines.append((f"({item.units[0].upper()}{item.units[1:]})", "font-weight:400"))
    return "".join(
        '<div style="text-align:center;margin-bottom:2pt"><span style="'
        f'{look}">{escape(text, quote=False)}</span></div>'
        for text, look in lines
    )


def paginate(pieces: Iterable[Piece]) -> list[Page]:
    """Pages filled in order; no heading is left alone at the foot of one."""
    pages = [Page()]
    for piece in pieces:
        full = pages[-1].lines + piece.lines > LINES
        if pages[-1].pieces and (piece.break_before or full):
            carried = [] if piece.break_before else _headings_at_foot(pages[-1])
            pages.append(Page(carried))
        pages[-1].pieces.append(piece)
    return pages


def _headings_at_foot(page: Page) -> list[Piece]:
    carried: list[Piece] = []
    while len(page.pieces) > 1 and page.pieces[-1].level:
        carried.insert(0, page.pieces.pop())
    return carried


def bodies(pages: list[Page], concepts: dict[str, str], tags: Tags, report: Report) -> list[str]:
    """The HTML of each page, with text blocks opened, continued and closed."""
    runs = [
        [(block, list(pieces)) for block, pieces in groupby(page.pieces, key=lambda p: p.block)]
        for page in pages
    ]
    total = {block: sum(name == block for page in runs for name, _ in page) for block in concepts}
    covered = report.covered
    context = tags.context(covered.start, covered.end) if concepts else ""
    seen: dict[str, int] = {}
    result = []
    for page in runs:
        html = []
        for block, pieces in page:
            inner = "".join(piece.html for piece in pieces)
            if not block:
                html.append(inner)
                continue
            part = seen[block] = seen.get(block, -1) + 1
            more = f' continuedAt="{block}-{part + 1}"' if part + 1 < total[block] else ""
            if part == 0:
                opening = (
                    f'<ix:nonNumeric contextRef="{context}" name="{concepts[block]}" '
                    f'id="{block}" escape="true"{more}>'
                )
                html.append(f"{opening}{inner}</ix:nonNumeric>")
            else:
                html.append(f'<ix:continuation id="{block}-{part}"{more}>{inner}</ix:continuation>')
        result.append("".join(html))
    return result


def framed(html: str, number: int, report: Report) -> str:
    """A page with its printed number where the company prints it; `number` 0 prints none."""
    style = report.style
    form = f"{report.year} Form {report.form}"
    if not number:
        head, foot = "", ""
    elif style.footer == "header":
        line = f"{number} &#160;&#160; The {escape(style.company)} Company"
        head = f'<div style="margin-bottom:12pt"><span style="font-weight:700">{line}</span></div>'
        foot = ""
    else:
        words = {
            "number": f"{number}",
            "dashes": f"- {number} -",
            "line": f"{escape(style.company)} | {form} | {number}",
        }[style.footer]
        head = ""
        foot = (
            '<div style="height:30pt;position:relative;width:100%"><div style="bottom:0;'
            'position:absolute;width:100%"><div style="text-align:center"><span '
            f'style="font-size:9pt">{words}</span></div></div></div>'
        )
    return f'<div style="min-height:36pt;width:100%">{head}<div></div></div>{html}{foot}'
