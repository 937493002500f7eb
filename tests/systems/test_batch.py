"""Files of questions are answered line by line, and a stopped run goes on."""

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from secqa.errors import SecqaError
from secqa.reading.reading import Passage, Reading
from secqa.systems.answer import Answer
from secqa.systems.batch import FileQuestion, answer_all, answer_record, read_questions

SURE = Reading("What is it?", 7.0, "USD", 0.9, "ACME-10-K-2024", 6, quote="Net income | 7")


class Sevens:
    """Answers everything with 7, and keeps what it was asked."""

    name = "sevens"

    def __init__(self, stop_at: int | None = None) -> None:
        self.asked: list[str] = []
        self.stop_at = stop_at

    def answer(self, question: str) -> Answer:
        if len(self.asked) == self.stop_at:
            raise KeyboardInterrupt
        self.asked.append(question)
        return Answer(question, 7.0, "USD", readings=(SURE,), confidence=0.8, program="p")


def answered(out: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]


def run(
    system: Sevens, questions: list[FileQuestion], out: Path, **more: Any
) -> list[tuple[int, int]]:
    told: list[tuple[int, int]] = []
    answer_all(
        system,
        questions,
        out,
        partial(answer_record, least=0.5, printed=lambda _document, page: str(page - 2)),
        lambda done, total: told.append((done, total)),
        **more,
    )
    return told


QUESTIONS = [FileQuestion(str(n), f"Question {n}?") for n in range(5)]


def test_lines_that_are_no_questions_are_told_by_number(tmp_path: Path) -> None:
    path = tmp_path / "questions.jsonl"
    lines = ['{"schema": 1}', '{"id": 1, "question": "A?"}', "{", "", "[]", '{"id": "b"}']
    lines += ['{"id": "1", "question": "B?"}', '{"question": "C?"}', '{"id": "c", "question": " "}']
    path.write_text("\n".join(lines), encoding="utf-8")
    asked, bad = read_questions(path)
    assert asked == [FileQuestion("1", "A?")]
    assert [line.number for line in bad] == [3, 5, 6, 7, 8, 9]
    assert "second time" in bad[3].problem


def test_half_a_character_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "questions.jsonl"
    path.write_text(r'{"id": "a", "question": "A\ud83d?"}', encoding="utf-8")
    asked, bad = read_questions(path)
    assert not asked
    assert bad[0].problem == "has half a character (a lone surrogate) in it"


@pytest.mark.parametrize("content", [None, b"\xff\xfe"])
def test_what_cannot_be_read_is_said(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "questions.jsonl"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(SecqaError, match=r"questions\.jsonl"):
        read_questions(path)


def test_an_answer_shows_where_its_parts_stand() -> None:
    answer = Sevens().answer("What is it?")
    record = answer_record(
        FileQuestion("q", "What is it?"), answer, 0.5, lambda _document, _page: "4"
    )
    assert (record["value"], record["unit"], record["reason"]) == (7.0, "USD", "")
    assert record["parts"] == [
        {
            "question": "What is it?",
            "value": 7.0,
            "unit": "USD",
            "confidence": 0.9,
            "document": "ACME-10-K-2024",
            "page": 6,
            "page_label": "4",
            "text": "Net income | 7",
        }
    ]


def test_unsure_answers_are_withheld_with_the_reason() -> None:
    answer = Sevens().answer("What is it?")
    record = answer_record(
        FileQuestion("q", "What is it?"), answer, 0.81, lambda _document, _page: ""
    )
    assert record["value"] is None
    assert record["confidence"] == 0.8
    assert "0.80 is under 0.81" in record["reason"]
    assert record["parts"]


def test_words_promise_less_than_figures() -> None:
    words = Passage("doc", 1, "", "", "We depend on two suppliers.")
    about_words = Answer("What?", "We depend on two suppliers.", passages=(words,), confidence=0.5)
    figure = Answer("What?", 7.0, readings=(Reading("?", 7.0),), confidence=0.5)
    question = FileQuestion("q", "What?")
    values = [
        answer_record(question, one, None, lambda _document, _page: "")["value"]
        for one in (about_words, figure)
    ]
    assert values == ["We depend on two suppliers.", None]


def test_a_stopped_run_goes_on_where_it_was(tmp_path: Path) -> None:
    out = tmp_path / "answers.jsonl"
    with pytest.raises(KeyboardInterrupt):
        run(Sevens(stop_at=2), QUESTIONS, out)
    with out.open("a", encoding="utf-8") as file:
        file.write('{"id": "2", "ques')
    again = Sevens()
    assert run(again, QUESTIONS, out) == [(2, 5), (3, 5), (4, 5), (5, 5)]
    assert again.asked == ["Question 2?", "Question 3?", "Question 4?"]
    assert [record["id"] for record in answered(out)] == ["0", "1", "2", "3", "4"]
    assert run(again, QUESTIONS, out) == [(5, 5)]


def test_a_system_that_fails_is_not_taken_for_a_full_disk(tmp_path: Path) -> None:
    class Failing(Sevens):
        def answer(self, question: str) -> Answer:
            raise FileNotFoundError(question)

    with pytest.raises(FileNotFoundError):
        run(Failing(), QUESTIONS, tmp_path / "answers.jsonl")


def test_several_at_once_are_written_in_order(tmp_path: Path) -> None:
    out = tmp_path / "answers.jsonl"
    run(Sevens(), QUESTIONS, out, at_once=3)
    assert [record["id"] for record in answered(out)] == ["0", "1", "2", "3", "4"]


@pytest.mark.parametrize(
    "content",
    [
        '{"id": "0", "question": "Another?", "value": 7}\n',
        '{"id": "0", "question": "Question 0?"}\n{"id": "1", "question": "Question 1?"}',
        "text\n",
        "[1]\n",
        "no newline {",
    ],
)
def test_other_files_are_not_written_to(tmp_path: Path, content: str) -> None:
    out = tmp_path / "answers.jsonl"
    out.write_text(content, encoding="utf-8")
    with pytest.raises(SecqaError, match="choose another --out"):
        run(Sevens(), QUESTIONS, out)
    assert out.read_text(encoding="utf-8") == content


def test_a_folder_to_write_to_is_said(tmp_path: Path) -> None:
    with pytest.raises(SecqaError, match=r"Is a directory\); choose another --out"):
        run(Sevens(), QUESTIONS, tmp_path)
