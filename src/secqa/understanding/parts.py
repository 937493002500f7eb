"""Parts of a company that a question narrows a metric to: masked text in, names of parts out.

"The revenue of Acme's Anvils, Bolts & Nuts segment" asks for a line of that segment; the total
would answer another question. A word like "segment" behind a name tells a part, so do "in" and
"from" before a name that the filings print, or that is written as one; and a list of names that
is printed as one label is one part.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from secqa.understanding.lines import Lines
from secqa.understanding.links import MASK, QUOTED, MetricLink, overlap, plain_words
from secqa.understanding.phrasings import share_of

_KIND = re.compile(
    r"(?: (?:business|operating|reportable|reporting|product|geographic))?"
    r" (?:(?P<sure>segments?|divisions?)|business(?:es)?|units?|regions?|geograph(?:y|ies)"
    r"|(?<=product )(?:lines?|categor(?:y|ies)))\b(?:['’]s?)?",
    re.IGNORECASE,
)
_NO_NAME_WORDS = """
    biggest business core different each every key main major operating principal product
    reportable reporting several various
"""
_NO_NAME = frozenset(_NO_NAME_WORDS.split())
_STOPS = re.compile(rf"[{MASK}?:;()\"“”]")
_OWNER = re.compile(r"(\S+(?: \S+){0,3}?)\s{2,}$")
_ENDS = re.compile(rf"[{MASK}?:;()\"“”]|\s{{2,}}")
_INTO = re.compile(r"\b(?P<word>in|from|for|of|by|at|on) (?:(?:the|its|their) )?", re.IGNORECASE)
_AT = re.compile(rf" (?:at|for) {MASK}")
_SMALL = frozenset(["in", "from", "for", "of", "by", "at", "during", "on", "and", "with", "to"])
_NAMED = r"(?:(?:[A-Z]\.)+|[A-Z][\w&'’./-]*\w)"
_NAME = re.compile(rf"{_NAMED}(?: (?:(?:and|of|&) )?{_NAMED})*")
_WORD = re.compile(r"\S+")
_JOINS = r"(?:and|or|vs\.?|versus|than|compared (?:to|with)|plus|minus|less|&)"
_ALSO = re.compile(rf"\s*(?:,|,? {_JOINS})(?: (?:in|from|for|the|that of))* (?=[A-Z])")
_NAMES = r"([\w.&'’-]+(?: [\w.&'’-]+){0,3})"
_LISTED = re.compile(rf"{_NAMES}(?:,? {_JOINS}|,) (?:the |its |in )?$")
_LONGEST = 9
"""Words of a name."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a company, `[start, end)` in characters, with the word for what it is."""

    name: str
    start: int
    end: int


def find_parts(text: str, metrics: Sequence[MetricLink], lines: Sequence[Lines]) -> list[Part]:
    """The parts that the metrics are asked of.

    `text` has companies masked and periods blank; `metrics` are the catalogue's in it.
    """
    if not metrics or QUOTED.search(text) or share_of(metrics, text.lower(), text):
        return []
    found: list[Part] = []
    for proposed in (_of_kind, _between, _before_period, _after_preposition):
        for part in proposed(text, metrics, lines):
            apart = all(part.end <= other.start or other.end <= part.start for other in found)
            if apart and any(plain_words(part.name.lower())):
                found += [part, *_following(part, text, lines)]
    return sorted(found, key=lambda part: part.start)


def listed_parts(text: str, lines: Sequence[Lines]) -> list[Part]:
    """Names after "by segment:", each as it is printed or as the beginning of one that is."""
    found = _BY_KIND.search(text)
    if found is None:
        return []
    pieces = list(re.finditer(r"[^,;]+", found[1]))
    names = [piece.group().strip().removeprefix("and ") for piece in pieces]
    full = [next(filter(None, (own.shortened(name) for own in lines)), "") for name in names]
    if not all(full):
        return []
    # Together they hold all of the phrase.
    starts = [found.start(), *(found.start(1) + piece.start() for piece in pieces[1:])]
    ends = [*starts[1:], found.end()]
    return [Part(name, start, end) for name, start, end in zip(full, starts, ends, strict=True)]


_BY_KIND = re.compile(
    r",? by (?:(?:operating|reportable|business) )?(?:segment|division|region|business|product)"
    r" *[:(-] *((?:[^,;:()?]+[,;]){1,7}[^,;:()?]+?)\)?"
    r"(?: *\((?:in )?(?:that|this) order\)| *,? in (?:that|this) order)?(?=\s*[?.]?\s*$)",
    re.IGNORECASE,
)


def is_part(question: str, start: int, end: int, lines: Lines) -> bool:
    """Whether a company's own name there is that of a part: "RTX's Raytheon segment"."""
    return _KIND.match(question, end) is not None and lines.named(question[start:end]) is not None


def without_parts(text: str, parts: Sequence[Part]) -> str:
    """The text with blanks for the parts."""
    for part in parts:
        text = text[: part.start] + " " * (part.end - part.start) + text[part.end :]
    return text


def link_parts(
    links: Sequence[MetricLink], parts: Sequence[Part], metrics: Sequence[MetricLink]
) -> tuple[MetricLink, ...]:
    """The links, each made the line of its part: the metric before it, else the one after."""
    links = list(links)
    taken: dict[MetricLink, MetricLink] = {}
    for part in parts:
        before = [metric for metric in metrics if metric.end <= part.start]
        nearest = (*reversed(before), *(metric for metric in metrics if metric not in before))
        owner = next((k for metric in nearest for k in links if overlap(k, metric)), None)
        if owner is None:
            continue
        span = (part.start, part.end)
        first = taken.get(owner)
        if first is None:
            line = replace(
                owner,
                metric=None,
                label=f"{part.name} {owner.label}",
                apart=(*owner.apart, span),
                otherwise="",
                part=part.name,
                whole=owner.metric,
                narrowed=part.name,
            )
            links[links.index(owner)] = line
            taken[line] = owner
        else:
            links.append(MetricLink(None, f"{part.name} {first.label}", *span, part=part.name))
    return tuple(sorted(links, key=lambda link: link.start))


def _following(part: Part, text: str, lines: Sequence[Lines]) -> Iterator[Part]:
    """Printed names joined to one that was found: "in Europe and in Japan"."""
    end = part.end
    while joined := _ALSO.match(text, end):
        words = list(_WORD.finditer(text, joined.end()))[:_LONGEST]
        names = (text[joined.end() : word.end()].rstrip(" ,?.") for word in reversed(words))
        name = next((name for name in names if name != name.lower() and _printed(name, lines)), "")
        if not name:
            break
        end = joined.end() + len(name)
        yield Part(name, joined.end(), end)


def with_listed(
    links: Sequence[MetricLink], text: str, lines: Sequence[Lines]
) -> tuple[MetricLink, ...]:
    """The links, and the same figure of the parts listed before one: "iPad and Mac sales"."""
    found = list(links)
    for link in links:
        start = link.start
        while link.narrowed and (before := _LISTED.search(text, 0, start)):
            starts = range(before.start(1), before.end(1))
            names = ((at, text[at : before.end(1)]) for at in starts if text[at - 1 : at] in " ¤")
            at, name = next(
                (
                    (at, name)
                    for at, name in names
                    if any(plain_words(name.split()[0].lower())) and _printed(name, lines)
                ),
                (0, ""),
            )
            if not name or any(other.start <= at < other.end for other in found):
                break
            figure = link.label.removeprefix(link.narrowed)
            found.append(
                replace(
                    link,
                    label=name + figure,
                    start=at,
                    end=before.end(1),
                    part=name,
                    narrowed=name,
                    otherwise=name if link.otherwise else "",
                )
            )
            start = at
    return tuple(sorted(found, key=lambda link: link.start))


def _of_kind(text: str, metrics: Sequence[MetricLink], lines: Sequence[Lines]) -> Iterator[Part]:
    """Names before "segment", "division", "business unit"."""
    last = 0
    for kind in _KIND.finditer(text):
        start = max(last, _boundary(text, kind.start(), metrics))
        last = kind.end()
        words = list(_WORD.finditer(text, start, kind.start()))
        while words and _frames(words[0]):
            words = words[1:]
        if not words or len(words) > _LONGEST:
            continue
        name = text[words[0].start() : words[-1].end()]
        telling = {word.group().lower() for word in words} - _NO_NAME
        written = kind["sure"] or name != name.lower()
        if any(plain_words(" ".join(telling))) and (written or _printed(name, lines)):
            yield Part(_known_half(name, lines), words[0].start(), kind.end())


def _known_half(name: str, lines: Sequence[Lines]) -> str:
    """ "Mainframe & infrastructure" is infrastructure where no line speaks of mainframes."""
    halves = re.split(r" (?:&|and) |/", name)
    if _printed(name, lines) or len(halves) != 2:
        return name
    known = [half for half in halves if _printed(half, lines)]
    others = [word for half in halves if half not in known for word in half.split()]
    strange = not any(own.has_word(word.lower()) for word in others for own in lines)
    return known[0] if len(known) == 1 and strange else name


def _between(text: str, metrics: Sequence[MetricLink], lines: Sequence[Lines]) -> Iterator[Part]:
    """Printed names with commas, right before a metric."""
    for metric in metrics:
        start = _boundary(text, metric.start, metrics)
        name = text[start : metric.start].strip(" ,")
        if "," in name and _printed(name, lines):
            start = text.index(name, start)
            yield Part(name, start, start + len(name))


def _before_period(
    text: str, metrics: Sequence[MetricLink], lines: Sequence[Lines]
) -> Iterator[Part]:
    """Printed names before a metric with its time: "Rails' 2024 revenue"."""
    for metric in metrics:
        owner = _OWNER.search(
            text, _boundary(text, metric.start, metrics, blanks=False), metric.start
        )
        if owner is None:
            continue
        words = list(_WORD.finditer(text, owner.start(1), owner.end(1)))
        for word in words:
            name = re.sub(r"['’]s?$", "", text[word.start() : owner.end(1)])
            if any(plain_words(word.group().lower())) and _printed(name, lines):
                yield Part(name, word.start(), owner.end())
                break


def _after_preposition(
    text: str, metrics: Sequence[MetricLink], lines: Sequence[Lines]
) -> Iterator[Part]:
    """Names after "in" or "from"."""
    for before in _INTO.finditer(text, metrics[0].end):
        stop = _ENDS.search(text, before.end())
        end = min(
            [stop.start() if stop else len(text)]
            + [metric.start for metric in metrics if metric.start >= before.end()]
        )
        words = list(_WORD.finditer(text, before.end(), end))[:_LONGEST]
        for size in range(len(words), 0, -1):
            name = text[before.end() : words[size - 1].end()].rstrip(" ,")
            ends = words[size - 1].group().lower() not in _SMALL
            if ends and name != name.lower() and _printed(name, lines):
                yield Part(name, before.end(), before.end() + len(name))
                break
        else:
            # What is written as a name is one, though no row of the filings has it.
            written = _NAME.match(text, before.end(), end)
            small = before["word"].lower()
            at = small == "of" and written and _AT.match(text, written.end())
            if written and lines and (at or small in {"in", "from"}):
                yield Part(written.group(), *written.span())


def _boundary(text: str, end: int, metrics: Sequence[MetricLink], blanks: bool = True) -> int:
    """Where a name that ends there may begin: after a company, a metric, a blank."""
    ends = [metric.end for metric in metrics if metric.end <= end]
    stops = _ENDS if blanks else _STOPS
    ends += [found.end() for found in stops.finditer(text, 0, end)]
    return max(ends, default=0)


def _frames(word: re.Match[str]) -> bool:
    """Whether a word only frames a question; names are written with capitals."""
    text = word.group()
    small = text == text.lower() or word.start() == 0
    return small and not any(plain_words(text.lower()))


def _printed(name: str, lines: Sequence[Lines]) -> bool:
    return any(own.named(name) for own in lines)
