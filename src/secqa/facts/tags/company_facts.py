"""EDGAR's company-facts file: all facts a company ever tagged in, those of one filing out.

EDGAR keeps only facts about the whole company, and of each which filing (accession) stated it.
They have no places, decimals or statements.
"""

import json
from collections.abc import Iterator
from datetime import date
from typing import Any

from secqa.errors import SecqaError
from secqa.facts.fact import Fact
from secqa.filings.document import Metadata


def company_facts(data: bytes, document: Metadata, name: str) -> tuple[Fact, ...]:
    """The facts that a filing stated.

    The filing is known by its accession number, else by form, fiscal year and period. Empty for a
    file about another company. Raises SecqaError when the file is not one of EDGAR's.
    """
    try:
        content = json.loads(data)
        if document.cik and int(content["cik"]) != int(document.cik):
            return ()
        return tuple(_facts(content["facts"], document))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise SecqaError(f"{name}: not a company-facts file of EDGAR; fetch it again") from error


def _facts(taxonomies: dict[str, Any], document: Metadata) -> Iterator[Fact]:
    for prefix, concepts in taxonomies.items():
        for concept, entry in concepts.items():
            for unit, stated in entry["units"].items():
                for fact in stated:
                    if _is_of(fact, document):
                        yield _fact(f"{prefix}:{concept}", unit, fact)


def _is_of(fact: dict[str, Any], document: Metadata) -> bool:
    if document.accession:
        return bool(fact["accn"].replace("-", "") == document.accession.replace("-", ""))
    own = (document.form, document.fiscal_year, document.fiscal_period)
    return (fact["form"], fact["fy"], fact["fp"]) == own


def _fact(concept: str, unit: str, fact: dict[str, Any]) -> Fact:
    start = fact.get("start")
    return Fact(
        concept=concept,
        value=float(fact["val"]),
        text="",
        printed="",
        unit=unit,
        decimals=None,
        start=date.fromisoformat(start) if start else None,
        end=date.fromisoformat(fact["end"]),
        hidden=True,
    )
