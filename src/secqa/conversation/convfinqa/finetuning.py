"""Write the files to fine-tune a model on conversations, split at random into two parts.

Every turn is an example of its own, with the instructions and page text that the fine-tuned
generator sends later. Fine-tuning services take the files, and so do trainers such as `trl sft`.
"""

import json
import random
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from secqa.conversation.generators.prompts import ANSWER_ONLY, LANGUAGE, examples_of, turn_prompt
from secqa.conversation.records.conversation_record import Record
from secqa.errors import SecqaError
from secqa.files import write_file


def write_chats(records: Iterable[Record], path: Path) -> None:
    """Write conversations to a file, a line for each turn."""
    lines = (json.dumps(line, ensure_ascii=False) + "\n" for line in chat_lines(records))
    write_file(path, "".join(lines).encode())


def chat_lines(records: Iterable[Record]) -> Iterator[dict[str, list[dict[str, str]]]]:
    """Every turn with a gold program as an example in OpenAI's format for chat models."""
    for record in records:
        for example in examples_of(record):
            prompt = turn_prompt(record, example.history, example.question)
            yield {
                "messages": [
                    {"role": "system", "content": f"{LANGUAGE}\n{ANSWER_ONLY}"},
                    {"role": "user", "content": prompt},
                    {"role": "assistant", "content": example.program},
                ]
            }


def split_records(
    records: Sequence[Record], test_share: float, seed: int = 1
) -> tuple[list[Record], list[Record]]:
    """Conversations with gold programs to train and to test on; equal seeds give equal parts.

    Raises:
        SecqaError: fewer than two conversations, or no share between 0 and 1.
    """
    usable = [r for r in records if any(turn.program for turn in r.turns)]
    if len(usable) < 2 or not 0 < test_share < 1:
        raise SecqaError(
            f"split: {len(usable)} conversations with programs and a share of {test_share}; "
            "give at least two and a share between 0 and 1"
        )
    random.Random(seed).shuffle(usable)
    count = round(len(usable) * test_share)
    return usable[count:], usable[:count]
