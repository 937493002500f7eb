"""A question understood: text in, companies, metrics, time and operation out.

Used for whole questions by the planner, and for atomic ones ("What is the net income of
Acme (ACME) in fiscal year 2024 in US dollars?") by retrieval and the reader. Nothing is
raised here: what a question lacks is told by what the `Ask` lacks, and words that played no
part are kept, since each makes it less sure that the question was understood.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from secqa.metrics.catalogue import Catalogue, Metric
from secqa.understanding.asking import (
    line_in_brackets,
    without_definition,
    without_instructions,
)
from secqa.understanding.companies import Companies, Company
from secqa.understanding.company_links import Mention, link_companies, mask_companies
from secqa.understanding.definitions import take_definition, with_definition
from secqa.understanding.doubts import is_within, reason, unjoined
from secqa.understanding.idioms import in_plain_words
from secqa.understanding.lines import Lines, LinesOf, link_lines
from secqa.understanding.links import MASK, QUOTED, MetricLink, plain_words
from secqa.understanding.metric_links import catalogue_metrics, link_metrics
from secqa.understanding.operations import read_operation, undone
from secqa.understanding.pairing import Pair, order_of, pairs_of, years_between
from secqa.understanding.parts import (
    find_parts,
    is_part,
    link_parts,
    listed_parts,
    with_listed,
    without_parts,
)
from secqa.understanding.periods import Periods
from secqa.understanding.phrasings import sold_by_part
from secqa.understanding.quotients import as_quotients, with_operands
from secqa.understanding.skeleton import Skeleton
from secqa.understanding.strangers import strangers
from secqa.understanding.time_phrases import find_periods
from secqa.understanding.unread import unread
from secqa.understanding.wanted import Kind, Over, Wanted


@dataclass(frozen=True, slots=True)
class Ask:
    """What a question asks for."""

    question: str
    companies: tuple[Company, ...]
    """Each once, in order of first mention."""
    metrics: tuple[MetricLink, ...]
    """In order, repeats included; `Wanted.ranking` counts in it."""
    periods: Periods
    wanted: Wanted
    whole_corpus: bool = False
    """No company is named, but "which company …": all of the corpus are meant."""
    strangers: tuple[str, ...] = ()
    """Names that stand where companies stand, but are none of the corpus."""
    unexplained: tuple[str, ...] = ()
    """Words that none of the above accounts for."""
    pairs: tuple[Pair, ...] = ()
    """Where each company has a metric or a year of its own."""
    years_between: bool = False
    """Whether a year stands between two companies."""
    undone: str = ""
    """Words that ask for an operation on the values which was not understood."""

    @property
    def metric(self) -> Metric | None:
        """The first metric, when the catalogue has it."""
        return self.metrics[0].metric if self.metrics else None


def understand(
    question: str,
    companies: Sequence[Company],
    catalogue: Catalogue,
    lines_of: LinesOf = lambda _company: None,
) -> Ask:
    """Read a question. Give the `Companies` of `companies_of`, which keep their index.

    Where `lines_of` knows what a company's filings print, words that are such a line mean it.
    """
    question = _SHARED.sub(r"\1-\4 \2 \3-\4", question.translate(_MARKS))
    question = _SLICE.sub(r"\1\2 share of", question)
    index = companies if isinstance(companies, Companies) else Companies(companies)
    mentions = _outside_quotes(question, link_companies(question, index))
    named = tuple(dict.fromkeys(mention.company for mention in mentions))
    mentions = tuple(m for m in mentions if not _begins_line(question, m, mentions, lines_of))
    said, definition = take_definition(mask_companies(question, mentions), catalogue)
    text = without_definition(said)
    mentions = tuple(m for m in mentions if set(text[m.start : m.end]) == {MASK})
    masked = without_instructions(text, catalogue)
    periods, rest = find_periods(masked)
    if definition and definition.year and not periods.named:
        periods = replace(periods, years=(definition.year,))
    typed = line_in_brackets(_as_typed(masked, rest))
    printed = [lines for company in named if (lines := lines_of(company)) is not None]
    listed = listed_parts(typed, printed)
    typed = without_parts(typed, listed)
    metrics = catalogue_metrics(typed, catalogue) or sold_by_part(typed, catalogue)
    parts = find_parts(typed, metrics, printed)
    typed = without_parts(typed, parts)
    parts = [*parts, *listed]
    links = with_definition(link_metrics(typed, catalogue), definition, rest)
    links = with_operands(links, typed.lower(), typed) if definition is None else links
    links = link_parts(link_lines(links, typed, printed), parts, metrics)
    links = as_quotients(with_listed(links, typed, printed), printed, catalogue)
    everyone = not named and bool(_EVERYONE.search(rest))
    skeleton = Skeleton(
        _skeleton(rest, mentions, links),
        len(index) if everyone else len(named),
        tuple(link.metric.id if link.metric else link.label.lower() for link in links),
        periods,
        any(_is_added_up(link, rest) for link in links),
    )
    wanted = read_operation(skeleton)
    if wanted.kind is Kind.GROWTH and len(periods.years) < 2 and _are_changes(links, printed):
        # "Comparable sales (% change)" is printed as the growth that is asked for.
        wanted = replace(wanted, kind=Kind.VALUE, over=Over.NOTHING)
    if wanted.combine and is_within(links[wanted.combine.first :][:2], catalogue):
        wanted = replace(wanted, combine=None)
    order = order_of(masked, mentions, links)
    pure = all(link.metric is not None and link.metric.unit == "pure" for link in links)
    return Ask(
        question,
        named,
        links,
        periods,
        wanted,
        everyone,
        tuple(
            name
            for name in strangers(typed, links)
            if not any(lines.named(name) for lines in printed)
        ),
        tuple(plain_words(skeleton.text)),
        () if wanted.combine else pairs_of(order, mentions),
        years_between(order),
        reason(question)
        or unread(skeleton, wanted, masked)
        or ("" if pure else undone(skeleton, wanted))
        or ("" if wanted.combine else unjoined(links, wanted, typed)),
    )


# What stands for companies and metrics in skeletons stands for nothing when it is typed.
_MARKS = str.maketrans({MASK: " ", "µ": " "})
_EVERYONE = re.compile(
    r"\b(?:which|what|of all|among all|across all|all|any|how many) (?:the |of the )?"
    r"(?:company|companies|firms?|filers?|registrants?)\b|\bwho\b"
)
# "What slice of": another word for share, as long as that.
_SLICE = re.compile(
    r"\b(what|which|how (?:big|large|small)(?: of)? an?)((?: \w+)?) (?:slice|chunk|piece) of\b",
    re.IGNORECASE,
)
# "Short- plus long-term debt": the second names what the first leaves out.
_SHARED = re.compile(r"\b(\w+)-,? (plus|and|or|less|minus) (\w+)-(\w+ \w+)\b")


def _outside_quotes(question: str, mentions: tuple[Mention, ...]) -> tuple[Mention, ...]:
    """The mentions without those in quoted labels, where others tell whom the label is of."""
    spans = [found.span() for found in QUOTED.finditer(question)]
    outside = tuple(
        m for m in mentions if not any(start < m.start and m.end < end for start, end in spans)
    )
    return outside or mentions


def _begins_line(
    question: str, mention: Mention, mentions: Sequence[Mention], lines_of: LinesOf
) -> bool:
    """Whether a name is part of a printed line's: "Google Cloud" among Alphabet's."""
    lines = lines_of(mention.company)
    if lines is None:
        return False
    name = question[mention.start : mention.end].removesuffix("'s")
    twice = sum(m.company == mention.company for m in mentions) > 1
    former = any(other.startswith(name) for other in mention.company.other_names)
    # A name it had before is that of a part, where it is named besides: "RTX's Raytheon sales".
    if twice and former and lines.named(name):
        return True
    if is_part(question, mention.start, mention.end, lines):
        return True
    after = _NAME_GOES_ON.match(question, mention.end)
    if after is None:
        return False
    words = after.group().split()
    return any(
        lines.named(f"{question[mention.start : mention.end]} {' '.join(words[:size])}")
        for size in range(len(words), 0, -1)
    )


def _as_typed(masked: str, blanked: str) -> str:
    """The masked text with its capitals, blank where the periods were."""
    return "".join(
        " " if rest == " " else typed for typed, rest in zip(masked, blanked, strict=True)
    )


def _is_added_up(link: MetricLink, text: str) -> bool:
    """Whether "total" stands before a metric whose amount is printed under no such name."""
    metric = link.metric
    names = (metric.name, *metric.printed) if metric and metric.unit == "USD" else ()
    if metric is None or any(name.startswith("total ") for name in names):
        return False
    return bool(_SUMMED.match(link.label) or _SUMMED.search(text[: link.start]))


_SUMMED = re.compile(rf"^(?:total|overall)\b|\b(?:total|overall)(?: {MASK}+(?:['’]s)?)? $", re.I)


def _are_changes(links: Sequence[MetricLink], printed: Sequence[Lines]) -> bool:
    """Whether all that is asked about are lines whose own labels say that they are changes."""
    labels = [own.named(k.label) for k in links if k.metric is None for own in printed]
    found = [line.label for line in labels if line is not None]
    return bool(found) and len(found) >= len(links) and all(map(_CHANGE.search, found))


_CHANGE = re.compile(r"%|\b(?:change|growth|increase)\b", re.IGNORECASE)


def _skeleton(rest: str, mentions: Sequence[Mention], links: Sequence[MetricLink]) -> str:
    """The question with `¤` for companies and `µ` for metrics, blanks folded."""
    spans = [(m.start, m.end, f" {MASK} ") for m in mentions]
    spans += [(link.start, link.end, _sign(link)) for link in links]
    spans += [(start, end, " ") for link in links for start, end in link.apart]
    for start, end, sign in sorted(spans, reverse=True):
        rest = rest[:start] + sign + rest[end:]
    rest = re.sub(rf"{MASK} \(\s*{MASK}\s*\)", MASK, re.sub(r"\s+", " ", rest).strip())
    return in_plain_words(_POLITE.sub("", rest))


def _sign(link: MetricLink) -> str:
    """What stands for a metric: one that is called a loss is asked about as negative."""
    loss = link.metric and link.metric.period == "duration" and _LOSS.search(link.label.lower())
    return " negative µ " if loss else " µ "


_LOSS = re.compile(
    r"\blos(?:s|ses|e|t|ing)\b(?! ?\)|/)|\bin the red\b|\bunprofitable\b"
    r"|\bburn(?:s|ed|t|ing)?\b|\b(?:used?|consumed?) cash\b|\bcash used\b(?! ?\)|/)"
)
_NAME_GOES_ON = re.compile(r"(?: [A-Z][\w.&-]*\w){1,3}")


_POLITE = re.compile(
    r"^(?:please |kindly |(?:can|could|would) you (?:please )?|i(?:'d| would) like to know |"
    r"(?:tell|give|show) me |find |calculate |compute |determine |state )+"
)
