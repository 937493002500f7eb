"""The facts, companies and metrics that a suite can ask about, from one corpus."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from secqa.benchmark.conventions import Alternatives, alternatives_of
from secqa.benchmark.corpus_facts import CorpusFacts
from secqa.benchmark.draft import Draft, draft_of
from secqa.benchmark.fact_table import Entity, FactTable, fact_table_of
from secqa.benchmark.gates.witnesses import Witnesses
from secqa.benchmark.grammar.draw import Draw
from secqa.benchmark.grammar.peers import Peers, peers_of
from secqa.benchmark.suite import Suite
from secqa.errors import CannotAnswer, SecqaError
from secqa.facts.fact import MetricFact
from secqa.facts.table.compound import TableValue, compound_facts, stated_parts
from secqa.facts.table.doubt import doubts
from secqa.facts.table.rows import Key, grouped, industry_of_rows, key_of
from secqa.metrics.catalogue import Catalogue
from secqa.metrics.metric import Metric
from secqa.parsing.ground import find_company
from secqa.query.query import Query
from secqa.word_lists import any_of

_REST = any_of(
    "corporate, other, eliminations, intersegment, unallocated, reconciling, headquarters, outside,"
    "rest, remaining",
    any_case=True,
)
"""Names of remainders of segments and regions: the other parts give them, so nobody asks."""


@dataclass(frozen=True, slots=True)
class Basis:
    """The facts, companies and metrics that a suite can ask about."""

    source: CorpusFacts
    catalogue: Catalogue
    suite: Suite
    table: FactTable
    alternatives: Alternatives
    """The values of the table by other conventions."""
    industries: Mapping[str, str]
    """CIK -> the industry that its statements show; gold programs skip terms that it lacks."""
    peers: Peers
    """Which companies are of one business."""
    witnesses: Witnesses
    """Evidence for each value besides its tag."""
    values: Mapping[Key, float]
    """The values of whole companies."""
    parts: Mapping[Key, Sequence[MetricFact]]
    """The rows of parts of companies that have one key."""
    cache: dict[tuple[object, ...], Any] = field(default_factory=dict, init=False)
    """Cached look-ups of draws."""
    reasons: dict[tuple[object, ...], str] = field(default_factory=dict, init=False)
    """The reason against each checked value; "" if there is none."""

    @property
    def by_name(self) -> dict[str, Entity]:
        """Companies by their name in questions."""
        return {company.name: company for company in self.table.companies}

    @property
    def companies(self) -> tuple[Entity, ...]:
        """Companies to ask about; raises SecqaError for an unknown one."""
        if not self.suite.companies:
            return self.table.companies
        try:
            ciks = {find_company(name, self.table.known).cik for name in self.suite.companies}
        except CannotAnswer as error:
            raise SecqaError(f"companies: {error}; `secqa documents` lists those it has") from None
        return tuple(company for company in self.table.companies if company.cik in ciks)

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """Metrics to ask about, in catalogue order; SecqaError for one without values."""
        pool, there = self.suite.metrics, self.table.metrics
        if isinstance(pool, str):
            printed = () if pool == "compound" else tuple(self.catalogue.base())
            worked_out = () if pool == "printed" else tuple(self.catalogue.compound())
            metrics = (*printed, *worked_out)
            return tuple(one for one in metrics if one.id in there and not one.outside)
        for metric in pool:
            if self.catalogue[metric].id not in there:
                raise SecqaError(f"metric {metric}: no document of the corpus has a value for it")
        return tuple(self.catalogue[metric] for metric in pool)

    def draw(self, rng: Random) -> Draw:
        """Random picks from it."""
        return Draw(
            self.table,
            self.catalogue,
            rng,
            self.companies,
            self.metrics,
            self.suite.years,
            self.source.document,
            self.peers,
            self.cache,
        )

    def draft_of(self, kind: str, query: Query) -> Draft:
        """The draft of a query with its gold; CannotAnswer if the table has no answer."""
        return draft_of(kind, query, self.table, self.catalogue, self.by_name)


def basis_of(source: CorpusFacts, catalogue: Catalogue, suite: Suite) -> Basis:
    """Collect the facts, companies and metrics of a corpus that a suite can ask about."""
    by_cik: defaultdict[str, list[MetricFact]] = defaultdict(list)
    for row in source.rows:
        by_cik[row.cik].append(row)
    industries = {cik: industry_of_rows(rows, catalogue) for cik, rows in by_cik.items()}
    table = _undoubted_table(source, catalogue, suite)
    alternatives = alternatives_of(source.rows, catalogue)
    peers = peers_of(source.rows, source.documents, source.document, industries, suite.mixed)
    witnesses = Witnesses(source, catalogue)
    values = {key_of(row): row.value for row in source.rows}
    parts = grouped(source.parts, key_of)
    return Basis(
        source, catalogue, suite, table, alternatives, industries, peers, witnesses, values, parts
    )


def _undoubted_table(source: CorpusFacts, catalogue: Catalogue, suite: Suite) -> FactTable:
    """The values that no gate of the fact table doubts."""
    doubted = doubts(source.rows, catalogue)
    rows: Sequence[TableValue] = [row for row in source.rows if row.form in suite.forms]
    if suite.metrics != "printed":
        compound = {metric.id for metric in catalogue.compound()}
        rows = (*rows, *compound_facts(rows, catalogue, compound))  # type: ignore[arg-type]
    sound = [row for row in rows if not any(key_of(part) in doubted for part in stated_parts(row))]
    parts = [
        row
        for row in source.parts
        if row.form in suite.forms and key_of(row) not in doubted and not _REST.search(row.member)
    ]
    return fact_table_of(sound, source.documents, parts, catalogue)
