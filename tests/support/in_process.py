"""Ingesting without other processes."""

from collections.abc import Callable, Iterable, Iterator


def in_this_process(
    work: Callable[[object], object],
    tasks: Iterable[object],
    *,
    prepare: Callable[[], None],
    **_: object,
) -> Iterator[tuple[object, object]]:
    """What the local engine does, without the second that its processes take to start."""
    prepare()
    for task in tasks:
        yield task, work(task)
