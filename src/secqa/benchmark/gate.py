"""Why a draft is not asked: a basis in, the gate that every draft goes through out."""

from collections.abc import Callable, Mapping
from functools import lru_cache, partial

from secqa.benchmark.basis import Basis
from secqa.benchmark.complexity import complexity_of, documents, hops, outputs
from secqa.benchmark.difficulty import difficulty_of
from secqa.benchmark.draft import Draft
from secqa.benchmark.gates.part_tables import is_told_of_part
from secqa.benchmark.gates.row_names import is_named, is_vague
from secqa.benchmark.gates.validate import reason_against
from secqa.benchmark.question import is_one_figure
from secqa.benchmark.select import ReasonAgainst
from secqa.benchmark.stream import PRIMARY
from secqa.facts.fact import MetricFact
from secqa.facts.table.gates.reason import Key, key_of
from secqa.facts.table.gates.statement_lines import StatementLine, statement_lines
from secqa.filings.document import Document
from secqa.metrics.catalogue import Catalogue
from secqa.parsing.ground import years_needed
from secqa.query.query import lookups

_WITH_MINORITIES = {"consolidated_net_income": "net_income", "total_equity": "equity"}
"""What includes noncontrolling interests -> what does not."""


def nothing_against(_draft: Draft) -> str:
    """No further reason."""
    return ""


def gate(basis: Basis, also: ReasonAgainst = nothing_against) -> ReasonAgainst:
    """Why a draft is not asked: it is not what the suite wants, or not worth asking."""
    suite, source = basis.suite, basis.source
    lines_of = partial(_lines_of, source.document)
    wholes = {key_of(row): row.value for row in source.rows}

    def reason(draft: Draft) -> str:
        if suite.difficulty and difficulty_in(draft, basis) not in suite.difficulty:
            return "not as difficult as wanted"
        if draft.why:
            # Nothing is looked up, since there is no answer.
            return also(draft)
        told_by = [basis.truth.documents[passage.document_id] for passage in draft.passages]
        if any(report.form not in suite.forms for report in told_by):
            return "not of the forms wanted"
        years = [report.fiscal_year or 0 for report in told_by]
        years += years_needed(draft.grounded) if draft.grounded else ()
        if any(not suite.years[0] <= year <= suite.years[1] for year in years):
            return "outside of the years wanted"
        if not suite.hops[0] <= hops(draft.query) <= suite.hops[1]:
            return "not as many hops as wanted"
        if not suite.outputs[0] <= outputs(draft) <= suite.outputs[1]:
            return "not as many outputs as wanted"
        if documents(draft, basis.truth) < suite.documents:
            return "fewer documents answer it"
        # What a definition is made of can have several readings as well.
        made = bool(draft.gold.worked_out) or not is_one_figure(draft)
        if made and any(map(basis.readings.of, draft.gold.facts)):
            return "a value has several readings"
        if not all(is_named(fact, basis.catalogue) for fact in draft.gold.facts):
            return "the row of a value is called otherwise"
        if not all(_is_told_of_part(fact, basis, wholes) for fact in draft.gold.facts):
            return "the table of a part's value is about something else"
        if not all(_is_stated(fact, basis.catalogue) for fact in draft.gold.facts):
            return "what a note leaves over"
        if any(_has_no_minorities(fact, wholes) for fact in draft.gold.facts):
            return "there are no noncontrolling interests"
        if is_vague(draft.query, basis.catalogue):
            return "several figures are called so"
        if not _is_in_place(draft, basis):
            return "another statement prints it"
        return also(draft) or reason_against(
            draft, basis.catalogue, source.page_numbers, source.document_text, lines_of
        )

    return reason


@lru_cache(maxsize=4096)
def _lines_of(document: Callable[[str], Document], document_id: str) -> tuple[StatementLine, ...]:
    """What the statements of a report print; several looks at one corpus share it."""
    return statement_lines(document(document_id))


def _is_told_of_part(fact: MetricFact, basis: Basis, wholes: Mapping[Key, float]) -> bool:
    if not fact.member:
        return True
    metric = basis.catalogue[basis.catalogue[fact.metric].of]
    whole = wholes.get((fact.document_id, metric.id, fact.fiscal_year, fact.fiscal_period))
    return is_told_of_part(fact, metric, whole, basis.source.document(fact.document_id))


def _has_no_minorities(fact: MetricFact, wholes: Mapping[Key, float]) -> bool:
    """Whether what is asked for with noncontrolling interests is the same without."""
    without = _WITH_MINORITIES.get(fact.metric, "")
    key = fact.document_id, without, fact.fiscal_year, fact.fiscal_period
    return wholes.get(key) == fact.value


def _is_stated(fact: MetricFact, catalogue: Catalogue) -> bool:
    """Whether what is called "other" of a balance sheet stands there: what a note leaves over is
    another thing."""
    metric = catalogue[fact.metric]
    if metric.statement != "balance_sheet" or not metric.name.startswith("other "):
        return True
    return any(place.grade == PRIMARY for place in fact.evidence)


def _is_in_place(draft: Draft, basis: Basis) -> bool:
    """Whether the statement that a question names prints what it asks for."""
    wanted = {one.place.statement for one in lookups(draft.query)} - {""}
    for fact in draft.gold.facts if wanted else ():
        report = basis.source.document(fact.document_id)
        found = [report.by_index.get(place.element) for place in fact.evidence]
        tables = [element.table for element in found if element is not None]
        told = {table.statement.value for table in tables if table and table.statement}
        if tables and wanted.isdisjoint(told):
            return False
    return True


def difficulty_in(draft: Draft, basis: Basis) -> str:
    """How difficult a draft is."""
    return difficulty_of(draft, complexity_of(draft, basis.truth))
