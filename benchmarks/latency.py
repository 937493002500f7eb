"""How long a question takes without a model: `python benchmarks/latency.py CORPUS`.

Cold is `secqa ask` as a command, start and imports included; warm is the same system asked
again in one process, over the questions in free wording. Of warm ones also what understanding
the question and starting a sandbox take. Printed are the median and the 95th percentile, and for
cold ones how much of it is processor time.
"""

import argparse
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from statistics import median, quantiles

from secqa.corpus.corpus_store import open_corpus
from secqa.errors import CannotAnswer
from secqa.parsing.understand import understand
from secqa.retrieval.page_query import corpus_companies
from secqa.systems.engine import company_lines
from secqa.systems.make import make_system
from secqa.systems.sandbox.run import run_program

_QUESTIONS = Path(__file__).with_name("free_wording.jsonl")


def cold(questions: list[str], corpus: Path) -> tuple[list[float], list[float]]:
    """Seconds and processor seconds of the command, one a question."""
    taken, used = [], []
    for question in questions:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        began = time.perf_counter()
        line = [sys.executable, "-m", "secqa", "ask", question, "--corpus", str(corpus)]
        subprocess.run(line, capture_output=True, check=False)
        taken.append(time.perf_counter() - began)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return taken, used


def warm(questions: list[str], corpus: Path) -> list[float]:
    """Seconds an answer, after one that is not counted."""
    system = make_system("codegen-docs", open_corpus(corpus))
    system.answer(questions[0])
    return [system.answer(question).seconds for question in questions]


def understanding(questions: list[str], corpus: Path) -> list[float]:
    """Seconds to understand or refuse a question, after one that is not counted."""
    opened = open_corpus(corpus)
    companies, lines_of = corpus_companies(opened), company_lines(opened)

    def work(question: str) -> None:
        with suppress(CannotAnswer):
            understand(question, companies, opened.catalogue, lines_of)

    return _each(work, questions)


def sandbox(times: int) -> list[float]:
    """Seconds a program takes that only writes its answer, after one that is not counted."""
    program = 'open("answer.txt", "w").write("1")'
    return _each(lambda source: run_program(source, {}), [program] * times)


def _each(work: Callable[[str], object], inputs: list[str]) -> list[float]:
    work(inputs[0])
    taken = []
    for one in inputs:
        began = time.perf_counter()
        work(one)
        taken.append(time.perf_counter() - began)
    return taken


def _told(seconds: list[float]) -> str:
    return f"median {median(seconds):.4f} s, 95th percentile {quantiles(seconds, n=20)[-1]:.4f} s"


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--cold", type=int, default=5, help="commands to start")
    chosen = parser.parse_args()
    lines = _QUESTIONS.read_text(encoding="utf-8").splitlines()[1:]
    questions = [json.loads(line)["question"] for line in lines]
    answers = warm(questions, chosen.corpus)
    print(f"warm: {_told(answers)} over {len(answers)} questions")
    print(f"understanding: {_told(understanding(questions, chosen.corpus))}")
    print(f"sandbox: {_told(sandbox(50))}")
    taken, used = cold(questions[: chosen.cold], chosen.corpus)
    print(f"cold: {_told(taken)} over {len(taken)} commands")
    print(f"cold, processor only: {_told(used)}")


if __name__ == "__main__":
    main()
