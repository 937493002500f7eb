"""List companies for a model that fills a `Query`.

It sees those that the question names, with the periods that are there, and how many others there
are: one that it knows by another name it may name itself. What "the latest year" is need not be
told: grounding knows.
"""

import re
from collections.abc import Sequence

from secqa.parsing.entities.company_index import Company, CompanyIndex
from secqa.parsing.entities.company_mentions import link_companies

_LINE = re.compile(r"^- (?:(?P<symbol>[A-Z0-9.-]+): )?(?P<name>.+?)(?: \(.*\))?$", re.MULTILINE)


def listing(companies: Sequence[Company], question: str) -> str:
    """Lines on the companies of a collection."""
    mentions = link_companies(question, companies)
    named = tuple(dict.fromkeys(mention.company for mention in mentions))
    lines = [f"- {_called(company)} ({_periods(company)})" for company in named]
    others = len(companies) - len(named)
    return "\n".join([*lines, f"and {others:,} {'other' if named else ''} companies"])


def companies_in_list(text: str) -> CompanyIndex:
    """The companies that `listing` wrote into a text, by symbol and name."""
    return CompanyIndex(
        Company(one["name"], one["symbol"] or "", aliases=(one["symbol"],) if one["symbol"] else ())
        for one in _LINE.finditer(text)
    )


def _called(company: Company) -> str:
    # Names come from filings: one that holds line ends must not make up lines.
    name = " ".join(company.short_name.split())
    return f"{company.ticker}: {name}" if company.ticker else name


def _periods(company: Company) -> str:
    """`FY2021-FY2024, quarters to 2025Q1, year ends 09-28`."""
    told = []
    if years := company.fiscal_years:
        told.append(f"FY{years[0]}" if len(years) == 1 else f"FY{years[0]}-FY{years[-1]}")
    if company.quarters:
        year, quarter = company.quarters[-1]
        told.append(f"quarters to {year}Q{quarter}")
    if company.fiscal_year_end:
        told.append(f"year ends {company.fiscal_year_end}")
    return ", ".join(told)
