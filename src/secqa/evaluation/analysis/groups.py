"""What answers can be grouped by: a scored answer in, the groups that it belongs to out.

The factors of the paper's section 3.3 (hops, companies at once) and what a question is about. A
question about two companies counts under both.
"""

from collections.abc import Callable, Iterable

from secqa.evaluation.scores import Proportion, RunScores, Score, grouped

Group = Callable[[Score], Iterable[str]]


def _years(scored: Score) -> Iterable[str]:
    return sorted({str(fact.fiscal_year) for fact in scored.question.facts})


GROUPS: dict[str, Group] = {
    "hops": lambda scored: (str(scored.question.complexity.hops),),
    "entities": lambda scored: (str(scored.question.complexity.entities),),
    "company": lambda scored: dict.fromkeys(scored.question.companies),
    "year": _years,
}
"""Besides type, difficulty and metric, which each setting tells itself; `year` is fiscal."""


def shares_by(setting: RunScores, group: str) -> dict[str, Proportion]:
    """Accuracy by one of `GROUPS`: numbers upwards, names with most questions first."""
    found = grouped(setting.answers, GROUPS[group])
    if all(key.isdecimal() for key in found):
        return {key: found[key] for key in sorted(found, key=int)}
    return dict(sorted(found.items(), key=lambda item: (-item[1].total, item[0])))
