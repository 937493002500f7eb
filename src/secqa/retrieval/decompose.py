"""A question to several searches: one for each company, period and metric that it needs.

In: a grounded query. Out: sentences to search with, in the form of programs, which say one figure
each. A metric that is worked out is one of them: what it is made of is not searched for.
"""

from secqa.metrics.catalogue import Catalogue
from secqa.parsing.atomic import format_lookup
from secqa.parsing.entities.company_index import CompanyIndex
from secqa.parsing.ground import company_named
from secqa.query.atoms import atomic_lookups
from secqa.query.query import Query


def decompose(query: Query, known: CompanyIndex, catalogue: Catalogue) -> tuple[str, ...]:
    """The searches for the figures of a query, in order."""
    return tuple(
        format_lookup(one, catalogue, company_named(str(one.company), known).ticker)
        for one in atomic_lookups(query, catalogue)
    )
