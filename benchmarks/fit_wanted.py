"""Fit what tells questions that want words from those that want figures: `secqa
fit wanted`.

Writes `src/secqa/parsing/data/wanted.npz`. Figures are wanted by the questions of
`language/data/train`, words by those of `language/data/told/train` and forms of such
questions. Questions that no filing answers count with figures where a first fit is sure that they
ask for one. What is printed is of writers left out, a third at a time.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from math import exp
from pathlib import Path
from random import Random

from estimators import fit_head
from language.packing import packed_head
from language.rows import DATA, lines_said, load_companies, load_rows
from secqa.learning.linear import Head
from secqa.metrics.catalogue import load_catalogue
from secqa.parsing.entities.company_index import CompanyIndex
from secqa.parsing.entities.label_mentions import LinesOf
from secqa.parsing.grammar.answer_kind import FIGURES, FILE, WHAT, WHY
from secqa.parsing.grammar.fitted import load_fitted
from secqa.parsing.grammar.metric_links import names_of
from secqa.parsing.grammar.question_mentions import find_mentions
from secqa.parsing.grammar.skeleton import features_of, signs_of
from secqa.parsing.understand import WORDS

OUT = Path(__file__).parents[1] / "src/secqa/parsing/data" / FILE
TOLD = DATA / "told" / "train"
FORMS = DATA / "told" / "forms.txt"
"""Label and form of questions that want words of what figures are asked for, too, and of some that
want figures in nearly the same words."""
FILLED = 6
"""How often each form is filled by lot: a metric for [M], a company for [C], a time for [T]."""
_TIMES = ("2024", "FY2023", "fiscal 2022", "FY25", "last year", "Q2 2024", "2021", "the quarter")
FOLDS = 3
NOT_SAID = ""
"""The label of what no filing answers."""
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
    asked += [("forms", text, kind) for kind, text in forms_filled(known)]
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
    OUT.write_bytes(packed_head(fitted(examples)))
    print(f"{OUT}: {OUT.stat().st_size:,} bytes")


def forms_filled(known: CompanyIndex) -> Iterator[tuple[str, str]]:
    """(label, question), the same every time."""
    draw = Random(7)
    metrics = [n for m in load_catalogue().metrics.values() for n in (m.name, *m.synonyms)]
    companies = [name for one in known for name in (one.short_name, one.ticker) if name]
    slots = {"[M]": metrics, "[C]": companies, "[T]": _TIMES}
    for line in FORMS.read_text(encoding="utf-8").splitlines() * FILLED:
        label, _, form = line.partition(" ")
        parts = re.split(r"(\[[MCT]\])", form)
        yield label, "".join(draw.choice(slots[one]) if one in slots else one for one in parts)


def features(text: str, known: CompanyIndex, lines_of: LinesOf) -> list[str]:
    """As `understand` finds them."""
    found = find_mentions(text, known, load_fitted(), lines_of, names_of(load_catalogue()))
    return features_of(found, signs_of(found))


def wants_words(head: Head, own: Sequence[str]) -> bool:
    """Whether words are likelier than figures."""
    return exp(head.scores(own)[FIGURES]) < 1 - WORDS


def fitted(examples: Sequence[Example]) -> Head:
    """The head, in two passes; see the module."""
    plain = [one for one in examples if one[2]]
    first = fit_head([own for _, own, _ in plain], [label for _, _, label in plain])
    plain += [
        (writer, own, FIGURES)
        for writer, own, label in examples
        if not label and exp(first.scores(own)[FIGURES]) > PLAINLY
    ]
    return fit_head([own for _, own, _ in plain], [label for _, _, label in plain])


if __name__ == "__main__":
    main()
