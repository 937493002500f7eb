"""Describe the companies and metrics of a corpus to a language model.

A model that writes programs gets symbols, years and quarters, first of the companies that the
question names. A model that fills in a `Query` gets only the named companies and the number of
others; it may name others itself. `companies_in_list` parses a description, for the offline engine
behind a test server.

All names of metrics would fill most of a prompt, so a model gets the few dozen likeliest. The score
of a metric is the similarity of its best name to the question, plus the score of the fitted linker.
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

MOST = 60
"""Maximum companies in the prompt for programs."""
_OFFSETS = {0: "", 1: " of the next calendar year", -1: " of the calendar year before"}
_LISTED = re.compile(
    r"^- (?:(?P<symbol>[A-Z0-9.-]+): )?(?P<name>.+?)(?: \((?P<about>.*)\))?$", re.MULTILINE
)


def company_listing(companies: Sequence[Company], question: str, most: int = 0) -> str:
    """One line for each company that a question names, and for others up to `most` in all.

    With `most`, lists every fiscal year and quarter, otherwise the first and the last.
    """
    named = list(dict.fromkeys(mention.company for mention in link_companies(question, companies)))
    chosen = list(dict.fromkeys([*named, *companies]))[:most] if most else named
    lines = [f"- {_called(company)} ({_periods(company, most > 0)})" for company in chosen]
    others = len(companies) - len(chosen)
    if others or not most:
        lines.append(f"and {others:,} {'other' if chosen else ''} companies")
    return "\n".join(lines)


def companies_in_list(text: str) -> CompanyIndex:
    """Parse the companies that `company_listing` wrote into a text."""
    return CompanyIndex(
        _company(one["symbol"] or "", one["name"], one["about"] or "")
        for one in _LISTED.finditer(text)
    )


def _company(symbol: str, name: str, about: str) -> Company:
    end = re.search(r"year ends (\d\d-\d\d)", about)
    return Company(
        name=name,
        ticker=symbol,
        aliases=(symbol,) if symbol else (),
        fiscal_years=tuple(int(year) for year in re.findall(r"FY(\d{4})", about)),
        quarters=tuple((int(y), int(quarter)) for y, quarter in re.findall(r"(\d{4})Q(\d)", about)),
        fiscal_year_end=end[1] if end else "",
        year_offset=next((at for at, words in _OFFSETS.items() if words and words in about), 0),
    )


def _called(company: Company) -> str:
    # Names come from filings, so line breaks must not add lines.
    name = " ".join(company.short_name.split())
    return f"{company.ticker}: {name}" if company.ticker else name


def _periods(company: Company, each: bool) -> str:
    """`FY2021-FY2024, quarters to 2025Q1, year ends 09-28`; or each year and quarter."""
    years = [f"FY{year}" for year in company.fiscal_years]
    quarters = [f"{year}Q{quarter}" for year, quarter in company.quarters]
    parts = []
    if years:
        parts.append(" ".join(years) if each else "-".join(dict.fromkeys((years[0], years[-1]))))
    if quarters:
        parts.append(f"quarters {' '.join(quarters)}" if each else f"quarters to {quarters[-1]}")
    if company.fiscal_year_end:
        offset = _OFFSETS.get(company.year_offset, "") if each else ""
        parts.append(f"year ends {company.fiscal_year_end}{offset}")
    return ", ".join(parts)


def metric_listing(metrics: Iterable[Metric]) -> str:
    """One line for each kind of metric, since signs and periods depend on the kind."""
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
    """Up to `most` metrics, likeliest first; none for an empty question."""
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
    """The stems of each name, and the index of its metric."""
    wordings = {
        (place, " ".join(token.stem for token in tokens(phrase.replace("_", " "))))
        for place, metric in enumerate(catalogue.metrics.values())
        for phrase in (metric.name, metric.id, *metric.synonyms, *metric.printed)
    }
    ordered = sorted(wordings)
    return np.array([place for place, _ in ordered]), [text for _, text in ordered]
