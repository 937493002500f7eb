"""Documents of a corpus in, which filings of EDGAR it has out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from secqa.corpus.corpus_address import CorpusPath
from secqa.corpus.corpus_store import stored_documents
from secqa.errors import SecqaError
from secqa.filings.document import Metadata
from secqa.ingest.edgar.edgar_client import Edgar, EdgarUnavailable
from secqa.ingest.edgar.filers import tickers_by_cik
from secqa.ingest.edgar.filing_address import FilingAddress
from secqa.ingest.edgar.filing_fetch import fetch_at
from secqa.ingest.edgar.filing_lists import EdgarFiler, Submission
from secqa.ingest.sources import FetchedFiling, Settled, Source, Task

_ONE_A_PERIOD = ("10-K", "10-Q", "20-F", "40-F")
"""Forms of which a company files one for each period."""


@dataclass(frozen=True, slots=True)
class CorpusFilings:
    """Which filings a corpus has."""

    accessions: frozenset[str]
    unnumbered: frozenset[tuple[str, str, date]]
    """CIK, form and period of reports whose accession number is not known."""

    @classmethod
    def of(cls, documents: Sequence[Metadata]) -> "CorpusFilings":
        """What is known of some documents."""
        return cls(
            frozenset(one.accession for one in documents if one.accession),
            frozenset(
                (one.cik, one.form, one.period_end)
                for one in documents
                if not one.accession and one.period_end and one.form in _ONE_A_PERIOD
            ),
        )

    def has(self, company: EdgarFiler, filing: Submission) -> bool:
        """Whether a filing is there, as far as is known of it."""
        if filing.accession in self.accessions:
            return True
        period = filing.period
        key = (f"{company.cik:010}", filing.form, period)
        return period is not None and key in self.unnumbered


_PATIENCE = 3
"""So many addresses in a row that EDGAR refuses or does not answer, and it is left alone: it may
be down, or hold all requests of this user for too many."""


def tasks_for(sources: Sequence[Source], corpus: CorpusPath, identity: str) -> Iterable[Task]:
    """What is to be read of some sources, in their order; filings of EDGAR are fetched as asked.

    One that cannot be had is a task that says so. `identity` is as `Edgar` takes it.
    Raises `SecqaError`, before anything is fetched, where it is lacking or edgartools is.
    """
    if not any(isinstance(source, FilingAddress) for source in sources):
        return [source for source in sources if not isinstance(source, FilingAddress)]
    return _tasks(sources, Edgar(identity), CorpusFilings.of(stored_documents(corpus)))


def _tasks(sources: Sequence[Source], edgar: Edgar, held: CorpusFilings) -> Iterator[Task]:
    tickers = cache(lambda: tickers_by_cik(edgar))
    failures = 0
    for source in sources:
        if not isinstance(source, FilingAddress):
            yield source
            continue
        if source.accession in held.accessions:
            yield Settled(source)
            continue
        if failures == _PATIENCE:
            yield Settled(source, "not asked for, as EDGAR did not give those before; try later")
            continue
        task: Task
        try:
            task = _fetched(edgar, source, tickers(), held)
            failures = 0
        except EdgarUnavailable as error:
            task = Settled(source, str(error))
            failures += 1
        except SecqaError as error:
            task = Settled(source, str(error))
            failures = 0
        yield task


def _fetched(
    edgar: Edgar,
    address: FilingAddress,
    tickers: Mapping[int, tuple[str, ...]],
    held: CorpusFilings,
) -> FetchedFiling | Settled:
    with TemporaryDirectory(prefix="secqa-") as folder:
        item = fetch_at(
            edgar,
            address,
            Path(folder),
            tickers,
            is_held=lambda item: held.has(item.company, item.submission),
        )
        if not item.there:
            return Settled(address)
        files = tuple((path.name, path.read_bytes()) for path in sorted(item.folder.iterdir()))
        return FetchedFiling(address, item.folder.name, item.main.name, files)
