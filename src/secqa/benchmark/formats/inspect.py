"""Samples as `inspect_ai.dataset.json_dataset` reads them: id, input, target, metadata.

A target is text. In Inspect a list of targets means that any of them will do, so that the
several answers of one question, which are all wanted, become one text.
"""

from collections.abc import Mapping
from typing import Any

from secqa.benchmark.dataset import CARD
from secqa.benchmark.formats.jsonl import sealed_questions
from secqa.benchmark.formats.note import card_with_note
from secqa.benchmark.formats.release import Files, Release, lines_of, marked

FILE = "samples.jsonl"
NO_ANSWER = "cannot answer"
"""What a system says that is asked what the filings do not tell."""
_LOADING = (
    f'`inspect_ai.dataset.json_dataset("{FILE}")` gives the samples. A target is in base units '
    "(dollars, 1% as 0.01), several answers of one question are joined by `; `."
)


def inspect_files(release: Release) -> Files:
    """The samples, with all else that is known of a question as metadata."""
    return {
        **sealed_questions(release),
        CARD: card_with_note(release, _LOADING),
        FILE: lines_of(_sample(record) for record in marked(release)),
    }


def _sample(record: Mapping[str, Any]) -> dict[str, Any]:
    metadata = {name: record[name] for name in record if name not in ("question_id", "text")}
    return {
        "id": record["question_id"],
        "input": record["text"],
        "target": target_of(record["answer"]) if "answer" in record else "",
        "metadata": metadata,
    }


def target_of(answer: object) -> str:
    """An answer as text: whole numbers without a point, several joined by "; "."""
    if answer is None:
        return NO_ANSWER
    if isinstance(answer, list | tuple):
        return "; ".join(target_of(each) for each in answer)
    if isinstance(answer, float) and answer.is_integer():
        return str(int(answer))
    return str(answer)
