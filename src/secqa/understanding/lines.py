"""Lines that filings print: row labels of a company's documents in, the line a question means out.

No catalogue knows "advances and progress billings", but the balance sheet does. Words of a
question that are a line of a statement are that line, even where a shorter metric is part of
them; and words that no filing of the company prints are not looked for at all, since the line
that resembles them most is another one.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise

from secqa.corpus.wordings import Line
from secqa.understanding.companies import Company
from secqa.understanding.gains import measures_of, turned
from secqa.understanding.links import MASK, QUOTED, MetricLink, overlap, plain_words
from secqa.understanding.stems import Stem, stem, stems

_LIGHT_WORDS = """
    and of in on for to from by with at or total net per related during as
"""
_LIGHT = frozenset(stem(word) for word in _LIGHT_WORDS.split())
# Words that people add to a line's name, or leave away.
_ADDED_WORDS = """
    amount balance bill business charge cost dollar earn earnings expenditure expense figure have
    income item line make money number operate loss outlay own pay payment portion produce profit
    revenue report sale segment sell spend spending unit use value worth year division
"""
_ADDED = frozenset(stem(word) for word in _ADDED_WORDS.split())
_MEASURES = frozenset(
    stem(word)
    for word in ["revenue", "sale", "profit", "income", "loss", "earn", "cost", "expense", "spend"]
)
_CHANGE_WORDS = """
    change compare compound decline decrease difference drop fall from grow growth higher increase
    less lower more over percent percentage rise than times versus year
"""
_CHANGES = frozenset(stem(word) for word in _CHANGE_WORDS.split())
_MEASURED = re.compile(r",? (?:net of|less|excluding|including)\b", re.IGNORECASE)
_TWO_WORDS = re.compile(r"((?:\b[\w&.-]+ )?)([\w&.-]+ )$")
_SHORT_FORM = re.compile(r"\([\"“]?([A-Z][\w&-]{1,9})[\"”]?\)")
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

    def has_word(self, word: str) -> bool:
        """Whether some label has the word."""
        return stem(word) in self._words

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(word for words in self.by_words for word in words)

    @cached_property
    def by_initials(self) -> dict[str, Line]:
        """Short forms that labels give of themselves: "Cost per available seat mile (CASM)"."""
        found: dict[str, Line] = {}
        for line in self.by_words.values():
            for short in _SHORT_FORM.findall(line.label):
                words = re.findall(r"[a-z]+", line.label[: line.label.find(short)].lower())
                if _stands_for(short, words):
                    found.setdefault(stem(short.lower()), line)
        return found

    def named(self, label: str) -> Line | None:
        """The line of just these words, or of this short form."""
        words = _key(label)
        return (
            self.by_words.get(words)
            or self.by_initials.get("".join(words))
            or next(
                (self.by_words[k] for k in map(_key, turned(label)) if k in self.by_words), None
            )
        )

    def shortened(self, name: str) -> str:
        """The only printed name that begins with these words, one or two more behind them."""
        words = _key(name)
        longer = {
            key: line.label
            for key, line in self.by_words.items()
            if key[: len(words)] == words and len(key) <= len(words) + 2
        }
        if not words or words in longer:
            return name if words else ""
        telling = [label for key, label in longer.items() if _ADDED.isdisjoint(key)]
        return telling[0] if len(telling) == 1 else ""

    def without_additions(self, label: str) -> Line | None:
        """The line of these words without those that people add: "fuel bill"."""
        return self.by_words.get(tuple(word for word in _key(label) if word not in _ADDED))

    def resembles(self, label: str) -> bool:
        """Whether some line has all words of a label that tell lines apart."""
        words = frozenset(_key(label))
        telling = words - _ADDED
        if not telling:
            return self.named(label) is not None
        # One word tells little: "subscribers" are no "revenue from subscribers of".
        extra = _MOST_EXTRA if len(telling) > 1 else 0
        made = frozenset(map(stem, measures_of(label)))
        return any(
            telling <= own
            and len(own - words - _ADDED) <= extra
            and (not made or not made.isdisjoint(own))
            for own in self._sets
        )


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
    links = [_grown(link, text, lines) for link in links]
    found = []
    for line in _statement_lines(text, lines):
        same = next((link for link in links if _measured_so(line, link, text)), None)
        if same is not None:
            rest = (same.end, line.end)
            links = [replace(k, apart=(*k.apart, rest)) if k == same else k for k in links]
            links = [k for k in links if k.end <= same.end or k.start >= line.end]
        elif _says_more(line, links, text):
            found.append(line)
    for line in _note_lines(text, lines):
        within = any(overlap(line, link) for link in links)
        if within and not any(overlap(line, other) for other in found):
            found += [line] * _says_more(line, links, text)
    kept = [link for link in links if not any(overlap(link, other) for other in found)]
    exact = [_as_printed(link, lines) for link in kept]
    return tuple(sorted([*exact, *found], key=lambda link: link.start))


def _grown(link: MetricLink, text: str, lines: Sequence[Lines]) -> MetricLink:
    """A label that cuts a printed line in two, with all of it: "storage revenue" of "energy
    generation and storage revenue"."""
    if link.metric is not None:
        return link
    for line in _statement_lines(text, lines):
        if line.start < link.start < line.end < link.end:
            return replace(link, label=text[line.start : link.end], start=line.start)
    before = _TWO_WORDS.search(text[: link.start])
    for start in (before.start(1), before.start(2)) if before else ():
        label = text[start : link.start] + link.label
        added = set(_key(text[start : link.start])) - _ADDED
        if added and any(own.without_additions(label) for own in lines):
            return replace(link, label=label, start=start)
    return link


def unprinted(links: Sequence[MetricLink], question: str, lines: Lines) -> str:
    """The first label, not quoted, that no line of the filings resembles; "" for none."""
    quoted = [found.span() for found in QUOTED.finditer(question)]
    for link in links:
        said = any(start <= link.start and link.end <= end for start, end in quoted)
        if link.metric is None and not said and not lines.resembles(link.part or link.label):
            return link.label
    return ""


def _statement_lines(text: str, lines: Sequence[Lines]) -> Iterator[MetricLink]:
    """Labels of statements that stand in the text word for word, the longest first."""
    return _lines_in(text, lines, lambda line, key: line.statements > 0)


def _note_lines(text: str, lines: Sequence[Lines]) -> Iterator[MetricLink]:
    """Labels of other tables that stand so in the text, and do not say how a value changes."""
    return _lines_in(
        text, lines, lambda line, key: not line.statements and _CHANGES.isdisjoint(key)
    )


def _lines_in(
    text: str, lines: Sequence[Lines], kept: Callable[[Line, tuple[str, ...]], bool]
) -> Iterator[MetricLink]:
    words = list(stems(text.lower().replace("’", "'")))
    heavy = [word for word in words if word.word not in _LIGHT]
    longest = max(one.longest for one in lines)
    taken: set[int] = set()
    for size in range(min(longest, len(heavy)), 1, -1):
        for at in range(len(heavy) - size + 1):
            run = heavy[at : at + size]
            key = tuple(word.word for word in run)
            line = next((one.by_words[key] for one in lines if key in one.by_words), None)
            if line is None or not kept(line, key) or MASK in key:
                continue
            if taken.isdisjoint(range(at, at + size)) and _close(run, text):
                taken.update(range(at, at + size))
                yield MetricLink(None, line.label, run[0].start, run[-1].end)


def _close(run: Sequence[Stem], text: str) -> bool:
    """Whether words stand together, with nothing but light words between."""
    between = (text[one.end : other.start] for one, other in pairwise(run))
    return not any(re.search(r"[?.;:]|\s{3}", gap) for gap in between)


def _measured_so(line: MetricLink, link: MetricLink, text: str) -> bool:
    """Whether a line is a metric and how it is measured: "acquisitions, net of cash acquired"."""
    ends = max((link.end, *(end for _, end in link.apart)))
    begins = line.start in {link.start, *(start for start, _ in link.apart)}
    return link.metric is not None and begins and bool(_MEASURED.match(text, ends))


def _says_more(line: MetricLink, links: Sequence[MetricLink], text: str) -> bool:
    """Whether a line holds all of a metric's words and more, or what no metric accounts for."""
    touched = [link for link in links if overlap(line, link)]
    if not touched:
        return any(plain_words(line.label.lower()))
    pieces = [piece for link in touched for piece in ((link.start, link.end), *link.apart)]
    within = [(start, end) for start, end in pieces if line.start <= start and end <= line.end]
    covered = sum(len(_key(text[start:end])) for start, end in within)
    outside = set(pieces) - set(within)
    covered += sum(any(plain_words(text[start:end].lower())) for start, end in outside)
    # What is left of a longer line beside a metric is no line of its own.
    joins = len(touched) > 1 and any(link.metric is None for link in touched)
    cut = any(start < line.end and line.start < end for start, end in outside)
    return not cut and (joins or covered < len(_key(line.label)))


def _as_printed(link: MetricLink, lines: Sequence[Lines]) -> MetricLink:
    """A label in the filings' own spelling, where they have just these words.

    A metric that is called by a label of one of its lines, not by a name, may be another line
    of this company's: "compensation and benefits" is owed by one and paid by another.
    """
    if link.metric is not None:
        own = [line for one in lines if (line := one.named(link.label)) and line.statements]
        spoken = {_key(name) for name in (link.metric.name, *link.metric.synonyms)}
        if not own or link.apart or link.metric.formula or _key(link.label) in spoken:
            return link
        return replace(link, metric=None, label=own[0].label)
    named = next((line for own in lines if (line := own.named(link.label))), None)
    if named is not None:
        return replace(link, label=named.label)
    shorter = next((line for own in lines if (line := own.without_additions(link.label))), None)
    if shorter is None:
        return link
    # What was lost on something is not the thing itself, and its expense no line of a note.
    if measures := measures_of(link.label):
        charged = "cost" in measures and shorter.statements
        return replace(link, label=shorter.label) if charged else link
    # "Services revenue" may be one of two lines called services; "fuel bill" is just fuel.
    told = _MEASURES.intersection(_key(link.label)) - set(_key(shorter.label))
    if told or not shorter.statements:
        return replace(link, otherwise=shorter.label)
    return replace(link, label=shorter.label)


def _key(label: str) -> tuple[str, ...]:
    text = _BRACKETS.sub(" ", label.lower().replace("’", "'"))
    return tuple(word.word for word in stems(text) if word.word not in _LIGHT)


def _stands_for(short: str, words: Sequence[str]) -> bool:
    """Whether the capitals of a short form begin words, in their order."""
    letters = [letter.lower() for letter in short if letter.isupper()]
    initials = iter([word[0] for word in words])
    return len(letters) > 1 and all(letter in initials for letter in letters)


def _often(line: Line) -> tuple[int, int]:
    return (line.statements, line.rows)
