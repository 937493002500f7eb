"""Facts and metric values <-> rows of the truth database."""

from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa

from secqa.corpus.schema import FACTS, MEMBER_VALUES, METRIC_VALUES, SCHEMAS
from secqa.facts.fact import Evidence, Fact, MetricFact
from secqa.filings.document import Metadata, Place, Statement

TEXT_KEPT = 1000
"""Characters kept of a text fact: whole notes are tagged as one text, and stand in the pages."""


def fact_rows(revision: str, facts: Sequence[Fact]) -> pa.Table:
    """The rows of `facts` for a document."""
    places = [fact.place or Place(page=0, element=-1) for fact in facts]
    columns = {
        "revision": [revision] * len(facts),
        "fact_id": [fact.fact_id for fact in facts],
        "concept": [fact.concept for fact in facts],
        "value": [fact.value for fact in facts],
        "text": [fact.text[:TEXT_KEPT] for fact in facts],
        "printed": [fact.printed for fact in facts],
        "unit": [fact.unit for fact in facts],
        "decimals": [fact.decimals for fact in facts],
        "start": [fact.start for fact in facts],
        "end": [fact.end for fact in facts],
        "dimensions": [
            [{"axis": axis, "member": member} for axis, member in fact.dimensions] for fact in facts
        ],
        "nil": [fact.nil for fact in facts],
        "hidden": [fact.hidden for fact in facts],
        "page": [place.page for place in places],
        "element": [place.element for place in places],
        "row": [place.row for place in places],
        "column": [place.column for place in places],
        "statement": [fact.statement for fact in facts],
    }
    return pa.table(columns, schema=SCHEMAS[FACTS])


def facts_from(rows: pa.Table) -> tuple[Fact, ...]:
    """The facts that rows of `facts` hold."""
    return tuple(
        Fact(
            concept=row["concept"],
            value=row["value"],
            text=row["text"],
            printed=row["printed"],
            unit=row["unit"],
            decimals=row["decimals"],
            start=row["start"],
            end=row["end"],
            dimensions=tuple((pair["axis"], pair["member"]) for pair in row["dimensions"]),
            nil=row["nil"],
            hidden=row["hidden"],
            place=Place(row["page"], row["element"], row["row"], row["column"])
            if row["page"]
            else None,
            statement=Statement(row["statement"]) if row["statement"] else None,
            fact_id=row["fact_id"],
        )
        for row in rows.to_pylist()
    )


def metric_rows(revision: str, values: Sequence[MetricFact]) -> pa.Table:
    """The rows of `metric_values` for a document's rows of T about the whole company."""
    return pa.table(_value_columns(revision, values), schema=SCHEMAS[METRIC_VALUES])


def member_rows(revision: str, values: Sequence[MetricFact]) -> pa.Table:
    """The rows of `member_values` for a document's rows of T about parts of the company."""
    columns = _value_columns(revision, values) | {"member": [value.member for value in values]}
    return pa.table(columns, schema=SCHEMAS[MEMBER_VALUES])


def _value_columns(revision: str, values: Sequence[MetricFact]) -> dict[str, list[Any]]:
    return {
        "revision": [revision] * len(values),
        "fiscal_year": [value.fiscal_year for value in values],
        "fiscal_period": [value.fiscal_period for value in values],
        "period_start": [value.period_start for value in values],
        "period_end": [value.period_end for value in values],
        "metric": [value.metric for value in values],
        "value": [value.value for value in values],
        "unit": [value.unit for value in values],
        "decimals": [value.decimals for value in values],
        "concept": [value.concept for value in values],
        "evidence": [
            [
                {
                    "page": place.page,
                    "element": place.element,
                    "row": place.row,
                    "column": place.column,
                    "grade": place.grade,
                    "quote": place.quote,
                }
                for place in value.evidence
            ]
            for value in values
        ],
    }


def metric_facts_from(rows: pa.Table, documents: Mapping[str, Metadata]) -> list[MetricFact]:
    """The rows of T that rows of either table hold; documents by revision."""
    facts = []
    for row in rows.to_pylist():
        metadata = documents[row.pop("revision")]
        evidence = tuple(
            Evidence(document_id=metadata.document_id, **place) for place in row.pop("evidence")
        )
        facts.append(
            MetricFact(
                company=metadata.company,
                ticker=metadata.ticker,
                cik=metadata.cik,
                document_id=metadata.document_id,
                form=metadata.form,
                evidence=evidence,
                **row,
            )
        )
    return facts
