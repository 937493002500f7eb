"""The split, and the files for fine-tuning."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from tests.support.conversation_records import CLEANED

from secqa.conversation.convfinqa.finetuning import (
    chat_lines,
    split_records,
    write_chats,
)
from secqa.conversation.records.conversation_record import Record
from secqa.conversation.records.record_layouts import records_from
from secqa.errors import SecqaError

(RECORD,) = records_from([CLEANED], "made.json")


def _records() -> list[Record]:
    """60 conversations of one to four turns."""
    return [
        replace(RECORD, id=f"record-{number}", turns=RECORD.turns[: 1 + number % 4])
        for number in range(60)
    ]


def test_each_conversation_is_in_one_part() -> None:
    train, test = split_records(_records(), 1 / 6)
    assert len(test) == 10
    assert len({r.id for r in (*train, *test)}) == 60
    assert split_records(_records(), 1 / 6) == (train, test)
    assert split_records(_records(), 1 / 6, seed=2) != (train, test)


def test_files(tmp_path: Path) -> None:
    write_chats(_records(), tmp_path / "train.chat.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "train.chat.jsonl").open()]
    assert [m["role"] for m in lines[0]["messages"]] == ["system", "user", "assistant"]


def test_each_turn_is_an_example_with_the_turns_before() -> None:
    lines = [line["messages"] for line in chat_lines([RECORD])]
    assert [messages[2]["content"] for messages in lines][:3] == [
        "1200",
        "1000",
        "subtract(1200, 1000)",
    ]
    assert "Question: and in 2011?\nProgram: 1000\nQuestion:" in lines[2][1]["content"]
    assert len(lines) == 4


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_impossible_shares(share: float) -> None:
    with pytest.raises(SecqaError, match="between 0 and 1"):
        split_records(_records(), share)
