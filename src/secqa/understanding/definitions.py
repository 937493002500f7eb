"""Definitions that a question brings along: text in, the text without them and what they say out.

"…, where net debt is defined as long-term debt less cash", "interest cover (operating income /
interest expense)", "DPO is defined as: 365 * (average accounts payable between FY2018 and FY2019) /
(FY2019 COGS)": where such words spell out a formula over metrics that the catalogue has, it is
what is asked for, whatever the catalogue thinks of the name. Anything else that is called a
definition is set aside, and the catalogue's own is taken.
"""

import re
from dataclasses import dataclass

from secqa.metrics.catalogue import Catalogue, Metric
from secqa.metrics.formula import Formula, Operation, Part, parse, parts
from secqa.understanding.expressions import LISTING, expression
from secqa.understanding.links import MASK, MetricLink
from secqa.understanding.metric_links import link_metrics

_NAME = r"(?P<name>[^.?!,;:]{2,60}?)"
_REST = r"(?P<terms>[^?]+?)"
_DEFINED = re.compile(
    rf"(?:[.;?!]\s+|[,;]?\s*\bwhere\s+)(?:the )?{_NAME} (?:here )?(?:is|are) (?:here )?"
    rf"(?:defined|calculated|computed|measured|understood) as:?\s+{_REST}(?:[.?](?=\s|$)|$)",
    re.IGNORECASE | re.DOTALL,
)
_FORMS = tuple(
    re.compile(pattern, re.IGNORECASE | re.DOTALL)
    for pattern in (
        rf"(?:^|[.;?!]\s+)(?:please )?(?:define|take|treat|understand) (?:the )?{_NAME} "
        rf"(?:as|to mean|to be):?\s+{_REST}(?:[.?]\s+|[.?]?$)",
        rf"(?:^|[.;?!]\s+){_NAME} (?:is|means|equals) {_REST}[.;] (?=\S[^.]*\b(?:it|that)\b)",
        # Said outright, how to answer may follow: "…, in USD millions, per the statement".
        rf"[,:(]\s*(?:that is|i\.e\.|meaning|in other words"
        rf"|(?:measured|defined|computed|calculated) as),?\s*{_REST}\)?"
        r"(?=,? (?:in (?:usd|us|dollars|percents?|thousands|millions|billions|units)|rounded"
        r"|per the|according to|based on|as a percent)\b| \(|\?|$)",
        rf"[,:(]\s*(?:or|that is|i\.e\.|meaning|in other words|measured as|defined as|computed as"
        rf"|calculated as|expressed as)?,?\s*{_REST}\)?(?=\?|$)",
        rf"\b(?:compute|calculate|work out|determine|what (?:is|was)):? (?P<terms>[^?]*[*×÷][^?]*?)"
        rf"(?=(?: (?:for|of|at|in) (?:the )?{MASK}|[?.]|$))",
    )
)
# "Interest cover (operating income / interest expense) at Acme"; one pair of brackets within.
_BRACKETS = re.compile(
    r"(?<![*/×÷+-])(?<![*/×÷+-] )"
    r"\((?:(?:or|that is|i\.e\.|meaning|measured as|defined as|computed as|calculated as|=),?\s*)?"
    r"(?P<terms>(?:[^()?]|\([^()?]*\))+)\)(?! ?[*/×÷+-])",
    re.IGNORECASE,
)
_NUMERATOR = re.compile(
    r",? (?:using|taking|with) (?P<over>[^?;:]+?) as (?:the )?numerator,? and (?P<under>[^?;:]+?)"
    r" as (?:the )?denominator",
    re.IGNORECASE,
)
# Cheap to look for first: most questions define nothing.
_OPERATION = re.compile(
    r"[:(;,.]\s?.*(?:\b(?:plus|less|minus|net of|divided by|over|times|multiplied by)\b"
    r"|[-+*/÷–−])|\bdefine|\b(?:take|treat)\b|\bdenominator\b",
    re.IGNORECASE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Definition:
    """What a question says that it means."""

    metric: Metric
    """One of the question's own, whose formula is over metrics of the catalogue."""
    start: int
    """Where the definition began in the text; it is blank there afterwards."""
    known: Metric | None
    """What the catalogue takes the name for."""
    year: int
    """The latest year that the definition names; 0 for none."""


def take_definition(text: str, catalogue: Catalogue) -> tuple[str, Definition | None]:
    """The text with its definition blanked out, and what that says, if it can be worked out.

    `text` has companies masked.
    """
    if not _OPERATION.search(text):
        return text, None
    defined = _DEFINED.search(text)
    if defined:
        # What comes after defines terms of this one.
        end = len(text) if _DEFINED.search(text, defined.end() - 2) else defined.end()
        return _taken(defined, end, text, catalogue)
    for form in _FORMS:
        for match in form.finditer(text):
            blanked, definition = _taken(match, match.end(), text, catalogue)
            if definition:
                return blanked, definition
    divided = _NUMERATOR.search(text)
    if divided:
        terms = f"{divided['over']} / {divided['under']}"
        said = _definition("", terms, divided.start(), "", catalogue)
        return (_blanked(text, *divided.span()) if said else text), said
    for match in _BRACKETS.finditer(text):
        expressed = expression(match["terms"], catalogue)
        # "Expenses (R&D and SG&A)" may ask for both.
        if expressed and not LISTING.issuperset(expressed.operators):
            said = _definition("", match["terms"], match.start(), "", catalogue)
            return (_blanked(text, *match.span()) if said else text), said
    return text, None


def _taken(
    match: re.Match[str], end: int, text: str, catalogue: Catalogue
) -> tuple[str, Definition | None]:
    """The definition that a form found, and the text without it."""
    named = (match.groupdict().get("name") or "").strip(f"{MASK}'’s ")
    after = text[match.end() - 2 : end]
    said = _definition(named, match["terms"], match.start(), after, catalogue)
    return _blanked(text, match.start(), end - (match.group()[-1] == "?")), said


def _blanked(text: str, start: int, end: int) -> str:
    return text[:start] + " " * (end - start) + text[end:]


def with_definition(
    links: tuple[MetricLink, ...], definition: Definition | None, text: str
) -> tuple[MetricLink, ...]:
    """The links with the one that is defined replaced, or made where the text says "it"."""
    if definition is None:
        return links
    metric, known = definition.metric, definition.known
    named = [
        link
        for link in links
        if link.label.lower() == metric.name.lower() or (known and link.metric == known)
    ]
    nearest = [link for link in links if link.end <= definition.start][-1:]
    replaced = named or nearest or links[:1]
    own = replaced[0].metric if replaced else None
    if own and own.formula and _same(parse(own.formula), parse(metric.formula)):
        return links
    if replaced:
        return tuple(
            MetricLink(metric, metric.name, link.start, link.end) if link in replaced else link
            for link in links
        )
    stands = re.search(r"\b(?:it|that)\b", text) or re.search(r"\?|$", text)
    assert stands is not None
    return (MetricLink(metric, metric.name, stands.start(), max(stands.end(), stands.start() + 1)),)


def _definition(
    name: str, terms: str, start: int, after: str, catalogue: Catalogue
) -> Definition | None:
    """What a definition says; None where it says nothing that can be worked out."""
    said = expression(terms, catalogue)
    if said is None:
        return None
    formula = _resolved(said.formula, after, catalogue)
    meant = {link.metric for link in link_metrics(name, catalogue)} if name else set()
    known = meant.pop() if len(meant) == 1 else None
    if known and known.formula and _same(parse(known.formula), parse(formula)):
        # The catalogue says the same, and knows which parts need not be there.
        return None
    metrics = [link.metric for link in said.links if link.metric]
    metric = Metric(
        id="as_defined",
        name=(name or " ".join(terms.split())).lower(),
        unit="pure" if "/" in formula else metrics[0].unit,
        period="duration" if any(m.period == "duration" for m in metrics) else "instant",
        formula=_with_optional(formula, catalogue),
        definition=" ".join(terms.split()),
    )
    return Definition(metric, start, known, said.year)


def _resolved(formula: str, after: str, catalogue: Catalogue) -> str:
    """The formula with what is defined after it, of which it is made, put in its place."""
    for match in _DEFINED.finditer(after):
        meant = {
            link.metric for link in link_metrics(match["name"].strip(f"{MASK}'’s "), catalogue)
        }
        metric = meant.pop() if len(meant) == 1 else None
        said = expression(match["terms"], catalogue)
        if said and metric:
            formula = re.sub(rf"\b{metric.id}\b", f"({said.formula})", formula)
    return formula


def _same(one: Formula, other: Formula) -> bool:
    """Whether two formulas work out the same, parts that need not be there or not."""
    if isinstance(one, Operation) and isinstance(other, Operation):
        sides = _same(one.left, other.left) and _same(one.right, other.right)
        return one.sign == other.sign and sides
    if isinstance(one, Part) and isinstance(other, Part):
        return (one.metric, one.back) == (other.metric, other.back)
    return one == other


def _with_optional(formula: str, catalogue: Catalogue) -> str:
    """The formula of a sum with a mark for parts that a company need not have."""
    if "/" in formula or "(" in formula:
        return formula
    optional = _optional(catalogue)
    return re.sub(r"[a-z]\w+", lambda m: m[0] + "?" * (m[0] in optional), formula)


def _optional(catalogue: Catalogue) -> set[str]:
    """Metrics that some company need not have, as the catalogue's formulas say."""
    found: list[Part] = []
    for metric in catalogue.compound():
        found += [part for part in parts(parse(metric.formula)) if part.optional]
    return {part.metric for part in found}
