"""Which metrics a question asks for: masked text in, catalogue metrics or printed labels out.

Every name, synonym and unambiguous row label of the catalogue is a phrase; the longest
phrases in the question win, so that "net income per share" is not net income. Words are
compared without case, plural, hyphens and commas. What the catalogue doesn't know may still
be a line of a statement, and is passed on under the words of the question.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, product

from secqa.metrics.catalogue import Catalogue, Metric
from secqa.metrics.formula import Number, Operation, Part, parse
from secqa.understanding.gains import of_something
from secqa.understanding.links import FRAME, MASK, QUOTED, WORD, MetricLink, overlap, plain_words
from secqa.understanding.phrasings import by_verb, leading_verb, reword
from secqa.understanding.stems import Stem, stem, stems

_GAP = 5
"""Words, companies counted as one, that may stand between the words of a wording."""


@dataclass(frozen=True, slots=True)
class _Phrase:
    words: tuple[str, ...]
    """Stems."""
    metric: Metric
    printed: bool
    gaps: frozenset[int] = frozenset()
    """Places of words before which other words may stand."""
    only: str = ""
    """A single word has to be that word in number only: "loan" is not "loaned"."""


_MEASURES = frozenset({"revenue", "revenues", "sales", "profit", "income", "expense", "expenses"})
_BEFORE = re.compile(r"(?:(?<![\w¤'])[\w&.-]+(?:'s)? )+$")
_NARROWING = re.compile(
    r" (?:from|in|excluding|within|per|net of) (?:the |its )?"
    r"([a-z][\w&.-]*(?: [a-z][\w&.-]*){0,2})\b"
)
_PROSE = re.compile(
    r"^\W*(?:who|why|when|where|describe|explain|discuss|summari[sz]e|name"
    r"|how (?!much|many)\w+ (?:is|are|was|were))\b"
)
# "shares did Acme have outstanding", "people does Acme employ": one phrase, put apart.
_INSERTED = re.compile(rf"\b(?:did|does|do|has|had) {MASK}+(?: (?:have|had)\b)?")


def link_metrics(text: str, catalogue: Catalogue) -> tuple[MetricLink, ...]:
    """Metrics named in the text, in order.

    `text` has companies masked and periods blanked out. What stands in quotation marks is a
    printed label unless the catalogue has it; without any known metric the words that are
    left between companies and periods are one.
    """
    lowered = text.lower().replace("’", "'")
    quoted = [_quoted(match, text, catalogue) for match in QUOTED.finditer(lowered)]
    known = _side_by_side(_longest(lowered, text, catalogue), text)
    outside = [
        _qualified(link, known, lowered, text)
        for link in known
        if not any(overlap(link, q) for q in quoted)
    ]
    links = sorted([*quoted, *outside], key=lambda link: link.start)
    bound = None if quoted else of_something(known, lowered, text)
    if bound is not None:
        return bound
    links = reword(links, lowered, text, catalogue)
    links = links or by_verb(lowered, catalogue)
    if not links and not _PROSE.match(lowered):
        links = _left_over(lowered, text)
    return tuple(links)


def catalogue_metrics(text: str, catalogue: Catalogue) -> list[MetricLink]:
    """The catalogue's metrics in the text, in order, whatever narrows them."""
    found = _longest(text.lower().replace("’", "'"), text, catalogue)
    return sorted(found, key=lambda link: link.start)


def growth_of(metric: Metric) -> str | None:
    """The id of the metric whose yearly growth this metric is, if it is one."""
    match parse(metric.formula) if metric.formula else None:
        case Operation("-", Operation("/", Part(now, 0), Part(before, 1)), Number(1)):
            return now if now == before else None
        case _:
            return None


def _quoted(match: re.Match[str], text: str, catalogue: Catalogue) -> MetricLink:
    words = tuple(found.word for found in stems(match.group(1)))
    known = _index(catalogue).get(words[0], ()) if words else ()
    exact = [p for p in known if p.words == words and not (p.printed or p.gaps)]
    label = text[match.start(1) : match.end(1)]
    return MetricLink(exact[0].metric if exact else None, label, match.start(), match.end())


def _longest(lowered: str, text: str, catalogue: Catalogue) -> list[MetricLink]:
    """Non-overlapping phrases of the catalogue, those of most words taken first."""
    closed = _INSERTED.sub(lambda inserted: " " * len(inserted.group()), lowered)
    index = _index(catalogue)
    found = []
    for words in (list(stems(lowered)), list(stems(closed))):
        for place, first in enumerate(words):
            for phrase in index.get(first.word, ()):
                taken = _taken(phrase, words, place)
                if taken:
                    found.append((-len(taken), phrase.printed, len(phrase.gaps), phrase, taken))
    links: list[MetricLink] = []
    used: set[int] = set()
    for _, _, _, phrase, taken in sorted(found, key=lambda f: (*f[:3], f[4][0].start)):
        if used.isdisjoint(word.start for word in taken):
            used.update(word.start for word in taken)
            links.append(_link(phrase, taken, text))
    return links


def _side_by_side(links: Sequence[MetricLink], text: str) -> list[MetricLink]:
    """ "Advertising revenue" is one line, though both words are metrics."""
    joined: list[MetricLink] = []
    for link in sorted(links, key=lambda link: link.start):
        before = joined[-1] if joined else None
        one_word = " " not in link.label and link.label.lower() in _MEASURES
        if (
            before
            and one_word
            and before.end + 1 == link.start
            and not (before.apart or link.apart)
        ):
            label = text[before.start : link.end]
            joined[-1] = MetricLink(None, label, before.start, link.end)
        else:
            joined.append(link)
    return joined


def _taken(phrase: _Phrase, words: Sequence[Stem], place: int) -> list[Stem]:
    """The words that say the phrase from `place` on; none when they do not."""
    if phrase.only and words[place].plain != phrase.only:
        return []
    taken = [words[place]]
    for number, wanted in enumerate(phrase.words[1:], 1):
        reach = _GAP + 1 if number in phrase.gaps else 1
        after = range(place + 1, min(place + 1 + reach, len(words)))
        place = next((at for at in after if words[at].word == wanted), -1)
        if place < 0:
            return []
        taken.append(words[place])
    return taken


def _link(phrase: _Phrase, taken: Sequence[Stem], text: str) -> MetricLink:
    """The link from the first words that stand together; what stands apart is kept apart."""
    cuts = [0, *sorted(phrase.gaps), len(taken)]
    pieces = [(taken[i].start, taken[j - 1].end) for i, j in pairwise(cuts)]
    start, end = pieces[0]
    label = " ".join(text[start:end] for start, end in pieces)
    return MetricLink(phrase.metric, label, start, end, tuple(pieces[1:]))


def _qualified(
    link: MetricLink, links: Sequence[MetricLink], lowered: str, text: str
) -> MetricLink:
    """The link with words that narrow it: "data center revenue" is not revenue.

    Such a line is looked for under the words themselves, whatever it means.
    """
    if link.apart:
        return link
    floor = max((other.end for other in links if other.end <= link.start), default=0)
    before = _BEFORE.search(lowered, floor, link.start)
    words = before.group().split() if before else []
    while words and (words[0] == "&" or not all(map(_telling, words))):
        words = words[1:]
    start = link.start - sum(len(word) + 1 for word in words)
    after = _NARROWING.match(lowered, link.end)
    narrowing = after.group(1).split() if after else []
    while narrowing and not any(plain_words(narrowing[-1])):
        narrowing = narrowing[:-1]
    reach = after.start(1) + len(" ".join(narrowing)) if after else link.end
    if any(link.end < other.end and other.start < reach for other in links):
        narrowing = []
    if not words and not narrowing:
        return link
    label = text[start : link.end].replace("'s ", " ").replace("’s ", " ")
    if not after or not narrowing:
        narrowed = text[start : link.start].strip()
        return MetricLink(None, label, start, link.end, whole=link.metric, narrowed=narrowed)
    end = after.start(1) + len(" ".join(narrowing))
    narrowed = text[after.start(1) : end]
    return MetricLink(None, f"{narrowed} {label}", start, end, whole=link.metric, narrowed=narrowed)


def _telling(word: str) -> bool:
    return word == "&" or any(plain_words(word.removesuffix("'s")))


def _left_over(lowered: str, text: str) -> list[MetricLink]:
    """The longest run of words that are neither company, period nor frame of a question."""
    best: list[re.Match[str]] = []
    for piece in re.finditer(rf"[^{MASK}?;:]+", lowered):
        for run in re.finditer(r"\S+(?: \S+)*", piece.group()):
            offset = piece.start() + run.start()
            words = list(WORD.finditer(lowered, offset, offset + len(run.group())))
            words = words[leading_verb(words) :]
            while words and words[0].group() in FRAME:
                words = words[1:]
            while words and words[-1].group() in FRAME:
                words = words[:-1]
            if any(plain_words(lowered[words[0].start() : words[-1].end()]) if words else ()):
                best = max(best, words, key=len)
    # An amount belongs to a condition, not to a label.
    if not best or len(best) > 12 or any(word.group()[0].isdigit() for word in best):
        return []
    start, end = best[0].start(), best[-1].end()
    return [MetricLink(None, text[start:end], start, end)]


@lru_cache(maxsize=8)
def _index(catalogue: Catalogue) -> dict[str, tuple[_Phrase, ...]]:
    """First word -> phrases that begin with it."""
    phrases: dict[tuple[str, ...], _Phrase] = {}
    for metric in catalogue.metrics.values():
        # Growth is an operation on a metric, over any years: see operations.py.
        if growth_of(metric) is None:
            for name in (metric.name, *metric.synonyms):
                found = list(stems(name.lower()))
                words = tuple(word.word for word in found)
                only = found[0].plain if len(found) == 1 else ""
                phrases.setdefault((*words, only), _Phrase(words, metric, False, only=only))
    printed: dict[tuple[str, ...], set[str]] = {}
    for metric in catalogue.metrics.values():
        for words in _stemmed(metric.printed):
            printed.setdefault(words, set()).add(metric.id)
    for words, owners in printed.items():
        # One word ("total", "basic") or a label of two metrics says too little.
        if len(owners) == 1 and len(words) > 1:
            metric = catalogue[next(iter(owners))]
            phrases.setdefault((*words, ""), _Phrase(words, metric, printed=True))
    apart = [
        phrase
        for metric in catalogue.metrics.values()
        for text in metric.asked
        for phrase in _asked(text, metric)
    ]
    index: dict[str, list[_Phrase]] = {}
    for phrase in (*phrases.values(), *apart):
        index.setdefault(phrase.words[0], []).append(phrase)
    return {word: tuple(same) for word, same in index.items()}


def _asked(text: str, metric: Metric) -> Iterator[_Phrase]:
    """A wording whose words stand apart, with each choice of its alternatives."""
    for chosen in product(*(item.split("|") for item in text.split())):
        words: list[str] = []
        gaps = set()
        for item in chosen:
            if item == "*":
                gaps.add(len(words))
            else:
                words += [stem(word) for word in item.split("_")]
        yield _Phrase(tuple(words), metric, printed=False, gaps=frozenset(gaps))


def _stemmed(labels: Sequence[str]) -> Iterator[tuple[str, ...]]:
    for label in labels:
        words = tuple(found.word for found in stems(label.lower()))
        if words:
            yield words
