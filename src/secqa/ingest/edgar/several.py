"""Filings that are wanted -> files, one after the other, and what became of each.

What EDGAR lacks is told and the others are fetched; what it refuses ends the fetch. Whatever ends
it, what is whole is kept.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from secqa.ingest.edgar.client import Edgar, NotFoundOnEdgar
from secqa.ingest.edgar.fetch import fetch, fetch_facts
from secqa.ingest.edgar.plan import Item


@dataclass(slots=True)
class Fetched:
    """What became of filings so far."""

    whole: list[Item] = field(default_factory=list)
    """Those that were fetched."""
    held: int = 0
    """Those that turned out to be known, by their period."""
    failed: list[tuple[Item, str]] = field(default_factory=list)
    """Those that EDGAR lists and lacks, and a line of what it lacks."""
    untagged: list[Path] = field(default_factory=list)
    """Files of company facts that are empty, as EDGAR has none."""


def fetch_several(
    edgar: Edgar,
    items: Sequence[Item],
    facts: Mapping[Path, str],
    into: Fetched,
    *,
    on_step: Callable[[int, int, Path], None] = lambda number, of, path: None,
    is_held: Callable[[Item], bool] = lambda item: False,
) -> None:
    """Fetch filings that are not there, and files of company facts (`wanted_facts`).

    `into` is told as it goes, so that it holds what is done when an exception ends it. `on_step`
    is told the number of a step, of how many, and what is fetched.
    """
    missing = [item for item in items if not item.there]
    of = len(missing) + len(facts)
    for number, item in enumerate(missing, start=1):
        on_step(number, of, item.folder)
        try:
            became = fetch(edgar, item, is_held)
        except NotFoundOnEdgar as error:
            into.failed.append((item, str(error)))
            continue
        if became.there:
            into.whole.append(became)
        else:
            into.held += 1
    for number, (path, address) in enumerate(facts.items(), start=len(missing) + 1):
        on_step(number, of, path)
        if not fetch_facts(edgar, path, address):
            into.untagged.append(path)
