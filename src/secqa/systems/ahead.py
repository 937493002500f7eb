"""Readings made before a program asks for them: a program in, a reader that need not wait out.

A program reads its values one after the other, and each may cost a model's answer; the SEC-QA
paper (5.4) calls that an open problem. Most of these readings do not depend on each other. So
the program is run dry a few times with stand-ins for what is read: rising, falling, scattered.
What all dry runs ask for does not depend on the values, and is read at once. The real run is
then served from that; what only it asks for is read when it asks. Dry runs have the limits of
any run, and what they write is thrown away.

A reading made ahead is for nothing where the program gives up at an earlier value that is
missing: dry runs find every value. It never changes an answer.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

from secqa.filings.document import Metadata, Page
from secqa.models.model import Unanswered
from secqa.reading.reading import Reading
from secqa.systems.functions import Reader
from secqa.systems.sandbox import run_program

Functions = Mapping[str, Callable[..., object]]
_Key = tuple[str, tuple[tuple[str, int], ...]]
_Asked = dict[_Key, tuple[str, Sequence[tuple[Metadata, Page]]]]

_AT_ONCE = 16
# Three orders, since of three values the second is the same one in rising and falling order.
_STAND_INS: tuple[Callable[[int], float], ...] = (
    lambda place: 1.0 + place,
    lambda place: 1000.0 / (1 + place),
    lambda place: 1.0 + place * 62 % 97,
)


@contextmanager
def reading_ahead(
    program: str, reader: Reader, functions_with: Callable[[Reader], Functions]
) -> Iterator[Reader]:
    """`reader`, with what `program` is sure to ask read at once.

    `functions_with` gives the program's functions over a reader; it is called for each dry run
    and must not note what these do. A reading that fails raises where the program asks for it.
    """
    asked = _independent(program, functions_with)
    if len(asked) < 2:
        yield reader
        return
    with ThreadPoolExecutor(min(len(asked), _AT_ONCE)) as pool:
        made = {key: pool.submit(reader, *arguments) for key, arguments in asked.items()}
        needed = False
        try:
            yield _served(made, reader)
        except Unanswered:
            # The program will be run again, and will ask for all of them again.
            needed = True
            raise
        finally:
            for future in () if needed else made.values():
                future.cancel()


def _served(made: Mapping[_Key, Future[Reading]], reader: Reader) -> Reader:
    def read(question: str, pages: Sequence[tuple[Metadata, Page]]) -> Reading:
        future = made.get(_key(question, pages))
        return reader(question, pages) if future is None else future.result()

    return read


def _independent(program: str, functions_with: Callable[[Reader], Functions]) -> _Asked:
    """What every dry run asks, in the order of the first."""
    common: _Asked = {}
    for place, stand_in in enumerate(_STAND_INS):
        asked = _dry(program, functions_with, stand_in)
        common = asked if place == 0 else {key: common[key] for key in common if key in asked}
        if len(common) < 2:
            break
    return common


def _dry(
    program: str,
    functions_with: Callable[[Reader], Functions],
    stand_in: Callable[[int], float],
) -> _Asked:
    asked: _Asked = {}

    def note(question: str, pages: Sequence[tuple[Metadata, Page]]) -> Reading:
        key = _key(question, pages)
        asked.setdefault(key, (question, pages))
        # The same question has the same answer, as in the real run.
        return Reading(question, stand_in(list(asked).index(key)))

    run_program(program, functions_with(note))
    return asked


def _key(question: str, pages: Sequence[tuple[Metadata, Page]]) -> _Key:
    return question, tuple((metadata.document_id, page.number) for metadata, page in pages)
