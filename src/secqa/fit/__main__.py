"""`python -m secqa.fit TRAIN DEV`: fit all that the reader learns from tags, with its figures.

TRAIN and DEV are corpora of filings with tags, of different companies. What labels mean and which
numbers are right is learned from the first, how far to believe it from the second.
"""

import sys
import time
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from secqa.errors import SecqaError
from secqa.fit.labels import Example, fit_labels, gather
from secqa.fit.reader import LabelsFor, crossed, examples, fit_chooser, fit_scorer, pairs
from secqa.learn.logistic import coverage_at, expected_error
from secqa.metrics import labels as labels_module
from secqa.reading.learned import second

_FOLDS = 5


def main() -> None:
    if len(sys.argv) != 3:
        raise SecqaError("give two corpora: of the training companies, of others to choose by")
    train, dev = map(Path, sys.argv[1:])
    began = time.perf_counter()
    rows = gather(train)
    model = fit_labels(rows)
    beside = Path(labels_module.__file__)
    np.savez_compressed(beside.with_name(labels_module.WEIGHTS), **model.arrays())
    _say(began, f"labels of {len({company for company, _, _ in rows})} companies")
    seen = examples(train, out_of_company(rows))
    _say(began, f"{len(seen.facts):,} cells, {sum(map(len, seen.values)):,} proposals")
    trees = fit_scorer(seen)
    _say(began, "trees")
    held = examples(dev, lambda _: model)
    both = pairs(held, trees)
    ruled, learned = fit_chooser(both)
    np.savez_compressed(
        Path(second.__file__).with_name(second.WEIGHTS),
        **trees.arrays(),
        ruled=np.array([ruled.bias, *ruled.weights]),
        learned=np.array([learned.bias, *learned.weights]),
    )
    given, right = crossed(held, both)
    stated = np.array([not np.isnan(fact.value) for fact in held.facts])
    _say(began, f"rules {both.ruled[stated].mean():.1%}, learned {both.learned[stated].mean():.1%}")
    print(
        f"both, chooser out of company: {right[stated].mean():.1%} of {stated.sum():,} right, "
        f"{coverage_at(given[stated], right[stated], 0.98):.0%} given at 98%, "
        f"calibration error {expected_error(given, right):.1%}; of {(~stated).sum():,} that are "
        f"not there {(given[~stated] < second.LEAST).mean():.0%} refused"
    )
    for least in (0.2, 0.3, 0.4, 0.5, 0.6):
        kept = (given[stated] >= least) & right[stated]
        refused = given[~stated] < least
        print(f"  least {least}: {kept.mean():.1%} right, {refused.mean():.1%} refused")


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
