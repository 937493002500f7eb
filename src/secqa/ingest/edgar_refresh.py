"""Find what EDGAR has new for a corpus, and what an ingest of it changed.

The corpus records until when EDGAR's lists were read, and for which companies and forms, because
its documents do not say when they were filed. For new companies and forms, and the first time,
filings after the company's newest period count as new. An accession number tells whether the corpus
has a filing.
"""

import json
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from secqa.corpus.corpus_address import CorpusPath
from secqa.corpus.corpus_rows import Entry
from secqa.corpus.corpus_store import REFRESHED, Corpus, config_value, open_corpus
from secqa.corpus.corpus_writer import set_config_value
from secqa.errors import SecqaError
from secqa.facts.table.check import Finding, check_documents
from secqa.facts.table.fact_store import load_values
from secqa.filings.containers.sidecar import EdgarFiling
from secqa.filings.document import Metadata
from secqa.ingest.edgar.edgar_client import Edgar
from secqa.ingest.edgar.fetch_plan import search_filings
from secqa.ingest.edgar.filing_lists import FilingFilter
from secqa.ingest.edgar_tasks import CorpusFilings

_AMENDED = "/A"


@dataclass(frozen=True, slots=True)
class RefreshState:
    """Until when, and for whom, EDGAR's lists were read."""

    until: date
    forms: frozenset[str]
    ciks: frozenset[int]

    def as_text(self) -> str:
        """The state as the corpus stores it."""
        return json.dumps(
            {
                "until": self.until.isoformat(),
                "forms": sorted(self.forms),
                "ciks": sorted(self.ciks),
            },
            separators=(",", ":"),
        )


@dataclass(frozen=True, slots=True)
class News:
    """Filings on EDGAR since the last refresh."""

    filings: list[EdgarFiling]
    known: RefreshState
    """The state to record once they are ingested."""


@dataclass(frozen=True, slots=True)
class Changes:
    """The changes of a refresh."""

    added: tuple[Entry, ...]
    amendments: tuple[Entry, ...]
    """Amendments, also of reports that the corpus lacks."""
    replaced: tuple[Entry, ...]
    """Documents that replaced one of the same filing."""
    periods: tuple[Entry, ...]
    """All of these with a period that is new for their company."""
    restated: tuple[Finding, ...]
    """Values that differ from those of an earlier document."""


def refreshed_until(corpus: CorpusPath) -> RefreshState | None:
    """The state after the last refresh; None before the first."""
    text = config_value(corpus, REFRESHED)
    if not text:
        return None
    try:
        content = json.loads(text)
        return RefreshState(
            date.fromisoformat(content["until"]),
            frozenset(map(str, content["forms"])),
            frozenset(map(int, content["ciks"])),
        )
    except (KeyError, TypeError, ValueError):
        return None  # an unreadable state only makes the next refresh read more


def without_company(documents: Sequence[Metadata]) -> list[str]:
    """Ids of documents without a CIK, by which EDGAR lists filings."""
    return [document.document_id for document in documents if not document.cik]


def find_news(
    edgar: Edgar,
    corpus: Corpus,
    since: date | None,
    tell: Callable[[str], None] = lambda line: None,
) -> News:
    """Filings of a corpus's companies in its forms, and their amendments; earliest first.

    Starts at `since`, by default at the last refresh. Raises `SecqaError` if no document names a
    company's CIK, a form and a period.
    """
    forms = frozenset(
        document.form.removesuffix(_AMENDED) for document in corpus.documents if document.form
    )
    before = refreshed_until(corpus.path)
    firsts = _first_days(corpus.documents, before, forms, since)
    if not firsts or not forms:
        raise SecqaError(
            f"{corpus.path}: no document tells its company's CIK, its form and its period; "
            "fetch what you want with `secqa fetch --corpus`"
        )
    selection = FilingFilter(
        forms | {form + _AMENDED for form in forms}, since=min(firsts.values())
    )
    listed = search_filings(edgar, sorted(firsts), selection, tell)
    stored = CorpusFilings.of(corpus.documents)
    filings = [
        filing
        for filing in listed.filings
        if filing.filed >= firsts[int(filing.cik)] and not stored.has(filing)
    ]
    # After an interrupt, the next refresh starts at the newest filing: earlier ones come first.
    filings.sort(key=lambda filing: filing.filed)
    return News(filings, RefreshState(listed.until, forms, frozenset(firsts)))


def save_refresh_state(
    corpus: CorpusPath, known: RefreshState, failed: Iterable[EdgarFiling]
) -> None:
    """Record that the corpus has all filings until then, except those that failed."""
    until = min([known.until, *(filing.filed for filing in failed)])
    set_config_value(corpus, REFRESHED, replace(known, until=until).as_text())


def _first_days(
    documents: Sequence[Metadata],
    before: RefreshState | None,
    forms: Collection[str],
    since: date | None,
) -> dict[int, date]:
    """For each company the first day whose filings count as new."""
    newest: dict[int, date] = {}
    for document in documents:
        if document.cik and document.period_end:
            cik = int(document.cik)
            newest[cik] = max(newest.get(cik, date.min), document.period_end)
    if since is not None:
        return dict.fromkeys(newest, since)
    if before is None or not before.forms.issuperset(forms):
        return newest
    return {cik: before.until if cik in before.ciks else day for cik, day in newest.items()}


def what_changed(before: Corpus, ingested: Sequence[Entry]) -> Changes:
    """Compare a corpus with what it was before some documents were ingested."""
    after = open_corpus(before.path)
    ids = {document.document_id for document in before.documents}
    periods = {_period_of(document) for document in before.documents}
    ciks = {entry.metadata.cik for entry in ingested}
    theirs = [entry for entry in after.entries if entry.metadata.cik in ciks]
    new = {entry.metadata.document_id for entry in ingested}
    findings = check_documents(
        load_values(after.path, theirs), [entry.metadata for entry in theirs]
    )
    return Changes(
        added=tuple(
            entry
            for entry in ingested
            if entry.metadata.document_id not in ids and not entry.metadata.form.endswith(_AMENDED)
        ),
        amendments=tuple(entry for entry in ingested if entry.metadata.form.endswith(_AMENDED)),
        replaced=tuple(entry for entry in ingested if entry.metadata.document_id in ids),
        periods=tuple(
            entry
            for entry in ingested
            if entry.metadata.fiscal_year is not None and _period_of(entry.metadata) not in periods
        ),
        restated=tuple(f for f in findings if not new.isdisjoint(f.documents)),
    )


def _period_of(document: Metadata) -> tuple[str, int | None, str]:
    return document.cik, document.fiscal_year, document.fiscal_period
