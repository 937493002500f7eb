"""A question to several searches: one for each company, period and metric that it needs.

In: a grounded query. Out: sentences to search with, in the form of programs, which say one figure
each. A metric that is worked out is one of them: what it is made of is not searched for.
"""

from secqa.language.atomic import format_lookup
from secqa.language.atoms import atomic_lookups
from secqa.language.entities.companies import Companies
from secqa.language.ground import company_named
from secqa.language.query import Query
from secqa.metrics.catalogue import Catalogue


def decompose(query: Query, known: Companies, catalogue: Catalogue) -> tuple[str, ...]:
    """The searches for the figures of a query, in order."""
    return tuple(
        format_lookup(one, catalogue, company_named(str(one.company), known).ticker)
        for one in atomic_lookups(query, catalogue)
    )
