"""How far free wording is understood: `python benchmarks/free_wording.py CORPUS [--half check]`.

`free_wording.jsonl` holds questions that were written while reading the filings, before the
planner was looked at, each with the answer computed from the figures printed on the pages named
(`null`: the corpus has no answer, and saying so is right). They are split by the hash of their
id: wordings of the design half may be built for, the check half is only measured.
"""

import argparse
import hashlib
import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from secqa.corpus.corpus_store import open_corpus
from secqa.evaluation.verdict import Verdict, judge
from secqa.systems.answer import Answer
from secqa.systems.make import make_system

QUESTIONS = Path(__file__).with_name("free_wording.jsonl")
HALVES = ("design", "check")


@dataclass(frozen=True, slots=True)
class Case:
    """One question with its gold and what was answered."""

    question_id: str
    question: str
    gold: float | str | list[float | str] | None
    answer: Answer

    @property
    def outcome(self) -> str:
        """`right`, `refused` or `wrong`."""
        if self.gold is None:
            return "right" if self.answer.value is None else "wrong"
        if self.answer.value is None:
            return "refused"
        return "right" if judge(self.answer.value, self.gold) is Verdict.RIGHT else "wrong"


def half_of(name: str) -> str:
    """Which half a question, or a company, belongs to."""
    return HALVES[hashlib.sha256(name.encode()).digest()[0] % 2]


def run(
    corpus: Path, system: str, pages: int, half: str, questions: Path = QUESTIONS
) -> list[Case]:
    """All questions of a half, answered."""
    answers = make_system(system, open_corpus(corpus), pages=pages)
    lines = questions.read_text(encoding="utf-8").splitlines()
    records = [record for line in lines if "id" in (record := json.loads(line))]
    return [
        Case(r["id"], r["question"], r["answer"], answers.answer(r["question"]))
        for r in records
        if half in ("both", half_of(r["id"]))
    ]


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--questions", type=Path, default=QUESTIONS, help="others of this form")
    parser.add_argument("--half", choices=(*HALVES, "both"), default="both")
    parser.add_argument("--system", default="codegen-docs")
    parser.add_argument("--pages", type=int, default=8)
    parser.add_argument("--failures", action="store_true", help="show what was not right")
    chosen = parser.parse_args()
    cases = run(chosen.corpus, chosen.system, chosen.pages, chosen.half, chosen.questions)
    for half in HALVES:
        mine = [case for case in cases if half_of(case.question_id) == half]
        counted = Counter(case.outcome for case in mine)
        planned = sum(bool(case.answer.program) for case in mine)
        if mine:
            told = ", ".join(f"{counted[name]} {name}" for name in ("right", "refused", "wrong"))
            share = counted["right"] / len(mine)
            print(f"{half}: {len(mine)} questions, {planned} planned, {told} ({share:.0%} right)")
    if chosen.failures:
        for case in cases:
            if case.outcome != "right":
                print(f"\n{case.question_id} {case.outcome}: {case.question}")
                print(f"  gold {case.gold}, answered {case.answer.value} {case.answer.error}")
                for reading in case.answer.readings:
                    where = f"{reading.document_id}#{reading.page}"
                    print(f"  {reading.value} ({reading.confidence:.2f}) {where} {reading.quote!r}")


if __name__ == "__main__":
    main()
