"""Answers we write ourselves: right ones, and ones that go wrong at a chosen stage."""

import json
import re
import zlib
from base64 import b64decode
from dataclasses import replace
from functools import cache, partial
from typing import Any

from tests.support.benchmark_tables import CATALOGUE, made_source

from secqa.benchmark.dataset import Benchmark, Question
from secqa.benchmark.generation import Origin, generate
from secqa.benchmark.suite import load_suite
from secqa.evaluation.runner import Answers, in_threads
from secqa.reading.reading import Reading
from secqa.systems.answer import Answer


@cache
def made_benchmark(count: int = 24, seed: int = 1) -> Benchmark:
    """The six kinds of the paper over the made-up table."""
    suite = replace(load_suite("all"), count=count)
    return generate(made_source(), CATALOGUE, suite, Origin(seed, "0", "secqa made"))


def right_answer(question: Question) -> Answer:
    """Every fact read from its first evidence page, the right answer out."""
    return Answer(
        question=question.text,
        value=question.answer,
        unit=question.unit,
        program=question.program,
        documents=tuple(dict.fromkeys(fact.document_id for fact in question.facts)),
        pages=tuple(
            dict.fromkeys(
                (fact.document_id, page)
                for fact in question.facts
                for page in (fact.evidence[0].page, 7)
            )
        ),
        readings=tuple(
            Reading(
                question=f"What is the {fact.metric} of {fact.company}?",
                value=fact.value,
                unit=fact.unit,
                document_id=fact.document_id,
                page=fact.evidence[0].page,
                element=fact.evidence[0].element,
                row=fact.evidence[0].row,
                column=fact.evidence[0].column,
                quote=fact.evidence[0].quote,
                why="made up",
            )
            for fact in question.facts
        ),
        calls=len(question.facts) + 1,
        seconds=0.1,
    )


def misread(question: Question, **changes: object) -> Answer:
    """The first value is another one, and so is the answer."""
    answer = right_answer(question)
    first = replace(answer.readings[0], **changes)  # type: ignore[arg-type]
    return replace(answer, value=1.5e4, readings=(first, *answer.readings[1:]))


class MadeSystem:
    """Right from so many pages on, misses the page before; refuses every eighth question."""

    def __init__(self, name: str, benchmark: Benchmark, pages: int) -> None:
        self.name = name
        self.pages = pages
        self.questions = {q.text: (place, q) for place, q in enumerate(benchmark.questions)}

    def answer(self, question: str) -> Answer:
        place, found = self.questions[question]
        if place % 8 == 7:
            return Answer(question, None, error="cannot answer: which company?")
        answer = right_answer(found)
        if place % 16 < self.pages:
            return answer
        if place % 3 == 0:
            return misread(found, value=found.facts[0].value * 1000)
        lost = replace(answer.readings[0], value=None, quote="", page=0, why="no row fits")
        pages = tuple((document, page + 1000) for document, page in answer.pages)
        return replace(answer, value=None, pages=pages, readings=(lost,), error="nothing read")


def unpacked(html: str, name: str) -> dict[str, Any]:
    """Data of a report, which its script unpacks."""
    (text,) = re.findall(f'<script type="application/octet-stream" id="{name}">([^<]*)<', html)
    found: dict[str, Any] = json.loads(zlib.decompress(b64decode(text)))
    return found


def made_answers(benchmark: Benchmark) -> Answers:
    """Who answers a benchmark as `MadeSystem` does."""
    return partial(in_threads, lambda pages: MadeSystem("made", benchmark, pages), 1)
