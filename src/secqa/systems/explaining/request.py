"""Ask a model to explain numbered passages.

Every model gets the same: one JSON object, out of whose texts nothing can break, holds the question
and the passages. It fills a form of sentences with the numbers that they cite.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated

from pydantic import Field

from secqa.files import bundled_text
from secqa.models.model import Model
from secqa.models.typed import ask_typed
from secqa.systems.explaining.cited_sources import CitedSource


# What is said of fields here is said to the model.
@dataclass(frozen=True, slots=True)
class CitedSentence:
    """One sentence of the answer and the passages that it rests on."""

    text: str
    cites: Annotated[tuple[int, ...], Field(description="numbers of the passages")]


@dataclass(frozen=True, slots=True)
class Explanation:
    """The answer to the question in sentences; none where the passages do not tell it."""

    sentences: tuple[CitedSentence, ...]


def ask_to_explain(question: str, sources: Sequence[CitedSource], model: Model) -> Explanation:
    """What the model writes; raises `Unusable` where it fills in no such form twice."""
    prompt = explaining_prompt(question, sources)
    return ask_typed(model, explaining_instructions(), prompt, Explanation)


@lru_cache
def explaining_instructions() -> str:
    """The part of the prompt that is the same for every question."""
    return bundled_text("secqa.systems.explaining", "prompts/explain.md")


def explaining_prompt(question: str, sources: Sequence[CitedSource]) -> str:
    """A question and its sources as the model is told them."""
    fields = {
        "question": " ".join(question.split()),
        "passages": [_passage_record(one) for one in sources],
    }
    return json.dumps(fields, ensure_ascii=False, indent=1)


def passages_in(prompt: str) -> list[tuple[int, str]]:
    """Number and text of the passages of a prompt, for what answers in a model's place."""
    fields, _ = json.JSONDecoder().raw_decode(prompt)
    return [(one["number"], one["text"]) for one in fields["passages"]]


def _passage_record(source: CitedSource) -> dict[str, object]:
    about, passage = source.about, source.passage
    return {
        "number": source.number,
        "company": about.company,
        "form": about.form,
        "fiscal_year": about.fiscal_year,
        "fiscal_period": about.fiscal_period,
        "section": passage.section,
        "heading": passage.heading,
        "text": source.text,
    }
