"""Let a language model split a question into one search per company, period and figure."""

from dataclasses import dataclass
from functools import lru_cache

from secqa.files import bundled_text
from secqa.models.model import Model
from secqa.models.typed import ask_typed

_MOST = 32
"""Maximum number of queries: enough for five companies over six years."""


@dataclass(frozen=True, slots=True)
class Queries:
    """One search query for each company, year and figure that the question needs."""

    queries: tuple[str, ...]


def decompose_by_model(question: str, collection: str, *, model: Model) -> tuple[str, ...]:
    """Queries for the parts of a question; the question itself if the model gives none.

    `collection` lists the companies and years.
    """
    prompt = f"Question: {' '.join(question.split())}\n\nThe collection:\n{collection}"
    answer = ask_typed(model, decompose_instructions(), prompt, Queries)
    queries = dict.fromkeys(query for query in answer.queries if query.strip())
    return tuple(queries)[:_MOST] or (question,)


@lru_cache
def decompose_instructions() -> str:
    """The constant part of the prompt."""
    return bundled_text("secqa.retrieval", "prompts/decompose.md")
