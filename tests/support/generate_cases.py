"""Builders that `tests.benchmark.test_generate` and other tests share."""

from dataclasses import replace
from functools import cache
from typing import Any

from tests.support.benchmark_tables import (
    CATALOGUE,
    made_rows,
    made_source,
    printed,
    source_with,
)

from secqa.benchmark.corpus_facts import CorpusFacts
from secqa.benchmark.dataset import (
    Benchmark,
    Question,
)
from secqa.benchmark.generation import Origin, generate
from secqa.benchmark.grammar.question_kinds import KINDS
from secqa.benchmark.suite import Suite, load_suite
from secqa.facts.fact import MetricFact

PAPER = load_suite("all")


EVERYTHING = Suite("everything", kinds=tuple((kind, 1.0) for kind in KINDS), partial=True)


def fresh(suite: Suite = PAPER, seed: int = 1, **changes: Any) -> Benchmark:
    wanted = replace(suite, **{"count": 36, **changes})
    return generate(made_source(), CATALOGUE, wanted, Origin(seed, "0", "cmd"))


made = cache(fresh)
"""The same, made once."""


def by_type(benchmark: Benchmark) -> dict[str, list[Question]]:
    kinds: dict[str, list[Question]] = {}
    for question in benchmark.questions:
        kinds.setdefault(question.type, []).append(question)
    return kinds


def counts(benchmark: Benchmark) -> dict[str, int]:
    return {kind: len(found) for kind, found in by_type(benchmark).items()}


def source(rows: list[MetricFact], pages: dict[tuple[str, int], str] | None = None) -> CorpusFacts:
    shown = printed(rows) if pages is None else pages
    _, documents = made_rows()
    return source_with(rows, documents, shown)


def asked_of(source: CorpusFacts, suite: Suite, count: int = 4) -> Benchmark:
    return generate(source, CATALOGUE, replace(suite, count=count), Origin(1, "0", "c"))
