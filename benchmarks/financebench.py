"""FinanceBench's numeric questions, without a model.

    python benchmarks/financebench.py DATA CORPUS

DATA holds `questions.jsonl` of the open sample, CORPUS its PDF reports, made by `secqa ingest`.
Asked are the questions whose gold answer is one number. An answer is right within 1% of it, or
within what it was rounded to; units are those that the question asks for. Published for the
same kind of questions: GPT-4-Turbo with a shared store 19% right, with a store a document 50%.
"""

import argparse
import json
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from secqa.corpus.corpus_store import open_corpus
from secqa.systems.answer import Answer
from secqa.systems.make import make_system

_NUMBER = re.compile(r"(-?)\$?(-?[\d,]+(?:\.(\d+))?)(%?)")


@dataclass(frozen=True, slots=True)
class Gold:
    """A number, and how far off it an answer may be."""

    value: float
    margin: float


def gold_of(question: str, answer: str) -> Gold | None:
    """The number in base units; None where the answer is not one number."""
    match = _NUMBER.fullmatch(answer.strip())
    if not match:
        return None
    sign, digits, decimals, percent = match.groups()
    scale = 0.01 if percent else _scale(question)
    value = float(digits.replace(",", "")) * (-1 if sign else 1) * scale
    # "$1577.00" is a printed 1,577: zeros at the end say nothing.
    places = len((decimals or "").rstrip("0"))
    rounded = 0.5 * 10.0**-places * scale if decimals and places else 0.0
    return Gold(value, max(0.01 * abs(value), rounded * 1.0001))


def _scale(question: str) -> float:
    asked = re.search(r"\b(thousand|million|billion)s?\b", question, re.IGNORECASE)
    return {"thousand": 1e3, "million": 1e6, "billion": 1e9}[asked[1].lower()] if asked else 1.0


def outcome(answer: Answer, gold: Gold, least: float) -> str:
    """`right`, `no answer` or `wrong`."""
    if answer.value is None or answer.confidence < least:
        return "no answer"
    if not isinstance(answer.value, float):
        return "wrong"
    return "right" if abs(answer.value - gold.value) <= gold.margin else "wrong"


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--system", default="codegen-docs")
    parser.add_argument("--pages", type=int, default=8)
    parser.add_argument("--min-confidence", type=float, default=0.0)
    parser.add_argument("--failures", action="store_true", help="show what was not right")
    chosen = parser.parse_args()
    system = make_system(chosen.system, open_corpus(chosen.corpus), pages=chosen.pages)
    lines = (chosen.data / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    counted: Counter[str] = Counter()
    for record in map(json.loads, lines):
        gold = gold_of(record["question"], str(record["answer"]))
        if gold is None:
            continue
        answer = system.answer(record["question"])
        came = outcome(answer, gold, chosen.min_confidence)
        counted[came] += 1
        if chosen.failures and came != "right":
            print(f"\n{came}: {record['question']}")
            print(f"  gold {gold.value:g}, answered {answer.value} {answer.error}")
            for reading in answer.readings:
                where = f"{reading.document_id}#{reading.page}"
                print(f"  {reading.value} ({reading.confidence:.2f}) {where} {reading.quote!r}")
    total = sum(counted.values())
    told = ", ".join(f"{name} {counted[name]}" for name in ("right", "no answer", "wrong"))
    print(
        f"{total} numeric questions of {len(lines)}: {told} ({counted['right'] / total:.0%} right)"
    )


if __name__ == "__main__":
    main()
