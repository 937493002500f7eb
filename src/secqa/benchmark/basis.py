"""What a suite is asked of: a corpus in, the values that nothing speaks against out."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from secqa.benchmark.kinds.draw import Draw, Held
from secqa.benchmark.names import Entity
from secqa.benchmark.readings import Readings, readings_of
from secqa.benchmark.source import Source
from secqa.benchmark.suite import Suite
from secqa.benchmark.truth import Truth, truth_of
from secqa.errors import CannotAnswer, SecqaError
from secqa.facts.fact import MetricFact
from secqa.facts.table.compound import Found, compound_facts, stated_parts
from secqa.facts.table.doubt import doubts
from secqa.facts.table.gates.reason import key_of
from secqa.facts.table.kind_of_company import industry_of_rows
from secqa.metrics.catalogue import Catalogue, Metric
from secqa.parsing.ground import company_named


@dataclass(frozen=True, slots=True)
class Basis:
    """A corpus as a suite sees it."""

    source: Source
    catalogue: Catalogue
    suite: Suite
    truth: Truth
    readings: Readings
    """What else the values of T may be taken for."""
    industries: Mapping[str, str]
    """CIK -> the industry that its statements tell: gold programs look for nothing that it has
    not."""

    @property
    def by_name(self) -> dict[str, Entity]:
        """Companies as questions call them."""
        return {company.name: company for company in self.truth.companies}

    @property
    def companies(self) -> tuple[Entity, ...]:
        """Companies to ask about; SecqaError for one that is not there."""
        return _companies(self.truth, self.suite)

    def draw(self, rng: Random, known: Held) -> Draw:
        """Random picks out of it; `known` keeps what was looked up."""
        return Draw(
            self.truth,
            self.catalogue,
            rng,
            self.companies,
            _metrics(self.truth, self.catalogue, self.suite),
            self.suite.years,
            self.industries,
            self.source.document,
            known,
        )


def basis_of(source: Source, catalogue: Catalogue, suite: Suite) -> Basis:
    """What a suite may ask about."""
    own: defaultdict[str, list[MetricFact]] = defaultdict(list)
    for row in source.rows:
        own[row.cik].append(row)
    industries = {cik: industry_of_rows(found, catalogue) for cik, found in own.items()}
    truth, readings = _truth(source, catalogue, suite), readings_of(source.rows, catalogue)
    return Basis(source, catalogue, suite, truth, readings, industries)


def _truth(source: Source, catalogue: Catalogue, suite: Suite) -> Truth:
    """What may be asked about: values that nothing speaks against."""
    against = doubts(source.rows, catalogue)
    rows: Sequence[Found] = [row for row in source.rows if row.form in suite.forms]
    if suite.metrics != "printed":
        wanted = {metric.id for metric in catalogue.compound()}
        rows = (*rows, *compound_facts(rows, catalogue, wanted))  # type: ignore[arg-type]
    sure = [row for row in rows if not any(key_of(part) in against for part in stated_parts(row))]
    parts = [row for row in source.parts if row.form in suite.forms and key_of(row) not in against]
    return truth_of(sure, source.documents, parts, catalogue)


def _metrics(truth: Truth, catalogue: Catalogue, suite: Suite) -> tuple[Metric, ...]:
    """Metrics to ask about, in catalogue order; SecqaError for one without values."""
    wanted = suite.metrics
    if isinstance(wanted, str):
        printed = () if wanted == "compound" else tuple(catalogue.base())
        worked_out = () if wanted == "printed" else tuple(catalogue.compound())
        return tuple(
            one for one in (*printed, *worked_out) if one.id in truth.metrics and not one.outside
        )
    for metric in wanted:
        if catalogue[metric].id not in truth.metrics:
            raise SecqaError(f"metric {metric}: no document of the corpus has a value for it")
    return tuple(catalogue[metric] for metric in wanted)


def _companies(truth: Truth, suite: Suite) -> tuple[Entity, ...]:
    """Companies to ask about; SecqaError for one that is not there."""
    if not suite.companies:
        return truth.companies
    try:
        wanted = {company_named(name, truth.known).cik for name in suite.companies}
    except CannotAnswer as error:
        raise SecqaError(f"companies: {error}; `secqa documents` lists those it has") from None
    return tuple(company for company in truth.companies if company.cik in wanted)
