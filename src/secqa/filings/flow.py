"""Markup to flow: the source text of a filing in, its lines, tables and breaks in order out.

The source is cut at every `<`; each tag is looked up among the distinct ones and does what its
kind does (`walk`, `walk_tables`), the text after it is printed. Comments go over many tags,
quoted values hold `>`, and a `<` may be just that: these rare cases are told apart here.
"""

from collections.abc import Callable, Iterable, Iterator

from secqa.filings.markup import Mark, Marks, unusual_tag
from secqa.filings.pieces import Flow
from secqa.filings.walk import (
    TooMuch,
    Walk,
    add_text,
    close_block,
    close_inline,
    end_line,
    image,
    line_break,
    nothing,
    open_block,
    open_hidden,
    open_inline,
    open_tag,
    pop_to,
    rule,
)
from secqa.filings.walk_tables import (
    close_cell,
    close_row,
    close_table,
    end_table,
    open_cell,
    open_row,
    open_table,
)

_LONGEST_TAG = 5_000

_STEPS: tuple[Callable[[Walk, Mark], None], ...] = (
    open_inline,
    open_block,
    open_cell,
    open_row,
    open_table,
    open_tag,
    line_break,
    image,
    rule,
    open_hidden,
    nothing,
    close_inline,
    close_block,
    close_cell,
    close_row,
    close_table,
    close_inline,
    nothing,
    nothing,
    nothing,
    close_inline,
    nothing,
)
"""By `Mark.step`: what opening tags do by their kind, then what closing ones do."""


def read_flow(sources: Iterable[str], marks: Marks, hidden: bool = False) -> Flow:
    """Read markup, in one or more parts, into a `Flow`.

    `marks` holds the tags already understood, and is added to. A flow that is `full` ends
    where it had more than any filing has.
    """
    walk = Walk(marks, hidden)
    steps = _STEPS
    try:
        for source in sources:
            chunks = iter(source.split("<"))
            if text := next(chunks):
                add_text(walk, text)
            for chunk in chunks:
                try:
                    tag, text = chunk.split(">", 1)
                    mark = marks[tag]
                except ValueError:
                    _read_unusual(walk, chunk, chunks, source.endswith)
                    continue
                steps[mark.step](walk, mark)
                if text:
                    add_text(walk, text)
        _finish(walk)
    except TooMuch:
        walk.flow.full = True
        _finish(walk)
    return walk.flow


def _finish(walk: Walk) -> None:
    """Close what is open."""
    while walk.frames:
        end_table(walk)
    pop_to(walk, 0)
    end_line(walk)


def _read_unusual(
    walk: Walk, chunk: str, chunks: Iterator[str], ends: Callable[[str], bool]
) -> None:
    """What follows a `<` that begins no simple tag; `chunks` are those after it."""
    if chunk.startswith("!--"):
        # As in browsers a comment that nothing closes goes on to the end.
        end = chunk.find("-->", 3)
        while end < 0:
            following = next(chunks, None)
            if following is None:
                return
            chunk = following
            end = chunk.find("-->")
        text = chunk[end + 3 :]
    elif found := unusual_tag(chunk):
        tag, text = found
        mark = walk.marks.understand(tag)
        _STEPS[mark.step](walk, mark)
    elif len(chunk) < _LONGEST_TAG and chunk[:1].isalpha() and ends("<" + chunk):
        # The file is cut off within a tag.
        return
    else:
        text = f"<{chunk}"
    if text:
        add_text(walk, text)
