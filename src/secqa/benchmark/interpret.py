"""What a query comes to over T: a grounded query in, its gold answers and their evidence out.

`query.evaluate` gives every node its meaning; here look-ups become rows of T. A metric that is
worked out is required as its parts, as `facts` found them, a fourth quarter as the year and the
nine months before. What T does not have, or documents disagree on, has no gold answer.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache

from secqa.benchmark.truth import Truth, truth_of
from secqa.corpus.address import CorpusPath
from secqa.facts.fact import MetricFact
from secqa.facts.table.compound import CompoundFact, Found, compound_facts, stated_parts
from secqa.filings.document import Metadata
from secqa.metrics.catalogue import Catalogue
from secqa.query.answer_units import unit_of
from secqa.query.evaluate import Answer, evaluate
from secqa.query.fiscal_calendar import reported
from secqa.query.period import Period
from secqa.query.query import Lookup, Query, Scope


@dataclass(frozen=True, slots=True)
class Gold:
    """The answers to a query and all that they rest on."""

    answers: tuple[Answer, ...]
    unit: str
    """Of the first answer; "" for names, years, Yes and No."""
    facts: tuple[MetricFact, ...]
    """Every value needed, each once, in the order one would look them up."""
    worked_out: tuple[CompoundFact, ...] = ()
    """Those values that formulas make of the facts."""
    steps: tuple[tuple[object, tuple[float, ...]], ...] = ()
    """Nodes that divide or choose, and the values that they do it with, as they came."""


def interpret(query: Query, truth: Truth, catalogue: Catalogue) -> Gold:
    """The gold answers of a grounded query; CannotAnswer where T lacks a value that it needs."""
    used: dict[Found, None] = {}

    def source(lookup: Lookup) -> float | None:
        found = _found(lookup, truth, catalogue)
        if found is None:
            return None
        used.update(dict.fromkeys(row for _, row in found))
        return sum(sign * row.value for sign, row in found)

    steps: list[tuple[object, tuple[float, ...]]] = []
    answers = evaluate(
        query, source, _names(catalogue), lambda node, of: steps.append((node, tuple(of)))
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
def _names(catalogue: Catalogue) -> dict[str, str]:
    return {metric.id: metric.name for metric in catalogue.metrics.values()}


def _found(lookup: Lookup, truth: Truth, catalogue: Catalogue) -> list[tuple[int, Found]] | None:
    """The rows that make a figure, each with its sign; None where one is missing."""
    assert isinstance(lookup.company, str)
    assert isinstance(lookup.period, Period)
    assert isinstance(lookup.part, str)
    if lookup.line or lookup.place != Scope():
        # T knows metrics, not lines, and not which of several places is meant.
        return None
    metric = catalogue[lookup.metric]
    terms = reported(lookup.period, balance=metric.period == "instant")
    if len(terms) > 1 and (metric.formula or metric.unit != "USD"):
        # Only amounts of whole periods can be taken from each other.
        return None
    rows = [
        (sign, truth.value(lookup.company, metric.id, period, lookup.part))
        for sign, period in terms
    ]
    return None if any(row is None for _, row in rows) else rows  # type: ignore[return-value]


def truth_of_corpus(corpus: CorpusPath, catalogue: Catalogue) -> Truth:
    """T of a corpus, whole: what is printed, what is worked out of it, and parts of companies."""
    from secqa.corpus.store import open_corpus
    from secqa.facts.table.load import load_table

    rows, parts = load_table(corpus), load_table(corpus, parts=True)
    return whole_truth(rows, open_corpus(corpus).documents, parts, catalogue)


def whole_truth(
    rows: Iterable[MetricFact],
    documents: Iterable[Metadata],
    parts: Collection[MetricFact],
    catalogue: Catalogue,
) -> Truth:
    """The same of rows that are there already."""
    printed = tuple(rows)
    return truth_of((*printed, *compound_facts(printed, catalogue)), documents, parts, catalogue)
