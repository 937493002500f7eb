"""Which gold answers of FinanceBench and ConvFinQA have no second witness, or one against them.

    python benchmarks/gold_errors.py financebench DATA [CORPUS]
    python benchmarks/gold_errors.py convfinqa FILE

The checks are those of our own gold answers: every number is printed in the evidence, with its
sign, or follows by one step from two numbers of a row or a column; a program gives the answer that
is shown; its numbers are printed, in the column of the year asked for, and in one scale. With
CORPUS, made of the reports by `secqa ingest`, the answer of our own engine is a witness as well.
Listed is what to read by hand. `KNOWN` are questions that others have called wrong: of
FinanceBench the human evaluation of VectifyAI/Mafin2.5-FinanceBench (label "Benchmark Error").
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from secqa.conversation.programs.program_language import Program, ProgramNumber, parse
from secqa.conversation.records.conversation_record import Record
from secqa.conversation.records.record_store import read_records
from secqa.corpus.corpus_store import open_corpus
from secqa.metrics.catalogue import load_catalogue
from secqa.systems.make import make_system

KNOWN = ("00585", "01911", "00283")
"""Questions of the half of FinanceBench that is with our data."""
_NUMBER = re.compile(r"(\(|-)? ?\$? ?(\(|-)?(\d[\d,]*(?:\.\d+)?|\.\d+)( ?%)?(\))?( ?%)?")
_NO_FIGURE = re.compile(r"\b(?:FY ?|Q)\d+\b|\b(?:19|20)\d\d\b|\b\d+(?:-| )(?:year|month)s?\b|H\d")
_MARK = re.compile(r"(?m)^\s*-")
_FISCAL = re.compile(r"FY ?((?:20)\d\d)")
_ROUNDED = 0.1
"""Percentage points between a rate and the same, rounded."""
_SCALES = (1.0, 1e3, 1e6, 1e9, 1e-3, 1e-6, 1e-9)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_GROWTH = re.compile(r"\b(?:growth rate|percent(?:age)? (?:change|increase|decrease|growth))\b")
_FAR = 500
"""Two numbers of one quantity are hardly this many times apart."""
_CLOSE = 0.011
"""Share by which a shown answer may be off the value of its program."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number as a text gives it."""

    value: float
    half: float
    """Half a unit of its last place."""
    percent: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """A turn of ConvFinQA as its record has it."""

    question: str
    answer: str
    program: str
    value: float | str


def figures(text: str) -> list[Figure]:
    """All numbers of a text."""
    found = []
    for before, sign, digits, percent, _, after in _NUMBER.findall(text):
        value = float(digits.replace(",", ""))
        places = len(digits.partition(".")[2].rstrip("0"))
        negative = "(" in before + sign or "-" in before + sign
        signed = -value if negative else value
        found.append(Figure(signed, 0.5 * 10.0**-places, bool(percent + after)))
    return found


def rows_of(evidence: str) -> list[list[float]]:
    """The numbers of each row of a page whose cells stand one a line."""
    rows: list[list[float]] = [[]]
    for line in evidence.splitlines():
        if re.search(r"[A-Za-z]{2}", line):
            rows.append([])
        rows[-1] += [one.value for one in figures(line)]
    return [row for row in rows if row]


def follows(rows: Sequence[Sequence[float]]) -> Iterator[float]:
    """What one step gives from two numbers of a row, or of a column."""
    for row in rows:
        for a in row:
            for b in row:
                if b and a != b:
                    yield from (a - b, a / b - 1, a / b, (a + b) / 2)
    for first in rows:
        for second in rows:
            if len(first) == len(second):
                for a, b in zip(first, second, strict=True):
                    yield from (a - b, a + b, a / b if b else 0.0)


def against_text(answer: str, evidence: str) -> str:
    """What speaks against the numbers of an answer; "" if each has a witness."""
    rows = rows_of(evidence)
    printed = {value for row in rows for value in row}
    derived = set(follows(rows))
    for one in numbers_of(answer):
        if not _has(one, printed | derived) and not _has(_opposite(one), printed | derived):
            return f"{one.value:g} is not printed and does not follow from two numbers"
    return ""


def against_rates(question: str, answer: str, ask: Callable[[str], float | None]) -> str:
    """Rates of years that our engine reads with the other sign; `ask` gives its answer."""
    rates = [one for one in numbers_of(answer) if one.percent]
    for metric in load_catalogue().metrics.values():
        names = (metric.name, *metric.synonyms)
        name = next((one for one in names if one in question.lower()), "")
        if not name or metric.unit != "pure":
            continue
        for year in sorted(set(_FISCAL.findall(answer))) if rates else ():
            value = ask(f"What was the {name} in FY{year}?")
            opposite = {_opposite(one).value for one in rates}
            if value and any(abs(100 * value - one) <= _ROUNDED for one in opposite):
                return f"our engine reads {value:.1%} for {year}"
    return ""


def numbers_of(answer: str) -> list[Figure]:
    """The numbers of an answer but for years, quarters, and marks of lists."""
    return figures(_NO_FIGURE.sub(" ", _MARK.sub("", answer)))


def _opposite(one: Figure) -> Figure:
    return Figure(-one.value, one.half, one.percent)


def _has(one: Figure, values: set[float]) -> bool:
    scales = (1.0, 1e-2, 1e2) if one.percent else _SCALES
    return any(
        abs(value * scale - one.value) <= max(one.half * 1.0001, abs(one.value) * 1e-6)
        for scale in scales
        for value in values
    )


def financebench(data: Path, corpus: Path | None) -> None:
    """Print the questions whose gold answer has a doubt."""
    system = make_system("codegen-docs", open_corpus(corpus), pages=8) if corpus else None
    counted: Counter[str] = Counter()
    for line in (data / "questions.jsonl").read_text(encoding="utf-8").splitlines():
        record: dict[str, Any] = json.loads(line)
        question, answer = record["question"], str(record["answer"])
        known = ", called wrong by others" if record["financebench_id"][-5:] in KNOWN else ""
        if not numbers_of(answer):
            counted[f"without a number{known}"] += 1
            continue

        def ask(text: str, company: str = record["company"]) -> float | None:
            if system is None:
                return None
            value = system.answer(text.replace(" in FY", f" of {company} in FY")).value
            return value if isinstance(value, float) else None

        evidence = "\n".join(place["evidence_text_full_page"] for place in record["evidence"])
        why = against_text(answer, evidence) or against_rates(question, answer, ask)
        counted[("doubtful" if why else "with witnesses") + known] += 1
        if why:
            print(f"{record['financebench_id']}{known}: {question}\n  {answer!r}: {why}")
    print(dict(counted))


def convfinqa(path: Path) -> None:
    """Print the turns that have a doubt."""
    records = {record.id: record for record in read_records(path)}
    raw = json.loads(path.read_text(encoding="utf-8"))
    counted: Counter[str] = Counter()
    for entry in raw["dev"]:
        talk = entry["dialogue"]
        shown = map(str, talk["conv_answers"])
        turns = zip(talk["conv_questions"], shown, talk["turn_program"], strict=True)
        for number, turn in enumerate(turns):
            value = talk["executed_answers"][number]
            found = dict(doubts(Shown(*turn, value), records[entry["id"]]))
            counted.update(("turns", *found, *(["doubtful"] if found else [])))
            for gate, why in found.items():
                print(f"{gate}: {entry['id']}#{number} {' | '.join(turn)}: {why}")
    print(dict(counted))


def doubts(turn: Shown, record: Record) -> Iterator[tuple[str, str]]:
    """Each check that speaks against a turn, and why."""
    if isinstance(turn.value, float) and (shown := figures(turn.answer)):
        one, unit = shown[0], 0.01 if shown[0].percent else 1.0
        near = max(_CLOSE * abs(turn.value), one.half * unit)
        if all(abs(abs(one.value) * u - abs(turn.value)) > near for u in (1.0, unit)):
            yield "answer", f"the program gives {turn.value:g}"
        elif one.value * turn.value < 0:
            yield "sign", f"the program gives {turn.value:g}"
    program = parse(turn.program)
    printed = printed_in(record)
    for number in operands(program):
        if abs(number.value) not in printed:
            yield "not printed", number.text
    for step in program.steps:
        sizes = sorted(abs(a.value) for a in step.arguments if isinstance(a, ProgramNumber))
        if (
            step.operation in ("add", "subtract")
            and len(sizes) == 2
            and 0 < sizes[0] * _FAR < sizes[1]
        ):
            yield "scale", str(step)
    operations = {step.operation for step in program.steps}
    if operations and "subtract" not in operations and _GROWTH.search(turn.question):
        yield "operation", "a change without a difference"
    years = set(_YEAR.findall(turn.question))
    if len(years) == 1 and program.picked is not None:
        columns = years_of(record, program.picked.value)
        if columns and years.isdisjoint(columns):
            yield "period", f"it stands in {sorted(columns)}"
    cells = (cell for grid in record.tables for row in (grid.header, *grid.rows) for cell in row)
    text = " ".join((*record.sentences, *cells))
    if any(year not in text and str(int(year) - 1) not in text for year in years):
        yield "no referent", "the page has no such year"


def operands(program: Program) -> list[ProgramNumber]:
    """The numbers of a program that the page must print."""
    below = [argument for step in program.steps for argument in step.arguments]
    given = [program.picked] if program.picked else below
    return [
        one for one in given if isinstance(one, ProgramNumber) and not one.text.startswith("const_")
    ]


def printed_in(record: Record) -> set[float]:
    """The sizes of all numbers of a page."""
    cells = (cell for grid in record.tables for row in (grid.header, *grid.rows) for cell in row)
    found = {one for text in (*record.sentences, *cells) for one in figures(text)}
    sizes = {abs(one.value) for one in found}
    return sizes | {abs(one.value) / 100 for one in found if one.percent}


def years_of(record: Record, value: float) -> set[str]:
    """The years of the columns and rows that print a number; none if one of its places has none."""
    years: set[str] = set()
    for grid in record.tables:
        for row in grid.rows:
            for head, cell in zip(grid.header[1:], row[1:], strict=True):
                if any(abs(one.value) == abs(value) for one in figures(cell)):
                    of_cell = set(_YEAR.findall(f"{head} {row[0]}"))
                    if not of_cell:
                        return set()
                    years |= of_cell
    in_text = (one for text in record.sentences for one in figures(text))
    return set() if any(abs(one.value) == abs(value) for one in in_text) else years


def main(arguments: Sequence[str]) -> None:
    """Run one of the two."""
    match arguments:
        case ["financebench", data, *rest] if len(rest) < 2:
            financebench(Path(data), Path(rest[0]) if rest else None)
        case ["convfinqa", file]:
            convfinqa(Path(file))
        case _:
            raise SystemExit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
