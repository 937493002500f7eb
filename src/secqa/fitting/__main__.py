"""`python -m secqa.fitting TRAIN DEV`: fit all that the reader learns from tags, with its figures.

TRAIN and DEV are corpora of filings with tags, of different companies. What labels mean and which
numbers are right is learned from the first, how far to believe it from the second.
"""

import sys
import time
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from secqa.corpus.address import corpus_path
from secqa.errors import SecqaError
from secqa.fitting.cards import labels_card, reader_card
from secqa.fitting.labels import Example, fit_labels, gather
from secqa.fitting.printed import learn_printed, tagged_rows
from secqa.fitting.reader import LabelsFor, crossed, examples, fit_chooser, fit_scorer, pairs
from secqa.learning.calibration import coverage_at, expected_error
from secqa.metrics import label_model as labels_module
from secqa.metrics import printed_labels as printed_module
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
    kept = printed_module.written_habits(habits)
    _beside(printed_module.__file__, printed_module.WEIGHTS).write_bytes(kept)
    _say(began, f"how {len(habits):,} concepts are printed")
    rows = gather(train)
    model = fit_labels(rows)
    np.savez_compressed(_beside(labels_module.__file__, labels_module.WEIGHTS), **model.arrays())
    _say(began, f"labels of {len({company for company, _, _ in rows})} companies")
    seen = examples(train, out_of_company(rows))
    _say(began, f"{len(seen.facts):,} cells, {sum(map(len, seen.values)):,} proposals")
    trees = fit_scorer(seen)
    _say(began, "trees")
    held = examples(dev, lambda _: model)
    both = pairs(held, trees)
    ruled, learned = fit_chooser(both)
    np.savez_compressed(
        _beside(second.__file__, second.WEIGHTS),
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
    _beside(second.__file__, "reader.md").write_text(card, encoding="utf-8")
    told = labels_card(model, rows, gather(dev), habits)
    _beside(labels_module.__file__, "labels.md").write_text(told, encoding="utf-8")
    _say(began, f"done\n{card}")


def _beside(module: str, name: str) -> Path:
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
