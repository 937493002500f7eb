"""Search queries by a language model: a question in, the same in other words out."""

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from secqa.models.model import Model
from secqa.models.typed import ask_typed

_MOST = 3


@dataclass(frozen=True, slots=True)
class Queries:
    """Other wordings of the question, as search queries."""

    queries: tuple[str, ...]


def rewrite_by_model(question: str, *, model: Model) -> tuple[str, ...]:
    """The question itself, then up to three other wordings."""
    asked = f"Question: {' '.join(question.split())}"
    answer = ask_typed(model, rewrite_instructions(), asked, Queries)
    others = [query for query in answer.queries if query.strip() and query != question]
    return (question, *others[:_MOST])


@lru_cache
def rewrite_instructions() -> str:
    """The part of the prompt that is the same for every question."""
    prompts = files("secqa.retrieval").joinpath("prompts")
    return prompts.joinpath("rewrite.md").read_text(encoding="utf-8")
