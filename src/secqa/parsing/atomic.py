"""The atomic sentence: one look-up as programs say it to `extract_value`, and back, exactly.

"What is the net income of Acme (ACME) in fiscal year 2024 in US dollars?" is the paper's form
(SEC-QA, figure 6). Programs build it, retrieval and the reader parse it; what `format_lookup`
writes `parse_lookup` reads back without loss, and nothing else is taken for it.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from secqa.metrics.catalogue import Catalogue
from secqa.parsing.entities.company_index import Company, CompanyIndex
from secqa.parsing.entities.company_mentions import link_companies
from secqa.query.period import Period
from secqa.query.query import Lookup, Scope

_QUARTERS = ("first", "second", "third", "fourth")
_MONTHS = ("three", "six", "nine", "twelve")
_SENTENCE = re.compile(
    r"What is the (?P<what>.+) of (?P<company>.+?)(?: \((?P<symbol>[A-Z0-9.\-]+)\))? in "
    r"(?:fiscal year (?P<year>\d{4})"
    r"|the (?P<quarter>first|second|third|fourth) quarter of fiscal year (?P<quarter_year>\d{4})"
    r"|the first (?P<months>six|nine) months of fiscal year (?P<months_year>\d{4}))"
    r"(?: in US dollars)?(?: according to (?P<place>[^?]+))?\?"
)
_PLACES = {
    "the ": "statement", "the note on ": "note", "section ": "section", "Form ": "form",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Atomic:
    """A look-up with what its sentence says besides."""

    lookup: Lookup
    symbol: str = ""


def period_phrase(span: str, quarter: int) -> str:
    """How a sentence says a period, with `{year}` where the year goes."""
    if span == "to_date" and 1 < quarter < 4:
        return f"the first {_MONTHS[quarter - 1]} months of fiscal year {{year}}"
    if quarter:
        return f"the {_QUARTERS[quarter - 1]} quarter of fiscal year {{year}}"
    return "fiscal year {year}"


def format_lookup(lookup: Lookup, catalogue: Catalogue, symbol: str = "") -> str:
    """The sentence of a grounded look-up."""
    assert isinstance(lookup.period, Period)
    metric = catalogue[lookup.metric] if lookup.metric else None
    what = metric.name if metric else f'"{lookup.line}"'
    if lookup.part:
        what = f'"{lookup.part} {what}"'
    dollars = " in US dollars" if metric and metric.unit.startswith("USD") else ""
    when = period_phrase(lookup.period.span, lookup.period.quarter).format(year=lookup.period.year)
    where = f" according to {lookup.place}" if str(lookup.place) else ""
    who = f"{lookup.company} ({symbol})" if symbol else lookup.company
    return f"What is the {what} of {who} in {when}{dollars}{where}?"


def parse_lookup(sentence: str, metrics: Mapping[str, str]) -> Atomic | None:
    """The look-up of a sentence; None for any other text.

    `metrics` has the id of each metric by its name.
    """
    found = _SENTENCE.fullmatch(sentence.strip())
    if found is None:
        return None
    what = found["what"]
    metric, line = metrics.get(what, ""), ""
    if not metric:
        if not (what.startswith('"') and what.endswith('"') and len(what) > 2):
            return None
        line = what[1:-1]
    lookup = Lookup(
        metric, found["company"], _period(found), line=line, place=_place(found["place"] or "")
    )
    return Atomic(lookup, found["symbol"] or "")


def companies_of_atomic(atomic: Atomic, known: CompanyIndex) -> tuple[Company, ...]:
    """The company of the symbol, else all that the name may mean."""
    if (found := known.tickers.get(atomic.symbol)) is not None:
        return (found[1],)
    mentions = link_companies(f"{atomic.lookup.company} ({atomic.symbol})", known)
    return tuple(dict.fromkeys(mention.company for mention in mentions))


@lru_cache(maxsize=8)
def metric_names(catalogue: Catalogue) -> dict[str, str]:
    """Name of a metric -> its id."""
    return {metric.name: metric.id for metric in catalogue.metrics.values()}


def _period(found: re.Match[str]) -> Period:
    if found["year"]:
        return Period(int(found["year"]))
    if found["quarter"]:
        quarter = _QUARTERS.index(found["quarter"]) + 1
        return Period(int(found["quarter_year"]), "quarter", quarter)
    return Period(int(found["months_year"]), "to_date", _MONTHS.index(found["months"]) + 1)


def _place(text: str) -> Scope:
    """What `str(Place)` wrote."""
    told: dict[str, str] = {}
    for piece in filter(None, re.split(r" of (?=the note on |section |Form )", text)):
        for before in sorted(_PLACES, key=len, reverse=True):
            if piece.startswith(before):
                name = piece.removeprefix(before)
                key = _PLACES[before]
                told[key] = name.replace(" ", "_") if key == "statement" else name
                break
    return Scope(**told)
