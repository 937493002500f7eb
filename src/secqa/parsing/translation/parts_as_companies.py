"""Read a question about parts of a company as one about companies.

People compare, add and rank segments in the words that they use for companies, and the translator
has learned these words. So segments take the place of companies in its input, without the name of
their owner, and the queries that it gives are turned back.
"""

from dataclasses import replace
from typing import Any

from secqa.parsing.grammar.question_mentions import Mentions
from secqa.parsing.translation.symbols import Symbols, symbols_of
from secqa.query.leaves import Companies, Parts
from secqa.query.query import Lookup, Query
from secqa.query.tree import map_nodes

_RELATING = frozenset({
    "sum", "ratio", "difference", "minus", "more", "less", "than", "high", "low", "average",
    "median", "growth", "change",
})  # fmt: skip
"""Classes of words that relate figures of several parts."""


def parts_as_companies(mentions: Mentions) -> Symbols:
    """The symbols of a question, with the parts of its only company as companies.

    They stay parts if nothing relates their figures, or one is related to its company: "share of".
    """
    symbols = symbols_of(mentions)
    names = {name for classes in mentions.classes for name in classes}
    is_related = (
        not _RELATING.isdisjoint(names)
        if len(symbols.parts) > 1
        else max(len(symbols.metrics), len(symbols.periods)) > 1
    )
    is_split = bool(symbols.parts) and len(symbols.companies) == 1
    if not (is_split and is_related):
        return symbols
    places = tuple(
        (first, last, "" if symbol[0] == "C" else symbol.replace("S", "C"))
        for first, last, symbol in symbols.places
    )
    return replace(symbols, companies=symbols.parts, parts=(), places=places)


def companies_as_parts(query: Query, owner: str) -> Query:
    """Turn companies of a query back to parts of their owner."""

    def part_of(node: Any) -> Any:
        match node:
            case Lookup(company=""):
                return replace(node, company=owner)
            case Lookup(part="", company=part):
                return replace(node, company=owner, part=part)
            case Companies(names):
                return Parts(names)
        return node

    return map_nodes(query, part_of)
