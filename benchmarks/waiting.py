"""What a language model costs each system: `python benchmarks/waiting.py CORPUS BENCHMARK`.

The built-in server answers over HTTP on this machine with the offline engine, after a fixed
wait, in the place of a model. Every system is asked the same questions, each with an empty
cache: answers right, calls, tokens and seconds a question. Last, codegen-docs without reading
ahead; the ratio is what making independent readings at once saves (SEC-QA paper, 5.4).
"""

import argparse
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean

from secqa.benchmark.dataset import Question, read_benchmark
from secqa.corpus.corpus_store import Corpus, open_corpus
from secqa.evaluation.verdict import Verdict, judge
from secqa.models.model import Usage
from secqa.retrieval.retriever import OWN_RANKING, open_retriever
from secqa.serving.offline_model import offline_model
from secqa.serving.offline_server import ChatHandler, OfflineServer
from secqa.systems.answer import Answer
from secqa.systems.engine import make_engine
from secqa.systems.make import SYSTEMS, make_system
from secqa.systems.paper_systems import CodeGen
from secqa.systems.thinking import Mode, Thinking, thinking_with

Answers = Callable[[str], Answer]


@dataclass(frozen=True, slots=True)
class Took:
    """Means a question."""

    right: float
    calls: float
    tokens: float
    seconds: float


class SlowServer(OfflineServer):
    """Waits before each reply."""

    wait: float

    def reply(self, handler: ChatHandler, body: bytes, path: str) -> None:
        time.sleep(self.wait)
        super().reply(handler, body, path)


@contextmanager
def model(wait: float, planner: Mode = Mode.MODEL, reader: Mode = Mode.MODEL) -> Iterator[Thinking]:
    """A model that answers after `wait` seconds, and remembers nothing."""
    server = SlowServer(offline_model(lambda question: question))
    server.wait = wait
    with server, tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "OPENAI_BASE_URL": server.url,
            "OPENAI_API_KEY": "none",
            "SECQA_CACHE": str(Path(folder) / "cache.sqlite"),
        }
        yield thinking_with("openai:offline", planner, reader)


def took(answers: Answers, questions: Sequence[Question]) -> Took:
    """Ask all questions, one after the other."""
    given = [answers(question.text) for question in questions]
    verdicts = [judge(a.value, q.answer) for a, q in zip(given, questions, strict=True)]
    return Took(
        fmean(verdict is Verdict.RIGHT for verdict in verdicts),
        fmean(answer.calls for answer in given),
        fmean(answer.tokens for answer in given),
        fmean(answer.seconds for answer in given),
    )


def serially(corpus: Corpus, thinking: Thinking, k: int) -> Answers:
    """codegen-docs that reads each value when its program asks for it."""
    retrieve = open_retriever(OWN_RANKING, corpus)

    def answer(question: str) -> Answer:
        spent = Usage()
        engine = replace(make_engine(corpus, thinking, spent), waits=False)
        given = CodeGen(corpus, retrieve, engine, k, "codegen-docs", True).answer(question)
        return replace(given, calls=spent.calls, tokens=spent.tokens)

    return answer


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("corpus", type=Path)
    parser.add_argument("benchmark", type=Path)
    parser.add_argument("--questions", type=int, default=20)
    parser.add_argument("--wait", type=float, default=0.2, help="seconds before each reply")
    parser.add_argument("--pages", type=int, default=4)
    chosen = parser.parse_args()
    corpus = open_corpus(chosen.corpus)
    questions = read_benchmark(chosen.benchmark).questions[: chosen.questions]
    print(f"{len(questions)} questions, k = {chosen.pages}, {chosen.wait:g} s a reply")
    print(f"{'':32}{'right':>7}{'calls':>7}{'tokens':>9}{'seconds':>9}")

    def measured(name: str, made: Callable[[Thinking], Answers], **modes: Mode) -> Took:
        with model(chosen.wait, **modes) as thinking:
            one = took(made(thinking), questions)
        print(f"{name:32}{one.right:7.1%}{one.calls:7.2f}{one.tokens:9,.0f}{one.seconds:9.2f}")
        return one

    def made(system: str) -> Callable[[Thinking], Answers]:
        return lambda thinking: make_system(system, corpus, chosen.pages, thinking).answer

    for system in SYSTEMS:
        at_once = measured(system, made(system))
    first = {"planner": Mode.OFFLINE_FIRST, "reader": Mode.OFFLINE_FIRST}
    measured("codegen-docs, rules first", made("codegen-docs"), **first)
    one_by_one = measured(
        "codegen-docs, one after another", lambda t: serially(corpus, t, chosen.pages)
    )
    print(f"waiting, one after another / at once: {one_by_one.seconds / at_once.seconds:.2f}")


if __name__ == "__main__":
    main()
