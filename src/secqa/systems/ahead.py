"""Read several figures of a plan at once, since a model takes seconds for each.

The SEC-QA paper (5.4) calls this an open problem. Most readings of a plan do not depend on each
other. So the plan is first computed a few times with made-up values: rising, falling, scattered.
Readings that all these dry runs request do not depend on values, and start at once; the real run
uses them, and makes the others when it needs them.

A reading made ahead is wasted if the plan stops at an earlier missing value. It never changes an
answer.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

from secqa.filings.document import Metadata, Page
from secqa.models.model import Unanswered
from secqa.parsing.figure_question import Question
from secqa.reading.reading import Reading
from secqa.retrieval.rank import RankedPage
from secqa.retrieval.retriever import Retriever
from secqa.systems.page_source import Reader, Search

_Pages = Sequence[tuple[Metadata, Page]]
_Key = tuple[object, ...]
_Requests = dict[_Key, tuple[Question, _Pages]]

_AT_ONCE = 16
# Three orders, since rising and falling values have the same middle one.
_STAND_INS: tuple[Callable[[int], float], ...] = (
    lambda place: 1.0 + place,
    lambda place: 1000.0 / (1 + place),
    lambda place: 1.0 + place * 62 % 97,
)


@contextmanager
def reading_ahead(work: Callable[[Reader], object], reader: Reader) -> Iterator[Reader]:
    """A reader that has started all readings that `work` is sure to request.

    `work` is called with other readers first. A failed reading raises when it is requested.
    """
    requests = _independent(work)
    if len(requests) < 2:
        yield reader
        return
    with ThreadPoolExecutor(min(len(requests), _AT_ONCE)) as pool:
        made = {key: pool.submit(reader, *arguments) for key, arguments in requests.items()}
        needed = False
        try:
            yield _served(made, reader)
        except Unanswered:
            # The question will be repeated, and will need all readings again.
            needed = True
            raise
        finally:
            for future in () if needed else made.values():
                future.cancel()


def _served(made: Mapping[_Key, Future[Reading]], reader: Reader) -> Reader:
    def read(question: Question, pages: _Pages) -> Reading:
        future = made.get(reading_key(question, pages))
        return reader(question, pages) if future is None else future.result()

    return read


def _independent(work: Callable[[Reader], object]) -> _Requests:
    """The readings that every dry run requests, in the order of the first run."""
    common: _Requests = {}
    for place, stand_in in enumerate(_STAND_INS):
        requests = _dry(work, stand_in)
        common = requests if place == 0 else {k: common[k] for k in common if k in requests}
        if len(common) < 2:
            break
    return common


def _dry(work: Callable[[Reader], object], stand_in: Callable[[int], float]) -> _Requests:
    requests: _Requests = {}

    def note(question: Question, pages: _Pages) -> Reading:
        key = reading_key(question, pages)
        requests.setdefault(key, (question, pages))
        # Equal questions get equal values, as in the real run.
        return Reading(str(question), stand_in(list(requests).index(key)))

    work(note)
    return requests


def search_once(retrieve: Retriever, k: int) -> Search:
    """A search for `k` pages with a cache."""
    known: dict[tuple[str, tuple[str, ...] | None], Sequence[RankedPage]] = {}

    def search(question: Question, documents: Sequence[str] | None) -> Sequence[RankedPage]:
        key = (str(question), None if documents is None else tuple(documents))
        if key not in known:
            known[key] = retrieve(question, k, documents)
        return known[key]

    return search


def read_once(reader: Reader) -> Reader:
    """A reader with a cache."""
    known: dict[_Key, Reading] = {}

    def read(question: Question, pages: _Pages) -> Reading:
        key = reading_key(question, pages)
        if key not in known:
            known[key] = reader(question, pages)
        return known[key]

    return read


def reading_key(question: Question, pages: _Pages) -> _Key:
    """Identifies a reading: its question and its pages."""
    return str(question), *((about.document_id, page.number) for about, page in pages)
