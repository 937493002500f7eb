"""A benchmark over the small corpus, and the offline engine served to those who ask models."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.support.faulty_server import FaultyServer

from secqa.benchmark.card import card_of
from secqa.benchmark.dataset import Benchmark, Complexity, Question, write_benchmark
from secqa.corpus.corpus_store import Corpus
from secqa.facts.fact import Evidence, StatedFact
from secqa.serving.offline_model import offline_model

MODEL = "openai:offline"
BY_MODEL = ("--planner", "model", "--reader", "model")
"""Options with which a model writes every program and reads every page."""
ASKED: dict[str, float | str] = {
    "What was Acme's net income in 2024?": 680e6,
    "What is the operating margin of Acme in 2024?": 900 / 5200,
    "What was Acme's revenue growth from 2023 to 2024?": 5200 / 4900 - 1,
    "Did Acme pay dividends in 2024?": "Yes",
    "What is Acme's free cash flow in fiscal 2024?": 670e6,
    "What were the total assets of Bolt Works in 2024?": 4100e6,
    "What is the inventory of Acme in 2024?": 610e6,
    "What is Bolt Works's goodwill in 2024?": 220e6,
}


FACT = StatedFact(
    company="Acme Tools Inc.",
    ticker="ACME",
    document_id="ACME-10-K-2024",
    fiscal_year=2024,
    fiscal_period="FY",
    metric="net_income",
    value=680e6,
    unit="USD",
    evidence=(Evidence("ACME-10-K-2024", 5, 501, 9, 1, 2, "Net income | 680"),),
)
"""One of the facts that the questions need; runs do not look at it, scores do."""


@contextmanager
def served(
    monkeypatch: pytest.MonkeyPatch, folder: Path, script: Sequence[Any] = ("ok",)
) -> Iterator[FaultyServer]:
    """The offline engine behind `openai:`, with an empty cache in the folder."""
    with FaultyServer(offline_model(lambda question: question), script) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        monkeypatch.setenv("OPENAI_API_KEY", "none")
        monkeypatch.setenv("SECQA_CACHE", str(folder / "cache.sqlite"))
        yield server


def write_questions(corpus: Corpus, folder: Path) -> Path:
    """A benchmark of the questions above."""
    questions = tuple(
        Question(
            question_id=f"made-{number}",
            text=text,
            type="value_year",
            answer=answer,
            unit="",
            companies=(),
            metrics=(),
            facts=(FACT,),
            complexity=Complexity(1, 1, 1, (), 1),
            program="",
        )
        for number, (text, answer) in enumerate(ASKED.items())
    )
    made = Benchmark(questions, "all", 1, "0", corpus.fingerprint, "made")
    write_benchmark(made, folder, card_of(made))
    return folder
