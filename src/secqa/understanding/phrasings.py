"""Wordings that no list of names holds: links of a question in, better links out.

"The bottom line per diluted share", "its EBITDA % margin", "what share of revenue came from
services", "it bought back how much of its stock": the metric is not where its name stands, or
the line asked for has no name in the catalogue.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from secqa.metrics.catalogue import Catalogue, Metric
from secqa.understanding.links import MASK, MetricLink, overlap, plain_words

_MARGIN = re.compile(r"(?: \([^)]*\))? (?:% |percent(?:age)? )?margin\b")
_EACH_SHARE = re.compile(r",? (?:per|a|for each) (?:common |diluted |basic )*share\b")
_BOUGHT_BACK = re.compile(
    r"\b(?:(?:buy|bought|buying|buys) back|repurchas(?:e|ed|es|ing))\b"
    r"(?:(?! (?:that|which|with) )[^?.]){0,40}?\b(?:stock|shares?|equity)\b"
)
_SHARE_OF = re.compile(
    r"(?:%|\b(?:percent(?:age)?|per cent|share|fraction|proportion|portion|part|how much)) of\b"
)
_CAME_FROM = re.compile(
    rf"(?: of {MASK}+)?\W*(?:(?:that|which) )?"
    r"(?:(?:did|do|does|c[ao]mes?|stem(?:s|med)?|derived?s?|ar[io]se|earned|generated|made|went"
    r"|be|was|were|is|are|attributable|related|due|spent|contributed|accounted|represented)\s+)*"
    r"(?:(?:from|by|in|to|on|for|up|of|with)\s+)*(?:(?:the|its|their)\s+)?"
    r"([a-z][a-z&' -]*?[a-z])(?: (?:account for|represent|contribute|make up|bring in))?"
    r"(?: (?:in|for|during|at|as of))?[\s,]*[?.]?\s*$"
)
_SPENT_WORDS = """
    spend spent pay paid lay laid put book booked record recorded recognize recognized collect
    receive received report reported incur incurred post posted take took get got earn earned
    make made generate generated bring brought
"""
_SPENT = frozenset(_SPENT_WORDS.split())
_PARTICLES = frozenset(["out", "in", "up", "off"])
_PREPOSITIONS = frozenset(["on", "for", "from", "in", "into", "as", "to", "of", "through"])
_VERBS = {
    "sell": "revenue", "take in": "revenue", "bring in": "revenue", "earn": "net_income",
    "make": "net_income", "net": "net_income", "lose": "net_income", "borrow": "debt_issued",
}  # fmt: skip
_PRESENT = {"sold": "sell", "earned": "earn", "made": "make", "lost": "lose", "borrowed": "borrow"}
_PLACES = frozenset({
    "current_assets", "current_liabilities", "noncurrent_assets", "noncurrent_liabilities",
    "total_assets", "total_liabilities", "operating_expenses", "costs_and_expenses",
})  # fmt: skip
_WITHIN = re.compile(
    r"^[^?.;]{0,30}?\b(?:(?:with)?in|among|under|as part of|part of|included in) (?:the |its )?$"
)
_MEDIA = frozenset({"cash", "money"})
_HOW_MUCH = re.compile(r"\bhow much (?:in )?$|\bhow much of its $|\bwhat amount of $")
_EARNING = frozenset({"earn", "earned", "earns", "profitable"})
_WHO = re.compile(
    r"\bwho (sell|sold|earn|earned|make|made|lose|lost|borrow|borrowed) (?:the )?"
    r"(?:more|most|less|least|bigger|biggest)\b"
)
# Where a part of the company was named, there are blanks.
_VERB = re.compile(
    rf"\b(?:did|does|do|has|have) [^?]{{0,40}}?(?:{MASK}|\s\s)\s*({'|'.join(_VERBS)})\b"
)
_SELLS = re.compile(
    r"\b(?:did|does|has|have) [^?]*\b(?:segment|division|unit|business)"
    r" (sell|sold|bring in|take in)\b"
)


def reword(
    links: Sequence[MetricLink], lowered: str, text: str, catalogue: Catalogue
) -> list[MetricLink]:
    """The links in order, with what the words around them make of them."""
    found = _apart(_per_share(link, lowered, catalogue) for link in _without_verbs(links))
    found = _both_per_share(found, lowered, catalogue)
    found = _without_places(_without_medium(found, lowered), lowered)
    found = [_as_margin(link, lowered) for link in found]
    found += share_of(found, lowered, text)
    return sorted(_bought_back(found, lowered, catalogue), key=lambda link: link.start)


def _without_medium(links: list[MetricLink], lowered: str) -> list[MetricLink]:
    """ "How much cash did it pay in dividends" asks for dividends, whatever they are paid in."""
    flows = [k for k in links if k.metric and k.metric.statement == "cash_flow"]
    media = [
        link
        for link in links
        if link.label.lower() in _MEDIA and _HOW_MUCH.search(lowered, 0, link.start)
    ]
    return _absorbed(links, [(medium, flows[0]) for medium in media if flows])


def _without_places(links: list[MetricLink], lowered: str) -> list[MetricLink]:
    """ "Deferred revenue in current liabilities" asks for the one, and says where it stands."""
    places = [
        (link, before)
        for before, link in pairwise(links)
        if link.metric
        and link.metric.id in _PLACES
        and _WITHIN.search(lowered[before.end : link.start])
    ]
    return _absorbed(links, places)


def _absorbed(
    links: list[MetricLink], pairs: Sequence[tuple[MetricLink, MetricLink]]
) -> list[MetricLink]:
    """The links with the first of each pair made words of the second."""
    for gone, stays in pairs:
        span = ((gone.start, gone.end), *gone.apart)
        grown = replace(stays, apart=(*stays.apart, *span))
        links = [grown if link == stays else link for link in links if link != gone]
    return links


def _without_verbs(links: Sequence[MetricLink]) -> list[MetricLink]:
    """ "What return did it earn on its equity" earns a return, and no income besides."""
    named = [link for link in links if link.label.lower() not in _EARNING]
    return list(named or links)


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


def _both_per_share(
    links: list[MetricLink], lowered: str, catalogue: Catalogue
) -> list[MetricLink]:
    """ "Earnings per share, basic and diluted" are two figures."""
    ids = [link.metric.id for link in links if link.metric]
    words = [re.search(rf"\b{word}\b", lowered) for word in ("basic", "diluted")]
    own = {"eps_basic", "eps_diluted"}
    if len(own.intersection(ids)) != 1 or None in words:
        return links
    kept = next(link for link in links if link.metric and link.metric.id in own)
    pairs = zip(words, ("eps_basic", "eps_diluted"), strict=True)
    told = {
        f"eps_{w.group()}": MetricLink(catalogue[i], kept.label, *w.span()) for w, i in pairs if w
    }
    first, second = sorted(told.values(), key=lambda link: link.start)
    kept_as = replace(first, start=kept.start, end=kept.end) if first.start < kept.end else first
    apart = ((kept.start, kept.end),) if kept_as is first else ()
    return [k for k in links if k != kept] + [replace(kept_as, apart=apart), second]


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
        if not apart or not overlap(apart[-1], link):
            apart.append(link)
    return apart


def share_of(links: Sequence[MetricLink], lowered: str, text: str) -> list[MetricLink]:
    """ "What share of revenue came from services" asks for a line that no catalogue has."""
    if len(links) != 1 or links[0].apart or not _SHARE_OF.search(lowered, 0, links[0].start):
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


def by_verb(lowered: str, catalogue: Catalogue) -> list[MetricLink]:
    """ "How much did it sell?": a verb without an object."""
    match = _WHO.search(lowered) or _VERB.search(lowered)
    others = lowered[: match.start(1)] + " " + lowered[match.end(1) :] if match else ""
    if not match or any(plain_words(others)):
        return []
    metric = catalogue[_VERBS[_PRESENT.get(match.group(1), match.group(1))]]
    # A part's line is called so, and not "sell".
    label = "sales" if metric.id == "revenue" else match.group(1)
    return [MetricLink(metric, label, match.start(1), match.end(1))]


def sold_by_part(text: str, catalogue: Catalogue) -> list[MetricLink]:
    """ "What did its Anvils segment sell": the sales of that part."""
    match = _SELLS.search(text.lower())
    if not match:
        return []
    return [MetricLink(catalogue["revenue"], match.group(1), match.start(1), match.end(1))]


def leading_verb(words: Sequence[re.Match[str]]) -> int:
    """How many words at the beginning only say that money was spent or came in."""
    if len(words) < 3 or words[0].group() not in _SPENT:
        return 0
    size = 1 + (words[1].group() in _PARTICLES)
    return size + (words[size].group() in _PREPOSITIONS) if len(words) > size else 0
