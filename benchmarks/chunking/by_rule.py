"""The chunking study's prompts, answered by rule: so that table 5 can be made without a model.

It reads as the offline engine reads, and judges as the offline judge judges.
"""

from chunking.answers import NO_ANSWER, study_instructions
from secqa.evaluation.judging.model_judge import judge_instructions, judge_prompt_by_rule
from secqa.metrics.number_text import short_and_exact
from secqa.serving.offline_model import Thoughts, read_prompt


def study_thoughts() -> Thoughts:
    """Handlers of the study's prompts for `secqa.serving.offline_model`."""
    return {study_instructions().strip(): _said, judge_instructions().strip(): judge_prompt_by_rule}


def _said(prompt: str) -> str:
    reading, quote = read_prompt(prompt)
    if reading.value is None or quote is None:
        return NO_ANSWER
    value = reading.value
    said = value if isinstance(value, str) else short_and_exact(value, reading.unit)
    return f"{said}, see {quote.page}: {quote.quote}"
