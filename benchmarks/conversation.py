"""Fit and measure the offline generator: `python benchmarks/conversation.py fit|ablate FILE`.

`fit` fits the weights to the design half of a ConvFinQA file and writes them into the package, with
a card of their accuracy on the other half. `ablate` measures practice conversations and doubt of
earlier answers: weights that were fitted to one half answer the other.
"""

import io
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from estimators import choice_arrays
from practice.fit_generator import PRACTICE, fit, fit_choices
from practice.practice_talks import practice_records
from secqa.conversation.convfinqa.conversation_scores import (
    History,
    measures,
    score_records,
)
from secqa.conversation.offline import offline_generator as shipped
from secqa.conversation.offline.offline_generator import OfflineGenerator
from secqa.conversation.programs.generator import Exchange, Generated, Generator
from secqa.conversation.records.conversation_record import Record, half_of
from secqa.conversation.records.record_store import read_records
from secqa.learning.calibration import Proportion

HISTORIES: tuple[History, ...] = ("gold", "own")
_CARD = """# What the conversation's weights were fitted on

`weights.npz` holds {numbers:,} weights for which number a phrase means, {programs:,} for which
program a question means, and a small logistic model of how likely the program is right. Made by
`secqa fit conversation FILE`, which writes this card anew: from {design}
conversations of ConvFinQA (Chen et al. 2022, MIT) and {practice} that we wrote. Names of features
are hashed and words that name things are folded, so that no text of a record is kept.

| {check} conversations about other pages | after right answers | after its own |
|---|---|---|
"""


def main(arguments: Sequence[str]) -> None:
    """Run one of the two commands."""
    if len(arguments) != 2 or arguments[0] not in ("fit", "ablate"):
        raise SystemExit(__doc__)
    records = read_records(Path(arguments[1]))
    design = [record for record in records if half_of(record.id) == "design"]
    check = [record for record in records if half_of(record.id) == "check"]
    (write_weights if arguments[0] == "fit" else ablate)(design, check)


def write_weights(design: Sequence[Record], check: Sequence[Record]) -> None:
    """Fit to one half; write the weights, and a card with their accuracy on the other."""
    path = Path(shipped.__file__).with_name(shipped.FILE)
    path.write_bytes(_packed(fit(design)))
    weights = shipped.shipped_weights()
    card = _CARD.format(
        numbers=len(weights.grounding.weights),
        programs=len(weights.choice.weights),
        design=len(design),
        practice=PRACTICE,
        check=len(check),
    )
    generator = OfflineGenerator(weights)
    after_gold, after_own = (measures(score_records(check, generator, h)) for h in HISTORIES)
    for name, share in after_gold.items():
        card += f"| {name} | {_percent(share)} | {_percent(after_own[name])} |\n"
    path.with_suffix(".md").write_text(card)
    print(card)


def _packed(weights: shipped.Weights) -> bytes:
    """The content of the weights file; equal weights give equal bytes."""
    odds = weights.confidence
    arrays = {
        "odds.names": np.array(list(odds.weights)),
        "odds.weights": np.array([odds.start, *odds.weights.values()]),
    }
    for name, model in (("grounding", weights.grounding), ("choice", weights.choice)):
        arrays |= {f"{name}.{part}": array for part, array in choice_arrays(model).items()}
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)  # type: ignore[arg-type]
    return file.getvalue()


def _percent(share: Proportion) -> str:
    return f"{share.value:.1%} of {share.total}"


def ablate(design: Sequence[Record], check: Sequence[Record]) -> None:
    """Print turn execution; weights that were fitted to one half answer the other."""
    practice = practice_records(PRACTICE)
    halves = ((design, check), (check, design))
    whole = [(OfflineGenerator(fit_choices(half, practice)), rest) for half, rest in halves]
    alone = [(OfflineGenerator(fit_choices(half)), rest) for half, rest in halves]
    print(f"{'':44}{'after right answers':>20}{'after its own':>20}")
    _row("everything", whole, lambda generator: generator)
    _row("no doubt of earlier answers (one belief)", whole, _Trusting)
    _row("no practice conversations", alone, lambda generator: generator)


Answering = Sequence[tuple[OfflineGenerator, Sequence[Record]]]
"""Generators and the records that each answers."""


def _row(name: str, answering: Answering, wrap: Callable[[OfflineGenerator], Generator]) -> None:
    row = f"{name:44}"
    for history in HISTORIES:
        scored = [s for g, records in answering for s in score_records(records, wrap(g), history)]
        row += f"{_percent(measures(scored)['turn execution']):>20}"
    print(row, flush=True)


@dataclass(frozen=True)
class _Trusting:
    """Treats all earlier answers as certain."""

    generator: Generator

    @property
    def name(self) -> str:
        return f"trusting {self.generator.name}"

    def generate(self, record: Record, history: Sequence[Exchange], question: str) -> Generated:
        certain = [replace(exchange, confidence=1.0) for exchange in history]
        return self.generator.generate(record, certain, question)


if __name__ == "__main__":
    main(sys.argv[1:])
