"""Read several figures at once: a reader that does not wait for one before it asks the next.

A plan reads its values one after the other, and each may cost a model's answer; the SEC-QA
paper (5.4) calls that an open problem. Most of these readings do not depend on each other. So
the plan is worked out dry a few times with stand-ins for what is read: rising, falling, scattered.
What all dry runs ask for does not depend on the values, and is read at once. The real run is
then served from that; what only it asks for is read when it asks.

A reading made ahead is wasted where the plan gives up at an earlier value that is missing: dry runs
find every value. It never changes an answer.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

from secqa.filings.document import Metadata, Page
from secqa.models.model import Unanswered
from secqa.parsing.figure_question import Question
from secqa.reading.reading import Reading
from secqa.systems.page_source import Reader

_Pages = Sequence[tuple[Metadata, Page]]
_Key = tuple[object, ...]
_Requests = dict[_Key, tuple[Question, _Pages]]

_AT_ONCE = 16
# Three orders, since of three values the second is the same one in rising and falling order.
_STAND_INS: tuple[Callable[[int], float], ...] = (
    lambda place: 1.0 + place,
    lambda place: 1000.0 / (1 + place),
    lambda place: 1.0 + place * 62 % 97,
)


@contextmanager
def reading_ahead(work: Callable[[Reader], object], reader: Reader) -> Iterator[Reader]:
    """`reader`, with what `work` is sure to ask read at once.

    `work` is done dry with other readers first. A reading that fails raises where it is asked for.
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
            # The question will be asked again, and will need all of them again.
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
    """What every dry run asks, in the order of the first."""
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
        # The same question has the same answer, as in the real run.
        return Reading(str(question), stand_in(list(requests).index(key)))

    work(note)
    return requests


def read_once(reader: Reader) -> Reader:
    """A reader that remembers what it read."""
    known: dict[_Key, Reading] = {}

    def read(question: Question, pages: _Pages) -> Reading:
        key = reading_key(question, pages)
        if key not in known:
            known[key] = reader(question, pages)
        return known[key]

    return read


def reading_key(question: Question, pages: _Pages) -> _Key:
    """What makes a reading the same: its sentence and its pages."""
    return str(question), *((about.document_id, page.number) for about, page in pages)
