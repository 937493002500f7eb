"""Files of predictions: scored as runs are, and told line by line what is wrong with them."""

import json
from pathlib import Path

import pytest
from tests.support.evaluate_report_cases import secqa
from tests.support.ingest_filings import write_filing
from tests.support.run_builders import made_benchmark
from tests.support.runs_cases import finished

from secqa.benchmark.card import card_of
from secqa.benchmark.dataset import Benchmark, qrels_of, write_benchmark
from secqa.corpus.corpus_store import open_corpus
from secqa.errors import SecqaError
from secqa.evaluation.prediction_file import read_predictions
from secqa.ingest.ingest_pipeline import IngestOptions, ingest

BENCHMARK = made_benchmark(8)
IDS = [question.question_id for question in BENCHMARK.questions]


def lines(benchmark: Benchmark) -> list[str]:
    """Right answers."""
    return [
        json.dumps({"id": question.question_id, "answer": question.answer})
        for question in benchmark.questions
    ]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_benchmark(BENCHMARK, tmp_path / "bench", card_of(BENCHMARK))
    (tmp_path / "theirs.jsonl").write_text("\n".join(lines(BENCHMARK)) + "\n")
    return tmp_path


def test_right_answers_score_full_marks(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["score", folder / "bench", folder / "theirs.jsonl"]
    assert secqa(monkeypatch, *given, "--json") == 0
    (setting,) = json.loads(capsys.readouterr().out)["settings"]
    assert setting["accuracy"]["right"] == len(IDS)
    assert setting["system"] == "theirs"
    out = folder / "run"
    assert secqa(monkeypatch, *given, "--out", out, "--name", "mine") == 0
    assert secqa(monkeypatch, *given, "--out", out, "--name", "mine") == 0
    assert secqa(monkeypatch, "report", out, "--out", folder / "report.html") == 0
    capsys.readouterr()
    assert secqa(monkeypatch, "evaluate", out, "--json") == 0
    kept = json.loads(capsys.readouterr().out)["settings"][0]
    assert kept["accuracy"] == setting["accuracy"]
    assert kept["system"] == "mine"
    other = [json.dumps({"id": name, "answer": None}) for name in IDS]
    (folder / "theirs.jsonl").write_text("\n".join(other))
    assert secqa(monkeypatch, *given, "--out", out, "--name", "mine") == 2
    assert "other answers" in capsys.readouterr().err


def test_lines_of_a_run_are_taken_and_unknown_pages_reported(folder: Path) -> None:
    run = finished(folder / "run", pages=(8,))
    own = read_predictions(folder / "run" / "predictions.jsonl", run.benchmark)
    assert {one.question_id: one.answer.value for one in own.answers} == {
        one.question_id: one.answer.value for one in run.predictions
    }
    known = next(iter(qrels_of(BENCHMARK.questions)[IDS[0]])).partition("#")[0]
    for document, number in (("XYZ", 1), (known, 9999)):
        pages = [{"document": document, "page": number}]
        answers = [json.dumps({"question_id": name, "answer": 1, "pages": pages}) for name in IDS]
        (folder / "pages.jsonl").write_text("\n".join(answers))
        (problem,) = read_predictions(folder / "pages.jsonl", BENCHMARK).problems
        assert f"no question needs a page that it names, as {document}#{number}" in problem


def test_pages_that_a_corpus_does_not_have_are_reported_beside_good_ones(
    folder: Path, tmp_path: Path
) -> None:
    write_filing(tmp_path / "in")
    assert ingest([tmp_path / "in"], tmp_path / "corpus", IngestOptions(1)).ingested
    corpus = open_corpus(tmp_path / "corpus")
    (entry,) = corpus.entries
    gold, _, number = next(iter(qrels_of(BENCHMARK.questions)[IDS[0]])).partition("#")
    there = (entry.metadata.document_id, entry.pages)
    named = [(gold, int(number)), there, (there[0], there[1] + 1)]
    pages = [{"document": document, "page": page} for document, page in named]
    answers = [json.dumps({"question_id": name, "answer": 1, "pages": pages}) for name in IDS]
    (folder / "pages.jsonl").write_text("\n".join(answers))
    assert read_predictions(folder / "pages.jsonl", BENCHMARK).problems == ()
    (problem,) = read_predictions(folder / "pages.jsonl", BENCHMARK, corpus=corpus).problems
    assert "2 of 3 named pages are not in the corpus" in problem


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("not JSON", "line 9: is not JSON"),
        ("[1]", 'line 9: is no object with the "id"'),
        ('{"id": "nobody", "answer": 1}', "line 9: no question .* 'nobody'"),
        (json.dumps({"id": IDS[0], "answer": 1}), "line 9: has the id .* a second time"),
        (json.dumps({"id": IDS[0], "value": 1}), 'line 9: has no "answer"'),
        ('{"id": "x", "answer": NaN}', "line 9"),
    ],
)
def test_a_bad_line_is_named_and_partial_passes_it_over(
    folder: Path, line: str, problem: str
) -> None:
    path = folder / "theirs.jsonl"
    path.write_text(path.read_text() + line + "\n")
    with pytest.raises(SecqaError, match=problem) as raised:
        read_predictions(path, BENCHMARK)
    assert str(raised.value).endswith("--partial scores what can be")
    found = read_predictions(path, BENCHMARK, partial=True)
    assert len(found.answers) == len(IDS)
    assert len(found.problems) == 1


def test_missing_answers_are_named_and_partial_leaves_them_out(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "theirs.jsonl").write_text("\n".join(lines(BENCHMARK)[:3]))
    given = ["score", folder / "bench", folder / "theirs.jsonl"]
    assert secqa(monkeypatch, *given) == 2
    told = capsys.readouterr().err
    assert "5 of 8 questions have no answer" in told
    assert told.count("\n") == 1
    assert secqa(monkeypatch, *given, "--partial", "--json") == 0
    out, told = capsys.readouterr()
    (setting,) = json.loads(out)["settings"]
    assert (setting["accuracy"]["right"], setting["accuracy"]["total"]) == (3, 3)
    assert "5 of 8" in told


@pytest.mark.parametrize("text", ["", "\n", '{"id": "nobody", "answer": 1}\n'])
def test_a_file_without_answers_is_refused_even_in_part(folder: Path, text: str) -> None:
    (folder / "theirs.jsonl").write_text(text)
    with pytest.raises(SecqaError, match="no answer to a question"):
        read_predictions(folder / "theirs.jsonl", BENCHMARK, partial=True)
