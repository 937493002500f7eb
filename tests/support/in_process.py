"""Ingesting without other processes."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

import pytest

from secqa.ingest import ingest_worker


def in_this_process(
    work: Callable[[object], object],
    tasks: Iterable[object],
    *,
    prepare: Callable[[], None],
    **_: object,
) -> Iterator[tuple[object, object]]:
    """What the local engine does, without the second that its processes take to start."""
    prepare()
    try:
        for task in tasks:
            yield task, work(task)
    finally:
        # A worker process would end here, and its settings with it.
        ingest_worker.prepare(ingest_worker.IngestTerms())


@contextmanager
def ingest_in_this_process() -> Iterator[None]:
    """While it lasts, commands ingest without other processes; tests/ingest starts these."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("secqa.ingest.ingest_pipeline.run_each", in_this_process)
        yield
