"""The companies that questions can be asked about, each under a name of its own."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from secqa.filings.document import Metadata
from secqa.filings.metadata.company_names import short_name


@dataclass(frozen=True, slots=True)
class Entity:
    """A company that questions can be asked about."""

    name: str
    """As people write it: "Home Depot"."""
    registrant: str
    """As the cover prints it."""
    ticker: str
    cik: str


def entities_of(documents: Iterable[Metadata]) -> tuple[Entity, ...]:
    """One entity a company, in the order of CIK; two that share a short name get longer ones."""
    latest: dict[str, Metadata] = {}
    for document in sorted(documents, key=lambda d: (str(d.period_end or ""), d.document_id)):
        latest[document.cik] = document
    entities = [
        Entity(short_name(d.company, d.ticker), d.company, d.ticker, d.cik)
        for _, d in sorted(latest.items())
    ]
    shared = Counter(entity.name for entity in entities)
    return tuple(
        replace(entity, name=" ".join(entity.registrant.split()))
        if shared[entity.name] > 1
        else entity
        for entity in entities
    )
