"""`secqa review`: decisions of a person, kept one by one, and what was accepted."""

import io
import json
from pathlib import Path

import pytest
from tests.support.command_line import CommandLine
from tests.support.yearly_tables import CATALOGUE, SUITE, source_of_years

from secqa.benchmark.card import card_of
from secqa.benchmark.dataset import QUESTIONS, Question, read_benchmark, write_benchmark
from secqa.benchmark.generation import Origin, generate
from secqa.benchmark.review import REVIEW, decisions_of


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    made = generate(source_of_years(), CATALOGUE, SUITE, Origin(7, "0", "cmd"))
    write_benchmark(made, tmp_path / "bench", card_of(made))
    return tmp_path / "bench"


def questions(folder: Path) -> tuple[Question, ...]:
    return read_benchmark(folder).questions


def review(cli: CommandLine, bench: Path, typed: str, *more: object) -> int:
    return cli("review", bench, *more, stdin=io.StringIO(typed))


def kept(bench: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in (bench / REVIEW).read_text().splitlines()]


def test_a_question_is_shown_with_its_answer_and_where_its_values_stand(
    cli: CommandLine, bench: Path
) -> None:
    assert review(cli, bench, "q\n") == 0
    told = cli.out
    first = questions(bench)[0]
    assert first.text in told
    assert f"plain:  {first.plain}" in told
    assert f"answer: ${first.answer / 1e9:g} billion" in told  # type: ignore[operator]
    place = first.facts[0].evidence[0]
    assert f"{place.document_id} page {place.page}: {place.quote}" in told
    assert "[a]ccept" in told
    assert not (bench / REVIEW).exists()


def test_every_decision_is_kept_with_who_and_when(cli: CommandLine, bench: Path) -> None:
    before = (bench / QUESTIONS).read_bytes()
    typed = "a\ne\nHow  much is it?\nr\nwhat\ns\n"
    assert review(cli, bench, typed, "--by", "Ada") == 0
    found = kept(bench)
    own = questions(bench)
    assert [one["decision"] for one in found] == ["accept", "edit", "reject", "skip"]
    assert [one["question_id"] for one in found] == [q.question_id for q in own[:4]]
    assert [one["text"] for one in found[:2]] == [own[0].text, "How much is it?"]
    assert {one["who"] for one in found} == {"Ada"}
    assert all(one["when"].endswith("Z") for one in found)
    out = cli.out
    assert "1 accept, 1 edit, 1 reject, 1 skip, 20 to go" in out
    assert "a, e, r, s or q" in out
    assert (bench / QUESTIONS).read_bytes() == before


def test_a_review_goes_on_where_it_stopped_and_ends_with_what_was_skipped(
    cli: CommandLine, bench: Path
) -> None:
    review(cli, bench, "s\na\nq\n")
    review(cli, bench, "r\n")
    own = questions(bench)
    assert kept(bench)[2]["question_id"] == own[2].question_id
    assert "2 of 24" in cli.out
    review(cli, bench, "a\n" * 21)
    review(cli, bench, "a\n")
    assert decisions_of(bench)[own[0].question_id].decision == "accept"
    review(cli, bench, "a\n")
    assert "23 accept, 1 reject, 0 to go" in cli.out
    assert len(kept(bench)) == 25


@pytest.mark.parametrize("typed", ["", "e\n", "e\n\nq\n", "\n\n", "Q\n"])
def test_an_end_without_a_decision_keeps_nothing(cli: CommandLine, bench: Path, typed: str) -> None:
    assert review(cli, bench, typed) == 0
    assert not (bench / REVIEW).exists()


def test_what_was_accepted_becomes_a_benchmark_in_its_words(
    cli: CommandLine, bench: Path, tmp_path: Path
) -> None:
    review(cli, bench, "a\ne\nHow much is it?\nr\n", "--by", "Ada")
    out = tmp_path / "accepted"
    assert review(cli, bench, "", "--accepted", out) == 0
    first, second, *_ = questions(bench)
    made = read_benchmark(out)
    assert made.questions[0] == first
    edited = made.questions[1]
    assert (edited.text, edited.answer) == ("How much is it?", second.answer)
    assert edited.question_id != second.question_id
    assert edited.program.startswith("# How much is it?\n")
    assert len(made.questions) == 2
    assert made.rejected["not accepted"] == 22
    assert "| Ada | reject | 1 |" in (out / "card.md").read_text()


@pytest.mark.parametrize("line", ["{}", "[]", "accept", '{"question_id": 1}'])
def test_a_damaged_review_is_told(cli: CommandLine, bench: Path, line: str) -> None:
    (bench / REVIEW).write_text(f"{line}\n")
    assert review(cli, bench, "a\n") == 2
    assert "line 1 is no decision" in cli.err
    assert (bench / REVIEW).read_text() == f"{line}\n"


def test_nothing_accepted_writes_nothing(cli: CommandLine, bench: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert review(cli, bench, "", "--accepted", out) == 2
    assert "nothing is accepted yet" in cli.err
    assert not out.exists()
    assert review(cli, bench, "", "--accepted", bench) == 2
    assert "is the benchmark itself" in cli.err
    assert review(cli, tmp_path / "none", "") == 2
