"""Inline XBRL resources: the `ix:header` of a file in, contexts and units out.

The header holds thousands of contexts of which only those count that a printed or hidden fact
refers to; it is cut from the file before anything is read from the pages.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from functools import lru_cache
from html import unescape

from secqa.filings.document import Context, Place, Tag, Tagging
from secqa.filings.html.raw_flow import OpenTag
from secqa.filings.structure.blocks import Piece

_HIDDEN = re.compile(r"<ix:hidden\b[^>]*>(.*?)(?:</ix:hidden\s*>|\Z)", re.DOTALL)
_OPENING = re.compile(r"<(?:\w+:)?(context|unit)\b")
_RESOURCE = re.compile(r"[^>]*?\bid\s*=\s*[\"']([^\"'>]+)[\"'][^>]*>")
_ENTITY = re.compile(r"<(?:\w+:)?identifier\b[^>]*>([^<]*)<")
_DATE = re.compile(r"<(?:\w+:)?(instant|startDate|endDate)\b[^>]*>\s*(\d{4}-\d\d-\d\d)")
_MEMBER = re.compile(
    r"<(?:\w+:)?(explicit|typed)Member\b[^>]*?\bdimension\s*=\s*[\"']([^\"']+)[\"'][^>]*>"
    r"(.{0,500}?)</(?:\w+:)?(?:explicit|typed)Member\s*>",
    re.DOTALL,
)
_MEASURE = re.compile(r"<(?:\w+:)?measure\b[^>]*>\s*(?:[\w.-]+:)?([^<\s]+)")
_MARKUP = re.compile(r"<[^>]*>")
_RELATIONSHIP = re.compile(r"<ix:relationship\b([^>]*)>")
_END = re.compile(r"\b(from|to)Refs\s*=\s*[\"']([^\"']*)[\"']")


def cut_headers(source: str) -> tuple[list[tuple[int, int]], str]:
    """Where the parts of the source around its `ix:header`s begin and end, and those headers."""
    kept: list[tuple[int, int]] = []
    headers: list[str] = []
    at = 0
    while (begin := source.find("<ix:header", at)) >= 0:
        end = source.find("</ix:header>", begin)
        kept.append((at, begin))
        headers.append(source[begin : end if end >= 0 else len(source)])
        at = end + len("</ix:header>") if end >= 0 else len(source)
    return [*kept, (at, len(source))], "".join(headers)


def hidden_markup(header: str) -> str:
    """The hidden facts of a header, as markup."""
    return "".join(_HIDDEN.findall(header))


def make_tagging(
    tags: Iterable[OpenTag],
    shown: Mapping[str, OpenTag],
    header: str,
    page_of: Mapping[int, int],
) -> Tagging:
    """Tags with their places, and the contexts and units that they refer to.

    `page_of` gives the page of an element's index.
    """
    made = tuple(
        Tag(
            tag.kind,
            tag.attributes,
            tag.text,
            None if tag.hidden else _place(tag.piece, page_of),
        )
        for tag in tags
    )
    used: set[str] = set()
    used_units: set[str] = set()
    for tag in made:
        used.add(tag.attributes.get("contextref", ""))
        used_units.add(tag.attributes.get("unitref", ""))
    contexts: dict[str, Context] = {}
    units: dict[str, str] = {}
    for name, key, body in _resources(header):
        if name == "unit" and key in used_units:
            units[key] = _unit(body)
        elif key in used and name == "context" and (context := _context(body)) is not None:
            contexts[key] = context
    places = {key: place for key, tag in shown.items() if (place := _place(tag.piece, page_of))}
    return Tagging(made, contexts, units, places, _notes(made, header))


def _notes(tags: Iterable[Tag], header: str) -> dict[str, tuple[str, ...]]:
    """Footnotes by fact: told in the header, in older files by the fact's own tag."""
    notes: dict[str, dict[str, None]] = {}
    for tag in tags:
        if named := tag.attributes.get("footnoterefs", ""):
            notes.setdefault(tag.attributes.get("id", ""), {}).update(dict.fromkeys(named.split()))
    for relationship in _RELATIONSHIP.findall(header):
        ends = {side.lower(): ids.split() for side, ids in _END.findall(relationship)}
        for fact in ends.get("from", ()):
            notes.setdefault(fact, {}).update(dict.fromkeys(ends.get("to", ())))
    return {fact: tuple(ids) for fact, ids in notes.items()}


def _place(piece: Piece | None, page_of: Mapping[int, int]) -> Place | None:
    while piece is not None and piece.into is not None:
        piece = piece.into
    if piece is None or piece.element < 0:
        return None
    return Place(page_of[piece.element], piece.element, piece.row, piece.column)


def _resources(header: str) -> Iterator[tuple[str, str, str]]:
    """Name, id and content of each context and unit; an unclosed one ends where the next begins."""
    parts = _OPENING.split(header)
    for name, piece in zip(parts[1::2], parts[2::2], strict=True):
        found = _RESOURCE.match(piece)
        if found is not None:
            end = piece.find(f"{name}>", found.end())
            yield name, found.group(1), piece[found.end() : end if end >= 0 else len(piece)]


def _context(body: str) -> Context | None:
    """None where dates are missing or impossible: facts in it cannot be used."""
    who, _, when = body.partition("period>")
    period = _period(when or who)
    if period is None:
        return None
    # Older files tell members behind the period.
    entity, members = _subject(body if "Member" in when or "identifier" in when else who)
    return Context(entity, *period, members)


@lru_cache(maxsize=1024)
def _subject(markup: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Entity and members; the contexts of one segment differ in their periods only."""
    entity = _ENTITY.search(markup)
    members = [
        (axis, unescape(_MARKUP.sub("", member)).strip())
        for _, axis, member in _MEMBER.findall(markup)
    ]
    return entity.group(1).strip() if entity else "", tuple(sorted(members))


@lru_cache(maxsize=1024)
def _period(markup: str) -> tuple[date | None, date] | None:
    """Start and end; contexts by the hundred have the same."""
    dates: dict[str, date] = {}
    for name, text in _DATE.findall(markup):
        try:
            dates[name] = date.fromisoformat(text)
        except ValueError:
            return None
    end = dates.get("instant") or dates.get("endDate")
    return (dates.get("startDate"), end) if end is not None else None


def _unit(body: str) -> str:
    """ "USD", or "USD/shares" for a quotient."""
    return "/".join(_MEASURE.findall(body))
