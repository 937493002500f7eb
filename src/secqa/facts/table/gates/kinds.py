"""Rows of T -> those of metrics that the company has not, or that count some of its people."""

import re
from collections import defaultdict
from collections.abc import Iterable

from secqa.facts.fact import MetricFact
from secqa.facts.table.gates.reason import Doubt, Found, Gate, key_of
from secqa.facts.table.kind_of_company import industry_of_rows
from secqa.metrics.catalogue import Catalogue


def of_other_industries(rows: Iterable[MetricFact], catalogue: Catalogue) -> Found:
    """Rows of metrics that `not_in` keeps from the industry of their company.

    T keeps what is tagged with a standard concept: a carmaker's loans are loans, though nobody
    would ask for them as one asks a bank.
    """
    own: defaultdict[str, list[MetricFact]] = defaultdict(list)
    for row in rows:
        if row.metric in catalogue.metrics:
            own[row.cik].append(row)
    for found in own.values():
        industry = industry_of_rows(found, catalogue)
        for row in found:
            if industry in catalogue[row.metric].not_in:
                why = f"{catalogue[row.metric].name} of a company that is {_KIND[industry]}"
                yield key_of(row), Doubt(Gate.INDUSTRY, why)


_KIND = defaultdict(
    lambda: "of another industry",
    {"general": "neither a bank nor an insurer", "bank": "a bank", "insurer": "an insurer"},
)

_FULL_TIME = re.compile(r"full[- ]time(?! (?:and|or) part)(?![- ]equivalent)")
_ALL_TIMES = re.compile(r"part[- ]time|equivalent|all of whom")
_SOME = (
    r"(?:hourly|salaried|union|unionized|seasonal|temporary|store|retail|engineering|sales|"
    r"research|manufacturing|u\.s\.|domestic|international|full[- ]time hourly)"
)
_SOMEWHERE = r"(?:located|based|employed|working)? ?(?:in|outside) the (?:u\.s\.|united states)"


def of_some_people(rows: Iterable[MetricFact], catalogue: Catalogue) -> Found:
    """Numbers of people whose sentence counts those full-time, of one kind or one country."""
    for row in rows:
        metric = catalogue.metrics.get(row.metric)
        if metric is None or not metric.people or not row.evidence:
            continue
        sentence = row.evidence[0].quote.lower()
        if _FULL_TIME.search(sentence) and not _ALL_TIMES.search(sentence):
            yield key_of(row), Doubt(Gate.PEOPLE, "counts those who work full-time")
        elif re.search(rf"{row.value:,.0f} {_SOME}\b", sentence) or re.search(
            rf"{row.value:,.0f} (?:[\w-]+ ){{1,2}}{_SOMEWHERE}", sentence
        ):
            yield key_of(row), Doubt(Gate.PEOPLE, "counts those of one kind or one country")
