"""Plan without a model: parse a question, ground its companies and periods, compile it.

A question about an unknown company, or a misunderstood question, must be refused here; otherwise
its program answers another question.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from secqa.errors import CannotAnswer
from secqa.metrics.catalogue import Catalogue
from secqa.metrics.formula import Constant, Formula, MetricPart, Operation, parse
from secqa.parsing.entities.company_index import Company, CompanyIndex
from secqa.parsing.entities.industry import industry_of, is_foreign, prints
from secqa.parsing.entities.label_mentions import LinesOf
from secqa.parsing.grammar.answer_kind import losses_of
from secqa.parsing.ground import ground
from secqa.parsing.understand import Interpretation, understand
from secqa.query.answer_rules import UNDERIVED
from secqa.query.dimensions import check_dimensions
from secqa.query.leaves import AnswerForm
from secqa.query.period import Period
from secqa.query.query import Arithmetic, Lookup, Number, Query, Sign, Value, lookups
from secqa.query.tree import map_nodes
from secqa.systems.planning.compile import compile_query, needed_metrics

NOTHING = Query((), AnswerForm())


class NeedsProgram(CannotAnswer):
    """A model says that reports answer the question but no query expresses it."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A program and its query."""

    program: str
    """Writes `answer.txt`: numbers, "Yes", "No" or names, one per line. "" for a question for
    text."""
    query: Query = NOTHING
    """The grounded query; without outputs if a model wrote the program."""
    labels: tuple[str, ...] = ()
    """Labels of the lines, if the program writes several."""
    by_model: bool = False
    """Whether a language model wrote it, which may mend it once."""
    probability: float = 1.0
    """Probability that the query is what the user meant."""
    uncovered: tuple[str, ...] = field(default=())
    """Words of the question that the query ignores."""
    industries: frozenset[str] = frozenset()
    """Industries of all companies, if known."""
    losses: frozenset[str] = frozenset()
    """Ids of incomes that the question calls losses."""


def plan(
    question: str,
    companies: Sequence[Company],
    catalogue: Catalogue,
    lines_of: LinesOf = lambda _company: None,
) -> Plan:
    """Plan a question; raises CannotAnswer with the reason.

    `lines_of` returns the row labels of a company's filings.
    """
    known = companies if isinstance(companies, CompanyIndex) else CompanyIndex(companies)
    found = understand(question, known, catalogue, lines_of)
    return plan_query(found.query, question, known, catalogue, lines_of, found)


def plan_query(
    query: Query,
    question: str,
    known: CompanyIndex,
    catalogue: Catalogue,
    lines_of: LinesOf = lambda _company: None,
    found: Interpretation | None = None,
) -> Plan:
    """Ground and compile a query."""
    worked_out = map_nodes(query, lambda node: _ratio_of_part(node, catalogue))
    grounded = ground(worked_out, known)
    probability = found.probability if found else 1.0
    figures = grounded.figures
    if not figures.outputs:
        return Plan("", grounded, probability=probability)
    check_dimensions(figures, lambda metric: catalogue[metric].unit)
    _check_periods(figures, catalogue)
    industries = _industries(figures, known, catalogue, lines_of)
    program = compile_query(figures, question, known, catalogue, industries)
    return Plan(
        program.text,
        grounded,
        program.labels,
        probability=probability,
        uncovered=found.uncovered if found else (),
        industries=industries,
        losses=losses_of(found.mentions, catalogue) if found else frozenset(),
    )


def _ratio_of_part(node: object, catalogue: Catalogue) -> object:
    """Replace a ratio of a segment by its formula, since reports print only the figures."""
    match node:
        case Lookup(metric=metric, part=part) if (
            part and metric and catalogue[metric].unit == "pure"
        ):
            if not catalogue[metric].formula:
                raise CannotAnswer(
                    f"{catalogue[metric].name} is not reported for parts of a company"
                )
            return _of_part(parse(catalogue[metric].formula), node)
    return node


def _of_part(formula: Formula, lookup: Lookup) -> Value:
    match formula:
        case Constant(value):
            return Number(value)
        case Operation(sign, left, right):
            return Arithmetic(cast(Sign, sign), _of_part(left, lookup), _of_part(right, lookup))
        case MetricPart(metric, 0, optional=False):
            return replace(lookup, metric=metric)
    raise CannotAnswer("reports do not print for parts of a company what this is worked out from")


def _check_periods(query: Query, catalogue: Catalogue) -> None:
    """Raise CannotAnswer for periods that reports neither print nor imply."""
    for lookup in lookups(query):
        period = lookup.period
        if not isinstance(period, Period) or not lookup.metric:
            continue
        metrics = needed_metrics(Query((lookup,)), catalogue)
        derived = period.span in ("trailing", "half") or (
            period.span == "quarter" and period.quarter == 4
        )
        if derived and any(m.unit != "USD" for m in metrics if not m.formula):
            raise CannotAnswer(UNDERIVED)
        if derived and any(m.period == "instant" for m in metrics if not m.formula):
            raise CannotAnswer("a balance belongs to a day; ask for the end of a quarter or year")


def _industries(
    query: Query, known: CompanyIndex, catalogue: Catalogue, lines_of: LinesOf
) -> frozenset[str]:
    """The industries of all companies, if known.

    Raises CannotAnswer if a metric does not apply to a company and its filings do not print it.
    """
    names = {lookup.company for lookup in lookups(query) if isinstance(lookup.company, str)}
    companies = [company for company in known if company.short_name in names]
    found: set[str] = set()
    for company in companies:
        lines = lines_of(company)
        if lines is None:
            return frozenset()
        industry = industry_of(lines)
        found.add(industry)
        own = {k.metric for k in lookups(query) if k.company == company.short_name and k.metric}
        for metric in (catalogue[name] for name in sorted(own)):
            foreign = industry != "general" and is_foreign(metric, industry, catalogue)
            if foreign and not prints(lines, metric):
                raise CannotAnswer(
                    f"{metric.name} does not apply to {company.short_name} ({industry})"
                )
    return frozenset(found) if len(companies) == len(names) else frozenset()
