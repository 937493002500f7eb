"""Write the files to fine-tune a model on conversations, split into two alike parts.

Every turn is an example of its own, with the instructions and page text that the fine-tuned
generator sends later. Fine-tuning services take the files, and so do trainers such as `trl sft`.
"""

import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from secqa.conversation.generators.prompts import ANSWER_ONLY, LANGUAGE, examples_of, turn_prompt
from secqa.conversation.programs.program_language import parse
from secqa.conversation.records.conversation_record import Record
from secqa.errors import SecqaError
from secqa.files import write_file

RARE = 0.05
"""An operation is rare if a smaller share of the conversations uses it."""


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


def stratified_split(
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
    counts = Counter(operation for record in usable for operation in operations_of(record))
    rare = {operation for operation, count in counts.items() if count < RARE * len(usable)}
    strata: dict[tuple[str, ...], list[Record]] = {}
    for record in usable:
        strata.setdefault(_stratum(record, rare), []).append(record)
    draw = random.Random(seed)
    train: list[Record] = []
    test: list[Record] = []
    remainder = 0.0
    for key in sorted(strata, key=lambda k: (k[0] != "rare", k)):
        members = strata[key]
        draw.shuffle(members)
        # Rounding leaves a remainder, which goes to the next stratum.
        share = len(members) * test_share + remainder
        least = 1 if key[0] == "rare" and len(members) > 1 else 0
        count = min(max(round(share), least), len(members))
        remainder = share - count
        test += members[:count]
        train += members[count:]
    return train, test


def _stratum(record: Record, rare: set[str]) -> tuple[str, ...]:
    operations = sorted(operations_of(record) & rare)
    if operations:
        return ("rare", *operations)
    return ("usual", str(len(record.turns)), str(record.has_two_questions))


def operations_of(record: Record) -> set[str]:
    """The operations of a conversation's programs."""
    programs = [parse(turn.program) for turn in record.turns if turn.program]
    return {step.operation for program in programs for step in program.steps}
