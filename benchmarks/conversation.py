"""Fit and measure the offline generator: `python benchmarks/conversation.py fit|ablate FILE`.

`fit` learns the weights from the design half of a ConvFinQA file and writes them into the
package; `secqa convfinqa FILE --half check` then measures them on the half not looked at.
`ablate` says what each part adds: the check half, answered by weights that were fitted to the
design half without that part.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from secqa.conversation.evaluate import History, measures, score_records
from secqa.conversation.generator import Exchange, Generated, Generator
from secqa.conversation.offline import features
from secqa.conversation.offline.fit import PRACTICE, fit, fit_choice
from secqa.conversation.offline.generate import OfflineGenerator
from secqa.conversation.offline.halves import half_of
from secqa.conversation.offline.model import write_weights
from secqa.conversation.offline.practice.records import practice_records
from secqa.conversation.record import Record
from secqa.conversation.store import read_records

WEIGHTS = Path(features.__file__).with_name("weights.json")

PARTS: dict[str, tuple[str, ...]] = {
    "words (n-grams)": (" ~ ",),
    "talk so far (shape of the last turns)": ("& last", "& comp", "& sel", "& turn"),
    "ancestry (operand of an earlier result)": ("of the other",),
    "parts (A as a percentage of B)": ("of its part", "in its part", ", part ", "& pair", " by "),
    "words side by side": ("pairs of",),
    "whole sentences": ("sentence: ",),
    "neighbours (row, column, sentence of the last)": ("of the last",),
    "sizes (a share is of something larger)": ("smaller first", "larger first"),
    "years": ("year",),
    "words of the turns before": ("before covered", "in before", "by before", "earlier"),
}
"""What can be left out: marks in the names of its features."""


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
        ablate(design, [record for record in records if half_of(record.id) == "check"])


def ablate(design: Sequence[Record], check: Sequence[Record]) -> None:
    """Turn execution accuracy on one half without each part, fitted without it to the other."""
    practice = practice_records(PRACTICE)
    whole = OfflineGenerator(fit_choice(design, practice))
    print(f"{'':56}{'gold':>6}{'own':>6}")
    _row("everything", whole, check)
    _row("no doubt of earlier answers (one belief)", _Trusting(whole), check)
    _row("no practice talks", OfflineGenerator(fit_choice(design)), check)
    for name, marks in PARTS.items():
        _row(f"no {name}", OfflineGenerator(fit_choice(design, practice, marks)), check)


@dataclass(frozen=True)
class _Trusting:
    """Takes its earlier answers for certain."""

    generator: Generator

    @property
    def name(self) -> str:
        return f"trusting {self.generator.name}"

    def generate(self, record: Record, history: Sequence[Exchange], question: str) -> Generated:
        certain = [replace(exchange, confidence=1.0) for exchange in history]
        return self.generator.generate(record, certain, question)


def _row(name: str, generator: Generator, records: Sequence[Record]) -> None:
    row = f"{name:56}"
    histories: tuple[History, ...] = ("gold", "own")
    for history in histories:
        share = measures(score_records(records, generator, history))["turn execution"]
        row += f"{100 * share.value:6.1f}"
    print(row, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
