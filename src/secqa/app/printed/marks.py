"""A page and what is to be seen on it in, HTML with that marked out.

A cell is marked by its place; words are found in what is printed, whatever elements, lines and
white space they are spread over. The first mark has the class `seen`, so that a page can be
scrolled to it, and marks of a cell have the class `cell`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from secqa.app.printed.page import PrintedPage, Run
from secqa.app.printed.quotes import folded, is_letter, quoted_in

Stretch = tuple[int, int]
"""From and to, in characters of a run's text."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What is to be seen."""

    element: int = -1
    """`Element.index`; -1 for any."""
    row: int = -1
    column: int = -1
    quote: str = ""
    """Where no cell is given: the words; without them, the whole element."""
    words: tuple[str, ...] = ()
    """Words of a search, marked wherever they stand."""


NO_MARK = Mark()


def marked_html(page: PrintedPage, mark: Mark = NO_MARK) -> str:
    """The page as safe HTML."""
    stretches = _stretches(page.runs, mark)
    written: list[str] = []
    run, first = 0, True
    for part in page.parts:
        if isinstance(part, str):
            written.append(part)
            continue
        at = 0
        for begin, end in stretches.get(run, ()):
            written.append(escape(part.text[at:begin]))
            kind = " ".join([*(["seen"] if first else []), *(["cell"] if mark.row >= 0 else [])])
            written.append(f'<mark class="{kind}">{escape(part.text[begin:end])}</mark>')
            at, first = end, False
        written.append(escape(part.text[at:]))
        run += 1
    return "".join(written)


def _stretches(runs: Sequence[Run], mark: Mark) -> dict[int, list[Stretch]]:
    """What is marked of each run, by its place among them."""
    if mark.words:
        wanted = re.compile("|".join(map(re.escape, mark.words)), re.IGNORECASE)
        return {
            at: [found.span() for found in wanted.finditer(run.text)] for at, run in enumerate(runs)
        }
    inside = [at for at, run in enumerate(runs) if mark.element in (-1, run.place.element)]
    if mark.row >= 0:
        cell = (mark.row, mark.column)
        return {
            at: [(0, len(runs[at].text))]
            for at in inside
            if (runs[at].place.row, runs[at].place.column) == cell
        }
    if mark.quote:
        return dict(_found(runs, inside, mark.quote))
    return {at: [(0, len(runs[at].text))] for at in inside} if mark.element >= 0 else {}


def _found(
    runs: Sequence[Run], inside: Sequence[int], quote: str
) -> Iterator[tuple[int, list[Stretch]]]:
    """The letters of each run that a quote takes up, as stretches."""
    places = [
        (at, place)
        for at in inside
        for place, letter in enumerate(runs[at].text)
        if is_letter(letter)
    ]
    printed = "".join(runs[at].text[place] for at, place in places)
    hits = {hit for begin, end in quoted_in(printed, quote) for hit in range(begin, end)}
    marked: dict[int, list[int]] = {}
    for hit in sorted(hits):
        at, place = places[hit]
        marked.setdefault(at, []).append(place)
    for at, letters in marked.items():
        yield at, _joined(letters, runs[at].text)


def _joined(letters: Sequence[int], text: str) -> list[Stretch]:
    """Letters next to each other, or with none between them, as stretches."""
    stretches: list[Stretch] = []
    for letter in letters:
        if stretches and not folded(text[stretches[-1][1] : letter]):
            stretches[-1] = (stretches[-1][0], letter + 1)
        else:
            stretches.append((letter, letter + 1))
    return stretches
