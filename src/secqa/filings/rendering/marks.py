"""Highlight cells, quotes and words on a page of HTML.

A cell is found by its location. Words are found in the printed text across elements and lines,
ignoring white space and hyphens, since words may be broken at line ends. The first mark has the
class `seen`, so that a page can scroll to it, and marks of a cell have the class `cell`. Several
marks on a page are numbered, for links and labels."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from secqa.filings.document import Location
from secqa.filings.rendering.pages import PrintedText, SafePage

_HYPHEN = "[-\u00ad\u2010\u2011]"
_PIECES = re.compile(r"(?<=[.!?;])\s+|\s\|\s|\n")
_IGNORED = frozenset("-‐‑\xad")
_LEAST = 3
"""Least number of characters of a sentence of a quote that is searched for alone."""


def is_letter(character: str) -> bool:
    """Whether a character is neither white space nor a hyphen."""
    return not character.isspace() and character not in _IGNORED


def folded(text: str) -> str:
    """Remove white space and hyphens."""
    return "".join(filter(is_letter, text))


def quoted_in(letters: str, quote: str) -> list[tuple[int, int]]:
    """Start and end of a quote in a folded text, or of its sentences if it is not there as a whole.

    A sentence is searched for first after those before it, since short ones occur repeatedly.
    """
    hits: list[tuple[int, int]] = []
    after = 0
    whole = folded(quote) in letters
    for piece in map(folded, (quote,) if whole else _PIECES.split(quote)):
        begin = letters.find(piece, after)
        begin = begin if begin >= 0 else letters.find(piece)
        if begin >= 0 and len(piece) >= _LEAST:
            after = begin + len(piece)
            hits.append((begin, after))
    return hits


COLOURS = 6
"""Number of colours of numbered marks; the seventh mark has the colour of the first."""
Stretch = tuple[int, int]
"""Start and end in characters of a run's text."""


@dataclass(frozen=True, slots=True)
class PageMark:
    """A location or words to highlight on a page."""

    element: int = -1
    """`Element.index`; -1 for any."""
    row: int = -1
    column: int = -1
    quote: str = ""
    """Words to highlight if no cell is given; "" for the whole element (of a table its first
    text)."""
    words: tuple[str, ...] = ()
    """Words of a search, highlighted everywhere."""
    number: int = 0
    """1 and up if a page has several marks; 0 for the only one."""

    @property
    def kind(self) -> str:
        """CSS class of the mark's colour."""
        return f"m{(self.number - 1) % COLOURS + 1}" if self.number else ""

    @property
    def name(self) -> str:
        """HTML id for links to the mark; "" for the only one."""
        return f"mark-{self.number}" if self.number else ""


NO_MARK = PageMark()


def search_pattern(words: str) -> str:
    """What a word or phrase is searched by: whole words, in the plural too; hyphens do not count,
    and lines may break a phrase."""
    gap = rf"(?:\s|{_HYPHEN})"
    letters = f"{gap}+".join(
        f"{gap}?".join(f"{_HYPHEN}?".join(map(re.escape, part)) for part in word.split("-"))
        for word in words.split()
    )
    return rf"(?<!\w){letters}(?:e?s)?(?!\w)"


def marked_html(page: SafePage, *marks: PageMark, cells: Collection[Location] = ()) -> str:
    """Render a page as safe HTML with marks; of overlapping marks the first is shown.

    The text of each of the `cells` gets its location in the attribute `data-at`.
    """
    stretches = _of_all(page.runs, marks)
    written: list[str] = []
    run, earlier = 0, set[PageMark]()
    for part in page.parts:
        if isinstance(part, str):
            written.append(part)
            continue
        at = 0
        addressed = part.place in cells
        if addressed:
            written.append(f'<span data-at="{address_of(part.place)}">')
        for (begin, end), mark in stretches.get(run, ()):
            written.append(escape(part.text[at:begin]))
            inside = escape(part.text[begin:end])
            written.append(f"<mark {_attributes(mark, earlier)}>{inside}</mark>")
            at = end
            earlier.add(mark)
        written.append(escape(part.text[at:]))
        if addressed:
            written.append("</span>")
        run += 1
    return "".join(written)


def address_of(place: Location) -> str:
    """Write the location of a cell on its page: element, row, column."""
    return f"{place.element}.{place.row}.{place.column}"


def _attributes(mark: PageMark, earlier: set[PageMark]) -> str:
    """Attributes of a `<mark>`; only the first element of a mark gets its id."""
    seen, cell = "" if earlier else "seen", "cell" if mark.row >= 0 else ""
    kind = f'class="{" ".join(filter(None, (seen, cell, mark.kind)))}"'
    if not mark.number or mark in earlier:
        return kind
    return f'{kind} id="{mark.name}" data-number="{mark.number}"'


def _of_all(
    runs: Sequence[PrintedText], marks: Sequence[PageMark]
) -> dict[int, list[tuple[Stretch, PageMark]]]:
    """The marked stretches of each run, in order and without overlaps."""
    by_run: dict[int, list[tuple[Stretch, PageMark]]] = {}
    for mark in marks:
        for at, stretches in _stretches(runs, mark).items():
            taken = by_run.setdefault(at, [])
            taken += [
                (one, mark)
                for one in stretches
                if all(one[1] <= begin or end <= one[0] for (begin, end), _ in taken)
            ]
    return {at: sorted(taken, key=lambda pair: pair[0]) for at, taken in by_run.items()}


def _stretches(runs: Sequence[PrintedText], mark: PageMark) -> dict[int, list[Stretch]]:
    """The stretches of one mark by the index of the run."""
    if mark.words:
        wanted = re.compile("|".join(map(search_pattern, mark.words)), re.IGNORECASE)
        return {
            at: [match.span() for match in wanted.finditer(run.text)] for at, run in enumerate(runs)
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
        return dict(_quoted_letters(runs, inside, mark.quote))
    if mark.element < 0:
        return {}
    if any(runs[at].place.row >= 0 for at in inside):
        inside = inside[:1]
    return {at: [(0, len(runs[at].text))] for at in inside}


def _quoted_letters(
    runs: Sequence[PrintedText], inside: Sequence[int], quote: str
) -> Iterator[tuple[int, list[Stretch]]]:
    """Yield the index of each run with part of a quote, and the quoted stretches."""
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
    """Join letters with only white space or hyphens between them to stretches."""
    stretches: list[Stretch] = []
    for letter in letters:
        if stretches and not folded(text[stretches[-1][1] : letter]):
            stretches[-1] = (stretches[-1][0], letter + 1)
        else:
            stretches.append((letter, letter + 1))
    return stretches
