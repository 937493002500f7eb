"""SQL over a small corpus, and what a query must not be able to do."""

import json
from pathlib import Path

import pytest
from tests.support.fact_filings import document, filing, money
from tests.support.metric_rows_cases import CATALOGUE, NOTE, SALES, SALES_BEFORE

from secqa.cli.main import app
from secqa.corpus.corpus_rows import rows_for
from secqa.corpus.corpus_writer import CorpusWriter
from secqa.errors import SecqaError
from secqa.facts.table.fact_store import database_rows
from secqa.facts.table.metric_rows import metric_facts
from secqa.facts.table.sql import run_sql
from secqa.facts.tags.ixbrl import facts_of


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("corpus")
    facts = facts_of(
        filing(
            money("us-gaap:Revenues", "y24", "1,234", NOTE),
            money("us-gaap:Revenues", "y24", "1,234", SALES),
            money("us-gaap:Revenues", "y23", "1,100", SALES_BEFORE),
        )
    )
    read = document()
    revision = read.metadata.sha256[:16]
    values = database_rows(revision, facts, metric_facts(read, facts, CATALOGUE))
    with CorpusWriter(path) as writer:
        writer.add(rows_for(read, values))
    return path


def test_the_fact_table_joins_its_documents(corpus: Path) -> None:
    answer = run_sql(
        "select d.company, m.fiscal_year, m.value, m.evidence[1].page as page, m.period_end "
        "from metrics m join documents d using (document_id) "
        "where m.metric = 'revenue' order by 2 desc",
        corpus,
    )
    assert answer.columns == ("company", "fiscal_year", "value", "page", "period_end")
    assert answer.rows == (
        ("Acme, Inc.", 2024, 1.234e9, 2, "2024-12-31"),
        ("Acme, Inc.", 2023, 1.1e9, 2, "2023-12-31"),
    )


def test_the_tables_are_listed(corpus: Path) -> None:
    names = {row["name"] for row in run_sql("show tables", corpus)}
    assert names == {
        *("documents", "pages", "elements", "facts", "footnotes", "metrics", "members")
    }


def test_every_view_carries_its_document(corpus: Path) -> None:
    for view, count in (("documents", 1), ("pages", 4), ("elements", 6), ("facts", 3)):
        answer = run_sql(f"select count(*), min(document_id) from {view}", corpus)
        assert answer.rows == ((count, "ACME-10-K-2024"),)
    placed = run_sql("select page, table_row, table_column from facts order by 1, 2, 3", corpus)
    assert placed.rows[0] == (2, 1, 1)


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("selec 1", "syntax error"),
        ("select 1; select 2", "one statement"),
        ("", "one statement"),
        ("select * from nothing", "nothing does not exist"),
        ("select * from read_csv('/etc/passwd')", "disabled"),
        ("select * from read_text('{here}')", "disabled"),
        ("select * from '{here}'", "disabled"),
        ("select * from glob('/*')", "disabled"),
        ("set threads = 1", "SET is refused"),
        ("select * from range(2000000)", "add a LIMIT"),
        (
            "select count(*) from range(10000000000) a, range(10) b where a.range % 7 > b.range",
            "took over",
        ),
        (
            "with recursive a(n) as (select 1 union all select n + 1 from a) select max(n) from a",
            "took over",
        ),
        ("select list(range), string_agg(repeat('x', 10000)) from range(100000000)", "."),
        ("copy (select 1) to '{here}'", "COPY is refused"),
        ("attach '{here}' as x", "ATTACH is refused"),
        ("install httpfs", "is refused"),
        ("set enable_external_access = true", "SET is refused"),
        ("create table t as select 1", "CREATE is refused"),
        ("explain analyze copy (select 1) to '{here}'", "disabled"),
    ],
)
def test_a_query_only_reads_the_corpus(
    query: str, message: str, corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "here.csv"
    monkeypatch.setattr("secqa.facts.table.sql._LONGEST", 1.0)
    with pytest.raises(SecqaError, match=message) as refused:
        run_sql(query.format(here=here), corpus)
    assert not here.exists()
    assert "\n" not in str(refused.value)


def test_python_variables_are_no_tables(corpus: Path) -> None:
    answer = "secret"
    with pytest.raises(SecqaError, match="does not exist"):
        run_sql("select * from answer", corpus)
    assert answer


def test_a_corpus_whose_facts_were_taken_away_says_so(corpus: Path, tmp_path: Path) -> None:
    import shutil

    blind = tmp_path / "blind"
    shutil.copytree(corpus, blind)
    shutil.rmtree(blind / "truth")
    assert run_sql("select count(*) from pages", blind).rows == ((4,),)
    with pytest.raises(SecqaError, match="has no facts"):
        run_sql("select count(*) from metrics", blind)


def printed(capfd: pytest.CaptureFixture[str], *arguments: object) -> str:
    app([str(argument) for argument in arguments], standalone_mode=False)
    return capfd.readouterr().out


def test_rows_as_a_table_json_and_csv(corpus: Path, capfd: pytest.CaptureFixture[str]) -> None:
    asked = ("sql", "select metric, fiscal_year, value from metrics order by 2", "--corpus", corpus)
    table = [line.split() for line in printed(capfd, *asked).splitlines()]
    assert table[:2] == [["metric", "fiscal_year", "value"], ["revenue", "2023", "1100000000"]]
    records = json.loads(printed(capfd, *asked, "--json"))
    assert records[0] == {"metric": "revenue", "fiscal_year": 2023, "value": 1.1e9}
    assert printed(capfd, *asked, "--csv", "-").splitlines()[1] == "revenue,2023,1100000000.0"
    formula = ("sql", "select '=1+1' as a, -1 as b", "--corpus", corpus, "--csv", "-")
    assert printed(capfd, *formula).splitlines()[1] == "'=1+1,-1"


def test_values_as_parquet(corpus: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    import pyarrow.parquet as pq

    command = ("facts", "--metric", "revenue", "--corpus", corpus, "--parquet")
    printed(capfd, *command, tmp_path / "t.parquet")
    (first, *_) = pq.read_table(tmp_path / "t.parquet").to_pylist()
    assert (first["metric"], first["fiscal_year"], first["value"]) == ("revenue", 2024, 1.234e9)
    assert first["page"] == 2
    assert [place.split(":")[0] + place[-2:] for place in first["places"].split()][:2] == [
        "2/2",
        "3/1",
    ]


def test_checks_on_the_command_line(corpus: Path, capfd: pytest.CaptureFixture[str]) -> None:
    # One document alone, without a balance sheet: nothing to compare. Its employees are those
    # who work full-time.
    said = printed(capfd, "facts", "--check", "--corpus", corpus).splitlines()
    assert said[:2] == ["nothing to compare", "doubtful: 1 values, of which no question is made"]
    checked = json.loads(printed(capfd, "facts", "--check", "--corpus", corpus, "--json"))
    assert (checked["compared"], checked["findings"]) == ({}, [])
    assert [(d["metric"], d["gate"]) for d in checked["doubtful"]] == [("employees", "people")]
