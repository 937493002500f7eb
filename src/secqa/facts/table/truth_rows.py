"""Facts and metric values <-> rows of the truth database."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa

from secqa.corpus.schema import FACTS, FOOTNOTES, MEMBER_VALUES, METRIC_VALUES, SCHEMAS
from secqa.facts.fact import Evidence, Fact, MetricFact
from secqa.filings.document import Metadata, Place, Statement

TEXT_KEPT = 1000
"""Characters kept of a text fact: whole notes are tagged as one text, and stand in the pages."""


def truth_rows(
    revision: str,
    facts: Sequence[Fact],
    values: Sequence[MetricFact],
    parts: Sequence[MetricFact] = (),
) -> dict[str, pa.Table]:
    """All that the truth database holds of a document, by table; `parts` are rows of T about
    parts of the company, `values` those about all of it."""
    members = _value_columns(revision, parts) | {"member": [value.member for value in parts]}
    notes = [(fact.fact_id, text) for fact in facts for text in fact.footnotes]
    footnotes = {
        "revision": [revision] * len(notes),
        "fact_id": [fact_id for fact_id, _ in notes],
        "text": [text for _, text in notes],
    }
    return {
        FACTS: _fact_rows(revision, facts),
        METRIC_VALUES: pa.table(_value_columns(revision, values), schema=SCHEMAS[METRIC_VALUES]),
        MEMBER_VALUES: pa.table(members, schema=SCHEMAS[MEMBER_VALUES]),
        FOOTNOTES: pa.table(footnotes, schema=SCHEMAS[FOOTNOTES]),
    }


def _fact_rows(revision: str, facts: Sequence[Fact]) -> pa.Table:
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


def facts_from(rows: pa.Table, footnotes: pa.Table | None) -> tuple[Fact, ...]:
    """The facts that rows of `facts` hold, with what rows of `footnotes` say of them."""
    notes: defaultdict[str, list[str]] = defaultdict(list)
    for note in footnotes.to_pylist() if footnotes is not None else ():
        notes[note["fact_id"]].append(note["text"])
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
            footnotes=tuple(notes.get(row["fact_id"], ())),
        )
        for row in rows.to_pylist()
    )


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
