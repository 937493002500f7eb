"""Rows of T -> those that nobody should be asked about, and why.

Filers make mistakes in tags that no reader sees: 68% tagged as 68, a payment tagged as negative,
one column of a row in another unit, a note's "Additions and other" as restructuring charges. T
keeps what is tagged, but a benchmark that asks for it would count right answers as wrong. What
the page prints, other rows and other filings give such values away; each kind of check is a
module of `gates`. Where one value of a company's series is doubtful the series is: what the
others of its row mean is no surer.
"""

from collections.abc import Sequence

from secqa.facts.fact import MetricFact
from secqa.facts.table.gates.identity import hold
from secqa.facts.table.gates.kinds import of_other_industries, of_some_people
from secqa.facts.table.gates.notes import mixtures, of_another_metric, unsaid
from secqa.facts.table.gates.reason import Doubt, Gate, Key, key_of
from secqa.facts.table.gates.scales import (
    in_another_unit,
    of_another_size,
    of_two_meanings,
    percents_themselves,
)
from secqa.facts.table.gates.turned import below_zero, turned
from secqa.metrics.catalogue import Catalogue

_OF_ONE_VALUE = {Gate.PEOPLE, Gate.NOTE, Gate.LABEL}
"""Gates that speak of one filing's place for a value: other filings may have a better one."""


def doubts(rows: Sequence[MetricFact], catalogue: Catalogue) -> dict[Key, Doubt]:
    """Doubtful rows and what speaks against each; their series, too.

    `rows` are those of a corpus, or of a benchmark: the more there are, the more they tell.
    """
    held = hold(rows)
    # The gate that knows best what is wrong comes last, and stands.
    found: dict[Key, Doubt] = dict(of_two_meanings(rows))
    found |= dict(mixtures(rows))
    found |= dict(unsaid(rows, catalogue, held.confirmed))
    found |= dict(of_another_metric(rows, catalogue))
    found |= held.doubts
    found |= dict(turned(rows, catalogue))
    found |= dict(of_another_size(rows))
    found |= dict(in_another_unit(rows))
    found |= dict(of_some_people(rows, catalogue))
    found |= dict(of_other_industries(rows, catalogue))
    found |= dict(percents_themselves(rows))
    found |= dict(below_zero(rows, catalogue))
    return _with_series(rows, found)


def _with_series(rows: Sequence[MetricFact], found: dict[Key, Doubt]) -> dict[Key, Doubt]:
    """The same, with the other values of each company's metric that has a doubtful one."""
    because: dict[tuple[str, str], Key] = {}
    for row in rows:
        key = key_of(row)
        if key in found and found[key].gate not in _OF_ONE_VALUE:
            because.setdefault((row.cik, row.metric), key)
    series = {}
    for row in rows:
        first = because.get((row.cik, row.metric))
        if first is not None:
            document_id, _, year, period = first
            why = f"{period} {year} in {document_id} is doubtful: {found[first].why}"
            series[key_of(row)] = Doubt(Gate.SERIES, why)
    return series | found
