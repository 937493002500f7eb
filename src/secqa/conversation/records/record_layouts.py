"""Public layouts of records -> `Record`: ConvFinQA as published and as cleaned, FinQA, TAT-QA.

The layouts agree on little: tables as lists of rows with or without a header row, or as column
-> row -> number with the formatting gone; text as sentences, paragraphs or one string; and
their makers' code pages left `2013` where a dash and `2019s` where an apostrophe stood.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from secqa.conversation.records.conversation_record import Grid, Record, Turn
from secqa.errors import SecqaError
from secqa.filings.numbers import parse_number

_YEAR = re.compile(r"(?:19|20)\d\d")


def records_from(data: Any, name: str) -> tuple[Record, ...]:
    """The records of a parsed JSON file in any known layout.

    Raises:
        SecqaError: the layout is none of those known; `name` says which file.
    """
    items = items_from(data, name)
    try:
        return tuple(_record(item) for item in items)
    except (KeyError, TypeError, AttributeError, IndexError):
        raise SecqaError(
            f"{name}: not a layout of ConvFinQA, FinQA or TAT-QA; "
            "give a JSON file of records with text, table and questions"
        ) from None


def items_from(data: Any, name: str) -> list[Any]:
    """What a file holds of records, each in its layout; SecqaError where it holds none."""
    if isinstance(data, Mapping) and data and all(isinstance(v, list) for v in data.values()):
        data = [item for split in data.values() for item in split]
    items = data if isinstance(data, list) else [data]
    if not items:
        raise SecqaError(f"{name}: holds no records; give a file of ConvFinQA, FinQA or TAT-QA")
    return items


def _record(item: Mapping[str, Any]) -> Record:
    if "doc" in item:
        return _cleaned(item)
    if "paragraphs" in item:
        return _tatqa(item)
    return _official(item)


def _cleaned(item: Mapping[str, Any]) -> Record:
    """`doc.table` is column -> row -> value."""
    doc, dialogue = item["doc"], item.get("dialogue", {})
    return Record(
        item["id"],
        _sentences(doc["pre_text"]),
        (_grid_of_columns(doc["table"]),) if doc["table"] else (),
        _sentences(doc["post_text"]),
        _turns(dialogue, "conv_questions", "turn_program", "executed_answers"),
    )


def _turns(talk: Mapping[str, Any], asked: str, programs: str, answers: str) -> tuple[Turn, ...]:
    """The turns of a talk, whose questions, programs and answers are lists by those names."""
    questions = talk.get(asked, ())
    none: list[Any] = [None] * len(questions)
    told = (talk.get(name, none) for name in (programs, answers, "qa_split"))
    return tuple(
        Turn(_mended(question), program or "", answer, bool(second))
        for question, program, answer, second in zip(questions, *told, strict=True)
    )


def _grid_of_columns(columns: Mapping[str, Mapping[str, Any]]) -> Grid:
    names = list(dict.fromkeys(row for cells in columns.values() for row in cells))
    rows = [
        (_dashed(name), *(_cell_text(cells.get(name, "")) for cells in columns.values()))
        for name in names
    ]
    all_rates = all(_lost_percents(row) for row in rows)
    rows = [_percent_row(row) if all_rates or _RATE.search(row[0]) else row for row in rows]
    header = ("", *(_dashed(column) for column in columns))
    if any(_is_amount(label) for label in header):
        # The first row of amounts was taken for the header; its name is lost.
        rows.insert(0, ("", *(label if _is_amount(label) else "" for label in header[1:])))
        header = ("", *("" if _is_amount(label) else label for label in header[1:]))
    return Grid(header, tuple(rows))


def _percent_row(row: tuple[str, ...]) -> tuple[str, ...]:
    """Undo `15.7% ( 15.7 % )` having become -15.7: a row of rates, negative throughout."""
    return (
        (row[0], *(f"{cell[1:]}%" if cell else "" for cell in row[1:]))
        if (_lost_percents(row))
        else row
    )


def _lost_percents(row: tuple[str, ...]) -> bool:
    numbers = [parse_number(cell) for cell in row[1:] if cell]
    return bool(numbers) and all(number and -100 <= number.value < 0 for number in numbers)


_RATE = re.compile(r"\b(?:rates?|margins?|yields?|volatility|percent(?:age)?|ratio|return)\b|%")


def _official(item: Mapping[str, Any]) -> Record:
    """ConvFinQA as published (whole conversations or single turns) and FinQA."""
    annotation = item.get("annotation", {})
    if "dialogue_break" in annotation:
        turns = _turns(annotation, "dialogue_break", "turn_program", "exe_ans_list")
    else:
        qas = [item[key] for key in ("qa", "qa_0", "qa_1") if key in item]
        turns = tuple(
            Turn(_mended(qa["question"]), qa.get("program", ""), qa.get("exe_ans")) for qa in qas
        )
    return Record(
        str(item["id"]),
        tuple(map(_mended, item["pre_text"])),
        (_grid_of_rows(item["table"]),) if item["table"] else (),
        tuple(map(_mended, item["post_text"])),
        turns,
    )


def _tatqa(item: Mapping[str, Any]) -> Record:
    paragraphs = sorted(item["paragraphs"], key=lambda paragraph: int(paragraph["order"]))
    questions = sorted(item.get("questions", ()), key=lambda question: int(question["order"]))
    return Record(
        item["table"]["uid"],
        (),
        (_grid_of_rows(item["table"]["table"]),),
        tuple(paragraph["text"] for paragraph in paragraphs),
        tuple(
            Turn(question["question"], "", _single(question["answer"])) for question in questions
        ),
    )


def _single(answer: Any) -> float | str | None:
    """TAT-QA answers may be several spans; those are no single value."""
    if isinstance(answer, list):
        answer = answer[0] if len(answer) == 1 else None
    if isinstance(answer, str) and (number := parse_number(answer)):
        return number.value
    return answer if isinstance(answer, float | int | str) else None


def _grid_of_rows(rows: Sequence[Sequence[Any]]) -> Grid:
    """The leading rows without amounts are the header, stacked."""
    width = max(map(len, rows))
    cells = [
        tuple(_dashed(str(cell)) for cell in (*row, *[""] * (width - len(row)))) for row in rows
    ]
    depth = 0
    while depth < len(cells) - 1 and not any(map(_is_number, cells[depth][1:])):
        depth += 1
    header = tuple(
        " ".join(dict.fromkeys(filter(None, column))) for column in zip(*cells[:depth], strict=True)
    )
    return Grid(header or ("",) * width, tuple(cells[depth:]))


def _is_number(text: str) -> bool:
    return parse_number(text.split("(")[0]) is not None and not _YEAR.fullmatch(text.strip())


def _is_amount(label: str) -> bool:
    return label.strip().startswith("$") and parse_number(label) is not None


def _cell_text(value: Any) -> str:
    """A cleaned cell as text: 93.0 was printed 93."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return "" if value is None else str(value)


_STOP = re.compile(r"(?<!\b[a-z])(?<!\bdec)(?<!\bno)(?<!\binc)(?<!u\.s)\s\.\s+(?=\S)")


def _sentences(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in _STOP.split(_mended(text)) if part.strip(" ."))


def _mended(text: str) -> str:
    """Code points that were printed as four digits, back to what they stand for."""
    text = re.sub(r"\b2019s\b", "'s", text)
    return re.sub(r"\b201[cd](?=[a-z])|(?<=\s)201[cd]\b", '"', text)


def _dashed(label: str) -> str:
    """`stock options 2013 continued`, `2015 2013 2019`: the inner 2013 is a dash."""
    label = re.sub(r"(?<=\b\d{4}) 2013 (?=\d{4}\b)", " - ", _mended(label))
    return re.sub(r"(?<=[a-z)] )2013(?= [a-z(])", "-", label)
