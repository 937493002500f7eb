"""How well freely worded questions are answered: `python benchmarks/held_out.py CORPUS`.

The questions of three writers whom nothing was fitted on, each with its `Query`, asked of a corpus
of the filings they are about (those of the dev and test companies). Gold is the query's value over
T. Two tables: how the question was understood (the value of what was understood over T, nothing
read), and how it was answered from the pages; by kind, with 95% intervals (Wilson 1927), and from
several confidences on.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from gold_values import fact_table_of_corpus
from language.rows import DATA, Row, load_rows
from secqa.benchmark.draft import interpret
from secqa.benchmark.fact_table import FactTable
from secqa.corpus.corpus_store import Corpus, open_corpus
from secqa.errors import CannotAnswer
from secqa.evaluation.verdict import Verdict, judge
from secqa.learning.calibration import wilson_interval
from secqa.models.model import Usage
from secqa.parsing.ground import ground
from secqa.query.query import Query
from secqa.retrieval.page_query import corpus_companies
from secqa.systems.engine import make_engine
from secqa.systems.make import make_system
from secqa.systems.thinking import OFFLINE

Value = float | str | tuple[float | str, ...] | None
LEAST = (0.0, 0.5, 0.7, 0.75, 0.8, 0.85, 0.9)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one question."""

    kind: str
    right: bool | None
    """None where no figure was given: refused, or answered with passages."""
    confidence: float
    answerable: bool


def gold_of(query: Query, corpus: Corpus, truth: FactTable) -> Value:
    """The value over T; None where T cannot tell."""
    try:
        answers = interpret(
            ground(query, corpus_companies(corpus)), truth, corpus.catalogue
        ).answers
    except CannotAnswer:
        return None
    return answers[0] if len(answers) == 1 else answers


def understood(row: Row, gold: Value, corpus: Corpus, truth: FactTable) -> Outcome:
    """The value over T of what the parser understands."""
    try:
        plan = make_engine(corpus, OFFLINE, Usage()).plan(row.text)
    except CannotAnswer:
        return Outcome(row.kind, None, 0.0, row.query is not None)
    if plan.query.narratives:
        return Outcome(row.kind, None, 0.0, row.query is not None)
    value = gold_of(plan.query, corpus, truth)
    right = value is not None and gold is not None and judge(value, gold) is Verdict.RIGHT
    return Outcome(row.kind, right, plan.probability, row.query is not None)


def answered(row: Row, gold: Value, corpus: Corpus) -> Outcome:
    """The answer from the pages."""
    answer = make_system("codegen-docs", corpus, pages=8).answer(row.text)
    if answer.value is None or answer.passages:
        return Outcome(row.kind, None, 0.0, row.query is not None)
    right = gold is not None and judge(answer.value, gold) is Verdict.RIGHT
    return Outcome(row.kind, right, answer.confidence, row.query is not None)


def show(title: str, outcomes: Sequence[Outcome]) -> None:
    """Shares of right, wrong and refused: by confidence, then by kind."""
    asked = [one for one in outcomes if one.answerable]
    others = [one for one in outcomes if not one.answerable]
    print(f"{title}: {len(asked)} answerable, {len(others)} unanswerable")
    for least in LEAST:
        given = [one for one in asked if one.right is not None and one.confidence >= least]
        right = sum(bool(one.right) for one in given)
        refused = sum(one.right is None or one.confidence < least for one in others)
        wrong = interval(len(given) - right, len(given))
        print(
            f"  from {least:.2f}: right {interval(right, len(asked))}, given "
            f"{len(given) / len(asked):.1%}, of these wrong {wrong}"
            f"; unanswerable refused {interval(refused, len(others))}"
        )
    by_kind: defaultdict[str, Counter[bool | None]] = defaultdict(Counter)
    for one in asked:
        by_kind[one.kind][one.right] += 1
    for kind, counts in sorted(by_kind.items()):
        print(f"  {kind}: right {counts[True]}, wrong {counts[False]}, refused {counts[None]}")


def interval(part: int, whole: int) -> str:
    """A share with its 95% interval."""
    if not whole:
        return "none"
    low, high = wilson_interval(part, whole)
    return f"{part / whole:.1%} ({low:.1%} to {high:.1%})"


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--sentences", type=Path, default=DATA / "heldout")
    chosen = parser.parse_args()
    corpus = open_corpus(chosen.corpus)
    truth = fact_table_of_corpus(chosen.corpus, corpus.catalogue)
    rows = load_rows(chosen.sentences)
    golds = [None if row.query is None else gold_of(row.query, corpus, truth) for row in rows]
    # What T cannot tell (lines as printed, mostly) is no case for either table.
    cases = [(r, g) for r, g in zip(rows, golds, strict=True) if r.query is None or g is not None]
    print(f"{len(rows)} questions, {len(rows) - len(cases)} of them without a gold answer in T")
    show("understood", [understood(row, gold, corpus, truth) for row, gold in cases])
    show("answered", [answered(row, gold, corpus) for row, gold in cases])


if __name__ == "__main__":
    main()
