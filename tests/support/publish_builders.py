"""A benchmark in a folder of its own, and published."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from tests.support.corpus_builders import made_document

from secqa.benchmark.card import card_of
from secqa.benchmark.dataset import Benchmark, Complexity, Question, write_benchmark
from secqa.benchmark.formats.publication import PublishOptions, publish_benchmark
from secqa.benchmark.formats.release import Release
from secqa.corpus.corpus_rows import rows_for
from secqa.corpus.corpus_store import open_corpus
from secqa.corpus.corpus_writer import CorpusWriter
from secqa.facts.fact import Evidence, StatedFact
from secqa.query.form.schema import from_json


def made_question(number: int) -> Question:
    """A question with one fact on two pages; every third has no query and several answers."""
    document = f"ACME-10-K-{2000 + number}"
    places = tuple(
        Evidence(document, page, 10 * page, 3, 1, grade, f"Net “sales” | {number},234")
        for page, grade in ((4, 2), (7, 1))
    )
    value, year = number * 1e6 + 0.5, 2000 + number
    fact = StatedFact("ACME INC", "ACME", document, year, "FY", "revenue", value, "USD", places)
    asked = {"metric": "revenue", "company": "Acme", "period": "latest"}
    several = number % 3 == 0
    return Question(
        question_id=f"single-7-{number:04d}-{number:08x}",
        text=f"What was Acme’s revenue in {'its year' * number} no. {number}?",
        type="value",
        answer=("Acme", value) if several else value,
        unit="USD",
        companies=("Acme",),
        metrics=("revenue",),
        facts=(fact,),
        complexity=Complexity(
            entities=1, periods=1, hops=1, structure=("latest report",), outputs=1
        ),
        program=f'from functions import retrieve_relevant_pages\nanswer = {value}  # "{year}"\n',
        query=None if several else from_json({"outputs": [asked], "form": None}),
        difficulty="hard" if several else "easy",
    )


def made_benchmark(count: int = 12) -> Benchmark:
    """Questions of different lengths."""
    questions = tuple(made_question(number) for number in range(1, count + 1))
    return Benchmark(questions, "single", 7, "0", "f0", "secqa made", {"too easy": 1})


def made_corpus(folder: Path) -> Path:
    """A corpus of one document with three pages."""
    with CorpusWriter(folder) as writer:
        writer.add(rows_for(made_document()))
    return folder


def written(folder: Path, benchmark: Benchmark | None = None) -> Path:
    """The folder of a benchmark of twelve questions, from the corpus beside it if there is one."""
    made = benchmark or made_benchmark(12)
    corpus = folder.parent / "corpus"
    if corpus.exists():
        made = replace(made, corpus=open_corpus(corpus).fingerprint)
    write_benchmark(made, folder, card_of(made))
    return folder


def published(tmp_path: Path, to: str, name: str = "out", **how: object) -> tuple[Path, Release]:
    """The folder of a benchmark as published, and what was."""
    corpus = tmp_path / "corpus"
    if to == "beir":
        how["corpus"] = corpus if corpus.exists() else made_corpus(corpus)
    bench = tmp_path / "bench"
    written(bench)
    out = tmp_path / name
    return out, publish_benchmark(bench, out, PublishOptions(to, **how))  # type: ignore[arg-type]


def files_in(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Every file below a folder, by its path there."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield str(path.relative_to(folder)), path.read_bytes()
