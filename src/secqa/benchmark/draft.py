"""A query with its gold answer over the fact table: a question before it has words.

`query.evaluate` gives every node its meaning; here look-ups become rows of the table. A metric
that is worked out needs its parts, a fourth quarter the year and the nine months before it. The id
of a question follows from its words and these values.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from secqa.benchmark.dataset import AlternativeAnswer
from secqa.benchmark.fact_table import Entity, FactTable
from secqa.errors import CannotAnswer
from secqa.facts.fact import MetricFact
from secqa.facts.table.compound import CompoundFact, TableValue, stated_parts
from secqa.metrics.catalogue import Catalogue
from secqa.parsing.ground import find_company, ground
from secqa.query.answer_rules import AnswerValue
from secqa.query.dimensions import unit_of
from secqa.query.evaluate import evaluate
from secqa.query.leaves import Companies, Scope
from secqa.query.period import EACH, Period, reported
from secqa.query.query import Lookup, Query, lookups
from secqa.query.tree import nodes
from secqa.reading.reading import Passage

PRIMARY = 2
"""Grade of a page with a primary statement."""


@dataclass(frozen=True, slots=True)
class Gold:
    """The answers to a query and the facts behind them."""

    answers: tuple[AnswerValue, ...]
    unit: str
    """Of the first answer; "" for names, years, Yes and No."""
    facts: tuple[MetricFact, ...]
    """Every value needed, each once, in the order one would look them up."""
    worked_out: tuple[CompoundFact, ...] = ()
    """Values that formulas make of the facts."""
    steps: tuple[tuple[object, tuple[float, ...]], ...] = ()
    """Nodes that divide, compare or choose, with their values in order."""


NO_GOLD = Gold((), "", ())
"""The gold of questions that have no answer, or one in words."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A question before it has words."""

    kind: str
    companies: tuple[Entity, ...]
    """In the order the question names them."""
    metrics: tuple[str, ...]
    """In the order the question names them."""
    query: Query | None
    """As the question asks: "latest" stays latest; None for questions about a passage."""
    grounded: Query | None
    """The query with fiscal periods; None if it cannot be answered."""
    gold: Gold = NO_GOLD
    why: str = ""
    """Why it cannot be answered; "" if it can."""
    passages: tuple[Passage, ...] = ()
    also: tuple[AlternativeAnswer, ...] = ()
    """Other right answers, if the kind knows them."""
    slots: tuple[tuple[str, str], ...] = ()
    """Values for patterns of `wordings.toml`, besides names of companies and metrics."""

    @property
    def key(self) -> str:
        """Equal for equal questions."""
        return f"{[company.cik for company in self.companies]} {self.query} {self.slots}"

    @property
    def is_one_figure(self) -> bool:
        """Whether it asks for one stated figure, or one worked out by one formula."""
        outputs = self.query.outputs if self.query is not None and self.gold.facts else ()
        return len(outputs) == 1 and isinstance(outputs[0], Lookup) and lookups(outputs) == outputs


def draft_of(
    kind: str,
    query: Query,
    table: FactTable,
    catalogue: Catalogue,
    by_name: Mapping[str, Entity],
) -> Draft:
    """The draft of a query with its gold; CannotAnswer if the table has no answer.

    `by_name` has companies by their name in queries; others are looked up.
    """
    grounded = ground(query, table.known)
    gold = _gold(grounded, table, catalogue)
    tree = tuple(nodes(query))
    names = dict.fromkeys(name for node in tree for name in _names_in(node) if name != EACH)
    companies = dict.fromkeys(by_name.get(name) or _entity(name, table) for name in names)
    metrics = dict.fromkeys(node.metric for node in tree if isinstance(node, Lookup))
    return Draft(kind, tuple(companies), tuple(metrics), query, grounded, gold)


def interpret(query: Query, table: FactTable, catalogue: Catalogue) -> Gold:
    """The gold answers of a grounded query; CannotAnswer if the table lacks a value."""
    used: dict[TableValue, None] = {}

    def source(lookup: Lookup) -> float | None:
        rows = _signed_rows(lookup, table, catalogue)
        if rows is None:
            return None
        used.update(dict.fromkeys(row for _, row in rows))
        return sum(sign * row.value for sign, row in rows)

    steps: list[tuple[object, tuple[float, ...]]] = []
    answers = evaluate(
        query, source, _metric_names(catalogue), lambda node, of: steps.append((node, tuple(of)))
    )
    facts = dict.fromkeys(part for row in used for part in stated_parts(row))
    units = {row.metric: row.unit for row in used}
    return Gold(
        answers,
        unit_of(query.outputs[0], lambda metric: units.get(metric, catalogue[metric].unit)),
        tuple(facts),
        tuple(row for row in used if isinstance(row, CompoundFact)),
        tuple(steps),
    )


@lru_cache(maxsize=8)
def _metric_names(catalogue: Catalogue) -> dict[str, str]:
    return {metric.id: metric.name for metric in catalogue.metrics.values()}


def _signed_rows(
    lookup: Lookup, table: FactTable, catalogue: Catalogue
) -> list[tuple[int, TableValue]] | None:
    """The rows that make a figure, each with its sign; None if one is missing."""
    assert isinstance(lookup.company, str)
    assert isinstance(lookup.period, Period)
    assert isinstance(lookup.part, str)
    if lookup.line or lookup.place != Scope():
        # The table knows metrics, not lines, and not which of several places is meant.
        return None
    metric = catalogue[lookup.metric]
    terms = reported(lookup.period, balance=metric.period == "instant")
    if len(terms) > 1 and (metric.formula or metric.unit != "USD"):
        # Only amounts of whole periods can be subtracted.
        return None
    rows = []
    for sign, period in terms:
        row = table.value(lookup.company, metric.id, period, lookup.part)
        if row is None:
            return None
        rows.append((sign, row))
    return rows


def _gold(query: Query, table: FactTable, catalogue: Catalogue) -> Gold:
    """The gold of a query; if it names a statement, with the evidence of statements only."""
    anywhere = tuple(
        replace(output, place=Scope()) if isinstance(output, Lookup) else output
        for output in query.outputs
    )
    gold = interpret(Query(anywhere), table, catalogue)
    if anywhere == query.outputs:
        return gold
    facts = [
        replace(fact, evidence=tuple(place for place in fact.evidence if place.grade == PRIMARY))
        for fact in gold.facts
    ]
    if not all(fact.evidence for fact in facts):
        raise CannotAnswer("no statement prints it")
    return replace(gold, facts=tuple(facts))


def _entity(name: str, table: FactTable) -> Entity:
    cik = find_company(name, table.known).cik
    entity = next((company for company in table.companies if company.cik == cik), None)
    if entity is None:
        raise CannotAnswer(f"the corpus has no annual report of {name}")
    return entity


def _names_in(node: object) -> tuple[str, ...]:
    if isinstance(node, Companies):
        return node.names
    return (node.company,) if isinstance(node, Lookup) and isinstance(node.company, str) else ()


def question_id(suite: str, seed: int, ordinal: int, text: str, facts: Iterable[Any]) -> str:
    """suite, seed, 1-based ordinal, hash of the text and the values: `single-7-0001-3f2a9c1d`."""
    return f"{suite}-{seed}-{ordinal:04d}-{_content_hash(text, facts)}"


def renewed_id(old: str, text: str, facts: Iterable[Any]) -> str:
    """The id of an older question with a new hash: the same if neither text nor values changed."""
    return f"{old.rpartition('-')[0]}-{_content_hash(text, facts)}"


def _content_hash(text: str, facts: Iterable[Any]) -> str:
    content = json.dumps([text, [[fact.document_id, fact.metric, fact.value] for fact in facts]])
    return hashlib.sha256(content.encode()).hexdigest()[:8]
