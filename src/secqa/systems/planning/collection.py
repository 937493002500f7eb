"""Describe a collection to a language model: its companies and metrics.

A model that writes programs sees symbols, years and quarters: of the companies that the question
names, then of as many others as fit. One that fills a `Query` sees the companies that the question
names, and how many others there are: one that it knows by another name it may name itself.
Descriptions can be read back, for an engine that answers prompts by rule.

A model does not know our metrics, and all their names would fill most of a prompt, so it sees a few
dozen. A metric is as likely as its best wording, by the words that the question shares with it, and
as the fitted linker finds it in any run of the words.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz, process

from secqa.metrics.catalogue import Catalogue
from secqa.metrics.metric import Metric
from secqa.parsing.entities.company_index import Company, CompanyIndex
from secqa.parsing.entities.company_mentions import link_companies
from secqa.parsing.grammar.linker import Linker
from secqa.parsing.lexicon import tokens

_MOST = 60
_HEAD = "symbol | company | fiscal years of 10-K | quarters of 10-Q | fiscal year ends"
_NEXT_YEAR = " of the next calendar year"
_BEFORE = " of the calendar year before"
_OFFSETS = {0: "", 1: _NEXT_YEAR, -1: _BEFORE}
_LISTED = re.compile(r"^- (?:(?P<symbol>[A-Z0-9.-]+): )?(?P<name>.+?)(?: \(.*\))?$", re.MULTILINE)


def describe(companies: Sequence[Company], question: str) -> str:
    """Lines on the companies, under a head."""
    named = dict.fromkeys(mention.company for mention in link_companies(question, companies))
    chosen = list(dict.fromkeys([*named, *companies]))[:_MOST]
    lines = [_HEAD, *(_line(company) for company in chosen)]
    if len(chosen) < len(companies):
        lines.append(f"… and {len(companies) - len(chosen)} more companies")
    return "\n".join(lines)


def described(text: str) -> CompanyIndex:
    """The companies that `describe` wrote into a text; none of other texts."""
    _, _, lines = text.partition(_HEAD + "\n")
    rows = [line.split(" | ") for line in lines.splitlines()]
    return CompanyIndex([_company(*row) for row in rows if len(row) == 5])


def _line(company: Company) -> str:
    quarters = " ".join(f"{year}Q{quarter}" for year, quarter in company.quarters)
    years = " ".join(str(year) for year in company.fiscal_years)
    ends = company.fiscal_year_end + _OFFSETS.get(company.year_offset, "")
    # Names come from filings: one that holds line ends or bars must not make up lines or columns.
    name = " ".join(company.name.replace("|", " ").split())
    return " | ".join(part or "-" for part in (company.ticker, name, years, quarters, ends))


def _company(ticker: str, name: str, years: str, quarters: str, ends: str) -> Company:
    offset = next((at for at, words in _OFFSETS.items() if words and words in ends), 0)
    end = re.match(r"\d\d-\d\d", ends)
    symbol = "" if ticker == "-" else ticker
    return Company(
        name=name,
        ticker=symbol,
        aliases=(symbol,) if symbol else (),
        fiscal_years=tuple(int(year) for year in years.split() if year.isdecimal()),
        quarters=tuple(
            (int(year), int(quarter)) for year, quarter in re.findall(r"(\d{4})Q(\d)", quarters)
        ),
        fiscal_year_end=end.group() if end else "",
        year_offset=offset,
    )


def company_listing(companies: Sequence[Company], question: str) -> str:
    """Lines on the companies of a collection."""
    mentions = link_companies(question, companies)
    named = tuple(dict.fromkeys(mention.company for mention in mentions))
    lines = [f"- {_called(company)} ({_periods(company)})" for company in named]
    others = len(companies) - len(named)
    return "\n".join([*lines, f"and {others:,} {'other' if named else ''} companies"])


def companies_in_list(text: str) -> CompanyIndex:
    """The companies that `company_listing` wrote into a text, by symbol and name."""
    return CompanyIndex(
        Company(one["name"], one["symbol"] or "", aliases=(one["symbol"],) if one["symbol"] else ())
        for one in _LISTED.finditer(text)
    )


def _called(company: Company) -> str:
    # Names come from filings: one that holds line ends must not make up lines.
    name = " ".join(company.short_name.split())
    return f"{company.ticker}: {name}" if company.ticker else name


def _periods(company: Company) -> str:
    """`FY2021-FY2024, quarters to 2025Q1, year ends 09-28`."""
    parts = []
    if years := company.fiscal_years:
        parts.append(f"FY{years[0]}" if len(years) == 1 else f"FY{years[0]}-FY{years[-1]}")
    if company.quarters:
        year, quarter = company.quarters[-1]
        parts.append(f"quarters to {year}Q{quarter}")
    if company.fiscal_year_end:
        parts.append(f"year ends {company.fiscal_year_end}")
    return ", ".join(parts)


def metric_listing(metrics: Iterable[Metric]) -> str:
    """A line for each kind of metric: what signs and times mean differs from kind to kind."""
    kinds: dict[str, list[str]] = {}
    for metric in metrics:
        kinds.setdefault(_kind(metric), []).append(_entry(metric))
    return "\n".join(f"{kind}: {', '.join(entries)}" for kind, entries in kinds.items())


def _kind(metric: Metric) -> str:
    if metric.formula:
        return "Formulas"
    if metric.period == "instant":
        return "At the end of the period"
    return "Paid, so positive" if metric.outflow else "Over the period"


def _entry(metric: Metric) -> str:
    if metric.formula:
        return f"{metric.id} = {metric.formula}"
    return f"{metric.id} ({metric.definition})" if metric.definition else metric.id


def likely_metrics(
    question: str, catalogue: Catalogue, most: int, linker: Linker
) -> tuple[Metric, ...]:
    """Up to `most` metrics, the likeliest first; none for an empty question."""
    stems = [token.stem for token in tokens(question)]
    if not stems:
        return ()
    places, wordings = _wordings(catalogue)
    likeness = process.cdist([" ".join(stems)], wordings, scorer=fuzz.token_set_ratio)
    scores = np.zeros(len(catalogue.metrics))
    np.maximum.at(scores, places, likeness[0] / 100)
    linked = linker.runs(stems).scores.max(axis=0)
    known = dict(zip(linker.metrics, (linked - linked.min()).tolist(), strict=True))
    scores += np.array([known.get(name, 0.0) for name in catalogue.metrics])
    ids = list(catalogue.metrics)
    return tuple(catalogue[ids[at]] for at in np.argsort(-scores, kind="stable")[:most])


@lru_cache(maxsize=4)
def _wordings(catalogue: Catalogue) -> tuple[NDArray[np.int64], list[str]]:
    """The stems of each wording, and the places of the metrics that they are of."""
    wordings = {
        (place, " ".join(token.stem for token in tokens(phrase.replace("_", " "))))
        for place, metric in enumerate(catalogue.metrics.values())
        for phrase in (metric.name, metric.id, *metric.synonyms, *metric.printed)
    }
    ordered = sorted(wordings)
    return np.array([place for place, _ in ordered]), [text for _, text in ordered]
