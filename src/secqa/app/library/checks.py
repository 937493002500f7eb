"""Checks of a filing: warnings, doubts and disagreements."""

from starlette.requests import Request

from secqa.app.library.tagged_company import TaggedCompany, address_of_place, tagged_company
from secqa.app.workplace import Workplace
from secqa.corpus.corpus_store import Corpus
from secqa.facts.comparison.values import place_of
from secqa.facts.table.check import Finding, check_table
from secqa.facts.table.rows import key_of


def checks_page(place: Workplace, request: Request) -> str:
    """Warnings, doubts and disagreements of one filing."""
    document_id = request.path_params["document_id"]
    entry = place.corpus.entry(document_id)
    values = tagged_company(place, entry.metadata)
    rows = [row for row in values.rows if row.document_id == document_id]
    return place.render(
        "checks.html.j2",
        view="filings",
        entry=entry,
        about=entry.metadata,
        findings=_findings(place.corpus, values, document_id),
        doubts=[
            (row, values.doubts[key_of(row)], address_of_place(place_of(row)))
            for row in rows
            if key_of(row) in values.doubts
        ],
        values=len(rows),
        catalogue=place.corpus.catalogue,
    )


def _findings(
    corpus: Corpus, values: TaggedCompany, document_id: str
) -> list[tuple[Finding, str, str, str]]:
    """Disagreements: the finding, the metric's unit and name, and the address of its value."""
    documents = values.documents.values()
    rows = {key_of(row): row for row in values.rows}
    findings = []
    for finding in check_table(
        values.rows, documents, values.tags.facts, corpus.catalogue
    ).findings:
        if document_id in finding.documents:
            at = finding.documents[-1], finding.metric, finding.fiscal_year, finding.fiscal_period
            name = corpus.catalogue[finding.metric].name
            findings.append((finding, rows[at].unit, name, address_of_place(place_of(rows[at]))))
    return findings
