"""Lines that filings print: row labels of a company's documents in, the line a question means out.

No catalogue knows "advances and progress billings", but the balance sheet does. Words of a
question that are a line of a statement are that line, even where a shorter metric is part of
them; and words that no filing of the company prints are not looked for at all, since the line
that resembles them most is another one.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise

from secqa.corpus.wordings import Line
from secqa.understanding.companies import Company
from secqa.understanding.links import MASK, QUOTED, MetricLink, overlap, plain_words
from secqa.understanding.stems import Stem, stem, stems

_LIGHT_WORDS = """
    and of in on for to from by with at or total net per related during as
"""
_LIGHT = frozenset(stem(word) for word in _LIGHT_WORDS.split())
# Words that people add to a line's name, or leave away.
_ADDED_WORDS = """
    amount balance bill business charge cost dollar earn earnings expenditure expense figure have
    income item line make money number operate outlay own pay payment portion produce profit
    purchase revenue report sale segment sell spend spending unit use value worth year division
"""
_ADDED = frozenset(stem(word) for word in _ADDED_WORDS.split())
_BRACKETS = re.compile(r"\([^)]*\)|\[[^]]*\]")
_MOST_EXTRA = 3
"""Words of a printed label that a question may leave away."""


@dataclass(frozen=True)
class Lines:
    """The row labels of one company's filings, found by their words."""

    printed: tuple[Line, ...] = field(repr=False)

    @cached_property
    def by_words(self) -> dict[tuple[str, ...], Line]:
        """Stems without light words -> the label that most rows have, statements first."""
        best: dict[tuple[str, ...], Line] = {}
        for line in self.printed:
            words = _key(line.label)
            known = best.get(words)
            if words and (known is None or _often(line) > _often(known)):
                best[words] = line
        return best

    @cached_property
    def _sets(self) -> list[frozenset[str]]:
        return [frozenset(words) for words in self.by_words]

    @cached_property
    def longest(self) -> int:
        """Words of the longest label."""
        return max((len(words) for words in self.by_words), default=0)

    def named(self, label: str) -> Line | None:
        """The line of just these words."""
        return self.by_words.get(_key(label))

    def without_additions(self, label: str) -> Line | None:
        """The statement's line of these words without those that people add: "fuel bill"."""
        words = _key(label)
        telling = tuple(word for word in words if word not in _ADDED)
        line = self.by_words.get(telling)
        return line if line is not None and line.statements else None

    def resembles(self, label: str) -> bool:
        """Whether some line has all words of a label that tell lines apart."""
        words = frozenset(_key(label))
        telling = words - _ADDED or words
        return any(telling <= own and len(own - words) <= _MOST_EXTRA for own in self._sets)


LinesOf = Callable[[Company], Lines | None]
"""The lines of a company's filings; None where they are not known."""


def link_lines(
    links: Sequence[MetricLink], text: str, lines: Sequence[Lines]
) -> tuple[MetricLink, ...]:
    """The links with what the companies' statements print in so many words.

    `text` has companies masked and periods blank; `lines` are those of the companies asked about.
    """
    if not lines:
        return tuple(links)
    found = [link for link in _statement_lines(text, lines) if _says_more(link, links)]
    kept = [link for link in links if not any(overlap(link, other) for other in found)]
    exact = [_as_printed(link, lines) for link in kept]
    return tuple(sorted([*exact, *found], key=lambda link: link.start))


def unprinted(links: Sequence[MetricLink], question: str, lines: Lines) -> str:
    """The first label, not quoted, that no line of the filings resembles; "" for none."""
    quoted = [found.span() for found in QUOTED.finditer(question)]
    for link in links:
        said = any(start <= link.start and link.end <= end for start, end in quoted)
        if link.metric is None and not said and not lines.resembles(link.label):
            return link.label
    return ""


def _statement_lines(text: str, lines: Sequence[Lines]) -> Iterator[MetricLink]:
    """Labels of statements that stand in the text word for word, the longest first."""
    words = list(stems(text.lower().replace("’", "'")))
    heavy = [word for word in words if word.word not in _LIGHT]
    longest = max(one.longest for one in lines)
    taken: set[int] = set()
    for size in range(min(longest, len(heavy)), 1, -1):
        for at in range(len(heavy) - size + 1):
            run = heavy[at : at + size]
            key = tuple(word.word for word in run)
            line = next((one.by_words[key] for one in lines if key in one.by_words), None)
            if line is None or not line.statements or MASK in key:
                continue
            if taken.isdisjoint(range(at, at + size)) and _close(run, text):
                taken.update(range(at, at + size))
                yield MetricLink(None, line.label, run[0].start, run[-1].end)


def _close(run: Sequence[Stem], text: str) -> bool:
    """Whether words stand together, with nothing but light words between."""
    between = (text[one.end : other.start] for one, other in pairwise(run))
    return not any(re.search(r"[?.;:]|\s{3}", gap) for gap in between)


def _says_more(line: MetricLink, links: Sequence[MetricLink]) -> bool:
    """Whether a line holds all of a metric's words and more, or what no metric accounts for."""
    touched = [link for link in links if overlap(line, link)]
    if not touched:
        return any(plain_words(line.label.lower()))
    return len(touched) == 1 and all(
        line.start <= link.start
        and link.end <= line.end
        and not link.apart
        and len(_key(link.label)) < len(_key(line.label))
        for link in touched
    )


def _as_printed(link: MetricLink, lines: Iterable[Lines]) -> MetricLink:
    """A label in the filings' own spelling, where they have just these words."""
    if link.metric is not None:
        return link
    found = (own.named(link.label) or own.without_additions(link.label) for own in lines)
    printed = next(filter(None, found), None)
    return link if printed is None else replace(link, label=printed.label)


def _key(label: str) -> tuple[str, ...]:
    text = _BRACKETS.sub(" ", label.lower().replace("’", "'"))
    return tuple(word.word for word in stems(text) if word.word not in _LIGHT)


def _often(line: Line) -> tuple[int, int]:
    return (line.statements, line.rows)
