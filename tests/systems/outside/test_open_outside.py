"""Functions, factories, classes and entry points of other people answer."""

import asyncio
import sys
import time
from collections.abc import Callable
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from types import ModuleType

import pytest

from secqa import extensions
from secqa.corpus.corpus_store import Corpus
from secqa.errors import CannotAnswer, SecqaError
from secqa.models.model import Stopped
from secqa.systems.make import make_system
from secqa.systems.outside.system import OutsideLimits

QUESTION = "How much?"
CODE = """
import asyncio

def plain(question):
    return "about $3.2 billion" if question == "How much?" else None

async def waits(question):
    await asyncio.sleep(0)
    return {"answer": 5, "unit": "percent"}

def factory():
    return plain

def knowing(corpus, pages=3):
    return lambda question: {"answer": len(corpus.documents), "calls": pages}

async def slow_factory(corpus):
    return waits

class System:
    def __init__(self, pages):
        self.pages = pages
    async def answer(self, question):
        return self.pages

class Called:
    def __call__(self, question):
        return 1

ready = System(9)
broken = 5

def failing_factory(corpus):
    raise KeyError("no key")
"""


@pytest.fixture(autouse=True)
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "theirs_made.py").write_text(CODE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delitem(sys.modules, "theirs_made", raising=False)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("plain", "about $3.2 billion"),
        ("waits", 0.05),
        ("factory", "about $3.2 billion"),
        ("slow_factory", 0.05),
        ("System", 4.0),
        ("Called", 1.0),
        ("ready", 9.0),
        ("ready.answer", 9.0),
    ],
)
def test_what_may_answer(corpus: Corpus, name: str, value: object) -> None:
    assert make_system(f"theirs_made:{name}", corpus, 4).answer(QUESTION).value == value


def test_a_factory_takes_corpus_and_pages(corpus: Corpus) -> None:
    answer = make_system("theirs_made:knowing", corpus, 4).answer(QUESTION)
    assert (answer.value, answer.calls) == (float(len(corpus.documents)), 4)


def test_an_entry_point_is_a_name(corpus: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    installed = EntryPoints([EntryPoint("theirs", "theirs_made:factory", extensions.SYSTEMS)])
    monkeypatch.setattr(extensions, "entry_points", lambda **named: installed.select(**named))
    sys.path.insert(0, str(Path.cwd()))
    assert make_system("theirs", corpus).answer(QUESTION).value == "about $3.2 billion"


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("theirs_made:missing", "AttributeError"),
        ("not_there_at_all:f", "ModuleNotFoundError"),
        ("theirs_made:broken", "int; name a function"),
        ("theirs_made:failing_factory", "KeyError.*no key"),
        ("nothing", "module:name or http"),
    ],
)
def test_what_cannot_be_loaded_is_one_line(corpus: Corpus, name: str, problem: str) -> None:
    with pytest.raises(SecqaError, match=problem) as raised:
        make_system(name, corpus)
    assert "\n" not in str(raised.value)


def theirs(function: Callable[[str], object]) -> str:
    module = ModuleType("theirs_inline")
    module.__dict__["function"] = function
    sys.modules["theirs_inline"] = module
    return "theirs_inline:function"


def test_an_exception_at_first_ends_the_run_and_later_is_an_answer(corpus: Corpus) -> None:
    def answer(question: str) -> object:
        return {"good": 1, "none": None}[question]

    system = make_system(theirs(answer), corpus)
    with pytest.raises(Stopped, match=r"KeyError: 'bad' .*test_open_outside.py, line \d+"):
        system.answer("bad")
    assert system.answer("good").value == 1
    failed = system.answer("bad")
    assert failed.value is None
    assert "raised KeyError" in failed.error
    for _ in range(3):
        system.answer("bad")
    with pytest.raises(Stopped, match="in a row"):
        system.answer("bad")


def test_saying_that_there_is_no_answer_is_no_failure(corpus: Corpus) -> None:
    def answer(question: str) -> object:
        raise CannotAnswer("not in these reports")

    refused = make_system(theirs(answer), corpus).answer(QUESTION)
    assert (refused.value, refused.error) == (None, "not in these reports")


@pytest.mark.parametrize("waiting", [time.sleep, asyncio.sleep])
def test_what_hangs_is_left(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch, waiting: Callable[[float], object]
) -> None:
    monkeypatch.setattr("secqa.models.retry._FIRST_WAIT", 0.0)
    terms = OutsideLimits(seconds=0.05)
    with pytest.raises(Stopped, match=r"no answer within 0.05 seconds \(--timeout\)"):
        make_system(theirs(lambda _: waiting(20)), corpus, terms=terms).answer(QUESTION)


def test_limits_hold(corpus: Corpus) -> None:
    costly = theirs(lambda _: {"answer": 1, "cost": 0.6})
    system = make_system(costly, corpus, terms=OutsideLimits(max_calls=2))
    assert [system.answer(QUESTION).value for _ in range(2)] == [1.0, 1.0]
    with pytest.raises(Stopped, match="--max-calls"):
        system.answer(QUESTION)
    system = make_system(costly, corpus, terms=OutsideLimits(budget=1.0))
    assert [system.answer(QUESTION).cost for _ in range(2)] == [0.6, 0.6]
    with pytest.raises(Stopped, match="--budget"):
        system.answer(QUESTION)
    with pytest.raises(Stopped, match="cost"):
        make_system(theirs(lambda _: 1), corpus, terms=OutsideLimits(budget=1.0)).answer(QUESTION)


def test_a_model_of_ours_is_of_no_use(corpus: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pydantic_ai")
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    with pytest.raises(SecqaError, match="leave out --model"):
        make_system("theirs_made:plain", corpus, 4, "openai:offline")
