"""Find values of the fact table that are too doubtful for questions, with reasons.

Filers make mistakes in tags that no reader sees: 68% tagged as 68, a payment tagged as negative,
one column of a row in another unit. The fact table keeps tagged values, but a benchmark with these
would mark right answers as wrong. Printed pages, other rows and other filings reveal such values;
each check is a gate. If one value of a company's series is doubtful, so is the series, since the
rest of its row may have another meaning too.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from secqa.facts.fact import MetricFact
from secqa.facts.table.gates.identities import check_identities
from secqa.facts.table.gates.notes import mixtures, of_another_metric, without_name
from secqa.facts.table.gates.scales import (
    below_zero,
    of_two_meanings,
    percents_themselves,
    turned_signs,
)
from secqa.facts.table.rows import Doubt, Gate, GateResult, Key, grouped, industry_of_rows, key_of
from secqa.metrics.catalogue import Catalogue


def of_other_industries(rows: Iterable[MetricFact], catalogue: Catalogue) -> GateResult:
    """Find rows of metrics that do not apply to the company's industry (`not_in`).

    The table contains all values tagged with a standard concept, also loans of a carmaker, about
    which people ask only banks.
    """
    known = (row for row in rows if row.metric in catalogue.metrics)
    for own in grouped(known, lambda row: row.cik).values():
        industry = industry_of_rows(own, catalogue)
        for row in own:
            if industry in catalogue[row.metric].not_in:
                why = f"{catalogue[row.metric].name} of a company that is {_KIND[industry]}"
                yield key_of(row), Doubt(Gate.INDUSTRY, why)


_KIND = defaultdict(
    lambda: "of another industry",
    {"general": "neither a bank nor an insurer", "bank": "a bank", "insurer": "an insurer"},
)

_FULL_TIME = re.compile(r"full[- ]time(?! (?:and|or) part)(?![- ]equivalent)")
_ALL_TIMES = ("part-time", "part time", "equivalent", "all of whom")


def of_some_people(rows: Iterable[MetricFact], catalogue: Catalogue) -> GateResult:
    """Find numbers of people that count only full-time staff."""
    for row in rows:
        metric = catalogue.metrics.get(row.metric)
        if metric is None or not metric.people or not row.evidence:
            continue
        sentence = row.evidence[0].quote.lower()
        if _FULL_TIME.search(sentence) and not any(words in sentence for words in _ALL_TIMES):
            yield key_of(row), Doubt(Gate.PEOPLE, "counts those who work full-time")


_OF_ONE_VALUE = {Gate.PEOPLE, Gate.NOTE, Gate.LABEL}
"""Gates about the location in one filing; other filings may have a better one."""


def doubts(rows: Sequence[MetricFact], catalogue: Catalogue) -> dict[Key, Doubt]:
    """Find doubtful rows, including their series, with reasons.

    `rows` are those of a corpus or of a benchmark; more rows reveal more mistakes.
    """
    identities = check_identities(rows)
    # Later gates replace the doubts of earlier ones, since their reasons are more specific.
    doubt_of: dict[Key, Doubt] = dict(of_two_meanings(rows))
    doubt_of |= dict(mixtures(rows))
    doubt_of |= dict(without_name(rows, catalogue, identities.confirmed))
    doubt_of |= dict(of_another_metric(rows, catalogue))
    doubt_of |= identities.doubts
    doubt_of |= dict(turned_signs(rows, catalogue))
    doubt_of |= dict(of_some_people(rows, catalogue))
    doubt_of |= dict(of_other_industries(rows, catalogue))
    doubt_of |= dict(percents_themselves(rows))
    doubt_of |= dict(below_zero(rows, catalogue))
    return _with_series(rows, doubt_of)


def _with_series(rows: Sequence[MetricFact], doubt_of: dict[Key, Doubt]) -> dict[Key, Doubt]:
    """Add the other values of each company's metric with a doubtful value."""
    because: dict[tuple[str, str], Key] = {}
    for row in rows:
        key = key_of(row)
        if key in doubt_of and doubt_of[key].gate not in _OF_ONE_VALUE:
            because.setdefault((row.cik, row.metric), key)
    series = {}
    for row in rows:
        first = because.get((row.cik, row.metric))
        if first is not None:
            document_id, _, year, period = first
            why = f"{period} {year} in {document_id} is doubtful: {doubt_of[first].why}"
            series[key_of(row)] = Doubt(Gate.SERIES, why)
    return series | doubt_of
