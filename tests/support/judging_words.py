"""A benchmark of questions in words, and a run with answers that we wrote."""

from dataclasses import replace
from pathlib import Path

from tests.support.run_builders import made_benchmark

from secqa.benchmark.dataset import Benchmark
from secqa.evaluation.runs import (
    Prediction,
    Run,
    RunSettings,
    append_prediction,
    open_run,
    read_run,
)
from secqa.reading.reading import Passage
from secqa.systems.answer import Answer

HAMMERS = (
    "We make hammers and mallets in two plants in Ohio. In 2024 we sold 4,100 tons of them, mostly "
    "to builders. Steel is the largest part of what they cost us. We buy it from three mills under "
    "contracts that run for a year, and pass higher prices on to our customers."
)
STALE = HAMMERS.replace("2024", "2023").replace("4,100", "3,700")
PEOPLE = (
    "Our people are trained in our own school. Each apprentice learns for three years, at the "
    "bench and in class, and most of them stay with us for good once they have passed."
)
REPORT = "ACME-10-K-2024"


def benchmark() -> Benchmark:
    """One question that a passage answers, one that a name answers, and one about figures."""
    first, second, third, *_ = made_benchmark().questions
    passage = Passage(REPORT, 3, "I/1", "Hammers and mallets", HAMMERS)
    words = replace(
        first,
        text="What does Acme's 2024 annual report say about hammers and mallets?",
        type="about",
        answer=HAMMERS,
        facts=(),
        metrics=(),
        passages=(passage,),
    )
    names = ("Acme Tools", "Bolt Works")
    name = replace(
        second, text="Which of Acme and Bolt sold more?", answer=names[0], companies=names
    )
    return replace(made_benchmark(), questions=(words, name, third))


def run_with(folder: Path, *answers: Answer) -> Run:
    """A run with these answers to the questions in order, at one number of pages."""
    made = benchmark()
    settings = RunSettings("made", "offline", made.fingerprint, made.corpus, "0", "secqa run")
    open_run(folder, settings, made)
    for question, answer in zip(made.questions, answers, strict=False):
        append_prediction(folder, Prediction(question.question_id, 4, answer))
    return read_run(folder)


def said(value: str, page: int = 3, document: str = REPORT) -> Answer:
    """An answer in words from one page."""
    return Answer("q", value, documents=(document,), pages=((document, page),))
