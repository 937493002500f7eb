"""How complex a question is (SEC-QA, 3.3), and how difficult: easy, medium or hard.

A logistic model gives the chance of a wrong answer from what a question has by itself. It is
fitted on errors of the four systems of the paper, each counting alike, in the default suite;
`benchmarks/difficulty.py` writes `difficulty.toml`, which also says how well it holds for other
companies. Questions about passages have no difficulty: nothing was fitted on them.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from secqa.benchmark.dataset import Complexity, Question
from secqa.benchmark.draft import Draft
from secqa.benchmark.fact_table import FactTable
from secqa.files import bundled_toml
from secqa.filings.document import Metadata
from secqa.learning.linear import Odds
from secqa.query.leaves import Years
from secqa.query.period import Period
from secqa.query.query import Choose, Lookup, lookups
from secqa.query.tree import nodes

EASY, MEDIUM, HARD = LEVELS = ("easy", "medium", "hard")


def complexity_of(draft: Draft, table: FactTable) -> Complexity:
    """The complexity of a question."""
    facts = draft.gold.facts
    return Complexity(
        entities=len({fact.cik for fact in facts}),
        periods=len({(fact.fiscal_year, fact.fiscal_period) for fact in facts}),
        hops=hops(draft.query),
        structure=tuple(_structure(draft, table.documents)),
        outputs=outputs(draft),
        documents=documents(draft, table),
    )


def outputs(draft: Draft) -> int:
    """How many answers it asks for at once."""
    return len(draft.query.outputs) if draft.query else 1


def documents(draft: Draft, table: FactTable) -> int:
    """The fewest reports that together state all values, or hold the passages."""
    passages = (frozenset((passage.document_id,)) for passage in draft.passages)
    return documents_needed([*map(table.carriers, draft.gold.facts), *passages])


def documents_needed(carriers: Iterable[frozenset[str]]) -> int:
    """The fewest reports that carry every value, by the greedy algorithm: take the report with
    most of the remaining values until none remains."""
    left = list(carriers)
    count = 0
    while left:
        counts = Counter(report for reports in left for report in reports)
        most = max(sorted(counts), key=lambda report: counts[report])
        left = [reports for reports in left if most not in reports]
        count += 1
    return count


def hops(tree: object) -> int:
    """1, and one more for each choice that decides a look-up."""
    choices = [
        slot
        for lookup in lookups(tree)
        for slot in (lookup.company, lookup.period, lookup.part)
        if isinstance(slot, Choose)
    ]
    return 1 + max(map(hops, choices), default=0)


def _structure(draft: Draft, documents: Mapping[str, Metadata]) -> Iterator[str]:
    tree = tuple(nodes(draft.query))
    periods = [node for node in tree if isinstance(node, Period)]
    if any(isinstance(node, Years) and node.last for node in tree) or any(p.back for p in periods):
        yield "last n years"
    elif any(period.year is None and not period.each for period in periods):
        yield "shared year" if len(draft.companies) > 1 else "latest report"
    facts = draft.gold.facts
    if any(fact.fiscal_year != documents[fact.document_id].fiscal_year for fact in facts):
        yield "comparatives"
    if any(period.span != "year" for period in periods):
        yield "quarterly"
    if draft.gold.worked_out:
        yield "formula"


def load_fit() -> dict[str, Any]:
    """The weights of the log-odds of a wrong answer by sign, and of none (`start`); and the chances
    of a wrong answer below which a question is easy and above which it is hard: those of the
    easiest and the hardest quarter of the fit."""
    return bundled_toml("secqa.benchmark", "difficulty.toml")


def difficulty_of(question: Draft | Question, complexity: Complexity) -> str:
    """One of `LEVELS`; "" for questions about passages."""
    if question.passages:
        return ""
    fit = load_fit()
    wrong = chance_of_wrong(question, complexity)
    return EASY if wrong < fit["easy"] else HARD if wrong > fit["hard"] else MEDIUM


def chance_of_wrong(question: Draft | Question, complexity: Complexity) -> float:
    """How likely an answer is wrong, 0 to 1, averaged over the four systems."""
    fit = load_fit()
    return Odds(fit["weights"], fit["start"]).probability(signs(question, complexity))


def signs(question: Draft | Question, complexity: Complexity) -> dict[str, float]:
    """Features that make a question easier or harder, as numbers; 0 for one printed figure."""
    tree = tuple(nodes(question.query))
    figures = [node for node in tree if isinstance(node, Lookup)]
    outputs = question.query.outputs if question.query else ()
    return {
        "several_figures": float(len(figures) != 1 or figures != list(outputs)),
        "chosen": float(any(isinstance(node, Choose) for node in tree)),
        "companies": math.log(max(complexity.entities, 1)),
        "periods": math.log(max(complexity.periods, 1)),
        "metrics": math.log(max(len(question.metrics), 1)),
        "formula": float("formula" in complexity.structure),
        "part": float(any(figure.part for figure in figures)),
        "statement": float(any(figure.place.statement for figure in figures)),
        "unanswerable": float(bool(question.why)),
    }
