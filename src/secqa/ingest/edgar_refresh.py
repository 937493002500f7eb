"""A corpus in, what EDGAR has since the last time out; and what that changed.

Until when EDGAR's lists were read, of which companies and forms, is noted with the corpus: its
documents do not say when they were filed, and its newest one says nothing of the others. For a
company or a form that came since, and the first time, all that was filed after the company's
newest period counts; what the corpus has is told by accession number.
"""

import json
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from secqa.corpus.corpus_address import CorpusPath
from secqa.corpus.corpus_rows import Entry
from secqa.corpus.corpus_store import REFRESHED, Corpus, noted, open_corpus
from secqa.corpus.corpus_writer import note
from secqa.errors import SecqaError
from secqa.facts.table.check import Finding, check_documents
from secqa.facts.table.fact_store import load_values
from secqa.filings.document import Metadata
from secqa.ingest.edgar.edgar_client import Edgar
from secqa.ingest.edgar.fetch_plan import search_filings
from secqa.ingest.edgar.filing_lists import EdgarFiler, FilingFilter, Submission
from secqa.ingest.edgar_tasks import CorpusFilings

_AMENDED = "/A"


@dataclass(frozen=True, slots=True)
class RefreshState:
    """Until when EDGAR's lists were read for a corpus."""

    until: date
    forms: frozenset[str]
    ciks: frozenset[int]

    def as_text(self) -> str:
        """As it is noted."""
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
    """What EDGAR has for a corpus since the last time."""

    filings: list[tuple[EdgarFiler, Submission]]
    known: RefreshState
    """What is known once these are there."""


@dataclass(frozen=True, slots=True)
class Changes:
    """What a refresh changed."""

    added: tuple[Entry, ...]
    amendments: tuple[Entry, ...]
    """Documents that amend a report, also of one that is not there."""
    replaced: tuple[Entry, ...]
    """Documents that took the place of one of the same filing."""
    periods: tuple[Entry, ...]
    """Of all these, those of periods that their company had no document of."""
    restated: tuple[Finding, ...]
    """Values that say something else than an earlier document did."""


def refreshed_until(corpus: CorpusPath) -> RefreshState | None:
    """What the last refresh noted; None before the first."""
    text = noted(corpus, REFRESHED)
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
        return None  # a note that cannot be read is none: more is looked through


def without_company(documents: Sequence[Metadata]) -> list[str]:
    """Documents of companies that EDGAR cannot be asked for: without a CIK."""
    return [one.document_id for one in documents if not one.cik]


def find_news(
    edgar: Edgar,
    corpus: Corpus,
    since: date | None,
    tell: Callable[[str], None] = lambda line: None,
) -> News:
    """What was filed by the companies of a corpus in its forms, and amendments; the first first.

    From the last time on, or from `since`. Raises `SecqaError` where nothing tells whose filings
    or which forms are wanted.
    """
    forms = frozenset(one.form.removesuffix(_AMENDED) for one in corpus.documents if one.form)
    before = refreshed_until(corpus.path)
    firsts = _first_days(corpus.documents, before, forms, since)
    if not firsts or not forms:
        raise SecqaError(
            f"{corpus.path}: no document tells its company's CIK, its form and its period; "
            "fetch what you want with `secqa fetch --corpus`"
        )
    wanted = FilingFilter(forms | {form + _AMENDED for form in forms}, since=min(firsts.values()))
    found = search_filings(edgar, sorted(firsts), wanted, tell)
    held = CorpusFilings.of(corpus.documents)
    filings = [
        (company, filing)
        for company, filing in found.filings
        if filing.filed >= firsts[company.cik] and not held.has(company, filing)
    ]
    # Were it ended with later filings there and earlier ones not, those would not be looked for.
    filings.sort(key=lambda one: one[1].filed)
    return News(filings, RefreshState(found.until, forms, frozenset(firsts)))


def save_refresh_state(
    corpus: CorpusPath, known: RefreshState, failed: Iterable[Submission]
) -> None:
    """Note that all that was filed until then is there, but for what could not be had."""
    until = min([known.until, *(filing.filed for filing in failed)])
    note(corpus, REFRESHED, replace(known, until=until).as_text())


def _first_days(
    documents: Sequence[Metadata],
    before: RefreshState | None,
    forms: Collection[str],
    since: date | None,
) -> dict[int, date]:
    """For each company the first day of filing that may be news."""
    newest: dict[int, date] = {}
    for one in documents:
        if one.cik and one.period_end:
            newest[int(one.cik)] = max(newest.get(int(one.cik), date.min), one.period_end)
    if since is not None:
        return dict.fromkeys(newest, since)
    if before is None or not before.forms.issuperset(forms):
        return newest
    return {cik: before.until if cik in before.ciks else day for cik, day in newest.items()}


def what_changed(before: Corpus, ingested: Sequence[Entry]) -> Changes:
    """What some documents that came into a corpus changed in it."""
    after = open_corpus(before.path)
    ids = {one.document_id for one in before.documents}
    periods = {_period_of(one) for one in before.documents}
    ciks = {entry.metadata.cik for entry in ingested}
    theirs = [entry for entry in after.entries if entry.metadata.cik in ciks]
    new = {entry.metadata.document_id for entry in ingested}
    findings = check_documents(
        load_values(after.path, theirs), [entry.metadata for entry in theirs]
    )
    return Changes(
        added=tuple(
            one
            for one in ingested
            if one.metadata.document_id not in ids and not one.metadata.form.endswith(_AMENDED)
        ),
        amendments=tuple(one for one in ingested if one.metadata.form.endswith(_AMENDED)),
        replaced=tuple(one for one in ingested if one.metadata.document_id in ids),
        periods=tuple(
            one
            for one in ingested
            if one.metadata.fiscal_year is not None and _period_of(one.metadata) not in periods
        ),
        restated=tuple(one for one in findings if not new.isdisjoint(one.documents)),
    )


def _period_of(document: Metadata) -> tuple[str, int | None, str]:
    return document.cik, document.fiscal_year, document.fiscal_period
