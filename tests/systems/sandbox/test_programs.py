"""Programs as language models write them come to what Python makes of them."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from secqa.systems.sandbox.run import run_program


class Written(NamedTuple):
    """A program, and the answer or the error (`! ...`) that Python gives."""

    question: str
    program: str
    expected: str


def read_programs(path: Path) -> list[Written]:
    begins: dict[str, str] = {}
    programs = []
    for block in re.split(r"^@@ ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        title, _, text = block.partition("\n")
        body, _, expected = text.partition("\n=")
        use, _, rest = body.partition("\n")
        if not expected:
            begins[title] = text.rstrip()
            continue
        if use.startswith("#use "):
            body = f"{begins[use.removeprefix('#use ')]}\n\n\n{rest}"
        answer = "\n".join(line[3:] for line in f"={expected}".strip("\n").split("\n"))
        programs.append(Written(title, body, f"! {answer}" if expected[0] == "!" else answer))
    return programs


def select_documents(
    companies: list[str] | None = None,
    stock_symbols: list[str] | None = None,
    form_types: list[str] | None = None,
    fiscal_years: list[int] | None = None,
    financial_period_end_date_range_start: str | None = None,
    financial_period_end_date_range_end: str | None = None,
) -> list[str]:
    names = [*(stock_symbols or []), *(companies or [])]
    years = fiscal_years or [int((financial_period_end_date_range_start or "2022")[:4])]
    return [f"{n}-{form}-{year}" for n in names for form in form_types or [] for year in years]


def retrieve_relevant_pages(question: str, documents: list[str] | None = None) -> list[str]:
    return [f"{document}#1" for document in documents or []]


def extract_value(question: str, pages: list[str]) -> float | None:
    """A figure that depends on every letter of what is asked; None for what is not printed."""
    if not pages or "deferred revenue" in question:
        return None
    return sum(map(ord, question)) % 997 / 8 + 1


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "select_documents": select_documents,
    "retrieve_relevant_pages": retrieve_relevant_pages,
    "extract_value": extract_value,
}
PROGRAMS = read_programs(Path(__file__).parent / "programs.txt")


def told(program: str) -> str:
    """The answer that a program writes, or its error."""
    outcome = run_program(program, FUNCTIONS)
    return f"! {outcome.error}" if outcome.error else (outcome.answer_text or "").rstrip("\n")


def test_programs_of_models() -> None:
    wrong = [(one, said) for one in PROGRAMS if (said := told(one.program)) != one.expected]
    assert wrong == []
