"""What was fitted and how good it is in, the cards beside the weights out."""

from collections import Counter, defaultdict
from collections.abc import Mapping

import numpy as np

from secqa.fitting.labels import Example
from secqa.metrics.label_model import LabelModel
from secqa.metrics.printed_labels import Habit

_LABELS = """# What the labels were learned from

`labels.npz` holds {weights:,} weights of a linear model over words, pairs of words and beginnings
of words of row labels, and of the section, statement and title that they stand under. Made by
`python -m secqa.fitting`, from rows of tables and what inline XBRL tags say they are.

| | |
|---|---|
| companies, filings' rows, of these tagged as a metric | {companies}, {rows:,}, {tagged:,} |
| metrics known | {metrics} |
| other companies: a right row is said likeliest, among five | {first}, {five} |

Metrics of one's own are not among them: those are read by what `printed.json.gz` says of their
concepts. It holds, from the same filings, how {concepts:,} concepts are printed: {printed:,}
labels, {common:,} of them of two companies or more, and of which {paid} concepts positive values
stand in brackets.
"""
_READER = """# What the reader's scorer was fitted on

`reader.npz` holds {trees} boosted trees over {features} named features of a number on a page, and
two small logistic models that tell how likely the rules' reading and the scorer's are right, given
both. Made by `python -m secqa.fitting`: trees on {cells:,} values of {companies} companies and
{proposals:,} proposals for them, the logistic models on {held:,} values of {others} companies that
neither trees nor labels had seen.

| those other companies, the logistic models always fitted on the rest of them | |
|---|---|
| the rules alone, right | {ruled:.1%} |
| the scorer alone, right | {learned:.1%} |
| both, right | {both:.1%} |
| given at 98% right | {given:.0%} |
| calibration error | {error:.1%} |
| values that are not there, refused | {refused:.0%} |
"""


def labels_card(
    model: LabelModel,
    seen: Mapping[Example, int],
    held: Mapping[Example, int],
    habits: Mapping[str, Habit],
) -> str:
    """The card of what is known of labels: the label model, and labels by concept."""
    printed = [label for habit in habits.values() for label in habit.labels]
    first, five = _ranks(model, held)
    return _LABELS.format(
        weights=len(model.arrays()["weights"]),
        companies=len({company for company, _, _ in seen}),
        rows=sum(seen.values()),
        tagged=sum(times for (_, _, meant), times in seen.items() if meant),
        metrics=len(model.metrics),
        first=f"{first:.0%}",
        five=f"{five:.0%}",
        concepts=len(habits),
        printed=len(printed),
        common=sum(label.companies > 1 for label in printed),
        paid=sum(habit.paid for habit in habits.values()),
    )


def reader_card(**figures: float) -> str:
    """The card of the scorer."""
    return _READER.format(**figures)


def _ranks(model: LabelModel, held: Mapping[Example, int]) -> tuple[float, float]:
    """For how many metrics of a company a right row is said likeliest, and among five."""
    own: defaultdict[str, list[Example]] = defaultdict(list)
    for example in held:
        own[example[0]].append(example)
    counts: Counter[str] = Counter()
    for rows in own.values():
        said = model.line_scores([line for _, line, _ in rows])[:, 0]
        for metric, place in model.places.items():
            right = {at for at, (_, _, meant) in enumerate(rows) if metric in meant}
            if right:
                order = np.argsort(-said[:, place], kind="stable")[:5].tolist()
                counts["all"] += 1
                counts["first"] += order[0] in right
                counts["five"] += not right.isdisjoint(order)
    return counts["first"] / counts["all"], counts["five"] / counts["all"]
