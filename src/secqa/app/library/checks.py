"""Checks of a filing: warnings, doubts and disagreements, and an audit of how well it is read.

An audit reads every tagged value anew from the pages: a job, which keeps the outcome.
"""

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from secqa.app.jobs import Job, jobs_of
from secqa.app.library.tagged_company import TaggedCompany, address_of_row, tagged_company
from secqa.app.web import go_to
from secqa.app.workplace import Workplace
from secqa.corpus.corpus_store import Corpus
from secqa.errors import SecqaError
from secqa.evaluation.reading_audit import Audited, audit_each, cells, in_one_line, rates
from secqa.facts.table.check import Finding, check_table
from secqa.facts.table.rows import key_of

_MISSES = 500
"""Values read wrong that are listed at once."""


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
            (row, values.doubts[key_of(row)], address_of_row(row))
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
            findings.append((finding, rows[at].unit, name, address_of_row(rows[at])))
    return findings


@dataclass(frozen=True, slots=True)
class FilingAudit:
    """The outcome of reading the values of one or all filings anew."""

    document_id: str
    """"" for the whole corpus."""
    audited: tuple[Audited, ...]
    complete: bool
    """False where it was stopped."""


def start_audit(place: Workplace, request: Request) -> Response:
    """Audit a filing, or where none is named all of them. SecqaError where nothing is tagged."""
    corpus, document_id = place.corpus, request.query_params.get("document", "")
    tagged = [one for one in cells(corpus.path, corpus) if document_id in ("", one.document_id)]
    if not tagged:
        raise SecqaError(
            f"{document_id or corpus.path}: has no tagged values to read again; ingest filings "
            "with inline XBRL"
        )

    def work(job: Job) -> str:
        job.of = len(tagged)
        audited = []
        for one in audit_each(corpus, tagged):
            audited.append(one)
            job.done += 1
            if job.is_stopped:
                break
        job.output = FilingAudit(document_id, tuple(audited), len(audited) == len(tagged))
        return f"/audits/{job.id}"

    job = jobs_of(request).start(f"Reading {document_id or 'all filings'} anew", work)
    return go_to(job.address)


def audit_page(place: Workplace, request: Request) -> str:
    """How much an audit read right, by filing and metric, and what it missed."""
    audit = jobs_of(request).output(request.path_params["name"], FilingAudit)
    chosen = {key: request.query_params.get(key, "") for key in ("document", "metric")}
    misses = [
        one
        for one in audit.audited
        if one.outcome != "right"
        and chosen["document"] in ("", one.fact.document_id)
        and chosen["metric"] in ("", one.fact.metric)
    ]
    return place.render(
        "audit.html.j2",
        view="filings",
        audit=audit,
        filters=chosen,
        line=in_one_line(audit.audited),
        by={by: rates(audit.audited, by) for by in ("document", "metric")},
        catalogue=place.corpus.catalogue,
        misses=misses[:_MISSES],
        count=len(misses),
    )
