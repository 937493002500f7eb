"""Describe a collection to a model that writes programs: companies, symbols, years and quarters.

The companies that the question names come first, then as many others as fit; `described` reads the
description back, for an engine that answers prompts by rule.
"""

import re
from collections.abc import Sequence

from secqa.parsing.entities.company_index import Company, CompanyIndex
from secqa.parsing.entities.company_mentions import link_companies

_MOST = 60
_HEAD = "symbol | company | fiscal years of 10-K | quarters of 10-Q | fiscal year ends"
_NEXT_YEAR = " of the next calendar year"
_BEFORE = " of the calendar year before"
_OFFSETS = {0: "", 1: _NEXT_YEAR, -1: _BEFORE}


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
