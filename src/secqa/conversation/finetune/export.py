"""A split -> files for fine-tuning: chat messages, prompt and completion, and how it is spread.

Every turn is an example of its own, with the same instructions and page text that the
fine-tuned generator sends later.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from secqa.conversation.finetune.split import Split, distributions
from secqa.conversation.generator import Exchange
from secqa.conversation.models.prompts import ANSWER_ONLY, LANGUAGE, turn_prompt
from secqa.conversation.record import Record
from secqa.files import write_file


def write_split(split: Split, folder: Path) -> list[Path]:
    """Write both parts in both formats, and how they are spread; what was written."""
    files = {
        f"{name}.{form}.jsonl": _lines(lines(part))
        for name, part in (("train", split.train), ("test", split.test))
        for form, lines in (("chat", chat_lines), ("completion", completion_lines))
    }
    files["spread.json"] = json.dumps(distributions(split), indent=1) + "\n"
    for name, text in files.items():
        write_file(folder / name, text.encode())
    return [folder / name for name in files]


def chat_lines(records: Iterable[Record]) -> Iterator[dict[str, object]]:
    """Examples in OpenAI's format for fine-tuning chat models."""
    for prompt, program in _examples(records):
        yield {
            "messages": [
                {"role": "system", "content": f"{LANGUAGE}\n{ANSWER_ONLY}"},
                {"role": "user", "content": prompt},
                {"role": "assistant", "content": program},
            ]
        }


def completion_lines(records: Iterable[Record]) -> Iterator[dict[str, object]]:
    """Examples as prompt and completion."""
    for prompt, program in _examples(records):
        whole = f"{LANGUAGE}\n{ANSWER_ONLY}\n\n{prompt}"
        yield {"prompt": whole, "completion": f" {program}"}


def _examples(records: Iterable[Record]) -> Iterator[tuple[str, str]]:
    for record in records:
        history: list[Exchange] = []
        for turn in record.turns:
            if turn.program:
                yield turn_prompt(record, history, turn.question), turn.program
            history.append(Exchange(turn.question, turn.program, turn.answer))


def _lines(items: Iterable[Mapping[str, object]]) -> str:
    return "".join(json.dumps(item, ensure_ascii=False) + "\n" for item in items)
