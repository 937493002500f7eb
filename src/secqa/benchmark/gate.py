"""The gate that every draft passes: it fits the suite, and is worth asking."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from secqa.benchmark.basis import Basis
from secqa.benchmark.complexity import complexity_of, difficulty_of, documents, hops, outputs
from secqa.benchmark.corpus_facts import numbers_in, printed_forms
from secqa.benchmark.draft import PRIMARY, Draft
from secqa.benchmark.draft_selection import ReasonAgainst, no_reason
from secqa.benchmark.gates.absent_terms import (
    has_sales_between_parts,
    has_second_line,
    is_single_term,
    shows_absent_term,
)
from secqa.benchmark.gates.row_names import (
    has_metric_name,
    has_second_count,
    is_about_part,
    is_vague,
)
from secqa.benchmark.gates.value_gates import (
    against_fact,
    against_formula,
    against_steps,
)
from secqa.facts.fact import MetricFact
from secqa.facts.table.compound import CompoundFact, TableValue
from secqa.facts.table.rows import key_of, slack
from secqa.parsing.ground import years_needed
from secqa.query.period import Period
from secqa.query.query import Arithmetic, Lookup, lookups

_WITHOUT_MINORITIES = {"consolidated_net_income": "net_income", "total_equity": "equity"}
"""Metrics with noncontrolling interests -> the same without."""
_LARGEST_RECONCILING_ROW = 0.1
"""Largest row between the parts and their total, as a share of the total: with larger ones (costs
that no segment bears), segments' shares of the profit can add up to three times the whole."""


def gate(basis: Basis, also: ReasonAgainst = no_reason) -> ReasonAgainst:
    """Why a draft is not asked; "" if it is fine. `also` gives further reasons."""

    def reason(draft: Draft) -> str:
        if basis.suite.difficulty and difficulty_in(draft, basis) not in basis.suite.difficulty:
            return "not as difficult as wanted"
        if draft.why:
            # Without an answer there is nothing to check.
            return also(draft)
        gold = draft.gold
        return (
            _against_suite(draft, basis)
            or _against_gold(draft, basis)
            or _first(_cached_reason(fact, reasons_against_fact, basis) for fact in gold.facts)
            or _first(_cached_reason(value, _against_formula, basis) for value in gold.worked_out)
            or also(draft)
            or _first(against_steps(draft))
        )

    return reason


Against = Callable[[Any, Basis], Iterator[str]]


def _cached_reason(row: TableValue, against: Against, basis: Basis) -> str:
    """Why no question may use a value; computed once per value."""
    evidence = len(row.evidence) if isinstance(row, MetricFact) else 0
    key = (*key_of(row), getattr(row, "member", ""), evidence)  # type: ignore[arg-type]
    if key not in basis.reasons:
        basis.reasons[key] = _first(against(row, basis))
    return basis.reasons[key]


def _first(reasons: Iterable[str]) -> str:
    return next(filter(None, reasons), "")


def _against_suite(draft: Draft, basis: Basis) -> str:
    """Why a draft does not belong to the suite."""
    suite = basis.suite
    reports = [basis.table.documents[passage.document_id] for passage in draft.passages]
    if any(report.form not in suite.forms for report in reports):
        return "not of the forms wanted"
    years = [report.fiscal_year or 0 for report in reports]
    years += years_needed(draft.grounded) if draft.grounded else ()
    if any(not suite.years[0] <= year <= suite.years[1] for year in years):
        return "outside of the years wanted"
    if not suite.hops[0] <= hops(draft.query) <= suite.hops[1]:
        return "not as many hops as wanted"
    if not suite.outputs[0] <= outputs(draft) <= suite.outputs[1]:
        return "not as many outputs as wanted"
    if suite.documents > 1 and documents(draft, basis.table) < suite.documents:
        return "fewer documents suffice for the answer"
    return ""


def _against_gold(draft: Draft, basis: Basis) -> str:
    """Why the facts of a draft do not mean what its question says."""
    facts = draft.gold.facts
    # The parts of a definition can have several readings as well.
    is_composed = bool(draft.gold.worked_out) or not draft.is_one_figure
    if is_composed and any(map(basis.alternatives, facts)):
        return "a value has several readings"
    if is_vague(draft.query, basis.catalogue):
        return "several figures have the same name"
    if basis.witnesses.are_across_split(facts):
        return "shares before and after a split"
    match draft.query.outputs if draft.query else ():
        case (Arithmetic("/", Lookup(part=str() as part), Lookup()),) if part:
            if not _is_share_of_total(draft, basis):
                return "parts do not add up to the whole of their table"
    return "" if _is_in_statement(draft, basis) else "another statement prints it"


def reasons_against_fact(fact: MetricFact, basis: Basis) -> Iterator[str]:
    """Yield why no question may use a stated value."""
    catalogue, source, witnesses = basis.catalogue, basis.source, basis.witnesses
    if not has_metric_name(fact, catalogue):
        yield "the row that prints a value has another name"
    if not _is_about_part(fact, basis):
        yield "the table of a part's value is about something else"
    metric = catalogue[fact.metric]
    is_rest = metric.statement == "balance_sheet" and "other " in metric.name
    if is_rest and not any(place.grade == PRIMARY for place in fact.evidence):
        yield "the remainder in a note, not a line of the balance sheet"
    if metric.people and has_second_count(fact):
        yield "people are counted in two ways"
    if has_second_line(fact, source.lines_of(fact.document_id)):
        yield "another line may belong to it"
    if metric.of == "revenue" and has_sales_between_parts(fact, source.document(fact.document_id)):
        yield "sales between segments may belong to it"
    if fact.unit == "shares" and fact.concept.startswith("dei:"):
        yield "the cover counts shares of a later day"
    if witnesses.is_of_other_period(fact):
        yield "a value is printed for another period"
    if witnesses.fewest((fact,)) < basis.suite.witnesses:
        yield "fewer witnesses than wanted"
    without = _WITHOUT_MINORITIES.get(fact.metric, "")
    if basis.values.get((fact.document_id, without, *key_of(fact)[2:])) == fact.value:
        yield "there are no noncontrolling interests"
    yield from against_fact(fact, catalogue, source)


def _against_formula(value: CompoundFact, basis: Basis) -> Iterator[str]:
    """Yield why no question may use a computed value."""
    catalogue, source = basis.catalogue, basis.source
    lines, text = source.lines_of(value.document_id), source.document_text(value.document_id)
    if value.not_applicable and shows_absent_term(value, tuple(lines), text, catalogue):
        yield "a term that counts as zero is printed"
    if value.not_applicable and (is_single_term(value) or _is_another_metric(value, basis)):
        yield "without the terms that the company lacks it is another metric"
    yield from against_formula(value, catalogue, source)


def _is_share_of_total(draft: Draft, basis: Basis) -> bool:
    """Whether a table prints both part and whole, and its parts add up to the whole, exactly or
    after one more printed row (of at most `_LARGEST_RECONCILING_ROW`)."""
    part, whole = sorted(draft.gold.facts, key=lambda fact: not fact.member)
    tables = {place.element for place in part.evidence if place.row >= 0}
    for table in tables & {place.element for place in whole.evidence if place.row >= 0}:
        parts = [
            other
            for other in basis.parts[key_of(part)]
            if any(place.element == table for place in other.evidence)
        ]
        apart = abs(sum(other.value for other in parts) - whole.value)
        if apart <= slack((*parts, whole)):
            return True
        if apart > _LARGEST_RECONCILING_ROW * abs(whole.value):
            continue
        element = basis.source.document(part.document_id).by_index.get(table)
        printed = numbers_in(element.text) if element is not None else frozenset()
        if not printed_forms(apart, whole.unit).isdisjoint(printed):
            return True
    return False


def _is_about_part(fact: MetricFact, basis: Basis) -> bool:
    if not fact.member:
        return True
    metric = basis.catalogue[basis.catalogue[fact.metric].of]
    whole = basis.values.get((fact.document_id, metric.id, fact.fiscal_year, fact.fiscal_period))
    return is_about_part(fact, metric, whole, basis.source.document(fact.document_id))


def _is_another_metric(value: CompoundFact, basis: Basis) -> bool:
    """Whether a metric of another name has the same value by the same parts: a quick ratio without
    inventories is the current ratio."""
    period = Period(value.fiscal_year)
    others = (one.id for one in basis.catalogue.compound() if one.id != value.metric)
    rows = (basis.table.value(value.cik, other, period) for other in others)
    parts = set(map(key_of, value.parts))
    return any(
        isinstance(row, CompoundFact)
        and row.value == value.value
        and set(map(key_of, row.parts)) == parts
        for row in rows
    )


def _is_in_statement(draft: Draft, basis: Basis) -> bool:
    """Whether the statement that a question names prints its values."""
    named = {lookup.place.statement for lookup in lookups(draft.query)} - {""}
    for fact in draft.gold.facts if named else ():
        statements = set(map(basis.witnesses.statement_of, fact.evidence)) - {""}
        if statements and named.isdisjoint(statements):
            return False
    return True


def difficulty_in(draft: Draft, basis: Basis) -> str:
    """How difficult a draft is."""
    return difficulty_of(draft, complexity_of(draft, basis.table))
