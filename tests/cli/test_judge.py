"""`secqa judge`: a person's verdicts, kept one by one; and `evaluate` and `report` beside them."""

import io
import json
from pathlib import Path

import pytest
from tests.support.command_line import CommandLine
from tests.support.judging_words import HAMMERS, PEOPLE, run_with, said
from tests.support.model_judge_cases import Said, verdict
from tests.support.run_builders import unpacked

from secqa.evaluation.judging.verdict_file import VERDICTS
from secqa.models.cache import Cache
from secqa.models.model import Usage, count_usage
from secqa.models.open_model import OpenModel
from secqa.systems.answer import Answer


class Terminal(io.StringIO):
    """Keys that somebody types."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return run_with(tmp_path / "run", said(f"{PEOPLE}\x1b[2J"), said("Acme")).folder


def judge(cli: CommandLine, run: Path, typed: str, *more: object) -> int:
    return cli("judge", run, *more, stdin=Terminal(typed))


def kept(run: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in (run / VERDICTS).read_text().splitlines()]


def test_an_answer_is_shown_beside_what_is_known_and_the_keys(cli: CommandLine, run: Path) -> None:
    assert judge(cli, run, "q\n") == 0
    out = cli.out
    told = " ".join(out.split())
    assert "question: What does Acme's 2024 annual report say" in told
    assert f"passage: {HAMMERS}" in told
    assert f"answer: {PEOPLE}" in told
    assert "[t]rue [f]alse [s]kip [q]uit" in told
    assert "0 true, 0 false, 2 to go" in told
    assert "\x1b[2J" not in out
    assert not (run / VERDICTS).exists()


def test_verdicts_are_kept_with_who_when_and_a_note_and_go_on(cli: CommandLine, run: Path) -> None:
    judge(cli, run, "what\nf about  other people\n", "--by", "Ada")
    assert "t, f, s or q, then Enter" in cli.out
    judge(cli, run, "T\n", "--by", "Ada")
    assert "2 of 2" in cli.out
    judge(cli, run, "t\n", "--by", "Ada")
    assert "1 true, 1 false, 0 to go" in cli.out
    first, second = kept(run)
    assert (first["judge"], first["right"], first["why"]) == (
        "by hand: Ada",
        False,
        "about other people",
    )
    assert str(first["when"]).endswith("Z")
    assert (second["right"], second["why"]) == (True, "")


def test_what_is_skipped_comes_again_and_another_person_begins_anew(
    cli: CommandLine, run: Path
) -> None:
    judge(cli, run, "s\nt\n", "--by", "Ada")
    judge(cli, run, "f\n", "--by", "Ada")
    assert [one["right"] for one in kept(run)] == [True, False]
    judge(cli, run, "", "--by", "Bob")
    assert "1 of 2" in cli.out


def test_without_a_terminal_or_without_words_it_says_so_in_one_line(
    cli: CommandLine, run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("t\n"))
    assert cli("judge", run) == 2
    assert cli.err == "secqa: judge: asks a person, key by key; run it in a terminal\n"
    silent = run_with(tmp_path / "silent", Answer("q", None)).folder
    assert judge(cli, silent, "t\n") == 2
    assert "has no answers in words" in cli.err


def test_evaluate_tells_answers_in_words_and_how_far_judges_agree(
    cli: CommandLine, run: Path
) -> None:
    judge(cli, run, "f\nt\n", "--by", "Ada")
    assert cli("evaluate", run) == 0
    out = cli.out
    assert "Answers in words" in out
    assert "Agreement of judges" in out
    assert cli("evaluate", run, "--json") == 0
    figures = json.loads(cli.out)
    assert figures["agreement"][0]["judges"] == ["by hand: Ada", "offline"]
    assert figures["settings"][0]["in_words"]["accuracy"]["total"] == 1


def test_a_model_judges_once_and_what_it_took_is_told(
    cli: CommandLine, run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model, spent = Said(verdict(True, "it says so")), Usage()
    cache = Cache(tmp_path / "cache", "made:one")
    opened = OpenModel("made:one", count_usage(model, spent), cache, None, spent, lambda: None)
    monkeypatch.setattr("secqa.models.open_model.open_model", lambda name, limits: opened)
    for _ in range(2):
        assert cli("evaluate", run, "--judge", "made:one", "--json") == 0
    assert len(model.asked) == 2
    assert "made:one: 2 calls" in cli.err
    assert '"right": 2' in cli.out
    out = tmp_path / "report.html"
    assert cli("report", run, "--judge", "made:one", "--out", out) == 0
    page = out.read_text(encoding="utf-8")
    assert "Answers in words" in page
    assert "Agreement of judges" in page
    assert "it says so" in str(unpacked(page, "details"))
