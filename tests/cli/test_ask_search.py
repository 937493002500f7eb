"""`secqa ask` and `secqa search` as a user meets them."""

import json
import os
from pathlib import Path

import pytest
from tests.support import ask_search_cases
from tests.support.ask_search_cases import Shell

from secqa.cli.runs.ask_command import print_answer
from secqa.corpus.corpus_store import open_corpus
from secqa.query.leaves import AnswerForm
from secqa.reading.reading import Passage
from secqa.systems.answer import Answer
from secqa.systems.value_words import value_text

folder, shell = ask_search_cases.folder, ask_search_cases.shell


def test_an_answer_comes_with_its_source(shell: Shell) -> None:
    code, out, err = shell("ask", "What was Acme's net income in 2024?")
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == "$680 million ($680,000,000)"
    assert 'ACME-10-K-2024 page 5 (printed "5")' in out
    assert "Net income | 2024 | 680" in out
    assert "from functions import" not in out


def test_the_program_is_shown_on_request(shell: Shell) -> None:
    _, out, _ = shell("ask", "What was Acme's net income in 2024?", "--program")
    assert "from functions import" in out
    assert out.index("answer.txt") < out.index("$680 million")


def test_an_answer_as_json(shell: Shell) -> None:
    code, out, _ = shell("ask", "What was Acme's net income in 2024?", "--json", "--pages", "3")
    answer = json.loads(out)
    assert code == 0
    assert (answer["value"], answer["unit"]) == (680e6, "USD")
    assert len(answer["pages"]) == 3
    assert answer["readings"][0]["page"] == 5


@pytest.mark.parametrize(
    "question",
    [
        "What was the net income of Nobody Inc in 2024?",
        "What was Acme's net income in 1950?",
        "What is the colour of the sky?",
        os.fsdecode(b"What was Caf\xe9's net income in 2024?"),
    ],
)
def test_out_of_reach_is_one_line_and_exit_code_1(shell: Shell, question: str) -> None:
    code, out, err = shell("ask", question)
    assert code == 1
    assert out == ""
    assert err.startswith("cannot answer: ")
    assert "SyntaxError" not in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "option", [["--system", "magic"], ["--model", "none"], ["--pages", "0"]], ids=" ".join
)
def test_wrong_options_are_one_line_and_exit_code_2(shell: Shell, option: list[str]) -> None:
    code, out, err = shell("ask", "What was Acme's net income?", *option)
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_search_prints_pages_and_passages(shell: Shell) -> None:
    code, out, _ = shell("search", "number of employees", "--pages", "2")
    assert code == 0
    assert out.startswith("1. ACME-10-K-2024 page 1")
    assert "12,300 full-time employees" in out
    assert "words" not in out


def test_search_says_when_there_is_nothing(shell: Shell) -> None:
    code, out, _ = shell("search", "xylophone zeppelins")
    assert code == 0
    assert out.startswith("no page of ")


def test_search_explains_and_keeps_to_documents(shell: Shell) -> None:
    arguments = ("search", "total assets", "--document", "ACME-10-K-2022", "--explain")
    _, out, _ = shell(*arguments)
    assert "implied statement " in out
    assert "ACME-10-K-2024" not in out
    _, out, _ = shell(*arguments, "--json", "--pages", "1")
    (found,) = json.loads(out)
    assert found["page"] == 6
    assert sum(found["signals"].values()) == pytest.approx(found["score"], abs=0.01)


def test_a_store_without_an_embedder_is_a_mistake(shell: Shell) -> None:
    code, out, err = shell("search", "net income", "--store", "milvus:vectors.db")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "--embedder" in err


def test_search_in_a_document_that_is_not_there(shell: Shell) -> None:
    code, out, err = shell("search", "total assets", "--document", "NONE")
    assert (code, out) == (2, "")
    assert "NONE: not in the corpus" in err


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [(93736000000.0, "USD", "$93.736 billion ($93,736,000,000)"), ("Yes", "", "Yes")],
)
def test_values_are_written_as_people_write_them(value: float | str, unit: str, text: str) -> None:
    assert value_text(value, unit) == text


@pytest.mark.parametrize(
    ("value", "unit", "form", "text"),
    [
        (93736000000.0, "USD", AnswerForm(scale="millions"), "$93,736 million"),
        (-93736000000.0, "USD", AnswerForm(scale="billions", decimals=1), "-$93.7 billion"),
        (0.2413, "pure", AnswerForm(unit="percent", decimals=1), "24.1%"),
        (1.0667, "pure", AnswerForm(decimals=2), "1.07"),
        (6.1, "USD/shares", AnswerForm(scale="millions"), "$6.10 per share"),
    ],
)
def test_values_are_written_as_the_question_wants(
    value: float, unit: str, form: AnswerForm, text: str
) -> None:
    assert value_text(value, unit, form) == text


def test_a_file_of_questions_becomes_a_file_of_answers(shell: Shell, tmp_path: Path) -> None:
    questions, out = tmp_path / "questions.jsonl", tmp_path / "answers.jsonl"
    questions.write_text(
        '{"id": "a", "question": "What was Acme\'s net income in 2024?"}\n'
        'oops\n{"id": "b", "question": "What is love?"}\n',
        encoding="utf-8",
    )
    code, _, told = shell("ask", "--batch", str(questions), "--out", str(out))
    assert code == 1
    assert "questions.jsonl line 2" in told
    first, second = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert first["value"] is not None
    assert first["parts"][0]["document"] == "ACME-10-K-2024"
    assert second["value"] is None
    assert second["reason"]


@pytest.mark.parametrize("arguments", [(), ("A?", "--batch", "q.jsonl"), ("--batch", "q.jsonl")])
def test_either_a_question_or_a_file_is_asked(shell: Shell, arguments: tuple[str, ...]) -> None:
    code, out, err = shell("ask", *arguments)
    assert (code, out) == (2, "")
    assert "--batch" in err


def test_an_answer_says_how_sure_it_is_and_may_be_withheld(shell: Shell) -> None:
    question = "What was Acme's net income in 2024?"
    _, out, _ = shell("ask", question)
    assert "confidence " in out
    code, out, err = shell("ask", question, "--min-confidence", "1")
    assert (code, out) == (1, "")
    assert "confidence is" in err


def test_a_ranking_shows_places_figures_and_who_was_left_out(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ranking = Answer(
        "Rank all companies by gross margin.",
        ("Acme", "Bolt"),
        unit="pure",
        labels=("1", "2"),
        figures=(0.5, 0.25),
        notes=("2 of 3 companies compared; no such figure of Cog",),
        confidence=0.9,
    )
    print_answer(ranking, open_corpus(folder), program=False)
    assert capsys.readouterr().out.splitlines() == [
        "1. Acme: 50%",
        "2. Bolt: 25%",
        "note: 2 of 3 companies compared; no such figure of Cog",
        "confidence 90%",
    ]


def test_what_is_hardly_likely_is_no_answer(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    class Unsure:
        name = "unsure"

        def answer(self, question: str) -> Answer:
            text = "Acme sells rockets."
            told = tuple(Passage("ACME-10-K-2024", page, "", "", text) for page in (1, 2))
            if "say" in question:
                return Answer(question, f"{text}\n\n{text}", passages=told, confidence=0.1)
            return Answer(question, 5.0, unit="USD", confidence=0.1)

    monkeypatch.setattr("secqa.cli.runs.ask_command.make_system", lambda *_: Unsure())
    code, out, _ = shell("ask", "What was Acme's luck in 2024?")
    assert (code, out.splitlines()[0][:36]) == (1, "No answer is likely enough to be giv")
    code, out, _ = shell("ask", "What does Acme say of luck?")
    assert (code, out.count("Acme sells rockets.")) == (1, 1)
    assert out.startswith("No passage is likely enough to answer; what comes nearest:\n")
