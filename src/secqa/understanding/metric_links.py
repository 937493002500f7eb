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

from secqa.metrics.catalogue import Catalogue, Metric
from secqa.metrics.formula import Number, Operation, Part, parse
from secqa.understanding.links import FRAME, MASK, WORD, MetricLink, overlap, plain_words
from secqa.understanding.phrasings import by_verb, leading_verb, reword


@dataclass(frozen=True, slots=True)
class _Phrase:
    words: tuple[str, ...]
    metric: Metric
    printed: bool


_QUOTED = re.compile(r"[\"“”]([^\"“”]{3,120})[\"“”]")
_SAME = {"&": "and", "%": "percent"}
_BEFORE = re.compile(r"(?:(?<![\w¤'])[\w&.-]+ )+$")
_NARROWING = re.compile(
    r" (?:from|in|excluding|within) (?:the |its )?([a-z][\w&.-]*(?: [a-z][\w&.-]*){0,2})\b"
)
_PROSE = re.compile(
    r"^\W*(?:who|why|when|where|describe|explain|discuss|summari[sz]e|name"
    r"|how (?!much|many)\w+ (?:is|are|was|were))\b"
)
# "shares did Apple have outstanding", "people does Apple employ": one phrase, put apart.
_INSERTED = re.compile(rf"\b(?:did|does|do|has|had) {MASK}+(?: (?:have|had)\b)?")


def link_metrics(text: str, catalogue: Catalogue) -> tuple[MetricLink, ...]:
    """Metrics named in the text, in order.

    `text` has companies masked and periods blanked out. What stands in quotation marks is a
    printed label unless the catalogue has it; without any known metric the words that are
    left between companies and periods are one.
    """
    lowered = text.lower().replace("’", "'")
    quoted = [_quoted(match, text, catalogue) for match in _QUOTED.finditer(lowered)]
    known = _longest(lowered, text, catalogue)
    outside = [
        _qualified(link, known, lowered, text)
        for link in known
        if not any(overlap(link, q) for q in quoted)
    ]
    links = sorted([*quoted, *outside], key=lambda link: link.start)
    links = reword(links, lowered, text, catalogue)
    if not links and not _PROSE.match(lowered):
        links = by_verb(lowered, text, catalogue) or _left_over(lowered, text)
    return tuple(links)


def growth_of(metric: Metric) -> str | None:
    """The id of the metric whose yearly growth this metric is, if it is one."""
    match parse(metric.formula) if metric.formula else None:
        case Operation("-", Operation("/", Part(now, 0), Part(before, 1)), Number(1)):
            return now if now == before else None
        case _:
            return None


def _quoted(match: re.Match[str], text: str, catalogue: Catalogue) -> MetricLink:
    words = tuple(_stem(m.group()) for m in WORD.finditer(match.group(1)))
    exact = [p for p in _index(catalogue).get(words[0], ()) if p.words == words] if words else []
    label = text[match.start(1) : match.end(1)]
    return MetricLink(exact[0].metric if exact else None, label, match.start(), match.end())


def _longest(lowered: str, text: str, catalogue: Catalogue) -> list[MetricLink]:
    """Non-overlapping phrases of the catalogue, the longest taken first."""
    closed = _INSERTED.sub(lambda inserted: " " * len(inserted.group()), lowered)
    tokens = [(_stem(m.group()), m.start(), m.end()) for m in WORD.finditer(closed)]
    index = _index(catalogue)
    found = []
    for i, (word, start, _) in enumerate(tokens):
        for phrase in index.get(word, ()):
            size = len(phrase.words)
            if tuple(token[0] for token in tokens[i : i + size]) == phrase.words:
                found.append((-size, phrase.printed, start, tokens[i + size - 1][2], phrase.metric))
    links: list[MetricLink] = []
    for _, _, start, end, metric in sorted(found, key=lambda f: f[:4]):
        link = MetricLink(metric, text[start:end], start, end)
        if not any(overlap(link, other) for other in links):
            links.append(link)
    return links


def _qualified(
    link: MetricLink, links: Sequence[MetricLink], lowered: str, text: str
) -> MetricLink:
    """The link with words that narrow it: "data center revenue" is not revenue.

    Such a line is looked for under the words themselves, whatever it means.
    """
    floor = max((other.end for other in links if other.end <= link.start), default=0)
    before = _BEFORE.search(lowered, floor, link.start)
    words = before.group().split() if before else []
    while words and not all(any(plain_words(word)) for word in words):
        words = words[1:]
    start = link.start - sum(len(word) + 1 for word in words)
    after = _NARROWING.match(lowered, link.end)
    narrowing = after.group(1).split() if after else []
    while narrowing and not any(plain_words(narrowing[-1])):
        narrowing = narrowing[:-1]
    if not words and not narrowing:
        return link
    label = text[start : link.end]
    if not after or not narrowing:
        return MetricLink(None, label, start, link.end)
    end = after.start(1) + len(" ".join(narrowing))
    return MetricLink(None, f"{text[after.start(1) : end]} {label}", start, end)


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
            best = max(best, words, key=len)
    # An amount belongs to a condition, not to a label.
    if not best or len(best) > 12 or any(word.group()[0].isdigit() for word in best):
        return []
    start, end = best[0].start(), best[-1].end()
    return [MetricLink(None, text[start:end], start, end)]


@lru_cache(maxsize=8)
def _index(catalogue: Catalogue) -> dict[str, tuple[_Phrase, ...]]:
    """First word -> phrases that begin with it, the longest first, spoken before printed."""
    phrases: dict[tuple[str, ...], _Phrase] = {}
    for metric in catalogue.metrics.values():
        # Growth is an operation on a metric, over any years: see operations.py.
        if growth_of(metric) is None:
            for words in _stemmed((metric.name, *metric.synonyms)):
                phrases.setdefault(words, _Phrase(words, metric, printed=False))
    printed: dict[tuple[str, ...], set[str]] = {}
    for metric in catalogue.metrics.values():
        for words in _stemmed(metric.printed):
            printed.setdefault(words, set()).add(metric.id)
    for words, owners in printed.items():
        # One word ("total", "basic") or a label of two metrics says too little.
        if len(owners) == 1 and len(words) > 1:
            metric = catalogue[next(iter(owners))]
            phrases.setdefault(words, _Phrase(words, metric, printed=True))
    index: dict[str, list[_Phrase]] = {}
    for phrase in phrases.values():
        index.setdefault(phrase.words[0], []).append(phrase)
    return {
        word: tuple(sorted(same, key=lambda p: (-len(p.words), p.printed)))
        for word, same in index.items()
    }


def _stemmed(labels: Sequence[str]) -> Iterator[tuple[str, ...]]:
    for label in labels:
        words = tuple(_stem(m.group()) for m in WORD.finditer(label.lower()))
        if words:
            yield words


def _stem(word: str) -> str:
    """Singular, without possessive: enough for the nouns of statements."""
    word = _SAME.get(word, word).removesuffix("'s").replace("'", "")
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("xes", "ches", "shes", "sses")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3:
        return word[:-1]
    return word
