"""Read pages by a language model that fills in a form, and check its quotes.

A model reads more than rules, but also makes up values. So the quoted line must be on the page, and
the number in that line. Pages are data, between marks that no page can imitate.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Literal, TypeVar

from pydantic import Field

from secqa.errors import SecqaError
from secqa.files import bundled_text
from secqa.filings.document import Metadata, Page
from secqa.filings.numbers import parse_number
from secqa.models.model import Model
from secqa.models.typed import ask_typed
from secqa.reading.page_text import page_body, page_id, write_pages
from secqa.reading.reading import Reading, ValueOrigin, origin_in_words
from secqa.reading.structure.text_figures import figures_in

Pages = Sequence[tuple[Metadata, Page]]
Unit = Literal["USD", "USD/shares", "shares", "count", "percent", "ratio", "yes_no", "none"]
Scale = Literal["one", "thousand", "million", "billion"]

_CONFIDENCE = 0.5
"""Confidence of every checked value, since a model's own is not reliable."""
FACTORS: dict[Scale, float] = {"one": 1.0, "thousand": 1e3, "million": 1e6, "billion": 1e9}
_UNITS = {"percent": "pure", "ratio": "pure", "yes_no": "", "none": ""}
_NOT_FOUND = "the model does not find it on the pages given"
_NUMBER = re.compile(r"\(?-?\$?\s?\d[\d,]*(?:\.\d+)?\s?%?\)?")
T = TypeVar("T")
_FOLDED = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "|": " "})


# The model gets the descriptions of these fields.
@dataclass(frozen=True, slots=True)
class Extraction:
    """The figure asked for as the pages print it, or that they do not."""

    found: bool
    value: Annotated[
        float | None, Field(description="as printed, not scaled", allow_inf_nan=False)
    ] = None
    scale: Annotated[Scale, Field(description="what the printed number is counted in")] = "one"
    unit: Unit = "none"
    answer: Annotated[Literal["Yes", "No"] | None, Field(description="of yes-no questions")] = None
    page: Annotated[str, Field(description="the id of the page")] = ""
    quote: Annotated[str, Field(description="the printed line, word for word")] = ""


@dataclass(frozen=True, slots=True)
class Quote:
    """A printed line that an answer rests on."""

    page: Annotated[str, Field(description="the id of the page")]
    quote: Annotated[str, Field(description="the printed line, word for word")]


@dataclass(frozen=True, slots=True)
class WholeAnswer:
    """The answer to the question, or that the pages do not give it."""

    found: bool
    values: Annotated[
        tuple[Annotated[float, Field(allow_inf_nan=False)] | str, ...],
        Field(
            description="what is asked for, in that order: money in single US dollars, percentages "
            "as fractions; Yes, No, a year or a name where that is asked for; one to three "
            "sentences where something is to be told"
        ),
    ] = ()
    unit: Unit = "none"
    quotes: tuple[Quote, ...] = ()


def read_by_model(question: str, pages: Pages, *, model: Model) -> Reading:
    """Read one figure from these pages; a reading without a value has the reason."""
    answer = _ask("extract.md", question, pages, Extraction, _complaint_of, model)
    if isinstance(answer, Reading):
        return answer
    if not answer.found:
        return Reading(question, None, why=_NOT_FOUND)
    value = answer.answer or _value(answer)
    return _placed(question, value, answer.unit, Quote(answer.page, answer.quote), pages)


def answer_by_model(question: str, pages: Pages, *, model: Model) -> tuple[Reading, ...]:
    """Answer a whole question from these pages alone, with a reading for each value.

    All have the location of the first quote, since computed values have several lines.
    """
    answer = _ask("answer.md", question, pages, WholeAnswer, _complaint_of_whole, model)
    if isinstance(answer, Reading):
        return (answer,)
    if not answer.found:
        return (Reading(question, None, why=_NOT_FOUND),)
    quote = answer.quotes[0]
    return tuple(_placed(question, one, answer.unit, quote, pages) for one in answer.values)


@lru_cache
def reader_instructions(name: Literal["extract.md", "answer.md"]) -> str:
    """The constant part of a prompt."""
    return bundled_text("secqa.reading", f"prompts/{name}")


def reader_question(prompt: str) -> str:
    """The question in a reader's prompt."""
    return prompt.removeprefix("Question: ").partition("\n")[0]


def _ask(
    name: Literal["extract.md", "answer.md"],
    question: str,
    pages: Pages,
    kind: type[T],
    complaint: Callable[[T, dict[str, str]], str],
    model: Model,
) -> T | Reading:
    """The form filled in by the model, or a reading without a value if it is invalid."""
    if not pages:
        return Reading(question, None, why="no pages were given")
    bodies = {page_id(about.document_id, page.number): page_body(page) for about, page in pages}
    prompt = f"Question: {' '.join(question.split())}\n\nThe pages:\n{write_pages(pages)}"
    try:
        return ask_typed(
            model, reader_instructions(name), prompt, kind, lambda given: complaint(given, bodies)
        )
    except SecqaError as error:
        return Reading(question, None, why=str(error))


def _complaint_of(answer: Extraction, bodies: dict[str, str]) -> str:
    if not answer.found:
        return ""
    if problem := _misquoted(Quote(answer.page, answer.quote), bodies):
        return problem
    if answer.answer is None and answer.value is None:
        return "it was found, but no value is given"
    if answer.value is not None and not _prints(answer.quote, answer.value):
        return f"the number {answer.value:g} does not stand in the quote"
    return ""


def _complaint_of_whole(answer: WholeAnswer, bodies: dict[str, str]) -> str:
    if not answer.found:
        return ""
    if not answer.values:
        return "it was found, but no value is given"
    if not answer.quotes:
        return "no printed line is quoted"
    problems = (_misquoted(quote, bodies) for quote in answer.quotes)
    return next(filter(None, problems), "") or _unquoted(answer)


def _unquoted(answer: WholeAnswer) -> str:
    """The complaint about a figure in a text answer that no quote contains; "" for none."""
    printed = [one.size for quote in answer.quotes for one in figures_in(quote.quote)]
    text = " ".join(value for value in answer.values if isinstance(value, str))
    for one in figures_in(text):
        scaled = (size * factor for size in printed for factor in FACTORS.values())
        if one.unit != "year" and not any(abs(size - one.size) <= one.half for size in scaled):
            return f"the figure {one.text} stands in none of the quotes"
    return ""


def _misquoted(quote: Quote, bodies: dict[str, str]) -> str:
    if quote.page not in bodies:
        return f"{quote.page!r} is not the id of a page given"
    if not quote.quote.strip() or _folded(quote.quote) not in _folded(bodies[quote.page]):
        return f"the quote does not stand on page {quote.page}"
    return ""


def _folded(text: str) -> str:
    """Normalise white space, cell marks and dashes, which do not matter in quotes."""
    return " ".join(text.translate(_FOLDED).split())


def _prints(quote: str, value: float) -> bool:
    """Whether the quote contains a number, with any sign."""
    printed = (parse_number(text) for text in _NUMBER.findall(quote.translate(_FOLDED)))
    return any(number and abs(number.value) == abs(value) for number in printed)


def _value(answer: Extraction) -> float:
    assert answer.value is not None
    if answer.unit == "percent":
        return answer.value / 100
    return answer.value * FACTORS[answer.scale]


def _placed(question: str, value: float | str, unit: Unit, quote: Quote, pages: Pages) -> Reading:
    document_id, _, number = quote.page.rpartition("#")
    page = next(p for m, p in pages if page_id(m.document_id, p.number) == quote.page)
    folded = _folded(quote.quote)
    element = next((e.index for e in page.elements if folded in _folded(e.text)), -1)
    return Reading(
        question=question,
        value=value,
        unit=_UNITS.get(unit, unit),
        confidence=_CONFIDENCE,
        document_id=document_id,
        page=int(number),
        element=element,
        quote=quote.quote,
        place=ValueOrigin.MODEL,
        why=origin_in_words(ValueOrigin.MODEL),
    )
