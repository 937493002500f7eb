"""Turn sentences with their queries, and free questions with their formulas, into token pairs."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from language.formulas import fold, query_of
from language.free import FreeQuestion
from language.query_writer import Unsayable, target_tokens
from language.rows import Row
from language.token_pairs import START, UNKNOWN, TokenPair, TokenPairs, View
from secqa.errors import CannotAnswer, SecqaError
from secqa.metrics.catalogue import Catalogue
from secqa.parsing.entities.company_index import CompanyIndex
from secqa.parsing.entities.label_mentions import LinesOf
from secqa.parsing.grammar.fitted import Fitted
from secqa.parsing.grammar.instructions import without_instructions
from secqa.parsing.grammar.metric_links import names_of
from secqa.parsing.grammar.question_mentions import Mentions, find_mentions
from secqa.parsing.ground import find_company
from secqa.parsing.translation.possible_queries import units_of
from secqa.parsing.translation.source import source_tokens
from secqa.parsing.translation.symbols import symbols_of
from secqa.query.leaves import Companies, Scope, Years
from secqa.query.query import Aggregate, Arithmetic, Defined, Lookup, Number, Query
from secqa.query.tree import map_nodes

_UNLINKED = 2
"""Metrics of a question that are left unlinked, one at a time."""
_COVERED = range(2018, 2027)
"""Fiscal years of which the companies of the sentences have reports."""


@dataclass(frozen=True, eq=False)
class Example:
    """A question as the translator reads it, and the query that it should print."""

    id: str
    source: list[list[str]]
    target: list[str]
    unlinked: tuple["Example", ...] = ()
    """The same with one metric not linked, so that the query names it by its id."""

    @property
    def writer(self) -> str:
        return self.id.partition("-")[0]


@dataclass(frozen=True, eq=False)
class Surroundings:
    """The companies that questions are about, and what is known of them."""

    known: CompanyIndex
    lines_of: LinesOf
    catalogue: Catalogue

    def mentions(self, text: str, fitted: Fitted) -> Mentions:
        """What a question mentions."""
        names = names_of(self.catalogue)
        found = find_mentions(text, self.known, fitted, self.lines_of, names)
        if (asking := without_instructions(found)) != text:
            return find_mentions(asking, self.known, fitted, self.lines_of, names)
        return found


def gold_query(row: Row | FreeQuestion, mentions: Mentions, about: Surroundings) -> Query | None:
    """The query of a question in one way of saying it; ValueError where no query says it."""
    if isinstance(row, FreeQuestion):
        linked = [link.metrics[0] for link in mentions.links if link.metrics[0]]
        query = query_of(row, about.known, about.catalogue, linked)
    else:
        query = row.query
    return None if query is None else _plain(query, about.known)


def example_of(row: Row | FreeQuestion, about: Surroundings, fitted: Fitted) -> Example | None:
    """The token pair of a question; None where its query is not sayable, or wants words."""
    mentions = about.mentions(row.text, fitted)
    try:
        query = gold_query(row, mentions, about)
        if query is None and _is_only_uncovered(mentions):
            return None
        if query is not None and query.narratives:
            return None
        whole = _token_pair(row.id, query, mentions, about)
    except (ValueError, KeyError, CannotAnswer, SecqaError, Unsayable):
        return None
    unlinked = []
    for link in mentions.links[:_UNLINKED] if query else ():
        others = tuple(other for other in mentions.links if other is not link)
        with suppress(Unsayable):
            unlinked.append(_token_pair(row.id, query, replace(mentions, links=others), about))
    return replace(whole, unlinked=tuple(unlinked))


def _token_pair(name: str, query: Query | None, mentions: Mentions, about: Surroundings) -> Example:
    symbols = symbols_of(mentions)
    target = target_tokens(query, symbols, tuple(about.catalogue.metrics))
    return Example(name, source_tokens(mentions, symbols, units_of(about.catalogue)), target)


def pairs_of(examples: Sequence[Example]) -> TokenPairs:
    """Examples with numbers for the features that more than one of them has, and for tokens."""
    counts = Counter(name for one in examples for name in {n for bag in one.source for n in bag})
    features = ["<pad>", "<unknown>", *(name for name, n in counts.most_common() if n > 1)]
    tokens = sorted({token for one in examples for way in _ways(one) for token in way.target})
    rows = {name: row for row, name in enumerate(features)}
    places = {name: row for row, name in enumerate(("<pad>", START, *tokens))}

    def view(one: Example) -> View:
        bags = (tuple(rows[name] for name in bag if name in rows) for bag in one.source)
        source = tuple(bag or (UNKNOWN,) for bag in bags)
        return View(source, tuple(places[token] for token in one.target))

    pairs = (TokenPair(one.id, tuple(map(view, _ways(one)))) for one in examples)
    return TokenPairs(tuple(features), tuple(places), tuple(pairs))


def _ways(example: Example) -> tuple[Example, ...]:
    return (example, *example.unlinked)


def _is_only_uncovered(mentions: Mentions) -> bool:
    """Whether a question is out of reach only since no report is of its year, which another corpus
    may have."""
    years = [period.year for period in mentions.times.periods if period.year]
    return bool(mentions.links and mentions.companies) and any(
        year not in _COVERED for year in years
    )


def _plain(query: Query, known: CompanyIndex) -> Query:
    """A query without what makes no difference: names of definitions, scopes, the ways to write a
    sum or an average."""

    def change(node: Any) -> Any:
        match node:
            case Lookup(company=str(name)) if name not in ("", "each"):
                name = known.display_name(find_company(name, known))
                return replace(node, company=name, place=Scope())
            case Lookup():
                return replace(node, place=Scope())
            case Companies(names):
                return Companies(
                    tuple(known.display_name(find_company(name, known)) for name in names)
                )
            case Defined(_, of):
                return of
            case Arithmetic("+"):
                items = _summands(node)
                folded = fold(items) if all(isinstance(one, Lookup) for one in items) else None
                return Aggregate("sum", folded[1], folded[0]) if folded else node
            case Arithmetic("/", Aggregate("sum", of, over), Number(count)):
                return Aggregate("average", of, over) if _size(over) == count else node
        return node

    return Query(tuple(map_nodes(output, change) for output in query.outputs))


def _summands(node: Any) -> list[Any]:
    if isinstance(node, Arithmetic) and node.sign == "+":
        return [*_summands(node.left), *_summands(node.right)]
    return [node]


def _size(over: Any) -> int:
    if isinstance(over, Companies):
        return len(over.names)
    return len(over.periods) if isinstance(over, Years) else 0
