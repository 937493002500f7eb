"""How complex a question is, by the factors of the paper's section 3.3."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from secqa.benchmark.draft import Draft
from secqa.benchmark.truth import Truth
from secqa.filings.document import Metadata
from secqa.query.period import Period
from secqa.query.query import Choose, Years, lookups, nodes


@dataclass(frozen=True, slots=True)
class Complexity:
    """Parallel reference (entities, periods), hops, structural reference, outputs."""

    entities: int
    """Companies whose values are needed."""
    periods: int
    """Fiscal periods whose values are needed, for one company."""
    hops: int
    """1, and one more for each answer that tells what to look up next."""
    structure: tuple[str, ...]
    """What must be known of the collection or the documents: `latest report`, `last n years`,
    `shared year`, `comparatives` (an earlier year inside a later report), `quarterly`,
    `formula` (what a compound metric is made of)."""
    outputs: int
    documents: int = 1
    """The fewest reports that together tell all values."""


def complexity_of(draft: Draft, truth: Truth) -> Complexity:
    """The complexity of a question."""
    facts = draft.gold.facts
    return Complexity(
        entities=len({fact.cik for fact in facts}),
        periods=len({(fact.fiscal_year, fact.fiscal_period) for fact in facts}),
        hops=hops(draft.query),
        structure=tuple(_structure(draft, truth.documents)),
        outputs=outputs(draft),
        documents=documents(draft, truth),
    )


def outputs(draft: Draft) -> int:
    """How many things are asked for at once."""
    return len(draft.query.outputs) if draft.query else 1


def documents(draft: Draft, truth: Truth) -> int:
    """The fewest reports that together tell all values, or the words that answer."""
    passages = (frozenset((one.document_id,)) for one in draft.passages)
    return documents_needed([*map(truth.carriers, draft.gold.facts), *passages])


def documents_needed(carriers: Iterable[frozenset[str]]) -> int:
    """The fewest reports of which each value has one that tells it, taken greedily: the report
    that tells most of what is left, until nothing is."""
    left = list(carriers)
    count = 0
    while left:
        told = Counter(report for reports in left for report in reports)
        most = max(sorted(told), key=lambda report: told[report])
        left = [reports for reports in left if most not in reports]
        count += 1
    return count


def hops(tree: object) -> int:
    """1, and one more for each choice that tells what is looked up."""
    chosen = [
        slot
        for one in lookups(tree)
        for slot in (one.company, one.period, one.part)
        if isinstance(slot, Choose)
    ]
    return 1 + max((hops(choice) for choice in chosen), default=0)


def _structure(draft: Draft, documents: Mapping[str, Metadata]) -> Iterator[str]:
    tree = tuple(nodes(draft.query))
    relative = any(isinstance(one, Period) and one.year is None and not one.each for one in tree)
    if any(
        (isinstance(one, Years) and one.last) or (isinstance(one, Period) and one.back)
        for one in tree
    ):
        yield "last n years"
    elif relative:
        yield "shared year" if len(draft.companies) > 1 else "latest report"
    facts = draft.gold.facts
    if any(fact.fiscal_year != documents[fact.document_id].fiscal_year for fact in facts):
        yield "comparatives"
    if any(isinstance(one, Period) and one.span != "year" for one in tree):
        yield "quarterly"
    if draft.gold.worked_out:
        yield "formula"
