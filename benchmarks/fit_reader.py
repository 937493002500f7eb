"""`secqa fit reader TRAIN DEV`: fit printed labels, the label model and the reader's scorer.

TRAIN and DEV are corpora of filings with tags, of different companies. The meaning of labels and
the scores of candidates are fitted on the first, the confidence of readings on the second. Cards
beside the weights say what they were fitted on and how good they are.
"""

import sys
import time
from collections import Counter, defaultdict
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from estimators import classifier_arrays
from reader_training.examples import (
    LabelsFor,
    crossed,
    examples,
    fit_chooser,
    fit_scorer,
    pairs,
)
from reader_training.labels import Example, fit_labels, gather
from reader_training.printed import learn_printed, tagged_rows, written_habits
from secqa.corpus.corpus_address import corpus_path
from secqa.errors import SecqaError
from secqa.learning.calibration import coverage_at, expected_error
from secqa.metrics import label_model as labels_module
from secqa.metrics import printed_labels as printed_module
from secqa.metrics.label_model import LabelModel
from secqa.metrics.printed_labels import Habit
from secqa.reading.model import reading_choice as second
from secqa.reading.model.candidate_features import NAMES

_FOLDS = 5


def main() -> None:
    if len(sys.argv) != 3:
        raise SecqaError("give two corpora: of the training companies, of others to choose by")
    train, dev = map(corpus_path, sys.argv[1:])
    began = time.perf_counter()
    # First, since the catalogue that all else goes by takes labels from it.
    habits = learn_printed(tagged_rows(train))
    kept = written_habits(habits)
    _path_of(printed_module.__file__, printed_module.WEIGHTS).write_bytes(kept)
    _say(began, f"how {len(habits):,} concepts are printed")
    rows = gather(train)
    model = fit_labels(rows)
    np.savez_compressed(
        _path_of(labels_module.__file__, labels_module.WEIGHTS),
        **classifier_arrays(model.classifier),
    )
    _say(began, f"labels of {len({company for company, _, _ in rows})} companies")
    seen = examples(train, out_of_company(rows))
    _say(began, f"{len(seen.facts):,} cells, {sum(map(len, seen.values)):,} proposals")
    trees = fit_scorer(seen)
    _say(began, "trees")
    held = examples(dev, lambda _: model)
    both = pairs(held, trees)
    ruled, learned = fit_chooser(both)
    np.savez_compressed(
        _path_of(second.__file__, second.WEIGHTS),
        **trees.arrays(),
        ruled=np.array([ruled.bias, *ruled.weights]),
        learned=np.array([learned.bias, *learned.weights]),
    )
    given, right = crossed(held, both)
    stated = np.array([not np.isnan(fact.value) for fact in held.facts])
    card = reader_card(
        trees=len(trees.leaves),
        features=len(NAMES),
        cells=len(seen.facts),
        companies=len(set(seen.companies)),
        proposals=sum(map(len, seen.values)),
        held=len(held.facts),
        others=len(set(held.companies)),
        ruled=both.ruled[stated].mean(),
        learned=both.learned[stated].mean(),
        both=right[stated].mean(),
        given=coverage_at(given[stated], right[stated], 0.98),
        error=expected_error(given[stated], right[stated]),
        refused=(given[~stated] < second.LEAST).mean(),
    )
    _path_of(second.__file__, "reader.md").write_text(card, encoding="utf-8")
    told = labels_card(model, rows, gather(dev), habits)
    _path_of(labels_module.__file__, "labels.md").write_text(told, encoding="utf-8")
    _say(began, f"done\n{card}")


def _path_of(module: str, name: str) -> Path:
    return Path(module).with_name(name)


def out_of_company(rows: Mapping[Example, int]) -> LabelsFor:
    """Models of labels, for each company one that has not seen it."""
    companies = sorted({company for company, _, _ in rows})
    fold = {company: place % _FOLDS for place, company in enumerate(companies)}
    models = [
        fit_labels({row: times for row, times in rows.items() if fold[row[0]] != number})
        for number in range(_FOLDS)
    ]
    return lambda company: models[fold[company]]


def _say(began: float, what: str) -> None:
    print(f"{time.perf_counter() - began:6.0f} s  {what}", flush=True)


if __name__ == "__main__":
    main()


_LABELS = """# What the labels were learned from

`labels.npz` holds {weights:,} weights of a linear model over words, pairs of words and beginnings
of words of row labels, and of the section, statement and title that they stand under. Made by
`secqa fit reader`, from rows of tables and what inline XBRL tags say they are.

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
both. Made by `secqa fit reader`: trees on {cells:,} values of {companies} companies and
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
        weights=len(model.classifier.weights),
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
