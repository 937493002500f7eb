"""Builders that `tests.systems.test_model_runs` and other tests share."""

import json
from pathlib import Path
from typing import Any


def predictions(out: Path) -> dict[str, Any]:
    """Answers by question, without how long they took."""
    lines = [json.loads(line) for line in (out / "predictions.jsonl").read_text().splitlines()]
    assert len({line["question_id"] for line in lines}) == len(lines)
    for line in lines:
        del line["answer"]["seconds"]
    return {line["question_id"]: line["answer"] for line in lines}
