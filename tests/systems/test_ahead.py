"""Independent readings are made at once, and nothing else changes."""

import time
from collections.abc import Callable, Sequence
from functools import partial
from threading import Lock

import pytest

from secqa.corpus.corpus_store import Corpus
from secqa.errors import CannotAnswer
from secqa.filings.document import Metadata, Page
from secqa.parsing.figure_question import Question
from secqa.reading.reading import Reading
from secqa.systems.ahead import reading_ahead
from secqa.systems.page_source import Reader
from secqa.systems.sandbox.workers import ProgramLimits

HEAD = """
from functions import extract_value
def read(name):
    return extract_value(name, [])
"""
WRITE = '\nwith open("answer.txt", "w") as f:\n    f.write(str(answer))\n'
LOOP = HEAD + 'answer = sum([read(name) for name in ["a", "b", "c", "d"]])' + WRITE
LOWEST = (
    HEAD
    + """
debts = {name: read(f"debt of {name}") for name in ["a", "b", "c"]}
answer = read(f"income of {min(debts, key=lambda name: debts[name])}")
"""
    + WRITE
)
SECOND = LOWEST.replace("min(debts", "sorted(debts").replace("])}", "])[1]}")


class Slow:
    """A reader that waits, and counts what it was asked and how much of that at once."""

    def __init__(self, seconds: float = 0.0, values: dict[str, float] | None = None) -> None:
        self.seconds, self.values = seconds, values or {}
        self.asked: list[str] = []
        self.under_way = self.most = 0
        self._lock = Lock()

    def __call__(self, question: Question, pages: Sequence[tuple[Metadata, Page]]) -> Reading:
        question = str(question)
        with self._lock:
            self.asked.append(question)
            self.under_way += 1
            self.most = max(self.most, self.under_way)
        time.sleep(self.seconds)
        with self._lock:
            self.under_way -= 1
        return Reading(question, self.values.get(question, float(len(question))))


def functions_with(reader: Reader) -> dict[str, Callable[..., object]]:
    def extract_value(question: str, pages: Sequence[str]) -> object:
        return reader(question, []).value

    return {"extract_value": extract_value}


def answer(program: str, reader: Reader) -> str | None:
    from secqa.systems.sandbox.run import run_program

    def work(reader: Reader) -> str | None:
        return run_program(program, functions_with(reader)).answer_text

    with reading_ahead(work, reader) as served:
        return work(served)


def test_a_loop_costs_one_round_of_waiting() -> None:
    slow = Slow(0.1)
    assert answer(LOOP, slow) == "4.0"
    assert sorted(slow.asked) == ["a", "b", "c", "d"]
    assert slow.most == 4


@pytest.mark.parametrize(
    ("program", "expected"), [(LOWEST, "income of b"), (SECOND, "income of c")]
)
def test_what_depends_on_values_waits_for_them(program: str, expected: str) -> None:
    values = {"debt of a": 9.0, "debt of b": 1.0, "debt of c": 5.0, expected: 42.0}
    slow = Slow(values=values)
    assert answer(program, slow) == "42.0"
    assert sorted(slow.asked[:3]) == ["debt of a", "debt of b", "debt of c"]
    assert slow.asked[3:] == [expected]


def test_one_value_is_read_when_asked_for() -> None:
    slow = Slow()
    assert answer(HEAD + 'answer = read("a")' + WRITE, slow) == "1.0"
    assert slow.asked == ["a"]


@pytest.mark.parametrize(
    "program", ["while True: pass", "answer = (", HEAD + 'while True: read("a")', ""]
)
def test_programs_that_fail_fail_as_before(program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "secqa.systems.sandbox.run.ProgramLimits", partial(ProgramLimits, seconds=0.2)
    )
    slow = Slow()
    assert answer(program, slow) is None
    assert slow.asked.count("b") == 0


def test_a_failure_is_raised_where_the_program_asks() -> None:
    def failing(question: Question, pages: Sequence[tuple[Metadata, Page]]) -> Reading:
        raise CannotAnswer(f"no {question}")

    program = LOOP.replace("answer = sum", "answer = 0\ntry:\n    answer = sum").replace(
        WRITE, '\nexcept RuntimeError as problem:\n    answer = f"told: {problem}"\n' + WRITE
    )
    assert answer(program, failing) == "told: no a"


def test_a_dry_run_leaves_no_trace_and_no_answer(corpus: Corpus) -> None:
    from secqa.metrics.catalogue import load_catalogue
    from secqa.reading.reader import read_value
    from secqa.reading.reading import PassageAnswer
    from secqa.retrieval.page_query import corpus_companies
    from secqa.retrieval.retriever import OWN_RANKING, open_retriever
    from secqa.systems.answer import Answer
    from secqa.systems.engine import Engine
    from secqa.systems.paper_systems import CodeGen
    from secqa.systems.planning.planner import plan

    catalogue, companies = load_catalogue(), corpus_companies(corpus)
    retrieve = open_retriever(OWN_RANKING, corpus)

    def read(question: Question, pages: Sequence[tuple[Metadata, Page]]) -> Reading:
        assert not isinstance(question, str)
        return read_value(question, pages, catalogue)

    def engine(waits: bool) -> Engine:
        return Engine(
            plan=lambda question: plan(question, companies, catalogue),
            mend=lambda _question, _plan, _error: None,
            read=read,
            answer=lambda question, _found: Answer(question, None),
            queries=lambda question: (question,),
            narrative_query=lambda _question: None,
            explain=lambda given: given,
            tell=lambda _telling, _pages, _parts: PassageAnswer((), 0.0),
            waits=waits,
        )

    question = "What were the combined total assets of Acme and Bolt Works in 2024?"
    for selects in (True, False):
        one, other = (
            CodeGen(corpus, retrieve, engine(waits), 4, "codegen", selects).answer(question)
            for waits in (False, True)
        )
        assert one.value is not None
        assert (one.value, one.readings, one.pages) == (other.value, other.readings, other.pages)
        assert len(other.readings) == 2
