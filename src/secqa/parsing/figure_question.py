"""Define questions for one figure, for retrieval and readers: a look-up and its sentence.

Programs ask in the sentence of the SEC-QA paper (figure 6): "What is the net income of Acme (ACME)
in fiscal year 2024 in US dollars?" Each look-up has exactly one such sentence, from which
`parse_sentence` restores it; `understand` parses other sentences.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from secqa.errors import CannotAnswer
from secqa.metrics.catalogue import Catalogue
from secqa.parsing.entities.company_index import Company, CompanyIndex
from secqa.parsing.entities.company_mentions import link_companies
from secqa.parsing.entities.label_mentions import LinesOf
from secqa.parsing.grammar.fitted import load_fitted
from secqa.parsing.grammar.question_mentions import Mentions, find_mentions
from secqa.parsing.ground import find_company
from secqa.parsing.understand import understand
from secqa.query.each import atomic_lookups
from secqa.query.leaves import Scope
from secqa.query.period import LATEST, MONTHS, QUARTERS, Period, in_words
from secqa.query.query import Compare, Lookup, Number, Query, lookups

_SENTENCE = re.compile(
    r"What is the (?P<what>.+) of (?P<company>.+?)(?: \((?P<symbol>[A-Z0-9.\-]+)\))? in "
    r"(?:the (?P<part>\w+) quarter of |the first (?P<months>six|nine) months of )?"
    r"fiscal year (?P<year>\d{4})(?: in US dollars)?(?: according to (?P<place>[^?]+))?\?"
)
_PLACES = {
    "the note on ": "note", "section ": "section", "Form ": "form", "the ": "statement",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class FigureQuestion:
    """A question for one figure; `str()` returns its sentence."""

    text: str
    lookup: Lookup
    """Without metric and line if the sentence names no figure."""
    companies: tuple[Company, ...] = ()
    """The companies that may be meant; () if the question names none."""
    check: Compare | None = None
    """The comparison with a number, for a Yes or No question."""

    def __str__(self) -> str:
        return self.text


Question = str | FigureQuestion
"""The input of a page search: any question, or one for a figure."""


def ask_for(
    lookup: Lookup, known: CompanyIndex, catalogue: Catalogue, symbol: str
) -> FigureQuestion:
    """The question for a grounded look-up; `symbol` is its company's symbol or ""."""
    assert isinstance(lookup.period, Period)
    metric = catalogue[lookup.metric] if lookup.metric else None
    what = metric.name if metric else f'"{lookup.line}"'
    if lookup.part:
        what = f'"{lookup.part} {what}"'
    dollars = " in US dollars" if metric and metric.unit.startswith("USD") else ""
    where = f" according to {lookup.place}" if str(lookup.place) else ""
    company = f"{lookup.company} ({symbol})" if symbol else str(lookup.company)
    text = f"What is the {what} of {company} in {in_words(lookup.period)}{dollars}{where}?"
    return FigureQuestion(text, lookup, _companies_of(str(lookup.company), symbol, known))


def questions_of(
    query: Query, known: CompanyIndex, catalogue: Catalogue
) -> tuple[FigureQuestion, ...]:
    """A question for each company, period and metric of a grounded query, without formula terms."""
    return tuple(
        ask_for(one, known, catalogue, find_company(str(one.company), known).ticker)
        for one in atomic_lookups(query, catalogue)
    )


def parse_question(
    text: str,
    known: CompanyIndex,
    catalogue: Catalogue,
    lines_of: LinesOf = lambda _company: None,
) -> FigureQuestion:
    """Parse the figure that a sentence asks for; of several, the first."""
    if (atomic := parse_sentence(text, known, catalogue)) is not None:
        return atomic
    try:
        found = understand(text, known, catalogue, lines_of)
    except CannotAnswer:
        # If the question names no company, the given pages may.
        mentions = find_mentions(text, known, load_fitted(), lines_of)
        return FigureQuestion(text, _first_mentioned(mentions), mentions.distinct_companies)
    lookup = next(iter(lookups(found.query)), Lookup())
    output = found.query.outputs[0]
    check = output if isinstance(output, Compare) and isinstance(output.right, Number) else None
    return FigureQuestion(text, lookup, found.mentions.distinct_companies, check)


def parse_sentence(text: str, known: CompanyIndex, catalogue: Catalogue) -> FigureQuestion | None:
    """Parse a sentence of `ask_for`; None for other text."""
    match = _SENTENCE.fullmatch(text.strip())
    if match is None:
        return None
    what = match["what"]
    metric, line = _metric_ids(catalogue).get(what, ""), ""
    if not metric:
        if not (what.startswith('"') and what.endswith('"') and len(what) > 2):
            return None
        line = what[1:-1]
    year = int(match["year"])
    if match["part"]:
        if match["part"] not in QUARTERS:
            return None
        period = Period(year, "quarter", QUARTERS.index(match["part"]) + 1)
    elif match["months"]:
        period = Period(year, "to_date", MONTHS.index(match["months"]) + 1)
    else:
        period = Period(year)
    lookup = Lookup(metric, match["company"], period, line=line, place=_place(match["place"] or ""))
    return FigureQuestion(
        text, lookup, _companies_of(match["company"], match["symbol"] or "", known)
    )


def _companies_of(name: str, symbol: str, known: CompanyIndex) -> tuple[Company, ...]:
    """The company of a symbol, else all companies that the name may mean."""
    if (company := known.tickers.get(symbol)) is not None:
        return (company[1],)
    mentions = link_companies(f"{name} ({symbol})", known)
    return tuple(dict.fromkeys(mention.company for mention in mentions))


@lru_cache(maxsize=8)
def _metric_ids(catalogue: Catalogue) -> dict[str, str]:
    """Ids of metrics by name."""
    return {metric.name: metric.id for metric in catalogue.metrics.values()}


def _first_mentioned(mentions: Mentions) -> Lookup:
    """The first figure that a question mentions."""
    if not mentions.links:
        return Lookup()
    link, periods = mentions.links[0], mentions.times.periods
    period = periods[-1] if periods else LATEST
    return Lookup(link.metrics[0], period=period, line=link.line, part=link.part)


def _place(text: str) -> Scope:
    """Parse the text of a `Scope`."""
    slots: dict[str, str] = {}
    for piece in filter(None, re.split(r" of (?=the note on |section |Form )", text)):
        for prefix, slot in _PLACES.items():
            if piece.startswith(prefix):
                name = piece.removeprefix(prefix)
                slots[slot] = name.replace(" ", "_") if slot == "statement" else name
                break
    return Scope(**slots)
