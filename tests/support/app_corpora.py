"""A benchmark of the two small filings, and two runs on it, as the commands would write them."""

from pathlib import Path

from secqa.benchmark.dataset import Benchmark, Complexity, Question, write_benchmark
from secqa.evaluation.runs import Prediction, RunSettings, append_prediction, open_run
from secqa.facts.fact import Evidence, StatedFact
from secqa.query.period import parse_period
from secqa.query.query import Lookup, Query
from secqa.reading.reading import Passage, Reading
from secqa.systems.answer import Answer

EVIL_TEXT = "Is <img src=x onerror=alert(1)> of ACME right?"
REVENUE_QUOTE = "Total revenues | $ 1,200"
WORDS = "We make anvils & rockets. Our largest customer is a coyote."


def revenue() -> StatedFact:
    places = (
        Evidence("ACME-10-K-2024", 3, 11, 1, 1, 2, REVENUE_QUOTE),
        Evidence("GONE-10-K-2024", 9, 1, 1, 1, 1, "not in the corpus"),
    )
    return StatedFact(
        "Acme Tools Corp", "ACME", "ACME-10-K-2024", 2024, "FY", "revenue", 1.2e9, "USD", places
    )


def questions() -> tuple[Question, ...]:
    one = Complexity(1, 1, 1, (), 1)
    query = Query((Lookup("revenue", "Acme Tools", parse_period("FY2024")),))
    acme, metrics = ("Acme Tools",), ("revenue",)
    passage = Passage("ACME-10-K-2024", 2, "I/1", "Item 1. Business", WORDS)
    return (
        Question("made-1-0001-aa", "What was the revenue of Acme in 2024?", "value_in_period",
                 1.2e9, "USD", acme, metrics, (revenue(),), one, "print(1)", query,
                 difficulty="easy"),
        Question("made-1-0002-bb", EVIL_TEXT, "growth", None, "", acme, metrics, (), one, "",
                 why="<b>nobody</b> knows", difficulty="hard"),
        Question("made-1-0003-cc", "What does Acme make?", "passage", WORDS, "", acme, (), (),
                 one, "", passages=(passage,)),
    )  # fmt: skip


def write_made(folder: Path) -> None:
    """`benchmarks/made`, `runs/good` and `runs/poor` in a folder."""
    benchmark = Benchmark(questions(), "made", 1, "0", "no corpus", "secqa generate <b>")
    write_benchmark(benchmark, folder / "benchmarks" / "made", "card")
    asked = [one.text for one in benchmark.questions]
    read = Reading(asked[0], 1.2e9, "USD", 0.9, "ACME-10-K-2024", 3, 11, 1, 1, 0, REVENUE_QUOTE)
    pages = (("ACME-10-K-2024", 3), ("GONE-10-K-2024", 9))
    right = Answer(asked[0], 1.2e9, "USD", pages=pages, readings=(read,), confidence=0.9)
    wrong = Answer(asked[0], 1.9e8, "USD", pages=pages[:1], confidence=0.4, program="<i>answer</i>")
    refused = Answer(asked[1], None, error="<u>no</u> such thing")
    words = Answer(asked[2], "It makes <em>anvils</em>.")
    for name, first in (("good", right), ("poor", wrong)):
        settings = RunSettings(
            name, "offline", benchmark.fingerprint, "no corpus", "0", "secqa run"
        )
        run = open_run(folder / "runs" / name, settings, benchmark)
        answers = zip(benchmark.questions, (first, refused, words), strict=True)
        for question, answer in answers:
            append_prediction(run.folder, Prediction(question.question_id, 4, answer))
