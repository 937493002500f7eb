"""What each part of the reader is worth: `python benchmarks/reader_parts.py TRAIN DEV`.

The scorer is fitted on the first corpus and tried on the second, once whole and once without each
part; then on fewer companies. A part is left out where it works: candidates of a kind are not
proposed, what a source says is not told. `all rules` leaves out what the catalogue's hand-written
names tell the scorer; the rules' own reading stays, as the chooser's other half, but for the lines
that say so.
"""

import argparse
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fit_reader import out_of_company
from reader_training.examples import Examples, crossed, examples, fit_scorer, pairs
from reader_training.labels import fit_labels, gather
from secqa.learning.calibration import coverage_at
from secqa.reading.model.candidate_features import NAMES
from secqa.reading.reading import ValueOrigin

LABELS = ("said", "said_alone", "rival", "rival_alone", "nothing", "first_in_table",
          "first_of_all", "same_said", "best_said")  # fmt: skip
RULES = ("listed", "refused", "row_fit", "in_section", "listed_names")
COLUMNS = ("column_fit", "header_words", "header_strange", "header_own", "header_total", "column",
           "columns", "fitting", "place_in_fitting")  # fmt: skip
TABLES = ("own_statement", "any_statement", "wanted_statement", "elsewhere", "title_own",
          "title_strange", "rows", "financial", "row_place", "statement_there")  # fmt: skip
AGREEING = ("same_value", "same_said", "share_of_largest")
Kept = Callable[[NDArray[np.float32]], NDArray[np.bool_]]
COMPANIES = (10, 20, 30)


def told_without(names: Sequence[str]) -> Callable[[Examples], Examples]:
    """Nothing is told of these features."""
    columns = [NAMES.index(name) for name in names]

    def without(found: Examples) -> Examples:
        rows = [own.copy() for own in found.rows]
        for own in rows:
            own[:, columns] = 0.0
        return replace(found, rows=rows)

    return without


def proposed_without(kept: Kept) -> Callable[[Examples], Examples]:
    """Only some candidates are proposed."""

    def without(found: Examples) -> Examples:
        which = [kept(own) for own in found.rows]
        return replace(
            found,
            rows=[own[some] for own, some in zip(found.rows, which, strict=True)],
            values=[own[some] for own, some in zip(found.values, which, strict=True)],
            tagged=[own[some] for own, some in zip(found.tagged, which, strict=True)],
        )

    return without


def _of_kind(*places: ValueOrigin) -> Kept:
    codes = [[*ValueOrigin].index(place) for place in places]
    return lambda own: ~np.isin(own[:, NAMES.index("kind")], codes)


PARTS = {
    "nothing": told_without(()),
    "learned labels": told_without(LABELS),
    "hand-written names": told_without(RULES),
    "what the column is": told_without(COLUMNS),
    "what the table is": told_without(TABLES),
    "sums of rows that hold (identities)": told_without(("sums_up",)),
    "agreement of places": told_without(AGREEING),
    "candidates from prose": proposed_without(_of_kind(ValueOrigin.SENTENCE)),
    "sums of rows as candidates": proposed_without(lambda own: own[:, NAMES.index("parts")] < 2),
    "columns of the equity statement": proposed_without(
        _of_kind(ValueOrigin.BALANCE, ValueOrigin.MOVEMENT)
    ),
    "labels": proposed_without(_of_kind(ValueOrigin.LABEL)),
}


def show(name: str, seen: Examples, held: Examples) -> None:
    """One line: right by the rules, by the scorer, by both; given at 98% right."""
    both = pairs(held, fit_scorer(seen))
    given, right = crossed(held, both)
    stated = np.array([not np.isnan(fact.value) for fact in held.facts])
    print(
        f"{name:<38}{both.ruled[stated].mean():>8.1%}{both.learned[stated].mean():>8.1%}"
        f"{right[stated].mean():>8.1%}{coverage_at(given[stated], right[stated], 0.98):>8.0%}",
        flush=True,
    )


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("train", type=Path)
    parser.add_argument("dev", type=Path)
    chosen = parser.parse_args()
    print(f"{'without':<38}{'rules':>8}{'scorer':>8}{'both':>8}{'at 98%':>8}")
    rows = gather(chosen.train)
    model = fit_labels(rows)
    seen = examples(chosen.train, out_of_company(rows))
    held = examples(chosen.dev, lambda _: model)
    for name, without in PARTS.items():
        show(name, without(seen), without(held))
    companies = sorted(set(seen.companies))
    random.Random(7).shuffle(companies)
    for count in COMPANIES:
        some = set(companies[:count])
        fewer = {row: times for row, times in rows.items() if row[0] in some}
        labels = fit_labels(fewer)
        own = examples(chosen.train, out_of_company(fewer), some)
        others = examples(chosen.dev, lambda _, known=labels: known)  # type: ignore[misc]
        show(f"{count} companies", own, others)
    show(f"{len(companies)} companies", seen, held)


if __name__ == "__main__":
    main()
