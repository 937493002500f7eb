"""Split a question into searches: one for each company, period and metric that it needs.

A grounded query gives sentences of the form that programs use, one figure each. A formula metric is
one of them: its parts are not searched for. A language model does the same from the question.
"""

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from secqa.metrics.catalogue import Catalogue
from secqa.models.model import Model
from secqa.models.typed import ask_typed
from secqa.parsing.atomic import format_lookup
from secqa.parsing.entities.company_index import CompanyIndex
from secqa.parsing.ground import find_company
from secqa.query.atoms import atomic_lookups
from secqa.query.query import Query


def decompose(query: Query, known: CompanyIndex, catalogue: Catalogue) -> tuple[str, ...]:
    """The searches for the figures of a query, in order."""
    return tuple(
        format_lookup(one, catalogue, find_company(str(one.company), known).ticker)
        for one in atomic_lookups(query, catalogue)
    )


_MOST = 32
"""Of a model's queries: five companies over six years, and no flood."""


@dataclass(frozen=True, slots=True)
class Queries:
    """One search query for each company, year and figure that the question needs."""

    queries: tuple[str, ...]


def decompose_by_model(question: str, collection: str, *, model: Model) -> tuple[str, ...]:
    """Queries for the parts of a question; itself where the model names none.

    `collection` tells which companies and years there are.
    """
    asked = f"Question: {' '.join(question.split())}\n\nThe collection:\n{collection}"
    answer = ask_typed(model, decompose_instructions(), asked, Queries)
    queries = dict.fromkeys(query for query in answer.queries if query.strip())
    return tuple(queries)[:_MOST] or (question,)


@lru_cache
def decompose_instructions() -> str:
    """The part of the prompt that is the same for every question."""
    prompts = files("secqa.retrieval").joinpath("prompts")
    return prompts.joinpath("decompose.md").read_text(encoding="utf-8")
