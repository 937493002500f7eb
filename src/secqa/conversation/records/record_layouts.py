"""Read the public layouts of records: ConvFinQA as published and as cleaned, and FinQA.

The layouts agree on little. Tables are lists of rows with or without a header row, or a mapping
of columns to rows to numbers without their formatting. Text comes as sentences, paragraphs or one
string, where `2013` may stand for a dash and `2019s` for an apostrophe: lost code points.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from secqa.conversation.records.conversation_record import Grid, Record, Turn
from secqa.errors import SecqaError
from secqa.filings.numbers import parse_number

_RATE = re.compile(r"\b(?:rates?|margins?|yields?|volatility|percent(?:age)?|ratio|return)\b|%")
_STOP = re.compile(r"(?<!\b[a-z])(?<!\bdec)(?<!\bno)(?<!\binc)(?<!u\.s)\s\.\s+(?=\S)")
_QUOTE = re.compile(r"\b201[cd](?=[a-z])|(?<=\s)201[cd]\b")
_DASH = re.compile(r"(?<=\b\d{4} )2013(?= \d{4}\b)|(?<=[a-z)] )2013(?= [a-z(])")


def records_from(data: Any, name: str) -> tuple[Record, ...]:
    """The records of a parsed JSON file in any known layout.

    Raises:
        SecqaError: the layout is unknown; `name` is the file that the error names.
    """
    items = items_from(data, name)
    try:
        return tuple(map(_record, items))
    except (KeyError, TypeError, AttributeError, IndexError):
        raise SecqaError(
            f"{name}: not a layout of ConvFinQA or FinQA; "
            "give a JSON file of records with text, table and questions"
        ) from None


def items_from(data: Any, name: str) -> list[Any]:
    """The records of a file, each in its own layout; SecqaError if there are none."""
    if isinstance(data, Mapping) and data and all(isinstance(v, list) for v in data.values()):
        data = [item for split in data.values() for item in split]
    items = data if isinstance(data, list) else [data]
    if not items:
        raise SecqaError(f"{name}: holds no records; give a file of ConvFinQA or FinQA")
    return items


def _record(item: Mapping[str, Any]) -> Record:
    return _cleaned(item) if "doc" in item else _published(item)


def _cleaned(item: Mapping[str, Any]) -> Record:
    """ConvFinQA as cleaned: `doc.table` is column -> row -> value."""
    doc, dialogue = item["doc"], item.get("dialogue", {})
    return Record(
        item["id"],
        _sentences(doc["pre_text"]),
        (_grid_of_columns(doc["table"]),) if doc["table"] else (),
        _sentences(doc["post_text"]),
        _turns(dialogue, "conv_questions", "turn_program", "executed_answers"),
    )


def _turns(dialogue: Mapping[str, Any], *keys: str) -> tuple[Turn, ...]:
    """Turns from parallel lists of questions, programs and answers, by their keys."""
    questions = dialogue.get(keys[0], ())
    missing: list[Any] = [None] * len(questions)
    columns = (dialogue.get(key, missing) for key in keys[1:])
    return tuple(
        Turn(_mended(question), program or "", answer)
        for question, program, answer in zip(questions, *columns, strict=True)
    )


def _grid_of_columns(columns: Mapping[str, Mapping[str, Any]]) -> Grid:
    names = list(dict.fromkeys(row for cells in columns.values() for row in cells))
    rows = [
        (_dashed(name), *(_cell_text(cells.get(name, "")) for cells in columns.values()))
        for name in names
    ]
    all_rates = all(map(_lost_percents, rows))
    rows = [_percent_row(row) if all_rates or _RATE.search(row[0]) else row for row in rows]
    header = ("", *map(_dashed, columns))
    if any(map(_is_amount, header)):
        # The dataset used the first row of amounts as the header, and lost its name.
        rows.insert(0, ("", *(label if _is_amount(label) else "" for label in header[1:])))
        header = ("", *("" if _is_amount(label) else label for label in header[1:]))
    return Grid(header, tuple(rows))


def _percent_row(row: tuple[str, ...]) -> tuple[str, ...]:
    """A row of rates with its percent signs: cleaning made -15.7 of `15.7% ( 15.7 % )`."""
    if not _lost_percents(row):
        return row
    return (row[0], *(f"{cell[1:]}%" if cell else "" for cell in row[1:]))


def _lost_percents(row: tuple[str, ...]) -> bool:
    numbers = [parse_number(cell) for cell in row[1:] if cell]
    return bool(numbers) and all(number and -100 <= number.value < 0 for number in numbers)


def _published(item: Mapping[str, Any]) -> Record:
    """FinQA, and ConvFinQA as published: whole conversations or single turns."""
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
    digits = text.strip()
    year = len(digits) == 4 and digits.isdigit() and digits[:2] in ("19", "20")
    return not year and parse_number(text.split("(")[0]) is not None


def _is_amount(label: str) -> bool:
    return label.strip().startswith("$") and parse_number(label) is not None


def _cell_text(value: Any) -> str:
    """A cell as printed: cleaning made 93.0 of 93."""
    if isinstance(value, float) and value.is_integer() and len(str(int(value))) <= 15:
        return str(int(value))
    return "" if value is None else str(value)


def _sentences(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in _STOP.split(_mended(text)) if part.strip(" ."))


def _mended(text: str) -> str:
    """Replace code points that were written as four digits by their characters."""
    return _QUOTE.sub('"', re.sub(r"\b2019s\b", "'s", text))


def _dashed(label: str) -> str:
    """`stock options 2013 continued`, `2015 2013 2019`: the inner 2013 is a dash."""
    return _DASH.sub("-", _mended(label))
