"""Markup to flow: the source text of a filing in, its lines, tables and breaks in order out.

Filings repeat not only tags but whole runs of tags between one text and the next ("end of cell,
two spacers, a cell, a span"): a run is looked up among those met before and each of its tags
does what its kind does (`walk`, `walk_tables`), then the text after it is printed. Quoted
values may hold `>`, and a `<` may be just that: such rare runs are taken apart tag by tag.
"""

import re
from collections.abc import Iterable

from secqa.filings.html.markup import Mark, MarkKind, Marks, UnusualTag, unusual_tag
from secqa.filings.html.raw_flow import Flow
from secqa.filings.html.walk import (
    TooMuch,
    Walk,
    add_text,
    close_block,
    close_inline,
    end_line,
    image,
    line_break,
    open_block,
    open_hidden,
    open_inline,
    open_tag,
    pop_to,
    rule,
)
from secqa.filings.html.walk_tables import (
    close_cell,
    close_row,
    close_table,
    end_table,
    open_cell,
    open_row,
    open_table,
)
from secqa.filings.structure.blocks import LONGEST, Piece

_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
"""As in browsers, one that nothing closes goes on to the end."""
_LONGEST_TAG = 5_000

_TEXT = re.compile(r">(?!<(?!ix:))([^<]*)<")
"""Printed text with the ends of the tags around it. Nothing is printed between most tags; only
before those of inline XBRL a run ends all the same, since no two of them are alike."""


class _Runs:
    """The tags between two texts, by their source text: what stands between the first `<` and the
    last `>`."""

    __slots__ = ("known", "marks")

    def __init__(self, marks: Marks) -> None:
        self.known: dict[str, list[Mark]] = {}
        self.marks = marks

    def read(self, run: str) -> list[Mark]:
        """Understand a run not met before; raises `UnusualTag` for a `<` that begins none."""
        if run.startswith("ix:"):
            # No two tags of inline XBRL are alike, but what follows them is.
            tag, behind, run = run.partition("><")
            found = [self.marks.find(tag)]
            if behind:
                found += self.known.get(run) or self.read(run)
            return found
        found = self.known[run] = [self.marks.find(tag) for tag in run.split("><")]
        return found


def read_flow(
    source: str, parts: Iterable[tuple[int, int]], marks: Marks, hidden: bool = False
) -> Flow:
    """Read markup into a `Flow`: those parts of it, each from where it begins to its end.

    `marks` holds the tags already understood, and is added to. A flow that is `full` ends
    where it had more than any filing has.
    """
    walk = Walk(marks, hidden)
    runs = _Runs(marks)
    try:
        for begin, end in parts:
            if _has_comment(source, begin, end):
                part = _COMMENT.sub("", source[begin:end])
                _read(walk, runs, part, 0, len(part))
            else:
                _read(walk, runs, source, begin, end)
        _finish(walk)
    except TooMuch:
        walk.flow.full = True
        _finish(walk)
    flow = walk.flow
    flow.full |= any(isinstance(item, Piece) and item.letters > LONGEST for item in flow.items)
    return flow


def _has_comment(source: str, begin: int, end: int) -> bool:
    # One letter is found ten times as fast as four, and most parts have not even that.
    return source.find("!", begin, end) >= 0 and source.find("<!--", begin, end) >= 0


def _read(walk: Walk, runs: _Runs, source: str, begin: int, end: int) -> None:
    first, last = source.find("<", begin, end), source.rfind("<", begin, end)
    if first < 0:
        first = last = end
    if text := source[begin:first]:
        add_text(walk, text)
    # Behind the last tag begins no text that another one ends: none is looked for.
    parts: list[str] = _TEXT.split(source[first + 1 : last + 1])
    for at in range(0, len(parts) - 1, 2):
        run, text = parts[at], parts[at + 1]
        try:
            marks = runs.known.get(run) or runs.read(run)
        except UnusualTag:
            _read_unusual(walk, f"{run}>{text}".split("<"))
            continue
        for mark in marks:
            _take(walk, mark)
        if text:
            add_text(walk, text)
    *chunks, final = (parts[-1] + source[last + 1 : end]).split("<")
    # A file that is cut off within a tag does not print it.
    is_cut = ">" not in final and len(final) < _LONGEST_TAG and (not final or final[0].isalpha())
    _read_unusual(walk, chunks if is_cut else [*chunks, final])


def _take(walk: Walk, mark: Mark) -> None:
    """Do what a tag does, by its kind; the commonest are asked for first."""
    kind = mark.kind
    if mark.closes:
        if kind == MarkKind.CELL:
            close_cell(walk, mark)
        elif kind == MarkKind.INLINE or kind == MarkKind.TAG or kind == MarkKind.SKIP:
            close_inline(walk, mark)
        elif kind == MarkKind.BLOCK:
            close_block(walk, mark)
        elif kind == MarkKind.ROW:
            close_row(walk, mark)
        elif kind == MarkKind.TABLE:
            close_table(walk, mark)
    elif kind == MarkKind.CELL:
        open_cell(walk, mark)
    elif kind == MarkKind.INLINE:
        open_inline(walk, mark)
    elif kind == MarkKind.BLOCK:
        open_block(walk, mark)
    elif kind == MarkKind.TAG:
        open_tag(walk, mark)
    elif kind == MarkKind.ROW:
        open_row(walk, mark)
    elif kind == MarkKind.LINE_BREAK:
        line_break(walk)
    elif kind == MarkKind.TABLE:
        open_table(walk, mark)
    elif kind == MarkKind.RULE:
        rule(walk, mark)
    elif kind == MarkKind.IMAGE:
        image(walk, mark)
    elif kind == MarkKind.SKIP:
        open_hidden(walk, mark)


def _finish(walk: Walk) -> None:
    """Close what is open."""
    while walk.frames:
        end_table(walk)
    pop_to(walk, 0)
    end_line(walk)


def _read_unusual(walk: Walk, chunks: Iterable[str]) -> None:
    """Read what follows each `<`: a tag and text, or text alone."""
    for chunk in chunks:
        tag, end, text = chunk.partition(">")
        try:
            mark = walk.marks.find(tag) if end else None
        except UnusualTag:
            mark = None
        if mark is None and (found := unusual_tag(chunk)):
            tag, text = found
            mark = walk.marks.understand(tag)
        if mark is None:
            text = f"<{chunk}"
        else:
            _take(walk, mark)
        if text:
            add_text(walk, text)
