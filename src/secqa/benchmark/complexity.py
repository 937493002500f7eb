"""How complex a question is, by the factors of the paper's section 3.3."""

from collections.abc import Mapping
from dataclasses import dataclass

from secqa.benchmark.fill import Filling
from secqa.filings.document import Metadata


@dataclass(frozen=True, slots=True)
class Complexity:
    """Parallel reference (entities, periods), hops, structural reference, outputs."""

    entities: int
    """Companies whose values are needed."""
    periods: int
    """Fiscal periods whose values are needed, for one company."""
    hops: int
    """1, or 2 where one answer tells what to look up next."""
    structure: tuple[str, ...]
    """What must be known of the collection or the documents: `latest report`, `last n years`,
    `shared year`, `comparatives` (an earlier year inside a later report), `quarterly`,
    `formula` (what a compound metric is made of)."""
    outputs: int


def complexity_of(filling: Filling, documents: Mapping[str, Metadata]) -> Complexity:
    """The complexity of a filled question; `documents` tell the fiscal year of each report."""
    return Complexity(
        entities=len(filling.companies),
        periods=len({(fact.fiscal_year, fact.fiscal_period) for fact in filling.facts}),
        hops=2 if filling.template.operation == "argmax" else 1,
        structure=tuple(_structure(filling, documents)),
        outputs=1,
    )


def _structure(filling: Filling, documents: Mapping[str, Metadata]) -> list[str]:
    named = {"latest": "latest report", "span": "last n years", "shared": "shared year"}
    structure = [named[filling.template.period]] if filling.template.period in named else []
    if any(fact.fiscal_year != documents[fact.document_id].fiscal_year for fact in filling.facts):
        structure.append("comparatives")
    if any(period.quarter for period in filling.periods):
        structure.append("quarterly")
    if filling.worked_out is not None:
        structure.append("formula")
    return structure
