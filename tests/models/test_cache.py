"""What was asked once is not asked again, across processes and threads."""

import multiprocessing
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from tests.support.model_replies import Scripted, reply

from secqa.errors import SecqaError
from secqa.models.cache import Cache, cache_file
from secqa.models.model import Reply, ReplyForm, Request


def test_an_answer_is_kept_for_the_next_cache_over_the_same_file(tmp_path: Path) -> None:
    model = Scripted("one")
    for _ in range(2):
        assert Cache(tmp_path / "c.sqlite", "m").wrap(model)(Request("i", "p")) == reply("one")
    assert len(model.asked) == 1


@pytest.mark.parametrize(
    "other",
    [
        Request("i2", "p"),
        Request("i", "p2"),
        Request("i", "p", ReplyForm("f", "", {"type": "object"})),
    ],
)
def test_another_request_is_another_answer(tmp_path: Path, other: Request) -> None:
    ask = Cache(tmp_path / "c.sqlite", "m").wrap(Scripted("one", "two"))
    assert ask(Request("i", "p")).text == "one"
    assert ask(other).text == "two"


def test_another_model_has_its_own_answers(tmp_path: Path) -> None:
    model = Scripted("one", "two")
    for identity in ("a", "b"):
        Cache(tmp_path / "c.sqlite", identity).wrap(model)(Request("i", "p"))
    assert len(model.asked) == 2


def test_a_failure_is_not_kept(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "c.sqlite", "m")
    ask = cache.wrap(Scripted(SecqaError("refused"), "fine"))
    with pytest.raises(SecqaError):
        ask(Request("i", "p"))
    assert ask(Request("i", "p")).text == "fine"
    assert (cache.hits, cache.misses) == (0, 2)


def test_the_same_request_in_several_threads_is_asked_once(tmp_path: Path) -> None:
    model = Scripted("one")
    ask = Cache(tmp_path / "c.sqlite", "m").wrap(model)
    barrier = Barrier(6)

    def together(_: int) -> Reply:
        barrier.wait()
        return ask(Request("i", "p"))

    with ThreadPoolExecutor(6) as pool:
        assert {r.text for r in pool.map(together, range(6))} == {"one"}
    assert len(model.asked) == 1


def _fill(path: Path, start: int) -> None:
    ask = Cache(path, "m").wrap(lambda request: reply(request.prompt))
    for number in range(start, start + 40):
        ask(Request("i", str(number)))


def test_processes_write_at_the_same_time(tmp_path: Path) -> None:
    context = multiprocessing.get_context("fork")
    jobs = [context.Process(target=_fill, args=(tmp_path / "c.sqlite", 20 * i)) for i in range(3)]
    for job in jobs:
        job.start()
    for job in jobs:
        job.join()
    assert [job.exitcode for job in jobs] == [0, 0, 0]
    cache = Cache(tmp_path / "c.sqlite", "m")
    assert all(cache.get(Request("i", str(n))) == reply(str(n)) for n in range(80))


def test_a_file_that_cannot_be_used_is_said(tmp_path: Path) -> None:
    (tmp_path / "c.sqlite").write_text("this is no database, only text " * 100)
    with pytest.raises(SecqaError, match=r"cannot keep answers there .*SECQA_CACHE"):
        Cache(tmp_path / "c.sqlite", "m")


def test_where_answers_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SECQA_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_file() == tmp_path / "secqa/replies.sqlite"
    monkeypatch.setenv("SECQA_CACHE", "/elsewhere/a.sqlite")
    assert cache_file() == Path("/elsewhere/a.sqlite")
