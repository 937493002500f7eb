"""What a model proposed in, checked drafts with their sentences out.

Everything that it returns is untrusted: the JSON is read as anybody's, the sentence must be one
printable line and name the companies and years of its query, and no others. Whether it says what
the query says, a person decides (`secqa review`).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from secqa.benchmark.basis import Basis
from secqa.benchmark.draft import Draft
from secqa.benchmark.kinds.registry import DESIGNED
from secqa.benchmark.stream import draft_of
from secqa.errors import SecqaError
from secqa.models.model import ReplyForm
from secqa.parsing.entities.company_mentions import link_companies
from secqa.parsing.ground import company_named
from secqa.query.form.schema import from_json, parsed, plain_schema
from secqa.query.period import Period
from secqa.query.query import Defined, Lookup, Query, nodes

_LENGTHS = (15, 600)
"""Fewest and most characters of a sentence."""
_YEAR = re.compile(r"(?<![\d,.$])(?:19|20)\d\d(?![\d%]|[,.]\d)")


@dataclass(frozen=True, slots=True)
class Proposal:
    """One thing that a model proposed, as it came."""

    sentence: object
    query: object


@lru_cache(maxsize=1)
def instructions() -> str:
    """The part of the prompt that is always the same."""
    folder = files("secqa.benchmark.design") / "prompts"
    return (folder / "design.md").read_text(encoding="utf-8")


@lru_cache(maxsize=1)
def reply_form() -> ReplyForm:
    """What a reply must look like."""
    schema = plain_schema(without=frozenset({Defined}), described=False)
    query = {name: part for name, part in schema.items() if name != "$defs"}
    one = _object({"sentence": {"type": "string"}, "query": query})
    whole = _object({"proposals": {"type": "array", "items": one}})
    return ReplyForm("proposals", "Questions, each as a sentence and as a query.",
                {**whole, "$defs": schema["$defs"]})  # fmt: skip


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def read_proposals(text: str) -> Iterator[Proposal]:
    """The proposals of a reply; SecqaError for one that is none."""
    # Models without structured output write words around it.
    data = parsed(text[text.find("{") : text.rfind("}") + 1])
    several = data.get("proposals") if isinstance(data, dict) else None
    if not isinstance(several, list):
        raise SecqaError("the reply has no list of proposals")
    for one in several:
        if not isinstance(one, dict):
            raise SecqaError("a proposal must be an object with a sentence and a query")
        yield Proposal(one.get("sentence"), one.get("query"))


def checked(proposal: Proposal, basis: Basis) -> tuple[Draft, str]:
    """Its draft and its sentence; SecqaError, with what is wrong, for one that cannot be used."""
    sentence = proposal.sentence
    if not isinstance(sentence, str) or not _LENGTHS[0] <= len(sentence) <= _LENGTHS[1]:
        raise SecqaError(f"the sentence must be text of {_LENGTHS[0]} to {_LENGTHS[1]} characters")
    said = " ".join(sentence.split())
    if not said.isprintable():
        raise SecqaError("the sentence must be one printable line")
    query = from_json(proposal.query, basis.catalogue)
    if any(isinstance(one, Lookup) and (one.line or one.part) for one in nodes(query)):
        raise SecqaError("only metrics of whole companies are known")
    draft = draft_of(DESIGNED, query, basis.truth, basis.catalogue, basis.by_name)
    if reason := _against_sentence(said, query, draft, basis):
        raise SecqaError(reason)
    return draft, said


def _against_sentence(said: str, query: Query, draft: Draft, basis: Basis) -> str:
    """Why a sentence cannot say what its query says; "" where it may."""
    known = basis.truth.known
    named = {mention.company.cik for mention in link_companies(said, known)}
    meant = {company_named(company.cik, known).cik for company in draft.companies}
    if meant - named:
        missing = next(one.name for one in draft.companies if one.cik not in named)
        return f"the sentence does not name {missing}"
    if named - meant:
        return "the sentence names a company that the query does not ask about"
    stated = {one.year for one in nodes(query) if isinstance(one, Period) and one.year}
    years = {int(one) for one in _YEAR.findall(said)}
    within = set(range(min(stated), max(stated) + 1)) if stated else set()
    if years - within:
        return f"the sentence says {min(years - within)}, the query does not"
    if stated and max(stated) not in years:
        return f"the query asks for {max(stated)}, the sentence does not say so"
    return ""
