"""A model designs (SEC-QA, 5.5): it proposes queries with sentences, T answers, the gates judge.

It is shown companies of the corpus with their years, metrics that all of these have, and what is
there already. What it proposes and cannot be used goes back to it, once for each reply. A person
has the last word (`secqa review`).
"""

from collections import Counter
from dataclasses import dataclass, field, replace
from random import Random

from secqa.benchmark.basis import Basis
from secqa.benchmark.design.judge import judge
from secqa.benchmark.design.proposals import checked, instructions, read_proposals, reply_form
from secqa.benchmark.design.shapes import shape_of
from secqa.benchmark.draft import Draft
from secqa.benchmark.kinds.draw import Draw, Held
from secqa.benchmark.kinds.registry import DESIGNED
from secqa.benchmark.names import Entity
from secqa.benchmark.select import ReasonAgainst
from secqa.errors import SecqaError
from secqa.models.model import Model, Request

_AT_A_TIME = 6
_COMPANIES, _METRICS = 6, 40
"""Shown at a time; others come with other requests."""
_SHAPES, _SENTENCES = 12, 8
"""Shown of what is there."""
_FRUITLESS = 3
"""Requests in a row without anything new after which no more is asked."""


@dataclass(slots=True)
class Found:
    """What was proposed and held."""

    drafts: list[Draft] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)
    rejected: Counter[str] = field(default_factory=Counter)


def design_by_model(basis: Basis, seed: int, count: int, model: Model) -> Found:
    """Up to so many questions; SecqaError where nothing that it proposes can be used.

    May raise `Stopped`; the replies so far are in the cache, so that the next run goes on.
    """
    draw = basis.draw(Random(f"{seed}/{DESIGNED}"), Held())
    against = judge(basis)
    found = Found()
    seen: set[str] = set()
    fruitless = 0
    while len(found.drafts) < count and fruitless < _FRUITLESS:
        before = len(found.drafts)
        wanted = min(_AT_A_TIME, count - before)
        request = Request(instructions(), _prompt(draw, found, wanted), reply_form())
        text = model(request).text
        problems = _taken(text, basis, against, found, seen, count)
        if problems:
            again = replace(request, prompt=_again(request.prompt, text, problems))
            _taken(model(again).text, basis, against, found, seen, count)
        fruitless = 0 if len(found.drafts) > before else fruitless + 1
    if not found.drafts:
        why = "; ".join(reason for reason, _ in found.rejected.most_common(3))
        raise SecqaError(
            f"the model proposed no question that can be used ({why or 'none at all'})"
        )
    return found


def _taken(
    text: str, basis: Basis, against: ReasonAgainst, found: Found, seen: set[str], count: int
) -> list[str]:
    """Keep what can be used of a reply; what is wrong with the rest, a line each."""
    problems = []
    try:
        proposals = list(read_proposals(text))
    except SecqaError as error:
        found.rejected["no proposals"] += 1
        return [str(error)]
    for place, proposal in enumerate(proposals, 1):
        if len(found.drafts) >= count:
            break
        try:
            draft, sentence = checked(proposal, basis)
            reason = "it is there already" if str(draft.grounded) in seen else against(draft)
        except SecqaError as error:
            reason = str(error)
        if reason:
            found.rejected[reason] += 1
            problems.append(f"{place}. {reason}")
            continue
        seen.add(str(draft.grounded))
        found.drafts.append(draft)
        found.sentences.append(sentence)
    return problems


def _again(prompt: str, text: str, problems: list[str]) -> str:
    return (
        f"{prompt}\n\nYour last answer was {text}\nOf its proposals, these cannot be used:\n"
        + "\n".join(problems)
        + "\nPropose others in their place, with that put right."
    )


def _prompt(draw: Draw, found: Found, wanted: int) -> str:
    """Companies and metrics drawn for this request, and what is there already."""
    companies = draw.rng.sample(draw.companies, min(_COMPANIES, len(draw.companies)))
    lines = [f"- {_called(one)} ({_years(draw, one)})" for one in companies]
    metrics = _shared(draw, companies)
    shapes = Counter(shape_of(one.query) for one in found.drafts if one.query)
    parts = [
        f"Propose {wanted} questions.",
        "Companies, with the fiscal years that T has:\n" + "\n".join(lines),
        f"Metrics: {' '.join(metrics)}",
    ]
    if found.drafts:
        there = [f"- {shape}: {number}" for shape, number in shapes.most_common(_SHAPES)]
        last = [f"- {sentence}" for sentence in found.sentences[-_SENTENCES:]]
        parts.append("Shapes that are there already:\n" + "\n".join(there))
        parts.append("The last questions:\n" + "\n".join(last))
    return "\n\n".join(parts)


def _called(company: Entity) -> str:
    # Names come from filings: one that holds line ends must not make up lines.
    name = " ".join(company.name.split())
    return f"{company.ticker}: {name}" if company.ticker else name


def _years(draw: Draw, company: Entity) -> str:
    years = sorted({
        period.year
        for metric in draw.metrics
        for period in draw.truth.periods(company, metric.id)
        if period.year
    })  # fmt: skip
    return f"FY{years[0]}-FY{years[-1]}" if years else "no years"


def _shared(draw: Draw, companies: list[Entity]) -> list[str]:
    """Metrics that most of the companies have, those that all have first."""
    wanted = set(companies)
    have = {
        metric.id: len(wanted & {company for company, _ in draw.held(metric)})
        for metric in draw.metrics
    }
    mixed = draw.rng.sample(sorted(have), len(have))
    best = sorted(mixed, key=lambda one: -have[one])[:_METRICS]
    return sorted(one for one in best if have[one] > 1 or have[one] == len(wanted))
