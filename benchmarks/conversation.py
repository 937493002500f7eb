"""Fit and measure the offline generator: `python benchmarks/conversation.py fit|ablate FILE`.

`fit` learns the weights from the design half of a ConvFinQA file and writes them into the
package; `secqa convfinqa FILE --half check` then measures them on the half not looked at.
`ablate` says what each part adds: the design half cross-validated, fitted without that part.
"""

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from secqa.conversation.evaluate import measures, score_records
from secqa.conversation.offline import features
from secqa.conversation.offline.fit import (
    FOLDS,
    PRACTICE,
    cross_fit,
    fit,
    fit_choice,
    fold_of,
    outside,
)
from secqa.conversation.offline.generate import OfflineGenerator
from secqa.conversation.offline.halves import half_of
from secqa.conversation.offline.model import Weights, write_weights
from secqa.conversation.offline.practice.records import practice_records
from secqa.conversation.record import Record
from secqa.conversation.store import read_records

WEIGHTS = Path(features.__file__).with_name("weights.json")

UNPRACTISED = "no practice talks"
TRUSTING = "no turns after wrong answers"
PARTS: dict[str, Callable[[Weights], Weights]] = {
    "everything": lambda w: w,
    UNPRACTISED: lambda w: w,
    TRUSTING: lambda w: w,
    "no words (n-grams)": lambda w: _without(w, " ~ "),
    "no talk so far (shape of the last turns)": lambda w: _without(w, "& last", "& comp", "& sel"),
    "no ancestry (operand of an earlier result)": lambda w: _without(w, "of the other"),
    "no parts (A as a percentage of B)": lambda w: _without(
        w, "of its part", "in its part", ", part ", "& pair", " by "
    ),
    "no words side by side": lambda w: _without(w, "pairs of"),
    "no whole sentences": lambda w: _without(w, "sentence: "),
    "no doubt of what was said before": lambda w: _without(w, "doubt"),
    "no neighbours (row, column, sentence of the last)": lambda w: _without(w, "of the last"),
    "no sizes (a share is of something larger)": lambda w: _without(
        w, "smaller first", "larger first"
    ),
    "no years": lambda w: _without(w, "year"),
    "no words of the turns before": lambda w: _without(w, "before covered", "in before", "earlier"),
}


def main(arguments: Sequence[str]) -> None:
    """Run one of the two commands."""
    if len(arguments) != 2 or arguments[0] not in ("fit", "ablate"):
        raise SystemExit(__doc__)
    records = read_records(Path(arguments[1]))
    design = [record for record in records if half_of(record.id) == "design"]
    if arguments[0] == "fit":
        write_weights(fit(design), WEIGHTS)
        print(f"{WEIGHTS}: fitted to {len(design)} conversations")
    else:
        ablate(design)


def ablate(design: Sequence[Record]) -> None:
    """Turn execution accuracy without each part, its weights left out after fitting."""
    practice = practice_records(PRACTICE)
    trusting, misled = cross_fit(design, practice)
    confidence = trusting[0].confidence
    others = {fold: outside(design, fold) for fold in range(FOLDS)}
    fitted = {fold: fit_choice(rest, practice, misled) for fold, rest in others.items()}
    unpractised = {fold: fit_choice(rest, (), misled) for fold, rest in others.items()}
    made = {UNPRACTISED: unpractised, TRUSTING: trusting}
    print(f"{'':52}{'gold':>8}{'own':>8}")
    for name, change in PARTS.items():
        row = f"{name:52}"
        for history in ("gold", "own"):
            scored = [
                s
                for fold, weights in made.get(name, fitted).items()
                for s in score_records(
                    [r for r in design if fold_of(r) == fold],
                    OfflineGenerator(replace(change(weights), confidence=confidence)),
                    "gold" if history == "gold" else "own",
                )
            ]
            row += f"{100 * measures(scored)['turn execution'].value:8.1f}"
        print(row, flush=True)


def _without(weights: Weights, *marks: str) -> Weights:
    def kept(part: str) -> dict[str, float]:
        values: dict[str, float] = dict(getattr(weights, part))
        return {k: v for k, v in values.items() if not any(mark in k for mark in marks)}

    return replace(weights, grounding=kept("grounding"), choice=kept("choice"))


if __name__ == "__main__":
    main(sys.argv[1:])
