"""A filing in, what speaks against what was read and tagged of it out; and how well it reads.

The reading rate is worked out anew from the pages: a job, whose results are kept while the server
runs.
"""

from collections import OrderedDict
from dataclasses import dataclass

from secqa.app.addresses import Parameters, filing_address
from secqa.app.jobs import Job, Jobs
from secqa.app.library.series import address_of_row
from secqa.app.library.told import Told, told_of
from secqa.app.printed.marks import Mark
from secqa.app.workplace import Workplace
from secqa.corpus.store import Corpus
from secqa.errors import SecqaError
from secqa.evaluation.reading_audit import Audited, audit_each, cells, in_one_line, rates
from secqa.facts.table.check import Finding, check_table
from secqa.facts.table.gates.reason import key_of
from secqa.metrics.number_text import short

_KEPT = 20
"""Audits that can still be looked at."""
_MISSES = 500
"""Values read wrong that are listed at once."""


def checks_page(place: Workplace, document_id: str) -> str:
    """Warnings, doubts and disagreements of one filing."""
    entry = place.corpus.entry(document_id)
    told = told_of(place, entry.metadata)
    own = [row for row in told.rows if row.document_id == document_id]
    return place.render(
        "checks.html.j2",
        view="filings",
        entry=entry,
        about=entry.metadata,
        findings=_findings(place.corpus, told, document_id),
        doubts=[
            (row, told.doubts[key_of(row)], address_of_row(row))
            for row in own
            if key_of(row) in told.doubts
        ],
        values=len(own),
        catalogue=place.corpus.catalogue,
        short=short,
    )


def _findings(corpus: Corpus, told: Told, document_id: str) -> list[tuple[Finding, str, str, str]]:
    """What disagrees: the finding, the metric's unit, its name, and where its value stands."""
    documents = told.documents.values()
    checked = check_table(told.rows, documents, told.tags.facts, corpus.catalogue)
    rows = {key_of(row): row for row in told.rows}
    found = []
    for one in checked.findings:
        if document_id in one.documents:
            row = rows[one.documents[-1], one.metric, one.fiscal_year, one.fiscal_period]
            name = corpus.catalogue[one.metric].name
            found.append((one, row.unit, name, address_of_row(row)))
    return found


@dataclass(frozen=True, slots=True)
class Audit:
    """What came of reading the values of a filing, or of all, anew."""

    document_id: str
    """"" for the whole corpus."""
    audited: tuple[Audited, ...]
    complete: bool
    """False where it was stopped."""


class Audits:
    """The audits of a server, by the id of the job that made each."""

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs
        self._done: OrderedDict[str, Audit] = OrderedDict()

    def start(self, place: Workplace, document_id: str) -> Job:
        """Begin one, of a filing or of all (""). SecqaError where nothing is tagged."""
        corpus = place.corpus
        found = [one for one in cells(corpus.path, corpus) if document_id in ("", one.document_id)]
        if not found:
            raise SecqaError(
                f"{document_id or corpus.path}: has no tagged values to read again; ingest filings "
                "with inline XBRL"
            )

        def work(job: Job) -> str:
            job.of = len(found)
            audited = []
            for one in audit_each(corpus, found):
                audited.append(one)
                job.done += 1
                if job.is_stopped:
                    break
            self._done[job.id] = Audit(document_id, tuple(audited), len(audited) == len(found))
            while len(self._done) > _KEPT:
                self._done.popitem(last=False)
            return f"/audits/{job.id}"

        return self._jobs.start(f"Reading {document_id or 'all filings'} anew", work)

    def find(self, name: str) -> Audit:
        """One that was made; SecqaError where there is none."""
        try:
            return self._done[name]
        except KeyError:
            raise SecqaError("this audit is not known, or was forgotten; start it again") from None


@dataclass(frozen=True, slots=True)
class Miss:
    """A value that was read wrong, or not found."""

    name: str
    """Metric and period."""
    document_id: str
    meant: str
    meant_at: str
    meant_line: str
    read: str
    """"" where nothing was found."""
    read_at: str
    read_line: str
    confidence: float


def audit_page(place: Workplace, audits: Audits, name: str, given: Parameters) -> str:
    """How much was read right, by filing and metric, and what was not."""
    audit = audits.find(name)
    told = {key: given.get(key, "") for key in ("document", "metric")}
    misses = [
        one
        for one in audit.audited
        if one.outcome != "right"
        and told["document"] in ("", one.fact.document_id)
        and told["metric"] in ("", one.fact.metric)
    ]
    return place.render(
        "audit.html.j2",
        view="filings",
        audit=audit,
        told=told,
        line=in_one_line(audit.audited),
        by={by: rates(audit.audited, by) for by in ("document", "metric")},
        catalogue=place.corpus.catalogue,
        misses=[_miss(place.corpus, one) for one in misses[:_MISSES]],
        count=len(misses),
    )


def _miss(corpus: Corpus, one: Audited) -> Miss:
    fact, read = one.fact, one.reading
    mark = Mark(read.element, read.row, read.column, read.quote)
    value = read.value
    return Miss(
        name=f"{corpus.catalogue[fact.metric].name}, {fact.fiscal_period} {fact.fiscal_year}",
        document_id=fact.document_id,
        meant=short(fact.value, fact.unit),
        meant_at=address_of_row(fact),
        meant_line=fact.evidence[0].quote,
        read=short(value, read.unit) if isinstance(value, float | int) else "",
        read_at=filing_address(read.document_id, read.page, mark) if read.document_id else "",
        read_line=read.quote or read.why,
        confidence=read.confidence,
    )
