"""Definitions that a question brings along: text in, the text without them and what they say out.

"…, where net debt is defined as long-term debt less cash", "the operating ratio, that is,
operating expenses over revenue": where such words spell out a sum or a quotient of metrics
that the catalogue has, they are what is asked for, whatever the catalogue thinks of the name.
Anything else that is called a definition is set aside, and the catalogue's own is taken.
"""

import re
from dataclasses import dataclass
from itertools import pairwise

from secqa.metrics.catalogue import Catalogue, Metric
from secqa.metrics.formula import Part, metrics_in, parse, parts
from secqa.understanding.links import MASK, MetricLink
from secqa.understanding.metric_links import link_metrics

_NAME = r"(?P<name>[^.?!,;:]{2,60}?)"
_REST = r"(?P<terms>[^?]+?)"
_FORMS = tuple(
    re.compile(pattern, re.IGNORECASE | re.DOTALL)
    for pattern in (
        rf"(?:[.;?!]\s+|[,;]?\s*\bwhere\s+)(?:the )?{_NAME} (?:is|are) (?:here )?"
        rf"(?:defined|calculated|computed|measured|understood) as:?\s+{_REST}(?:[.?]\s*|$)",
        rf"(?:^|[.;?!]\s+)(?:please )?(?:define|take|treat|understand) (?:the )?{_NAME} "
        rf"(?:as|to mean|to be):?\s+{_REST}(?:[.?]\s+|[.?]?$)",
        rf"(?:^|[.;?!]\s+){_NAME} (?:is|means|equals) {_REST}[.;] (?=\S[^.]*\b(?:it|that)\b)",
        rf"[,:(]\s*(?:or|that is|i\.e\.|meaning|in other words|measured as|defined as|computed as"
        rf"|calculated as|expressed as)?,?\s*{_REST}\)?(?=\?|$)",
    )
)
_OPERATORS = {
    "plus": "+", "and": "+", ",": "+", "+": "+", "less": "-", "minus": "-", "net of": "-",
    "-": "-", "–": "-", "−": "-", "divided by": "/", "over": "/", "/": "/", "÷": "/",
    "times": "*", "multiplied by": "*",
}  # fmt: skip
_WORDS = "|".join(re.escape(word) for word in sorted(_OPERATORS, key=len, reverse=True))
# Cheap to look for first: most questions define nothing.
_OPERATION = re.compile(
    r"[:(;,.]\s.*(?:\b(?:plus|less|minus|net of|divided by|over|times|multiplied by)\b"
    r"|[-+/÷–−])|\bdefine|\b(?:take|treat)\b",
    re.IGNORECASE | re.DOTALL,
)
_NEUTRAL = re.compile(
    r"\b(?:the|its|their|total|sum of|year-end|annual|that year's|average of|company's)\b|[()]"
)


@dataclass(frozen=True, slots=True)
class Definition:
    """What a question says that it means."""

    metric: Metric
    """One of the question's own, whose formula is over metrics of the catalogue."""
    start: int
    """Where the definition began in the text; it is blank there afterwards."""


def take_definition(text: str, catalogue: Catalogue) -> tuple[str, Definition | None]:
    """The text with its definition blanked out, and what that says, if it can be worked out.

    `text` has companies masked.
    """
    for form in _FORMS if _OPERATION.search(text) else ():
        for match in form.finditer(text):
            named = (match.groupdict().get("name") or "").strip(f"{MASK}'’s ")
            metric = _metric(named, match["terms"], catalogue)
            if metric:
                end = match.end() - (match.group()[-1] == "?")
                blank = " " * (end - match.start())
                return f"{text[: match.start()]}{blank}{text[end:]}", Definition(
                    metric, match.start()
                )
    return text, None


def with_definition(
    links: tuple[MetricLink, ...], definition: Definition | None, text: str
) -> tuple[MetricLink, ...]:
    """The links with the one that is defined replaced, or made where the text says "it"."""
    if definition is None:
        return links
    metric = definition.metric
    named = [link for link in links if link.label.lower() == metric.name.lower()]
    nearest = [link for link in links if link.end <= definition.start][-1:]
    replaced = named or nearest or links[:1]
    if replaced:
        first = replaced[0]
        made = MetricLink(metric, metric.name, first.start, first.end)
        return tuple(made if link == first else link for link in links)
    stands = re.search(r"\b(?:it|that)\b", text) or re.search(r"\?|$", text)
    assert stands is not None
    return (MetricLink(metric, metric.name, stands.start(), max(stands.end(), stands.start() + 1)),)


def _metric(name: str, terms: str, catalogue: Catalogue) -> Metric | None:
    """What a definition says as a metric; None where it says nothing that can be worked out."""
    links = link_metrics(terms, catalogue)
    formula = _formula(terms, links)
    if formula is None:
        return None
    used = {link.metric.id for link in links if link.metric}
    meant = link_metrics(name, catalogue) if name else ()
    known = meant[0].metric if len(meant) == 1 else None
    if known and known.formula and metrics_in(parse(known.formula)) == used:
        # The catalogue says the same, and knows which parts need not be there.
        return None
    optional = _optional(catalogue)
    if "/" not in formula:
        formula = re.sub(r"\w+", lambda m: m[0] + "?" * (m[0] in optional), formula)
    metrics = [link.metric for link in links if link.metric]
    period = "duration" if any(m.period == "duration" for m in metrics) else "instant"
    said = " ".join(terms.split())
    return Metric(
        id="as_defined",
        name=(name or said).lower(),
        unit="pure" if "/" in formula else metrics[0].unit,
        period=period,
        formula=formula,
        definition=said,
    )


def _formula(terms: str, links: tuple[MetricLink, ...]) -> str | None:
    """Metrics and operators between them, and nothing else; None for other texts."""
    if len(links) < 2 or not all(link.metric for link in links):
        return None
    between = [terms[one.end : other.start] for one, other in pairwise(links)]
    around = terms[: links[0].start] + " " + terms[links[-1].end :]
    if _NEUTRAL.sub("", around).strip(" .,:;"):
        return None
    written = links[0].metric.id if links[0].metric else ""
    for text, link in zip(between, links[1:], strict=True):
        sign = _sign(_NEUTRAL.sub("", text.lower()))
        if sign is None or link.metric is None:
            return None
        written += f" {sign} {link.metric.id}"
    # "A and B divided by C" may mean two things.
    signs = set(re.findall(r" ([-+*/]) ", written))
    return None if signs & {"/", "*"} and len(links) > 2 else written


def _sign(text: str) -> str | None:
    words = " ".join(text.split()).strip()
    if words in _OPERATORS:
        return _OPERATORS[words]
    found = re.fullmatch(rf",? ?({_WORDS})", words)
    return _OPERATORS[found.group(1)] if found else None


def _optional(catalogue: Catalogue) -> set[str]:
    """Metrics that some company need not have, as the catalogue's formulas say."""
    found: list[Part] = []
    for metric in catalogue.compound():
        found += [part for part in parts(parse(metric.formula)) if part.optional]
    return {part.metric for part in found}
