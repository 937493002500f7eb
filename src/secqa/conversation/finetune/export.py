"""A split -> files for fine-tuning: chat messages, prompt and completion, and how it is spread.

Every turn is an example of its own, with the same instructions and page text that the
fine-tuned generator sends later.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from pathlib import Path

from secqa.conversation.finetune.split import Split, distributions
from secqa.conversation.generator import Exchange
from secqa.conversation.models.prompts import ANSWER_ONLY, LANGUAGE, turn_prompt
from secqa.conversation.record import Record
from secqa.files import write_file

Spread = Mapping[str, Mapping[str, tuple[float, float]]]


def write_split(split: Split, folder: Path) -> list[Path]:
    """Write both parts in both formats, and the spread as JSON and SVG; what was written."""
    spread = distributions(split)
    files = {
        f"{name}.{form}.jsonl": _lines(lines(part))
        for name, part in (("train", split.train), ("test", split.test))
        for form, lines in (("chat", chat_lines), ("completion", completion_lines))
    }
    files["spread.json"] = json.dumps(spread, indent=1) + "\n"
    files["spread.svg"] = spread_svg(spread)
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


def spread_svg(spread: Spread) -> str:
    """Bars of the training and the test part beside each other, one block a variable."""
    height, parts, y = 18, [], 30
    for name, values in spread.items():
        parts.append(f'<text x="10" y="{y}" font-weight="bold">{escape(name)}</text>')
        y += height
        for value, shares in values.items():
            parts.append(f'<text x="120" y="{y + 9}" text-anchor="end">{escape(value)}</text>')
            for index, (share, colour) in enumerate(zip(shares, _COLOURS, strict=True)):
                top = y - 4 + 8 * index
                bar = f'<rect x="130" y="{top}" width="{400 * share:.1f}" height="7"'
                parts.append(f'{bar} fill="{colour}"/>')
            parts.append(f'<text x="540" y="{y + 9}">{shares[0]:.0%} / {shares[1]:.0%}</text>')
            y += height + 4
        y += height
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="640" height="{y}" '
        f'font-family="sans-serif" font-size="11">\n'
        f'<text x="130" y="14"><tspan fill="{_COLOURS[0]}">train</tspan> / '
        f'<tspan fill="{_COLOURS[1]}">test</tspan>, share of conversations</text>\n{body}\n</svg>\n'
    )


_COLOURS = ("#2b6cb0", "#d97706")
