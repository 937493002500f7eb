"""How long a question takes without a model: `python benchmarks/latency.py CORPUS`.

Cold is `secqa ask` as a command, start and imports included; warm is the same system asked
again in one process, over the questions in free wording. Printed are the median and the 95th
percentile, and for cold ones how much of it is processor time.
"""

import argparse
import json
import resource
import subprocess
import sys
import time
from pathlib import Path
from statistics import median, quantiles

from secqa.corpus.store import open_corpus
from secqa.systems.make import make_system

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


def _told(seconds: list[float]) -> str:
    return f"median {median(seconds):.3f} s, 95th percentile {quantiles(seconds, n=20)[-1]:.3f} s"


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
    taken, used = cold(questions[: chosen.cold], chosen.corpus)
    print(f"cold: {_told(taken)} over {len(taken)} commands")
    print(f"cold, processor only: {_told(used)}")


if __name__ == "__main__":
    main()
