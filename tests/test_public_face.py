"""`import secqa` in a notebook: names, tables and short representations over a small corpus."""

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.support.evaluate_report_cases import secqa as run_command
from tests.support.fact_filings import document, filing, money
from tests.support.metric_rows_cases import CATALOGUE, SALES, SALES_BEFORE
from tests.support.run_builders import made_benchmark
from tests.support.runs_cases import finished

import secqa
from secqa.benchmark.dataset import Question, write_benchmark
from secqa.corpus.corpus_rows import rows_for
from secqa.corpus.corpus_store import open_corpus
from secqa.corpus.corpus_writer import CorpusWriter
from secqa.data_table import DataTable
from secqa.facts.table.fact_store import database_rows
from secqa.facts.table.metric_rows import metric_facts
from secqa.facts.tags.ixbrl import facts_of
from secqa.metrics.catalogue import load_catalogue
from secqa.reading.reading import Reading
from secqa.retrieval.indexing.page_index import update_index
from secqa.sample import sample_filings

FACE: Any = secqa
"""As a notebook without a type checker sees it."""


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> secqa.Corpus:
    """A corpus of one report with two values."""
    path = tmp_path_factory.mktemp("corpus")
    facts = facts_of(
        filing(
            money("us-gaap:Revenues", "y24", "1,234", SALES),
            money("us-gaap:Revenues", "y23", "1,100", SALES_BEFORE),
        )
    )
    read = document()
    values = database_rows(read.metadata.sha256[:16], facts, metric_facts(read, facts, CATALOGUE))
    with CorpusWriter(path) as writer:
        writer.add(rows_for(read, values))
    update_index(open_corpus(path))
    return secqa.open_corpus(str(path))


def test_every_public_name_is_there() -> None:
    assert all(getattr(secqa, name) is not None for name in secqa.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        getattr(secqa, "nothing")  # noqa: B009


def test_importing_brings_in_no_engine() -> None:
    heavy = ("pyarrow", "duckdb", "lance", "numpy", "rich", "secqa.filings.document")
    code = f"import sys, secqa; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_values_are_a_table_with_their_pages(corpus: secqa.Corpus) -> None:
    values = corpus.facts(metric="revenue")
    assert dict(zip(values["fiscal_year"], values["value"], strict=True)) == {
        2024: 1.234e9,
        2023: 1.1e9,
    }
    assert set(values["page"]) == {2}
    assert list(values.to_pandas()["value"]) == list(values["value"])
    assert values.to_arrow().num_rows == 2
    assert corpus.sql("select count(*) as n from facts")["n"] == (2,)
    assert corpus.documents["document"] == ("ACME-10-K-2024",)
    assert corpus.compare(["ACME"], ["revenue"], (2023, 2024))["value"] == (1.1e9, 1.234e9)
    with pytest.raises(secqa.SecqaError, match="compare: metrics must be a list"):
        corpus.compare(["ACME"], "revenue", 2023)  # type: ignore[arg-type]


def test_pages_are_found_and_questions_answered_or_refused(corpus: secqa.Corpus) -> None:
    assert corpus.search("revenue", 2)["document_id"][0] == "ACME-10-K-2024"
    refused = corpus.ask("What was the revenue of Pfizer in 2024?")
    assert refused.value is None
    assert repr(refused).startswith("<Answer: none, ")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda corpus: corpus.ask(5), "ask: question must be text, not 5"),
        (lambda corpus: corpus.facts(year="2024"), "year must be a whole number or None"),
        (lambda corpus: corpus.search("revenue", True), "count must be a whole number, not True"),
        (lambda corpus: corpus.evidence("x"), "evidence: answer must be Answer, not 'x'"),
        (lambda corpus: corpus.run("bench", "out", pages=[]), "run: pages is empty"),
        (lambda corpus: corpus.compare(["KO"], ["revenue"], (1,)), "years must be"),
        (lambda corpus: FACE.open_corpus(b"x"), "path must be text or a path, not b'x'"),
        (lambda corpus: FACE.Run.load(3), "load: folder must be text or a path, not 3"),
        (lambda corpus: FACE.Benchmark.generate("x"), "generate: corpus must be FilingCorpus"),
        (lambda corpus: FACE.evaluate(3), "evaluate: runs must be Run or text or a path"),
        (lambda corpus: secqa.ingest_filings([], "corpus"), "places is empty"),
        (lambda corpus: FACE.ingest_filings(["x", 5], "corpus"), "places must be"),
        (lambda corpus: secqa.ingest_filings("x", "corpus", workers=-1), "at least 1, not -1"),
        (lambda corpus: secqa.system(3), "only a function or a class"),
    ],
)
def test_an_argument_of_another_type_is_named(
    corpus: secqa.Corpus, call: Callable[[Any], object], message: str
) -> None:
    with pytest.raises(secqa.SecqaError) as error:
        call(corpus)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_a_plain_script_ingests_and_is_not_run_again_by_workers(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    filings = str(sample_filings() / "KO")
    script.write_text(f"import secqa\nprint(secqa.ingest_filings({filings!r}, 'corpus', 2))\n")
    done = subprocess.run(
        [sys.executable, script], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.stdout == "<Corpus corpus: 5 documents of 1 companies>\n", done.stderr


def test_a_retriever_may_be_the_users(
    corpus: secqa.Corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "my_retriever.py").write_text(
        "def last_pages(corpus):\n"
        "    ends = [(e.metadata.document_id, e.pages) for e in corpus.entries]\n"
        "    return lambda question, k, documents: ends[:k]\n"
        "def no_pages(corpus):\n"
        "    return lambda question, k, documents: 3\n"
    )
    found = corpus.search("revenue", 2, retriever="my_retriever:last_pages")
    assert found["page"] == corpus.documents["pages"]
    with pytest.raises(secqa.SecqaError, match="my_retriever:no_pages: gave no pairs"):
        corpus.search("revenue", 2, retriever="my_retriever:no_pages")
    with pytest.raises(secqa.SecqaError, match="my_retriever:gone: cannot be loaded"):
        corpus.search("revenue", 2, retriever="my_retriever:gone")


def test_a_page_shows_itself_with_the_cell_of_a_value(corpus: secqa.Corpus) -> None:
    reading = Reading("", 1.234e9, document_id="ACME-10-K-2024", page=2, element=3, row=1, column=1)
    answer = secqa.Answer("What was revenue?", 1.234e9, readings=(reading,))
    (view,) = corpus.evidence(answer)
    assert "ACME-10-K-2024 page 2" in repr(view)
    index, table = next((e.index, e.table) for e in view.page.elements if e.table is not None)
    marked = replace(view, element=index, cell=(table.header_rows, 1))._repr_html_()
    assert f"<mark>{table.cells[table.header_rows][1]}</mark>" in marked
    assert "<mark>" not in corpus.page("ACME-10-K-2024", 2)._repr_html_()
    assert table.cells[table.header_rows][1] in corpus.page("ACME-10-K-2024", 2).text


def test_systems_and_retrievers_are_registered_by_decorators(corpus: secqa.Corpus) -> None:
    @secqa.system
    def always_seven(question: str) -> float:
        return 7.0

    @secqa.retriever
    def first_page(found: object) -> object:
        return lambda question, k, documents: [("ACME-10-K-2024", 1)]

    assert corpus.ask("What was revenue?", system="always_seven").value == 7.0
    assert corpus.search("revenue", 1, retriever="first_page")["page"] == (1,)


def test_a_benchmark_is_published_and_a_missing_one_is_one_line(tmp_path: Path) -> None:
    write_benchmark(made_benchmark(), tmp_path / "bench", "")
    out = secqa.publish(tmp_path / "bench", tmp_path / "set", to="jsonl")
    assert (out / "questions.jsonl").exists()
    with pytest.raises(secqa.SecqaError, match="--to pdf: must be one of"):
        secqa.publish(tmp_path / "bench", tmp_path / "other", to="pdf")
    with pytest.raises(secqa.SecqaError, match="not a run"):
        secqa.Run.load(tmp_path / "bench")


def test_representations_are_short(corpus: secqa.Corpus) -> None:
    read = secqa.read_filing(str(next(sample_filings().glob("KO/10-K-2024*"))))
    page = corpus.document("ACME-10-K-2024").pages[0]
    shown = (corpus, corpus.documents, read, read.document, page)
    assert [repr(one) for one in shown if len(repr(one)) > 150] == []
    assert "KO-10-K-2024" in repr(read)


def test_tables_escape_what_filings_print() -> None:
    assert "&lt;b&gt;" in DataTable(("name",), (("<b>",),))._repr_html_()
    with pytest.raises(secqa.SecqaError, match="value: no such column; there are name"):
        DataTable(("name",), ())["value"]


def test_a_folder_that_is_no_corpus_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(secqa.SecqaError, match="not a corpus"):
        secqa.open_corpus(tmp_path)
    (tmp_path / "notes.html").write_text("")
    with pytest.warns(UserWarning, match=r"notes\.html"), pytest.raises(secqa.SecqaError):
        secqa.ingest_filings(tmp_path, tmp_path / "corpus")


def test_benchmarks_and_runs_are_read_scored_and_shown(tmp_path: Path) -> None:
    benchmark = made_benchmark()
    write_benchmark(benchmark, tmp_path / "bench", "")
    read = secqa.Benchmark.load(str(tmp_path / "bench"))
    assert read.questions == benchmark.questions
    assert benchmark.questions[0].question_id in read._repr_html_()
    finished(tmp_path / "run", pages=(8,))
    run = secqa.Run.load(tmp_path / "run")
    assert run.evaluate()["answers"] == (24,)
    assert "accuracy" in run._repr_html_()
    assert repr(run).endswith("24 answers, 24 questions>")
    out = run.report(tmp_path / "r.html", [tmp_path / "run"])
    assert out.read_text(encoding="utf-8").count("<html") == 1


def test_scorers_and_metrics_are_registered_or_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    @secqa.scorer
    def pages_given(question: Question, answer: secqa.Answer) -> float | None:
        return len(answer.pages) if question.facts else None

    @secqa.metric
    def sales_by_badge() -> dict[str, str]:
        formula = "revenue / total_assets"
        return {"name": "sales by badge", "unit": "pure", "period": "duration"} | {
            "formula": formula
        }

    finished(tmp_path / "run", pages=(8,))
    (mean,) = secqa.evaluate(tmp_path / "run", scorers=["pages_given"])["pages_given"]
    assert mean > 0
    with pytest.raises(secqa.SecqaError, match="nothing: unknown scorer"):
        secqa.evaluate(tmp_path / "run", scorers=["nothing"])
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    Path("my_scorers.py").write_text("def one(question, answer):\n    return 1\n")
    command = ["evaluate", "run", "--scorer", "my_scorers:one"]
    assert run_command(monkeypatch, *command) == 0
    assert "Your scorers" in capsys.readouterr().out
    assert run_command(monkeypatch, *command, "--json") == 0
    assert json.loads(capsys.readouterr().out)["scorers"] == {"my_scorers:one": [1.0]}
    assert load_catalogue(Path("sales_by_badge"))["sales_by_badge"].formula
