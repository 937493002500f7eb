"""A language model designs questions (SEC-QA, 5.5): it proposes queries with sentences.

The fact table answers them and the gates judge. The model sees companies of the corpus with their
years, metrics that most of them have, and the questions so far. Rejected proposals go back to it,
once a reply. Nothing that it returns is trusted: the sentence must be one printable line that
names the companies and years of its query, and no others. A person decides whether it says what
the query says (`secqa review`).
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from random import Random
from typing import Any

from secqa.benchmark.basis import Basis
from secqa.benchmark.design.new_shapes import design_gate, shape_of
from secqa.benchmark.draft import Draft
from secqa.benchmark.draft_selection import ReasonAgainst
from secqa.benchmark.fact_table import Entity
from secqa.benchmark.grammar.draw import Draw
from secqa.benchmark.grammar.question_kinds import DESIGNED
from secqa.errors import SecqaError
from secqa.files import bundled_text
from secqa.filings.dates import STATED_YEAR
from secqa.models.model import Model, ReplyForm, Request
from secqa.parsing.entities.company_mentions import link_companies
from secqa.parsing.ground import find_company
from secqa.query.form.schema import from_json, parsed, published_schema
from secqa.query.period import Period
from secqa.query.query import Query, lookups
from secqa.query.tree import nodes

_QUESTIONS_A_REQUEST = 6
_COMPANIES, _METRICS, _SHAPES, _SENTENCES = 6, 40, 12, 8
"""How many of each a request shows; others come with other requests."""
_EMPTY_REQUESTS = 3
"""Stop after this many requests in a row without a new question."""
_LENGTHS = (15, 600)
"""Fewest and most characters of a sentence."""


@dataclass(slots=True)
class DesignState:
    """The questions so far, and the reasons against other proposals."""

    basis: Basis
    reason_against: ReasonAgainst
    count: int
    """Questions wanted."""
    drafts: list[Draft] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)
    rejected: Counter[str] = field(default_factory=Counter)

    def add(self, reply: str) -> list[str]:
        """Keep the usable proposals of a reply; give a line for each problem."""
        problems = []
        try:
            proposals = list(read_proposals(reply))
        except SecqaError as error:
            self.rejected["no proposals"] += 1
            return [str(error)]
        for number, proposal in enumerate(proposals, 1):
            if len(self.drafts) >= self.count:
                break
            try:
                draft, sentence = check_proposal(proposal, self.basis)
                known = any(str(draft.grounded) == str(one.grounded) for one in self.drafts)
                reason = "it is there already" if known else self.reason_against(draft)
            except SecqaError as error:
                reason = str(error)
            if reason:
                self.rejected[reason] += 1
                problems.append(f"{number}. {reason}")
            else:
                self.drafts.append(draft)
                self.sentences.append(sentence)
        return problems


def design_by_model(basis: Basis, seed: int, count: int, model: Model) -> DesignState:
    """Design up to `count` questions; raises SecqaError if no proposal can be used.

    May raise `Stopped`; the replies so far are in the cache, so that the next run continues.
    """
    draw = basis.draw(Random(f"{seed}/{DESIGNED}"))
    state = DesignState(basis, design_gate(basis), count)
    instructions = bundled_text("secqa.benchmark.design", "design.md")
    empty = 0
    while len(state.drafts) < count and empty < _EMPTY_REQUESTS:
        before = len(state.drafts)
        prompt = _prompt(draw, state, min(_QUESTIONS_A_REQUEST, count - before))
        request = Request(instructions, prompt, reply_form())
        reply = model(request).text
        if problems := state.add(reply):
            retry = (
                f"{prompt}\n\nYour last answer was {reply}\nOf its proposals, these cannot be used:"
                "\n" + "\n".join(problems) + "\nPropose others in their place, with that put right."
            )
            state.add(model(replace(request, prompt=retry)).text)
        empty = 0 if len(state.drafts) > before else empty + 1
    if not state.drafts:
        why = "; ".join(reason for reason, _ in state.rejected.most_common(3))
        raise SecqaError(
            f"the model proposed no question that can be used ({why or 'none at all'})"
        )
    return state


def _prompt(draw: Draw, state: DesignState, count: int) -> str:
    """Companies and metrics drawn for this request, and the questions so far."""
    companies = draw.rng.sample(draw.companies, min(_COMPANIES, len(draw.companies)))
    parts = [
        f"Propose {count} questions.",
        "Companies, with the fiscal years that T has:",
        *(f"- {_label(company)} ({_years(draw, company)})" for company in companies),
    ]
    text = f"{parts[0]}\n\n" + "\n".join(parts[1:])
    text += f"\n\nMetrics: {' '.join(_shared_metrics(draw, companies))}"
    if state.drafts:
        shapes = Counter(shape_of(draft.query) for draft in state.drafts if draft.query)
        lines = [f"- {shape}: {number}" for shape, number in shapes.most_common(_SHAPES)]
        text += "\n\nShapes that are there already:\n" + "\n".join(lines)
        lines = [f"- {sentence}" for sentence in state.sentences[-_SENTENCES:]]
        text += "\n\nThe last questions:\n" + "\n".join(lines)
    return text


def _label(company: Entity) -> str:
    # Names come from filings: a name with line ends must not make up lines.
    name = " ".join(company.name.split())
    return f"{company.ticker}: {name}" if company.ticker else name


def _years(draw: Draw, company: Entity) -> str:
    periods = (p for metric in draw.metrics for p in draw.table.periods(company, metric.id))
    years = sorted({period.year for period in periods if period.year})
    return f"FY{years[0]}-FY{years[-1]}" if years else "no years"


def _shared_metrics(draw: Draw, companies: list[Entity]) -> list[str]:
    """Metrics that most of the companies have, those that all have first."""
    group = set(companies)
    counts = {
        metric.id: len(group & {company for company, _ in draw.available(metric)})
        for metric in draw.metrics
    }
    mixed = draw.rng.sample(sorted(counts), len(counts))
    best = sorted(mixed, key=lambda name: -counts[name])[:_METRICS]
    return sorted(name for name in best if counts[name] > 1 or counts[name] == len(group))


@lru_cache(maxsize=1)
def reply_form() -> ReplyForm:
    """The form of a reply."""
    schema = json.loads(published_schema())
    value = schema["$defs"]["value"]
    # A model writes out definitions, so it needs no node for them.
    value["anyOf"] = [one for one in value["anyOf"] if "name" not in one.get("properties", ())]
    proposal = _object({"sentence": {"type": "string"}, "query": _object(schema["properties"])})
    whole = _object({"proposals": {"type": "array", "items": proposal}})
    about = "Questions, each as a sentence and as a query."
    return ReplyForm("proposals", about, {**whole, "$defs": schema["$defs"]})


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def read_proposals(text: str) -> Iterator[dict[str, object]]:
    """The proposals of a reply; SecqaError for a reply without."""
    # Models without structured output write words around it.
    data = parsed(text[text.find("{") : text.rfind("}") + 1])
    proposals = data.get("proposals") if isinstance(data, dict) else None
    if not isinstance(proposals, list):
        raise SecqaError("the reply has no list of proposals")
    for proposal in proposals:
        if not isinstance(proposal, dict):
            raise SecqaError("a proposal must be an object with a sentence and a query")
        yield proposal


def check_proposal(proposal: Mapping[str, object], basis: Basis) -> tuple[Draft, str]:
    """Its draft and its sentence; raises SecqaError with the reason if it cannot be used."""
    sentence = proposal.get("sentence")
    if not isinstance(sentence, str) or not _LENGTHS[0] <= len(sentence) <= _LENGTHS[1]:
        raise SecqaError(f"the sentence must be text of {_LENGTHS[0]} to {_LENGTHS[1]} characters")
    line = " ".join(sentence.split())
    if not line.isprintable():
        raise SecqaError("the sentence must be one printable line")
    query = from_json(proposal.get("query"), basis.catalogue)
    if any(lookup.line or lookup.part for lookup in lookups(query)):
        raise SecqaError("only metrics of whole companies are known")
    draft = basis.draft_of(DESIGNED, query)
    if reason := _against_sentence(line, query, draft, basis):
        raise SecqaError(reason)
    return draft, line


def _against_sentence(line: str, query: Query, draft: Draft, basis: Basis) -> str:
    """The reason why a sentence cannot express its query; "" if it may."""
    known = basis.table.known
    in_line = {mention.company.cik for mention in link_companies(line, known)}
    in_query = {find_company(company.cik, known).cik for company in draft.companies}
    if in_query - in_line:
        missing = next(one.name for one in draft.companies if one.cik not in in_line)
        return f"the sentence does not name {missing}"
    if in_line - in_query:
        return "the sentence names a company that the query does not ask about"
    stated = {node.year for node in nodes(query) if isinstance(node, Period) and node.year}
    years = {int(year) for year in STATED_YEAR.findall(line)}
    outside = years.difference(range(min(stated), max(stated) + 1)) if stated else years
    if outside:
        return f"the sentence says {min(outside)}, the query does not"
    if stated and max(stated) not in years:
        return f"the query asks for {max(stated)}, the sentence does not say so"
    return ""
