"""How well answers in prose are read: `python benchmarks/prose_answers.py [--wrong]`.

`prose_answers.jsonl` has questions, what was said, and what that says, written before the parser.
Two fifths of the lines, drawn by a hash, are held out: `--wrong` never shows them.
"""

import argparse
import json
from collections import defaultdict
from pathlib import Path
from typing import Any

from secqa.evaluation.prose.conclusions import read_name, read_names, read_side
from secqa.evaluation.prose.expectation import ExpectedAnswer
from secqa.evaluation.prose.prose_numbers import read_number, read_numbers
from secqa.evaluation.verdict import Verdict, judge

LINES = Path(__file__).with_suffix(".jsonl")


def read(line: dict[str, Any]) -> float | str | tuple[float | str, ...] | None:
    """What the parser takes a line for."""
    kind, said, names = line["kind"], line["said"], tuple(line.get("companies", ()))
    unit, _, count = kind.partition("*")
    asked = ExpectedAnswer(line["question"], unit, int(count or 1), names)
    match unit:
        case "yes or no":
            return read_side(said) or None
        case "name":
            return read_name(said, names) or None
        case "names" | "some names":
            return read_names(said, names, unit == "names") or None
    return read_numbers(said, asked) if count else read_number(said, asked)


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wrong", action="store_true", help="show the lines read wrong, not held")
    shows = parser.parse_args().wrong
    right: defaultdict[str, list[bool]] = defaultdict(list)
    for text in LINES.read_text(encoding="utf-8").splitlines():
        line = json.loads(text)
        value, gold = read(line), line["value"]
        same = judge(value, gold) is Verdict.RIGHT
        right[line["part"]].append(same)
        if shows and not same and not line["part"].startswith("held"):
            print(f"{line['kind']}: {line['said']!r} is {gold}, not {value}")
    for part, verdicts in sorted(right.items()):
        print(f"{part:10} {sum(verdicts)} of {len(verdicts)}: {sum(verdicts) / len(verdicts):.1%}")


if __name__ == "__main__":
    main()
