"""Addresses of filings on EDGAR among sources -> tasks that any worker can do.

The SEC allows so many requests a second to whoever asks, however many machines he has. So the
process that everything is started from fetches, one filing after the other within that limit, and
hands out files' bytes: workers need neither the network nor a common folder, and what is lost with
a machine is handed out again without a request. What the corpus has is not fetched.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from secqa.corpus.address import CorpusPath
from secqa.corpus.store import held_documents
from secqa.errors import SecqaError
from secqa.ingest.edgar.address import FilingAddress
from secqa.ingest.edgar.client import Edgar, EdgarUnavailable
from secqa.ingest.edgar.companies import tickers_by_cik
from secqa.ingest.edgar.fetch import fetch_at
from secqa.ingest.held import Held
from secqa.ingest.sources import FetchedFiling, Settled, Source, Task

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
    return _tasks(sources, Edgar(identity), Held.of(held_documents(corpus)))


def _tasks(sources: Sequence[Source], edgar: Edgar, held: Held) -> Iterator[Task]:
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
    edgar: Edgar, address: FilingAddress, tickers: Mapping[int, tuple[str, ...]], held: Held
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
