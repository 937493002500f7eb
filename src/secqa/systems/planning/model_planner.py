"""Let a language model write the program for a question, and mend it once if it fails.

The prompt has the functions of the SEC-QA paper (figure 7), the ideas of its exemplars (figure 8),
and the companies of the corpus. A program that does not parse, calls a function wrongly or fails
goes back once with the error.
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
from secqa.systems.sandbox.call_check import check_calls

_PACKAGE = "secqa.systems.planning"
_BLOCK = re.compile(r"```(?:python|py)?[ \t]*\n(.*?)(?:```|\Z)", re.DOTALL)
_SAYS_NONE = "ValueError: found no"
"""The error of programs that found no value, as the prompt requests."""
_PROGRAM_FAILED = "This program was run for it:"


def plan_by_model(question: str, companies: Sequence[Company], *, model: Model) -> Plan:
    """Plan by the model's program; raises CannotAnswer if no program parses."""
    program = _program(model(Request(planner_instructions(), _prompt(question, companies))).text)
    if error := check_calls(program, function_stubs()):
        program = _mended(question, companies, program, error, model)
        if error := check_calls(program, function_stubs()):
            raise CannotAnswer(f"the model wrote no program that can run ({error})")
    return Plan(program, by_model=True)


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
    try:
        mended = _mended(question, companies, plan.program, error, model)
    except CannotAnswer:
        return None
    if mended == plan.program or check_calls(mended, function_stubs()):
        return None
    return replace(plan, program=mended)


@lru_cache
def function_stubs() -> str:
    """The stub file of the functions that programs may call."""
    return bundled_text(_PACKAGE, "prompts/functions.pyi")


@lru_cache
def planner_instructions() -> str:
    """The constant part of the prompt."""
    return (
        bundled_text(_PACKAGE, "prompts/planner.md")
        .replace("{functions}", function_stubs().strip())
        .replace("{examples}", bundled_text(_PACKAGE, "prompts/examples.md").strip())
    )


def planner_question(prompt: str) -> str:
    """The question in a planner's prompt."""
    return prompt.removeprefix("Question: ").partition("\n")[0]


def _prompt(question: str, companies: Sequence[Company]) -> str:
    asked = " ".join(question.split())
    return f"Question: {asked}\n\nThe collection:\n{company_listing(companies, question, MOST)}"


def _mended(
    question: str, companies: Sequence[Company], program: str, error: str, model: Model
) -> str:
    prompt = (
        f"{_prompt(question, companies)}\n\n{_PROGRAM_FAILED}\n\n```python\n{program}\n```\n\n"
        f"It failed: {error}\n\nWrite the whole program again, with that put right."
    )
    return _program(model(Request(planner_instructions(), prompt)).text)


def _program(text: str) -> str:
    block = _BLOCK.search(text)
    if block:
        return block.group(1).strip() + "\n"
    said = " ".join(text.split())
    if said.startswith("CANNOT"):
        raise CannotAnswer(said.removeprefix("CANNOT").lstrip(": ") or "the model sees no way")
    return text.strip() + "\n"
