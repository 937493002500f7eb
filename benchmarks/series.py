"""How many questions for series get the right table: `python benchmarks/series.py CORPUS`.

`series.jsonl` holds 136 questions, each with its `Query`: 76 about companies that wordings were
learned from (`train`), 30 about those that parts are chosen on (`dev`), 30 about others (`test`).
The gold table is what that comes to over the fact table T of the corpus: a cell is right where the
value is, or where T has none and none is told. A table is right where it has the columns asked for
and all cells are right.
"""

import argparse
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from gold_values import fact_table_of_corpus
from secqa.benchmark.draft import interpret
from secqa.corpus.corpus_store import Corpus, open_corpus
from secqa.evaluation.verdict import Verdict, judge
from secqa.parsing.ground import ground
from secqa.query.answer_rules import NOT_TOLD
from secqa.query.form.schema import from_json
from secqa.query.period import LATEST
from secqa.query.query import Lookup, Query, Series, lookups
from secqa.retrieval.page_query import corpus_companies
from secqa.systems.answer import Answer
from secqa.systems.make import answer_query, make_system
from secqa.systems.period_table import SeriesColumn

QUESTIONS = Path(__file__).with_name("series.jsonl")
Key = tuple[str, str, str]
"""Company, figure, period."""
Cells = Mapping[Key, float | None]


@dataclass(frozen=True, slots=True)
class Case:
    """One question with its gold table and the one that was answered."""

    id: str
    question: str
    gold: Cells
    told: Cells
    error: str
    confidence: float

    @property
    def right_cells(self) -> int:
        return sum(_same(self.told.get(key, "none"), value) for key, value in self.gold.items())

    @property
    def is_right(self) -> bool:
        return self.gold.keys() == self.told.keys() and self.right_cells == len(self.gold)


def _same(told: float | str | None, gold: float | None) -> bool:
    if told is None or gold is None:
        return told is gold
    return judge(told, gold) is Verdict.RIGHT


def run(folder: Path, split: str, understood: bool) -> list[Case]:
    """The questions of a split, answered; `understood`: from their queries, not their words."""
    corpus = open_corpus(folder)
    truth = fact_table_of_corpus(folder, corpus.catalogue)
    system = make_system("codegen-docs", corpus)
    records = map(json.loads, QUESTIONS.read_text(encoding="utf-8").splitlines())
    cases = []
    for record in (one for one in records if one.get("split") == split):
        query = from_json(record["query"], corpus.catalogue)
        grounded = ground(query, corpus_companies(corpus))
        values = interpret(grounded, truth, corpus.catalogue).answers
        answer = answer_query(query, corpus) if understood else system.answer(record["question"])
        gold = _cells(grounded, values, corpus)
        told = _told(answer, _parts(grounded))
        cases.append(
            Case(record["id"], record["question"], gold, told, answer.error, answer.confidence)
        )
    return cases


def _cells(grounded: Query, values: tuple[float | str, ...], corpus: Corpus) -> Cells:
    rest = iter(values)
    cells: dict[Key, float | None] = {}
    for output in grounded.outputs:
        assert isinstance(output, Series)
        (of,) = {replace(one, period=LATEST) for one in lookups(output.of)}
        figure = str(of.part) or corpus.catalogue[of.metric].name
        figure = figure if isinstance(output.of, Lookup) else f"growth of {figure}"
        for period in output.over.periods:
            value = next(rest)
            key = (str(of.company), figure, str(period))
            cells[key] = None if value == NOT_TOLD else float(value)
    return cells


def _parts(query: Query) -> tuple[str, ...]:
    """The segments, products and regions that are asked about."""
    return tuple(str(one.part) for output in query.outputs for one in lookups(output) if one.part)


def _told(answer: Answer, parts: tuple[str, ...]) -> Cells:
    """The cells of an answer; a column about one of `parts` goes by its name alone, since reports
    print "Cloud revenues" where the catalogue has "segment revenue" of it."""
    if answer.table is None:
        return {}

    def figure(column: SeriesColumn) -> str:
        return next((part for part in parts if column.figure.startswith(part)), column.figure)

    return {
        (column.company, figure(column), cell.period): cell.value
        for row in answer.table.rows
        for column, cell in zip(answer.table.columns, row, strict=True)
        if cell is not None
    }


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--split", choices=("train", "dev", "test"), default="dev")
    parser.add_argument("--understood", action="store_true", help="ask the queries, not the words")
    parser.add_argument("--failures", action="store_true", help="show what was not right")
    chosen = parser.parse_args()
    cases = run(chosen.corpus, chosen.split, chosen.understood)
    right = sum(case.is_right for case in cases)
    cells, all_cells = sum(c.right_cells for c in cases), sum(len(c.gold) for c in cases)
    print(f"{chosen.split}: tables right {right} of {len(cases)} ({right / len(cases):.0%}), "
          f"cells right {cells} of {all_cells} ({cells / all_cells:.0%})")  # fmt: skip
    for least in (0.0, 0.7, 0.85, 0.9):
        given = [case for case in cases if case.told and case.confidence >= least]
        print(f"  from confidence {least:.2f}: {len(given)} given, "
              f"{sum(not case.is_right for case in given)} of them wrong")  # fmt: skip
    for case in cases if chosen.failures else ():
        if not case.is_right:
            print(f"\n{case.id}: {case.question} {case.error}")
            for key in {**case.gold, **case.told}:
                print(f"  {key}: gold {case.gold.get(key, '-')}, told {case.told.get(key, '-')}")


if __name__ == "__main__":
    main()
