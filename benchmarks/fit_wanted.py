"""Fit what tells questions that want words from those that want figures: `python
benchmarks/fit_wanted.py`.

Writes `src/secqa/language/data/en/wanted.npz`. Figures are wanted by the questions of
`language/data/train`, words by those of `language/data/told/train`. Questions that no filing
answers count with figures where a first fit is sure that they ask for one. What is printed is of
writers left out, a third at a time.
"""

import json
from collections import Counter
from collections.abc import Sequence
from math import exp
from pathlib import Path

from language.rows import DATA, lines_said, load_companies, load_rows
from secqa.language.entities.companies import Companies
from secqa.language.entities.lines import LinesOf
from secqa.language.parser.fitted import load_fitted
from secqa.language.parser.mentions import find_mentions
from secqa.language.parser.metric_names import names_of
from secqa.language.parser.skeleton import features_of, signs_of
from secqa.language.parser.wanted import FIGURES, FILE, WHAT, WHY, packed
from secqa.language.understand import WORDS
from secqa.learn.fit import fit_head
from secqa.learn.head import Head
from secqa.metrics.catalogue import load_catalogue

OUT = Path(__file__).parents[1] / "src/secqa/language/data/en" / FILE
TOLD = DATA / "told" / "train"
FOLDS = 3
NOT_SAID = ""
"""The label of what no filing answers."""
WORTH = 4
"""Of a question that wants words, beside one for figures, of which there are 20 times more."""
PLAINLY = 0.9
"""How likely a question without an answer must be one for figures to count as such: "why did sales
fall" has no figure, and is told all the same."""
Example = tuple[str, list[str], str]
"""Writer, features, label."""


def main() -> None:
    """Fit, print, write."""
    known, rows = load_companies(DATA / "train"), load_rows(DATA / "train")
    lines_of = lines_said(rows)
    asked = [(row.writer, row.text, FIGURES if row.query else NOT_SAID) for row in rows]
    for path in sorted(TOLD.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            asked.append((path.stem, record["question"], WHY if record["kind"] == "why" else WHAT))
    examples = [(writer, features(text, known, lines_of), label) for writer, text, label in asked]
    writers = sorted({writer for writer, _, _ in examples})
    counts: Counter[tuple[str, bool]] = Counter()
    for fold in range(FOLDS):
        held = set(writers[fold::FOLDS])
        head = fitted([one for one in examples if one[0] not in held])
        counts.update(
            (label or "no answer", wants_words(head, own))
            for writer, own, label in examples
            if writer in held
        )
    for label in sorted({label for label, _ in counts}):
        taken, others = counts[label, True], counts[label, False]
        print(f"{label:9} taken for words {taken:5} of {taken + others}")
    OUT.write_bytes(packed(fitted(examples)))
    print(f"{OUT}: {OUT.stat().st_size:,} bytes")


def features(text: str, known: Companies, lines_of: LinesOf) -> list[str]:
    """As `understand` finds them."""
    found = find_mentions(text, known, load_fitted(), lines_of, names_of(load_catalogue()))
    return features_of(found, signs_of(found))


def wants_words(head: Head, own: Sequence[str]) -> bool:
    """Whether words are likelier than figures."""
    return exp(head.scores(own)[FIGURES]) < 1 - WORDS


def fitted(examples: Sequence[Example]) -> Head:
    """The head, in two passes; see the module."""
    plain = [one for one in examples if one[2]]
    plain += [one for one in plain if one[2] != FIGURES] * (WORTH - 1)
    first = fit_head([own for _, own, _ in plain], [label for _, _, label in plain])
    plain += [
        (writer, own, FIGURES)
        for writer, own, label in examples
        if not label and exp(first.scores(own)[FIGURES]) > PLAINLY
    ]
    return fit_head([own for _, own, _ in plain], [label for _, _, label in plain])


if __name__ == "__main__":
    main()
