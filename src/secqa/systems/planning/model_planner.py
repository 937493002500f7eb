"""Let a language model write the program for a question, and mend it once if it fails.

The prompt has the functions of the SEC-QA paper (figure 7), the ideas of its exemplars (figure 8),
and the companies of the corpus. A program that fails goes back once with the error.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from secqa.errors import CannotAnswer
from secqa.files import bundled_text
from secqa.models.model import Model, Request
from secqa.parsing.entities.company_index import Company
from secqa.systems.planning.collection import MOST, company_listing
from secqa.systems.planning.planner import Plan

_PACKAGE = "secqa.systems.planning"
_BLOCK = re.compile(r"```(?:python|py)?[ \t]*\n(.*?)(?:```|\Z)", re.DOTALL)
_SAYS_NONE = "ValueError: found no"
"""The error of programs that found no value, as the prompt requests."""
_PROGRAM_FAILED = "This program was run for it:"


def plan_by_model(question: str, companies: Sequence[Company], *, model: Model) -> Plan:
    """Plan by the model's program; raises CannotAnswer with the model's reason for none."""
    reply = model(Request(planner_instructions(), _prompt(question, companies)))
    return Plan(_program(reply.text), by_model=True)


def mend_by_model(
    question: str,
    plan: Plan,
    error: str,
    companies: Sequence[Company],
    *,
    model: Model,
) -> Plan | None:
    """Another program for a question whose program failed with `error`; None if there is none.

    Mends only programs that the model wrote, and not if a figure was not found.
    """
    if not plan.by_model or plan.query.outputs or error.startswith(_SAYS_NONE):
        return None
    prompt = (
        f"{_prompt(question, companies)}\n\n{_PROGRAM_FAILED}\n\n```python\n{plan.program}\n```\n\n"
        f"It failed: {error}\n\nWrite the whole program again, with that put right."
    )
    try:
        mended = _program(model(Request(planner_instructions(), prompt)).text)
    except CannotAnswer:
        return None
    return None if mended == plan.program else replace(plan, program=mended)


@lru_cache
def planner_instructions() -> str:
    """The constant part of the prompt."""
    return (
        bundled_text(_PACKAGE, "prompts/planner.md")
        .replace("{functions}", bundled_text(_PACKAGE, "prompts/functions.pyi").strip())
        .replace("{examples}", bundled_text(_PACKAGE, "prompts/examples.md").strip())
    )


def planner_question(prompt: str) -> str:
    """The question in a planner's prompt."""
    return prompt.removeprefix("Question: ").partition("\n")[0]


def _prompt(question: str, companies: Sequence[Company]) -> str:
    text = " ".join(question.split())
    return f"Question: {text}\n\nThe collection:\n{company_listing(companies, question, MOST)}"


def _program(text: str) -> str:
    block = _BLOCK.search(text)
    if block:
        return block.group(1).strip() + "\n"
    reply = " ".join(text.split())
    if reply.startswith("CANNOT"):
        raise CannotAnswer(reply.removeprefix("CANNOT").lstrip(": ") or "the model sees no way")
    return text.strip() + "\n"
