"""Compile a grounded query to a program with the functions of the SEC-QA paper (figures 6, 7)."""

from dataclasses import dataclass
from functools import partial

from secqa.errors import CannotAnswer
from secqa.metrics.catalogue import Catalogue, all_parts
from secqa.metrics.metric import Metric
from secqa.parsing.entities.company_index import CompanyIndex as Known
from secqa.parsing.ground import find_company
from secqa.query.each import companies_in, in_period
from secqa.query.leaves import Companies, Years
from secqa.query.period import EACH, Period, reported
from secqa.query.query import Choose, Lookup, Options, Query, Series
from secqa.query.tree import nodes
from secqa.systems.planning.expressions import Writer
from secqa.systems.planning.finders import Finders, quoted

_IMPORTS = "from functions import select_documents, retrieve_relevant_pages, extract_value\n"
_WRITE = """
with open("answer.txt", "w") as f:
    f.write(str(answer))
"""


@dataclass(frozen=True, slots=True)
class CompiledProgram:
    """The text of a program and a label for each line of its answer."""

    text: str
    labels: tuple[str, ...] = ()


def compile_query(
    query: Query,
    question: str,
    known: Known,
    catalogue: Catalogue,
    industries: frozenset[str] = frozenset(),
) -> CompiledProgram:
    """Compile a grounded query; raises CannotAnswer if no report has a figure that it needs.

    `industries` are those of all companies, if known; terms that apply to none are omitted.
    """
    symbols = {name: find_company(name, known).ticker for name in companies_in(query)}
    finders = Finders(catalogue, all(symbols.values()), industries)
    writer = Writer(catalogue, finders, partial(check_reported, known=known, catalogue=catalogue))
    answers = [writer.output(output) for output in query.outputs]
    body = writer.lines
    if len(answers) == 1:
        body.append(f"answer = {answers[0]}")
    else:
        body += ["answers = [", *(f"    {answer}," for answer in answers), "]"]
        body.append('answer = "\\n".join([str(one) for one in answers])')
    named = ", ".join(f"{quoted(name)}: {quoted(symbol)}" for name, symbol in symbols.items())
    text = "".join([
        f"# {' '.join(question.split())}\n\n",
        "import statistics\n" if "statistics." in "".join(body) else "",
        _IMPORTS,
        finders.text,
        f"symbols = {{{named}}}\n",
        "\n".join(body),
        f"\n{_WRITE}",
    ])  # fmt: skip
    labels = tuple(label for one in query.outputs for label in _labels(one, catalogue))
    labels = labels if len(labels) > 1 else ()
    return CompiledProgram(text, labels)


def check_reported(lookup: Lookup, known: Known, catalogue: Catalogue) -> None:
    """Raise CannotAnswer if no report in the corpus prints the quarter of a look-up.

    The report of the quarter does, and except for balances that of a year later.
    """
    if not isinstance(lookup.company, str) or not isinstance(lookup.period, Period):
        return
    if lookup.company == EACH or lookup.period.each:
        return
    company = find_company(lookup.company, known)
    balance = bool(lookup.metric) and catalogue[lookup.metric].period == "instant"
    for _, term in reported(lookup.period, balance):
        assert term.year is not None
        printing = {(term.year, term.quarter), (term.year + (not balance), term.quarter)}
        if term.quarter and printing.isdisjoint(company.quarters):
            raise CannotAnswer(
                f"the corpus has no 10-Q of {lookup.company} for quarter {term.quarter} of fiscal "
                f"year {term.year}"
            )


def _labels(output: object, catalogue: Catalogue) -> tuple[str, ...]:
    """The labels of the lines of an output."""
    if isinstance(output, Series):
        return tuple(_label(in_period(output.of, one), catalogue) for one in output.over.periods)
    return (_label(output, catalogue),)


def _label(output: object, catalogue: Catalogue) -> str:
    """The label of one of several answers."""
    if isinstance(output, Choose):
        return {Companies: "company", Years: "year", Options: "metric"}.get(
            type(output.over), "part"
        )
    if not isinstance(output, Lookup):
        return str(output)
    name = catalogue[output.metric].name if output.metric else output.line
    terms = [output.company, f"{output.part} {name}" if output.part else name, output.period]
    return ", ".join(str(one) for one in terms if not isinstance(one, Choose))


def needed_metrics(query: Query, catalogue: Catalogue) -> tuple[Metric, ...]:
    """All metrics that a query reads, including terms of formulas."""
    found: dict[str, Metric] = {}
    for node in nodes(query):
        if isinstance(node, Lookup) and node.metric:
            metric = catalogue[node.metric]
            for name in (metric.id, *sorted(all_parts(metric, catalogue))):
                found[name] = catalogue[name]
    return tuple(found.values())
