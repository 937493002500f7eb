"""The chunking study's prompts, answered by rule: so that table 5 can be made without a model.

It reads as the offline engine reads, and judges as the offline judge judges.
"""

import json

from secqa.evaluation.chunking.answers import NO_ANSWER, study_instructions
from secqa.evaluation.judging.model_judge import judge_instructions, judged_case
from secqa.evaluation.judging.rule_judge import judge_offline
from secqa.metrics.number_text import short_and_exact
from secqa.serving.offline_model import Thoughts, read_prompt


def study_thoughts() -> Thoughts:
    """What `secqa.serving.offline_model` takes to answer the study's prompts as well."""
    return {study_instructions().strip(): _said, judge_instructions().strip(): _judged}


def _said(prompt: str) -> str:
    reading, quote = read_prompt(prompt)
    if reading.value is None or quote is None:
        return NO_ANSWER
    value = reading.value
    said = value if isinstance(value, str) else short_and_exact(value, reading.unit)
    return f"{said}, see {quote.page}: {quote.quote}"


def _judged(prompt: str) -> str:
    judged = judge_offline(judged_case(prompt))
    return json.dumps({"same": judged.right, "reason": judged.why})
