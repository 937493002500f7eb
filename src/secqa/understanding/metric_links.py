"""Which metrics a question asks for: masked text in, catalogue metrics or printed labels out.

Every name, synonym and unambiguous row label of the catalogue is a phrase; the longest
phrases in the question win, so that "net income per share" is not net income. Words are
compared without case, plural, hyphens and commas. What the catalogue doesn't know may still
be a line of a statement, and is passed on under the words of the question.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from secqa.metrics.catalogue import Catalogue, Metric
from secqa.metrics.formula import Number, Operation, Part, parse

MASK = "¤"
"""Stands for every character of a company's name in masked text."""


@dataclass(frozen=True, slots=True)
class MetricLink:
    """A metric that the question names, `[start, end)` in characters."""

    metric: Metric | None
    """None: not in the catalogue, to be looked for under the label."""
    label: str
    """As the question has it."""
    start: int
    end: int

    @property
    def name(self) -> str:
        """What an atomic question calls it."""
        return self.metric.name if self.metric else f'"{self.label}"'


@dataclass(frozen=True, slots=True)
class _Phrase:
    words: tuple[str, ...]
    metric: Metric
    printed: bool


_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?|[&%]|" + MASK)
_QUOTED = re.compile(r"[\"“”]([^\"“”]{3,120})[\"“”]")
_SAME = {"&": "and", "%": "percent"}
# Words around a metric in a question; what is left between them may be a printed label.
_FRAME_WORDS = """
    a about according all also amount amounts an and annual any answer are as at based be between
    billion billions by calculate can combined companies company compared compute could
    determine did disclosed do does dollar dollars during each figure filing filings find firm
    for form from fiscal get give had has have how i in information is it its level line item
    list many me million millions much need negative number of on or over per please provide
    question quarter recorded reported reports report reporting round s say shown show state
    statement statements stood tell than that the their there these they this thousand thousands
    to total us usd using value was we were what what's which who with would year years you your
    actually already e ever recently g just still
"""
# Words before a metric that leave it what it is.
_NEUTRAL_WORDS = """
    accounting actual aggregate approximate audited cash-based companywide consolidated corporate
    current disclosed ending entire exact final firmwide full gaap global group net official
    outstanding own positive printed published quarterly recent record reported respective stated
    unadjusted whole wide world worldwide yearly
"""
_BEFORE = re.compile(r"(?:(?<![\w¤'])[\w&.-]+ )+$")
_NARROWING = re.compile(
    r" (?:from|in|excluding|within) (?:the |its )?([a-z][\w&.-]*(?: [a-z][\w&.-]*){0,2})\b"
)
_FRAME = frozenset(_FRAME_WORDS.split())
_ACTION_WORDS = """
    above absolute across add aggregate altogether among annualized average below best better
    bigger biggest both bring by cagr change changed combined compare comparing compound
    cumulative decline decrease differ difference divided drop earlier exceed exceeded fall fewer
    fewest generate generated generating gap greater greatest grew grow growth have high higher
    highest however if improve increase increased invest invested large larger largest last least
    less lower lowest made make maximum mean minimum minus more most multiple new one only
    overall own paid part pay percent percentage period plus positive produce produced proportion
    post posted raise range rank rate ratio relative respective respectively rise rose same second
    share since single smaller smallest so spend spending spent sum than then third times together
    top trend under up use used went where whether whose yearly pct them not out no off earn
    accumulate achieve after against allocate amass before book bring buy carry collect deliver
    devote distribute during end enjoy experience fund generate hit hold incur into issue log lose
    owe put reach realize receive register retire return run see sell stand suffer take
    through toward via
    grown better stronger strongest weaker weakest worse worst
"""
_ACTION = frozenset((_ACTION_WORDS + _NEUTRAL_WORDS).split())
_EXPLAINED = _FRAME | _ACTION | {"&", "%", MASK, "µ"}
_PROSE = re.compile(
    r"^\W*(?:who|why|when|where|describe|explain|discuss|summari[sz]e|name"
    r"|how (?!much|many)\w+ (?:is|are|was|were))\b"
)
# "shares did Apple have outstanding", "people does Apple employ": one phrase, put apart.
_INSERTED = re.compile(rf"\b(?:did|does|do|has|had) {MASK}+(?: (?:have|had)\b)?")


_MARGIN = re.compile(r"(?: \([^)]*\))? (?:% |percent(?:age)? )?margin\b")
_EACH_SHARE = re.compile(r",? (?:per|a|for each) (?:common |diluted |basic )*share\b")
_BOUGHT_BACK = re.compile(
    r"\b(?:(?:buy|bought|buying|buys) back|repurchas(?:e|ed|es|ing))\b[^?.]{0,40}?"
    r"\b(?:stock|shares?|equity)\b"
)
_SHARE_OF = re.compile(
    r"\b(?:percent(?:age)?|per cent|share|fraction|proportion|portion|part|how much) of\b"
)
_CAME_FROM = re.compile(
    rf"(?: of {MASK}+)?\W*(?:(?:that|which) )?"
    r"(?:(?:did|do|does|c[ao]mes?|stem(?:s|med)?|derived?s?|ar[io]se|earned|generated|made|went"
    r"|be|was|were|is|are|attributable|related|due|spent|contributed|accounted|represented)\s+)*"
    r"(?:(?:from|by|in|to|on|for|up|of|with)\s+)*(?:(?:the|its|their)\s+)?"
    r"([a-z][a-z&' -]*?[a-z])(?: (?:account for|represent|contribute|make up|bring in))?"
    r"(?: (?:in|for|during|at|as of))?\s*[?.]?\s*$"
)
_SPENT = frozenset(
    [
        "spend",
        "spent",
        "pay",
        "paid",
        "lay",
        "laid",
        "put",
        "book",
        "booked",
        "record",
        "recorded",
        "recognize",
        "recognized",
        "collect",
        "receive",
        "received",
        "report",
        "reported",
        "incur",
        "incurred",
        "post",
        "posted",
        "take",
        "took",
        "get",
        "got",
        "earn",
        "earned",
        "make",
        "made",
        "generate",
        "generated",
        "bring",
        "brought",
    ]
)
_PARTICLES = frozenset(["out", "in", "up", "off"])
_PREPOSITIONS = frozenset(["on", "for", "from", "in", "into", "as", "to", "of", "through"])
_VERBS = {
    "sell": "revenue", "take in": "revenue", "bring in": "revenue", "earn": "net_income",
    "make": "net_income", "net": "net_income",
}  # fmt: skip
_VERB = re.compile(rf"\b(?:did|does|do|has|have) [^?]{{0,40}}?{MASK}+ ({'|'.join(_VERBS)})\b")


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
        if not any(_overlap(link, q) for q in quoted)
    ]
    links = sorted([*quoted, *outside], key=lambda link: link.start)
    links = _apart(_per_share(link, lowered, catalogue) for link in links)
    links = [_as_margin(link, lowered) for link in links]
    links += _share_of(links, lowered, text)
    links = sorted(_bought_back(links, lowered, catalogue), key=lambda link: link.start)
    if not links and not _PROSE.match(lowered):
        links = _by_verb(lowered, text, catalogue) or _left_over(lowered, text)
    return tuple(links)


def plain_words(text: str) -> Iterator[str]:
    """Words that are neither frame of a question nor an operation on values."""
    for match in _WORD.finditer(text):
        word = match.group()
        if not word[0].isdigit() and not _EXPLAINED.intersection(_inflections(word)):
            yield word


def _inflections(word: str) -> Iterator[str]:
    yield word
    yield from (word.removesuffix(ending) for ending in ("s", "d", "ed", "ing"))
    yield word.removesuffix("ing") + "e"


def growth_of(metric: Metric) -> str | None:
    """The id of the metric whose yearly growth this metric is, if it is one."""
    match parse(metric.formula) if metric.formula else None:
        case Operation("-", Operation("/", Part(now, 0), Part(before, 1)), Number(1)):
            return now if now == before else None
        case _:
            return None


def _quoted(match: re.Match[str], text: str, catalogue: Catalogue) -> MetricLink:
    words = tuple(_stem(m.group()) for m in _WORD.finditer(match.group(1)))
    exact = [p for p in _index(catalogue).get(words[0], ()) if p.words == words] if words else []
    label = text[match.start(1) : match.end(1)]
    return MetricLink(exact[0].metric if exact else None, label, match.start(), match.end())


def _longest(lowered: str, text: str, catalogue: Catalogue) -> list[MetricLink]:
    """Non-overlapping phrases of the catalogue, the longest taken first."""
    closed = _INSERTED.sub(lambda inserted: " " * len(inserted.group()), lowered)
    tokens = [(_stem(m.group()), m.start(), m.end()) for m in _WORD.finditer(closed)]
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
        if not any(_overlap(link, other) for other in links):
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


def _per_share(link: MetricLink, lowered: str, catalogue: Catalogue) -> MetricLink:
    """ "The bottom line per diluted share" is earnings per share."""
    if link.metric is None or link.metric.id not in {"net_income", "eps_diluted"}:
        return link
    match = _EACH_SHARE.match(lowered, link.end)
    if link.metric.id == "net_income" and not match:
        return link
    basic = re.search(r"\bbasic\b", lowered) and not re.search(r"\bdiluted\b", lowered)
    end = match.end() if match else link.end
    metric = catalogue["eps_basic" if basic else "eps_diluted"]
    return MetricLink(metric, lowered[link.start : end], link.start, end)


def _as_margin(link: MetricLink, lowered: str) -> MetricLink:
    """ "Its EBITDA % margin" is EBITDA by revenue."""
    match = _MARGIN.match(lowered, link.end)
    metric = link.metric
    if not match or metric is None or (metric.unit, metric.period) != ("USD", "duration"):
        return link
    label = lowered[link.start : match.end()]
    return MetricLink(
        Metric(
            id=f"{metric.id}_margin",
            name=label,
            unit="pure",
            period="duration",
            formula=f"{metric.id} / revenue",
            definition=f"{metric.name} divided by total revenues",
        ),
        label,
        link.start,
        match.end(),
    )


def _apart(links: Iterable[MetricLink]) -> list[MetricLink]:
    """The links without those that begin within the one before."""
    apart: list[MetricLink] = []
    for link in links:
        if not apart or not _overlap(apart[-1], link):
            apart.append(link)
    return apart


def _share_of(links: list[MetricLink], lowered: str, text: str) -> list[MetricLink]:
    """ "What share of revenue came from services" asks for a line that no catalogue has."""
    if len(links) != 1 or not _SHARE_OF.search(lowered, 0, links[0].start):
        return []
    match = _CAME_FROM.match(lowered, links[0].end)
    if not match or not any(plain_words(match.group(1))):
        return []
    label = f"{text[match.start(1) : match.end(1)]} {links[0].label}"
    return [MetricLink(None, label, match.start(1), match.end(1))]


def _bought_back(links: list[MetricLink], lowered: str, catalogue: Catalogue) -> list[MetricLink]:
    """ "It bought back how much of its stock" is one phrase, put apart."""
    match = _BOUGHT_BACK.search(lowered)
    if not match:
        return links
    others = [k for k in links if k.end <= match.start() or match.end() <= k.start]
    metric = catalogue["share_repurchases"]
    return [*others, MetricLink(metric, match.group(), match.start(), match.end())]


def _by_verb(lowered: str, text: str, catalogue: Catalogue) -> list[MetricLink]:
    """ "How much did it sell?": a verb without an object."""
    match = _VERB.search(lowered)
    others = lowered[: match.start(1)] + " " + lowered[match.end(1) :] if match else ""
    if not match or any(plain_words(others)):
        return []
    metric = catalogue[_VERBS[match.group(1)]]
    return [MetricLink(metric, text[match.start(1) : match.end(1)], match.start(1), match.end(1))]


def _overlap(one: MetricLink, other: MetricLink) -> bool:
    return one.start < other.end and other.start < one.end


def _left_over(lowered: str, text: str) -> list[MetricLink]:
    """The longest run of words that are neither company, period nor frame of a question."""
    best: list[re.Match[str]] = []
    for piece in re.finditer(rf"[^{MASK}?;:]+", lowered):
        for run in re.finditer(r"\S+(?: \S+)*", piece.group()):
            offset = piece.start() + run.start()
            words = list(_WORD.finditer(lowered, offset, offset + len(run.group())))
            words = words[_verb(words) :]
            while words and words[0].group() in _FRAME:
                words = words[1:]
            while words and words[-1].group() in _FRAME:
                words = words[:-1]
            best = max(best, words, key=len)
    # An amount belongs to a condition, not to a label.
    if not best or len(best) > 12 or any(word.group()[0].isdigit() for word in best):
        return []
    start, end = best[0].start(), best[-1].end()
    return [MetricLink(None, text[start:end], start, end)]


def _verb(words: Sequence[re.Match[str]]) -> int:
    """How many words at the beginning only say that money was spent or came in."""
    if len(words) < 3 or words[0].group() not in _SPENT:
        return 0
    size = 1 + (words[1].group() in _PARTICLES)
    return size + (words[size].group() in _PREPOSITIONS) if len(words) > size else 0


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
        words = tuple(_stem(m.group()) for m in _WORD.finditer(label.lower()))
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
