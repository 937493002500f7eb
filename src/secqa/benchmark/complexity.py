"""How complex a question is, by the factors of the paper's section 3.3."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from secqa.benchmark.fill import Filling
from secqa.filings.document import Metadata
from secqa.language.query import Choice, Period, Years, lookups, nodes


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
    facts = filling.gold.facts
    return Complexity(
        entities=len(filling.companies),
        periods=len({(fact.fiscal_year, fact.fiscal_period) for fact in facts}),
        hops=_hops(filling.query),
        structure=tuple(_structure(filling, documents)),
        outputs=len(filling.query.outputs),
    )


def _hops(tree: object) -> int:
    """1, and one more for each choice that tells what is looked up."""
    chosen = [
        slot
        for one in lookups(tree)
        for slot in (one.company, one.period, one.part)
        if isinstance(slot, Choice)
    ]
    return 1 + max(map(_hops, chosen), default=0)


def _structure(filling: Filling, documents: Mapping[str, Metadata]) -> Iterator[str]:
    tree = tuple(nodes(filling.query))
    relative = any(isinstance(one, Period) and one.year is None and not one.each for one in tree)
    if any(
        (isinstance(one, Years) and one.last) or (isinstance(one, Period) and one.back)
        for one in tree
    ):
        yield "last n years"
    elif relative:
        yield "shared year" if len(filling.companies) > 1 else "latest report"
    facts = filling.gold.facts
    if any(fact.fiscal_year != documents[fact.document_id].fiscal_year for fact in facts):
        yield "comparatives"
    if any(isinstance(one, Period) and one.quarter for one in tree):
        yield "quarterly"
    if filling.gold.worked_out:
        yield "formula"
