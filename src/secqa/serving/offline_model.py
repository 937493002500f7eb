"""Answer a language model's prompts by rule, so that model-based systems run without a model.

Prompts of this package are recognized by their instructions: planner prompts are answered from the
collection that they list, reader prompts from their page texts. Any other prompt is treated as a
plain question.
"""

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace

from secqa.errors import CannotAnswer, SecqaError
from secqa.filings.document import Page
from secqa.filings.numbers import PLAIN_NUMBER, parse_number
from secqa.metrics.catalogue import load_catalogue
from secqa.models.model import Model, Reply, Request, estimated_input, estimated_tokens
from secqa.parsing.entities.company_index import companies_of
from secqa.parsing.figure_question import parse_question
from secqa.parsing.understand import understand
from secqa.query.form.schema import to_json
from secqa.reading.model_reader import (
    FACTORS,
    Extraction,
    Quote,
    Scale,
    Unit,
    WholeAnswer,
    reader_instructions,
    reader_question,
)
from secqa.reading.page_text import page_id, read_pages
from secqa.reading.passages.text_units import sentences
from secqa.reading.reader import read_value
from secqa.reading.reading import Reading
from secqa.systems.explaining.request import (
    CitedSentence,
    Explanation,
    explaining_instructions,
    passages_in,
)
from secqa.systems.planning.collection import companies_in_list
from secqa.systems.planning.model_planner import planner_instructions, planner_question
from secqa.systems.planning.planner import plan
from secqa.systems.planning.query_planner import query_instructions

Speak = Callable[[str], str]
"""Takes a plain question and returns an answer as text."""
Thoughts = Mapping[str, Callable[[str], str]]
"""Prefix of a prompt's instructions -> function from the prompt to the reply."""


def offline_model(speak: Speak, others: Thoughts | None = None) -> Model:
    """Make a rule-based model; `speak` answers prompts that are not of this package.

    `others` answer further prompts, which are not about questions on a corpus.
    """
    thoughts: dict[str, Callable[[str], str]] = {
        planner_instructions().strip(): _planned,
        query_instructions().strip(): _filled,
        reader_instructions("extract.md").strip(): _extracted,
        reader_instructions("answer.md").strip(): _answered,
        explaining_instructions().strip(): _explained,
        **(others or {}),
    }

    def ask(request: Request) -> Reply:
        instructions = request.instructions.strip()
        think = next((t for start, t in thoughts.items() if instructions.startswith(start)), speak)
        text = think(request.prompt)
        return Reply(text, estimated_input(request), estimated_tokens(text), 0.0)

    return ask


def _planned(prompt: str) -> str:
    try:
        known, catalogue = companies_in_list(prompt), load_catalogue()
        program = plan(planner_question(prompt), known, catalogue).program
    except CannotAnswer as reason:
        return f"CANNOT: {reason}"
    if not program:
        return "CANNOT: the question asks for an answer in words, which no program works out"
    return f"```python\n{program}```"


def _filled(prompt: str) -> str:
    try:
        known, catalogue = companies_in_list(prompt), load_catalogue()
        query = understand(planner_question(prompt), known, catalogue).query
    except CannotAnswer as reason:
        return json.dumps({"outputs": [], "form": None, "cannot": str(reason)})
    return json.dumps({**to_json(query), "cannot": None})


def _extracted(prompt: str) -> str:
    reading, quote = read_prompt(prompt)
    value = reading.value
    if quote is None:
        return _json(Extraction(False))
    if isinstance(value, str):
        yes_no = Extraction(True, unit="yes_no", page=quote.page, quote=quote.quote)
        return _json(replace(yes_no, answer="Yes" if value == "Yes" else "No"))
    printed = _printed(float(value or 0.0), reading.unit, quote.quote)
    if printed is None:
        # The value was computed from other lines, but the prompt requires a printed one.
        return _json(Extraction(False))
    number, scale, unit = printed
    return _json(Extraction(True, number, scale, unit, page=quote.page, quote=quote.quote))


def _answered(prompt: str) -> str:
    reading, quote = read_prompt(prompt)
    if quote is None:
        return _json(WholeAnswer(False))
    assert reading.value is not None
    return _json(WholeAnswer(True, (reading.value,), _unit(reading.unit), (quote,)))


def _explained(prompt: str) -> str:
    """Quote the first sentence of each passage."""
    first = [(number, sentences(text)[:1]) for number, text in passages_in(prompt)]
    return _json(
        Explanation(
            tuple(CitedSentence(one, (number,)) for number, begins in first for one in begins)
        )
    )


def read_prompt(prompt: str) -> tuple[Reading, Quote | None]:
    """Read a value from the prompt's pages by rule; return it with its printed line, or None."""
    pages = read_pages(prompt)
    companies = companies_of(metadata for metadata, _ in pages)
    question = reader_question(prompt)
    try:
        catalogue = load_catalogue()
        parsed = parse_question(question, companies, catalogue)
        reading = read_value(parsed, pages, catalogue)
    except SecqaError as error:
        return Reading(question, None, why=str(error)), None
    page = next(
        (p for m, p in pages if (m.document_id, p.number) == (reading.document_id, reading.page)),
        None,
    )
    if reading.value is None or page is None:
        return reading, None
    return reading, Quote(page_id(reading.document_id, reading.page), _line(reading, page))


def _line(reading: Reading, page: Page) -> str:
    """The complete printed line of a reading."""
    element = next((e for e in page.elements if e.index == reading.element), None)
    if element is None:
        return reading.quote
    if element.table is not None and 0 <= reading.row < len(element.table.cells):
        return " | ".join(element.table.cells[reading.row])
    return element.text


def _printed(value: float, unit: str, line: str) -> tuple[float, Scale, Unit] | None:
    """The printed number, scale and unit in the line that yield `value`."""
    for text in PLAIN_NUMBER.findall(line):
        printed = parse_number(text)
        if printed is None:
            continue
        number = math.copysign(printed.value, value)
        if unit == "pure" and math.isclose(number / 100, value, rel_tol=1e-9):
            return number, "one", "percent"
        for scale, factor in FACTORS.items():
            if math.isclose(number * factor, value, rel_tol=1e-9):
                return number, scale, _unit(unit)
    return None


def _unit(unit: str) -> Unit:
    match unit:
        case "USD" | "USD/shares" | "shares" | "count":
            return unit
    return "ratio" if unit == "pure" else "none"


def _json(answer: Extraction | WholeAnswer | Explanation) -> str:
    return json.dumps(asdict(answer))
