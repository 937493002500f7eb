"""Fetch filings from EDGAR as an ingest needs them, skipping those that the corpus has."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from secqa.corpus.corpus_address import CorpusPath
from secqa.corpus.corpus_store import stored_documents
from secqa.errors import SecqaError
from secqa.filings.containers.sidecar import EdgarFiling
from secqa.filings.document import Metadata
from secqa.ingest.edgar.edgar_client import Edgar, EdgarUnavailable
from secqa.ingest.edgar.filers import tickers_by_cik
from secqa.ingest.edgar.filing_address import FilingAddress
from secqa.ingest.edgar.filing_fetch import fetch_at
from secqa.ingest.sources import FetchedFiling, Settled, Source, Task

_PERIODIC = ("10-K", "10-Q", "20-F", "40-F")
"""Forms that a company files once for each period."""


@dataclass(frozen=True, slots=True)
class CorpusFilings:
    """The filings of a corpus."""

    accessions: frozenset[str]
    unnumbered: frozenset[tuple[str, str, date]]
    """CIK, form and period of reports without a known accession number."""

    @classmethod
    def of(cls, documents: Sequence[Metadata]) -> "CorpusFilings":
        """The filings of some documents."""
        return cls(
            frozenset(document.accession for document in documents if document.accession),
            frozenset(
                (document.cik, document.form, document.period_end)
                for document in documents
                if not document.accession and document.period_end and document.form in _PERIODIC
            ),
        )

    def has(self, filing: EdgarFiling) -> bool:
        """Return whether the corpus has a filing, by accession number or by period."""
        key = (filing.cik, filing.form, filing.period or date.min)
        return filing.accession in self.accessions or key in self.unnumbered


_PATIENCE = 3
"""Failures in a row after which EDGAR is not asked again: it may be down or block this user."""


def tasks_for(sources: Sequence[Source], corpus: CorpusPath, identity: str) -> Iterable[Task]:
    """The tasks of some sources, in order; filings of EDGAR are fetched one by one.

    A filing that cannot be fetched becomes a task with the reason. `identity` is as for `Edgar`.
    Raises `SecqaError`, before anything is fetched, without an identity or edgartools.
    """
    if not any(isinstance(source, FilingAddress) for source in sources):
        return [source for source in sources if not isinstance(source, FilingAddress)]
    return _tasks(sources, Edgar(identity), CorpusFilings.of(stored_documents(corpus)))


def _tasks(sources: Sequence[Source], edgar: Edgar, stored: CorpusFilings) -> Iterator[Task]:
    tickers = cache(lambda: tickers_by_cik(edgar))
    failures = 0
    for source in sources:
        if not isinstance(source, FilingAddress):
            yield source
            continue
        if source.accession in stored.accessions:
            yield Settled(source)
            continue
        if failures == _PATIENCE:
            yield Settled(source, "not asked for, as EDGAR did not give those before; try later")
            continue
        task: Task
        try:
            task = _fetch(edgar, source, tickers(), stored)
            failures = 0
        except EdgarUnavailable as error:
            task = Settled(source, str(error))
            failures += 1
        except SecqaError as error:
            task = Settled(source, str(error))
            failures = 0
        yield task


def _fetch(
    edgar: Edgar,
    address: FilingAddress,
    tickers: Mapping[int, tuple[str, ...]],
    stored: CorpusFilings,
) -> FetchedFiling | Settled:
    with TemporaryDirectory(prefix="secqa-") as folder:
        item = fetch_at(
            edgar,
            address,
            Path(folder),
            tickers,
            is_held=stored.has,
        )
        if not item.there:
            return Settled(address)
        files = tuple((path.name, path.read_bytes()) for path in sorted(item.folder.iterdir()))
        return FetchedFiling(address, item.folder.name, item.main.name, files)
