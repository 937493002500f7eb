"""What the gates of values say against a draft, without those of a suite."""

from itertools import chain

from secqa.benchmark.corpus_facts import CorpusFacts
from secqa.benchmark.draft import Draft
from secqa.benchmark.gates.value_gates import against_fact, against_formula, against_steps
from secqa.metrics.catalogue import Catalogue


def reason_against(draft: Draft, catalogue: Catalogue, source: CorpusFacts) -> str:
    """Why a question is not asked; "" if it is fine."""
    gold = draft.gold
    reasons = (
        *(against_formula(value, catalogue, source) for value in gold.worked_out),
        *(against_fact(fact, catalogue, source) for fact in gold.facts),
        against_steps(draft),
    )
    return next(filter(None, chain.from_iterable(reasons)), "")
