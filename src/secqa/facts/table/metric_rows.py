"""Make a document's rows of the fact table, with all locations of each value.

A filing has three fiscal years of flows and two of balances, and later filings restate earlier
ones; each document's value is a separate row. Evidence is a set: a figure may be tagged on several
pages and printed without a tag on others.
"""

from collections.abc import Sequence

from secqa.facts.fact import Evidence, Fact, MetricFact, ResolvedValue
from secqa.facts.resolve.members import part_values
from secqa.facts.resolve.metric_values import in_primary_statement, resolve_metrics
from secqa.facts.resolve.same_rows import same_rows
from secqa.facts.resolve.stated import stated_metrics
from secqa.facts.resolve.untagged import (
    PrintedMention,
    UntaggedValue,
    printable,
    sentence_at,
    untagged_mentions,
)
from secqa.facts.table.rows import without_strangers
from secqa.filings.document import Document, Element, Location
from secqa.metrics.catalogue import Catalogue
from secqa.metrics.metric import Metric


def metric_facts(
    document: Document, facts: Sequence[Fact], catalogue: Catalogue
) -> tuple[MetricFact, ...]:
    """Make the rows of one document, in the catalogue's order, the latest period first.

    Empty if the document's fiscal year and period are unknown.
    """
    resolved = resolve_metrics(facts, document, catalogue)
    tagged = [_tagged_evidence(value, catalogue[value.metric], document) for value in resolved]
    again = same_rows(document, resolved)
    mentions = untagged_mentions(
        document,
        [
            UntaggedValue(
                metric=catalogue[value.metric],
                value=value.value,
                printed=_printed_forms(value),
                pages=frozenset(
                    [place.page for place in places] + [mention.place.page for mention in same]
                ),
            )
            for value, places, same in zip(resolved, tagged, again, strict=True)
        ],
    )
    rows = [
        _row(
            document,
            value,
            _with_untagged(document, places, [*same, *found], catalogue[value.metric]),
        )
        for value, places, same, found in zip(resolved, tagged, again, mentions, strict=True)
    ]
    rows += [
        _row(
            document,
            value,
            tuple(_evidence(document, m.place, grade=2, quote=m.quote) for m in stated),
        )
        for value, stated in stated_metrics(document, catalogue)
    ]
    rows = without_strangers(rows, catalogue)
    order = {metric_id: place for place, metric_id in enumerate(catalogue.metrics)}
    return tuple(
        sorted(rows, key=lambda row: (order[row.metric], -row.fiscal_year, row.fiscal_period))
    )


def member_facts(
    document: Document,
    facts: Sequence[Fact],
    rows: Sequence[MetricFact],
    catalogue: Catalogue,
) -> tuple[MetricFact, ...]:
    """Make the rows about parts of the company, in the order of the catalogue and of the tags;
    `rows` are those about the whole company."""
    of_whole = {row.metric: row.concept for row in rows}
    return tuple(
        _row(document, value, _tagged_evidence(value, catalogue[value.metric], document))
        for value in part_values(facts, of_whole, document, catalogue)
    )


def _row(document: Document, value: ResolvedValue, evidence: tuple[Evidence, ...]) -> MetricFact:
    metadata = document.metadata
    return MetricFact(
        company=metadata.company,
        ticker=metadata.ticker,
        cik=metadata.cik,
        document_id=metadata.document_id,
        form=metadata.form,
        fiscal_year=value.period.year,
        fiscal_period=value.period.period,
        period_start=value.start,
        period_end=value.end,
        metric=value.metric,
        value=value.value,
        unit=value.unit,
        decimals=value.decimals,
        concept=value.concept,
        evidence=evidence,
        member=value.member,
    )


def _tagged_evidence(
    value: ResolvedValue, metric: Metric, document: Document
) -> tuple[Evidence, ...]:
    # Some figures stand in another statement than usual: dividends per share, for one, below
    # the income statement of some and in the statement of equity of others.
    usual = any(in_primary_statement(fact, metric) for fact in value.facts)
    best: dict[Location, Evidence] = {}
    for fact in value.facts:
        if fact.place is None:
            continue
        main = in_primary_statement(fact, metric) if usual else fact.statement is not None
        grade = 2 if main else 1
        element = document.by_index.get(fact.place.element)
        quote = quote_at(fact.place, element, fact.printed)
        best.setdefault(fact.place, _evidence(document, fact.place, grade=grade, quote=quote))
    return tuple(sorted(best.values(), key=lambda e: (-e.grade, e.page, e.element, e.row)))


def _with_untagged(
    document: Document,
    tagged: Sequence[Evidence],
    mentions: Sequence[PrintedMention],
    metric: Metric,
) -> tuple[Evidence, ...]:
    """Add locations without a tag. They have the main grade if they are in the metric's own
    statement and no tagged location is: filers tag a line with two concepts, and use the second
    again in a note."""
    noted = all(place.grade < 2 for place in tagged)
    found = []
    for mention in sorted(mentions, key=lambda m: (m.place.page, m.place.element, m.place.row)):
        table = document.by_index[mention.place.element].table
        main = noted and table is not None and table.statement == metric.statement != ""
        grade = 2 if main else 1
        found.append(_evidence(document, mention.place, grade=grade, quote=mention.quote))
    return tuple(sorted((*tagged, *found), key=lambda e: -e.grade))


def _evidence(document: Document, place: Location, grade: int, quote: str) -> Evidence:
    return Evidence(
        document_id=document.metadata.document_id,
        page=place.page,
        element=place.element,
        row=place.row,
        column=place.column,
        grade=grade,
        quote=quote,
    )


def quote_at(place: Location, element: Element | None, printed: str) -> str:
    """The printed line at a location: row label and cell, or the sentence around the figure."""
    if element is None:
        return printed
    if element.table is not None and place.row >= 0:
        cells = element.table.cells[place.row]
        return cells[0] if place.column == 0 else f"{cells[0]} | {cells[place.column]}"
    return sentence_at(element.text, max(element.text.find(printed), 0))


def _printed_forms(value: ResolvedValue) -> frozenset[str]:
    """The printed forms of the value at its tags (none for a sum of several figures), or the
    possible forms if no fact has a location."""
    if all(fact.place is None for fact in value.facts):
        return printable(value.value, value.unit)
    return frozenset(fact.printed for fact in value.facts if fact.value == value.value)
