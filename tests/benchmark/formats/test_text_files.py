"""BEIR and TREC folders, read by the documented rules and by those tools themselves."""

import csv
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import ir_measures
import pytest
from tests.support.publish_builders import made_benchmark, made_corpus, published, written

from secqa.benchmark.dataset import qrels_of, read_benchmark, write_benchmark
from secqa.benchmark.formats.publication import PublishOptions, publish_benchmark
from secqa.corpus.corpus_store import open_corpus
from secqa.errors import SecqaError

Loaded = tuple[dict[str, dict[str, str]], dict[str, str], dict[str, dict[str, int]]]


def load_beir(folder: Path, split: str = "test") -> Loaded:
    """Pages, questions, grades, as `GenericDataLoader.load` makes them.

    One JSON object a line with `_id`, `title`, `text`; grades by tabs, their first line skipped;
    only questions that have grades.
    """
    lines = [json.loads(line) for line in (folder / "corpus.jsonl").open(encoding="utf-8")]
    corpus = {line["_id"]: {"text": line["text"], "title": line["title"]} for line in lines}
    asked = [json.loads(line) for line in (folder / "queries.jsonl").open(encoding="utf-8")]
    texts = {line["_id"]: line["text"] for line in asked}
    qrels: dict[str, dict[str, int]] = {}
    with (folder / "qrels" / f"{split}.tsv").open(encoding="utf-8") as file:
        rows = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_MINIMAL)
        assert next(rows) == ["query-id", "corpus-id", "score"]
        for question, page, grade in rows:
            qrels.setdefault(question, {})[page] = int(grade)
    return corpus, {name: texts[name] for name in qrels}, qrels


@pytest.mark.parametrize("canary", [False, True])
@pytest.mark.parametrize("real", [False, True])
def test_beir_loads_pages_questions_and_grades(canary: bool, real: bool, tmp_path: Path) -> None:
    if real:
        loader = pytest.importorskip("beir.datasets.data_loader")
    out, _ = published(tmp_path, "beir", canary=canary)
    pages, texts, grades = (
        loader.GenericDataLoader(str(out)).load("test") if real else load_beir(out)
    )
    corpus = open_corpus(tmp_path / "corpus")
    document = corpus.documents[0].document_id
    assert set(pages) == {f"{document}#{page}" for page in (1, 2, 3)}
    assert pages[f"{document}#1"]["text"] == corpus.page(document, 1).text
    assert pages[f"{document}#2"]["title"].endswith("10-K 2024 FY, page 2")
    questions = read_benchmark(tmp_path / "bench").questions
    assert texts == {question.question_id: question.text for question in questions}
    assert grades == qrels_of(questions)
    asked = [json.loads(line) for line in (out / "queries.jsonl").read_text().splitlines()]
    levels = [one["metadata"]["difficulty"] for one in asked]
    gold = {"answer", "facts", "program", "query", "plain", "passages"}
    assert all(not gold & one["metadata"].keys() for one in asked)
    assert levels == [question.difficulty for question in questions]
    assert all(("canary" in one["metadata"]) == canary for one in asked)


def test_beir_wants_the_corpus_of_the_benchmark(tmp_path: Path) -> None:
    bench = written(tmp_path / "bench")
    corpus = made_corpus(tmp_path / "corpus")
    with pytest.raises(SecqaError, match=r"is another corpus \(\w+\) than the .* \(f0\)"):
        publish_benchmark(bench, tmp_path / "out", PublishOptions("beir", corpus))
    assert not (tmp_path / "out").exists()


def test_of_a_yearly_version_beir_has_the_pages_up_to_its_year(tmp_path: Path) -> None:
    corpus = open_corpus(made_corpus(tmp_path / "corpus"))
    for year, pages in ((2023, 0), (2024, 3)):
        made = replace(made_benchmark(), until=year, corpus=corpus.until(year).fingerprint)
        bench, out = tmp_path / f"{year}", tmp_path / f"{year}-beir"
        write_benchmark(made, bench, "")
        publish_benchmark(bench, out, PublishOptions("beir", corpus.path))
        assert len((out / "corpus.jsonl").read_text().splitlines()) == pages


def test_topics_and_grades_are_read_by_trec_tools(tmp_path: Path) -> None:
    out, _ = published(tmp_path, "trec", canary=True)
    questions = read_benchmark(tmp_path / "bench").questions
    texts = {question.question_id: question.text for question in questions}
    rows = [line.split("\t") for line in (out / "topics.tsv").read_text().splitlines()]
    assert dict(rows) == texts
    read: Any = ir_measures
    grades = {
        (one.query_id, one.doc_id): one.relevance
        for one in read.read_trec_qrels(str(out / "qrels.txt"))
    }
    assert grades == {
        (name, page): grade
        for name, pages in qrels_of(questions).items()
        for page, grade in pages.items()
    }


def test_ir_datasets_reads_topics_and_grades(tmp_path: Path) -> None:
    formats = pytest.importorskip("ir_datasets.formats")
    util = pytest.importorskip("ir_datasets.util")
    out, _ = published(tmp_path, "trec", canary=True)
    questions = read_benchmark(tmp_path / "bench").questions
    texts = [(question.question_id, question.text) for question in questions]
    tsv = formats.TsvQueries(util.LocalDownload(out / "topics.tsv")).queries_iter()
    assert [(one.query_id, one.text) for one in tsv] == texts
    qrels = formats.TrecQrels(util.LocalDownload(out / "qrels.txt"), {}).qrels_iter()
    assert sum(1 for _ in qrels) == sum(map(len, qrels_of(questions).values()))


def test_topics_hold_any_question(tmp_path: Path) -> None:
    made = made_benchmark(6)
    odd = replace(made.questions[0], text="A & <B>\t\x0b\nof  “C”\x00?")
    bench = written(tmp_path / "bench", replace(made, questions=(odd,)))
    publish_benchmark(bench, tmp_path / "out", PublishOptions("trec"))
    assert (tmp_path / "out" / "topics.tsv").read_text().split("\t")[1] == "A & <B> of “C”\x00?\n"
