"""Find terms that a formula takes for zero although the report shows them.

A term that no row of the fact table holds counts as zero where its statement was read. The report
may still show it: under a name that no metric knows ("Dividends — common and preferred"), in a line
with another term, or implied by its neighbour. `absent_terms.toml` lists the words that show it.
`second_lines.toml` lists lines that only some people include: capitalized software in capital
expenditures, shares withheld for taxes in repurchases, discontinued operations in cash flows.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from string import digits

from secqa.facts.fact import MetricFact
from secqa.facts.resolve.concept_labels import bare_label
from secqa.facts.table.compound import CompoundFact
from secqa.facts.table.gates.notes import StatementLine
from secqa.files import bundled_toml
from secqa.filings.document import Document
from secqa.filings.numbers import PrintedNumber, parse_number
from secqa.metrics.catalogue import Catalogue
from secqa.metrics.metric import Metric


@dataclass(frozen=True, slots=True)
class Traces:
    """Words in a report that show that a company has a metric."""

    statements: Sequence[str]
    words: Sequence[str]
    unless: Sequence[str] = ()
    narrower: Sequence[str] = ()
    """Parts of a metric's own labels that mean only a part of it."""

    def stand_in(self, line: StatementLine) -> bool:
        """Whether a line of a statement shows the metric."""
        return (
            line.statement in self.statements
            and any(word in line.label for word in self.words)
            and not any(word in line.label for word in self.unless)
        )


@cache
def load_traces(name: str = "absent_terms") -> Mapping[str, Traces]:
    """The words of a file by metric."""
    tables = bundled_toml("secqa.benchmark.gates", f"{name}.toml")
    return {metric: Traces(**entry) for metric, entry in tables.items()}


def shows_absent_term(
    value: CompoundFact, lines: Sequence[StatementLine], text: str, catalogue: Catalogue
) -> bool:
    """Whether a report shows an amount of a term that a formula takes for zero.

    A line of a statement for the value's year or the year before shows it, and so does a row of a
    note for balances. A statement that does not print the year cannot prove absence.
    """
    return any(
        _has_trace(load_traces()[term], value, lines)
        or (
            catalogue[term].period == "instant"
            and not names_of_rows(catalogue[term]).isdisjoint(labels_of_numbers(text))
        )
        for term in value.not_applicable
        if term in load_traces()
    )


def is_single_term(value: CompoundFact) -> bool:
    """Whether a value is one of its terms, without the others: cash returned to shareholders of a
    company without dividends is its share repurchases."""
    return any(part.value == value.value for part in value.parts)


def has_second_line(fact: MetricFact, lines: Iterable[StatementLine]) -> bool:
    """Whether the statement has another line that some would include in the value."""
    traces = load_traces("second_lines").get(fact.metric)
    if traces is None:
        return False
    own = {bare_label(place.quote.partition(" | ")[0]) for place in fact.evidence}
    if own and all(any(word in label for word in traces.narrower) for label in own):
        return True
    return any(
        line.value
        and line.period.year == fact.fiscal_year
        and line.label not in own
        and traces.stand_in(line)
        for line in lines
    )


def has_sales_between_parts(fact: MetricFact, document: Document) -> bool:
    """Whether a table of a segment's revenue prints sales to other segments, which some count and
    others do not."""
    tables = (document.by_index.get(place.element) for place in fact.evidence if place.row >= 0)
    labels = (label for table in tables if table for label in labels_of_numbers(table.text))
    return any("intersegment" in label.replace("-", "").replace(" ", "") for label in labels)


def _has_trace(traces: Traces, value: CompoundFact, lines: Sequence[StatementLine]) -> bool:
    year = value.fiscal_year
    read = [line for line in lines if line.statement in traces.statements]
    return all(line.period.year != year for line in read) or any(
        line.value and line.period.year in (year, year - 1) and traces.stand_in(line)
        for line in read
    )


@lru_cache(maxsize=256)
def names_of_rows(metric: Metric) -> frozenset[str]:
    """The names of a metric as `bare_label` makes them."""
    # Short names are rows of much else: "Investments" of a pension plan.
    names = [name for name in (metric.name, *metric.synonyms, *metric.printed) if " " in name]
    return frozenset(map(bare_label, (*names, metric.name) if metric.formula else names))


@lru_cache(maxsize=1024)
def labels_of_numbers(text: str, percent: bool = False) -> frozenset[str]:
    """The labels of rows that print an amount, or a percentage, of rows as `label | cell | cell`,
    without the numbers of notes behind them."""
    rows = (line.partition(" | ") for line in text.splitlines())
    return frozenset(
        bare_label(label).rstrip(digits)
        for label, _, cells in rows
        if ("%" in cells) is percent and any(number.value for number in _numbers(cells))
    )


def _numbers(cells: str) -> Iterable[PrintedNumber]:
    return filter(None, map(parse_number, cells.split(" | ")))
