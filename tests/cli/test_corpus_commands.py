"""The commands that fill a corpus and show what is in it, as a user meets them."""

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.command_line import CommandLine
from tests.support.corpus_commands_cases import run
from tests.support.ingest_filings import write_filing


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cli")
    write_filing(folder / "in" / "ACME" / "10-K-2024.html")
    (folder / "in" / "empty.html").write_bytes(b"")
    return folder


@pytest.fixture(scope="module")
def corpus(folder: Path) -> Path:
    assert run("ingest", folder / "in", "--corpus", folder / "c", "--workers", 1) == 1
    return folder / "c"


def test_ingest_sums_up(cli: CommandLine, folder: Path, corpus: Path) -> None:
    assert cli("ingest", folder / "in", "--corpus", corpus) == 1, "one is refused"
    out, err = cli.out, cli.err
    lines = dict(line.rsplit(maxsplit=1) for line in out.splitlines()[1:8])
    assert {name.strip(): int(count) for name, count in lines.items()} == {
        "documents": 0,
        "pages": 0,
        "tables": 0,
        "facts": 0,
        "metric values": 0,
        "already there": 1,
        "refused": 1,
    }
    assert "empty.html: " in out
    assert "Traceback" not in out + err


def test_ingest_of_nothing_readable(cli: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "report.html").write_bytes(b"\x89PNG\r\n\x1a\n")
    assert cli("ingest", tmp_path / "report.html", "--corpus", tmp_path / "c") == 2
    assert cli("ingest", tmp_path / "none", "--corpus", tmp_path / "c") == 2
    (line,) = cli.err.splitlines()[-1:]
    assert line.startswith("secqa: ")
    assert "no such file or folder" in line


def test_an_index_without_vectors_has_no_store(cli: CommandLine, corpus: Path) -> None:
    assert cli("index", "--corpus", corpus, "--store", "qdrant:x") == 2
    assert "qdrant:x: no such store" in cli.err
    assert cli("index", "--corpus", corpus, "--store", "milvus:x") == 2
    assert "--store milvus:x: needs --embedder" in cli.err


def test_documents(cli: CommandLine, corpus: Path) -> None:
    assert cli("documents", "--corpus", corpus) == 0
    out = cli.out
    assert "ACME-10-K-2024" in out
    assert "Acme Rockets, Inc." in out
    assert cli("documents", "--corpus", corpus, "--json") == 0
    (record,) = json.loads(cli.out)
    assert (record["ticker"], record["fiscal_year"], record["pages"]) == ("ACME", 2024, 3)
    assert record["period_end"] == "2024-12-31"


def test_pages(cli: CommandLine, corpus: Path) -> None:
    assert cli("pages", "ACME-10-K-2024", "--corpus", corpus) == 0
    assert len(cli.out.splitlines()) == 4
    assert cli("pages", "ACME-10-K-2024", 3, "--corpus", corpus) == 0
    page = cli.out.splitlines()
    (row,) = [line for line in page if line.startswith("Net sales")]
    assert row.split() == ["Net", "sales", "$", "1,234", "$", "1,100"]
    assert cli("pages", "ACME-10-K-2024", 3, "--corpus", corpus, "--json") == 0
    assert json.loads(cli.out)["number"] == 3


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("documents", "--corpus", "{none}"), "not a corpus; make one with `secqa ingest"),
        (("pages", "NONE", "--corpus", "{c}"), "NONE: not in the corpus"),
        (("pages", "ACME-10-K-2024", "9", "--corpus", "{c}"), "has no page 9; it has pages 1 to 3"),
        (("facts", "--ticker", "NONE", "--corpus", "{c}"), "no such ticker"),
        (("facts", "--metric", "magic", "--corpus", "{c}"), "unknown metric"),
        (("facts", "--metric", "revnue", "--corpus", "{c}"), "perhaps revenue"),
        (("metrics", "magic"), "no metric has this in a name"),
        (("facts", "--metric", "revenue", "--year", "1999", "--corpus", "{c}"), "there are 2023"),
        (("facts", "--metric", "revenue", "--period", "Q7", "--corpus", "{c}"), "there are FY"),
        (("facts", "--metric", "inventory", "--corpus", "{c}"), "no filing in"),
        (("facts", "--csv", "/dev/null/y.csv", "--corpus", "{c}"), "give another place to write"),
    ],
)
def test_mistakes_are_one_line(
    cli: CommandLine, corpus: Path, tmp_path: Path, arguments: tuple[str, ...], says: str
) -> None:
    filled = [a.replace("{c}", str(corpus)).replace("{none}", str(tmp_path)) for a in arguments]
    assert cli(*filled) == 2
    out, err = cli.out, cli.err
    assert out == ""
    assert err.startswith("secqa: ")
    assert says in err
    assert err.count("\n") == 1


def test_metrics(cli: CommandLine) -> None:
    assert cli("metrics", "free cash flow") == 0
    assert "operating_cash_flow - capital_expenditure" in cli.out
    assert cli("metrics", "free cash flow", "--json") == 0
    assert "free_cash_flow" in {metric["id"] for metric in json.loads(cli.out)}


def test_facts_with_places(cli: CommandLine, corpus: Path) -> None:
    asked = ("facts", "--ticker", "acme", "--metric", "net sales", "--year", 2024)
    assert cli(*asked, "--corpus", corpus) == 0
    out = cli.out
    assert "$1,234,000,000" in out
    assert "from Revenues in ACME-10-K-2024, 2024-01-01 to 2024-12-31" in out
    assert "page 3, row 2, column 2: Net sales | $ 1,234" in out
    assert cli(*asked, "--corpus", corpus, "--json") == 0
    (fact,) = json.loads(cli.out)
    assert (fact["value"], fact["evidence"][0]["page"]) == (1.234e9, 3)


def test_worked_out_values_name_their_parts(cli: CommandLine, corpus: Path) -> None:
    assert cli("facts", "--metric", "net margin", "--year", 2024, "--corpus", corpus) == 0
    out = cli.out
    assert "3.403566%" in out
    assert "net_income FY 2024: $42,000,000" in out
    assert "revenue FY 2024: $1,234,000,000" in out


def test_whole_table_as_csv(cli: CommandLine, corpus: Path, tmp_path: Path) -> None:
    assert cli("facts", "--corpus", corpus, "--csv", "-") == 0
    printed = cli.out
    assert cli("facts", "--corpus", corpus, "--csv", tmp_path / "t.csv") == 0
    assert (tmp_path / "t.csv").read_text() == printed
    rows = list(csv.DictReader(io.StringIO(printed)))
    (sales,) = [r for r in rows if r["metric"] == "revenue" and r["fiscal_year"] == "2024"]
    assert float(sales["value"]) == 1.234e9
    assert sales["places"].startswith("3:1:1/")


def test_help_loads_nothing_heavy(cli: CommandLine) -> None:
    heavy = (
        "import sys, secqa.cli.main; "
        "print(sorted({'lancedb', 'pyarrow', 'polars', 'rich'} & set(sys.modules)))"
    )
    loaded = subprocess.run([sys.executable, "-c", heavy], capture_output=True, text=True)
    assert loaded.stdout.strip() == "[]", loaded.stderr


def test_audit_reads_what_is_tagged(cli: CommandLine, corpus: Path) -> None:
    assert cli("audit", corpus, "--workers", 1, "--json") == 0
    told = json.loads(cli.out)
    count = sum(map(sum, told["documents"].values()))
    assert count == sum(map(sum, told["metrics"].values())) > 0
    wrong = count - sum(right for right, _, _ in told["documents"].values())
    assert len(told["failures"]) == wrong
    assert cli("audit", corpus, "--workers", 1) == 0
    assert cli.out.startswith(told["line"])


def test_audit_says_what_it_cannot_read(cli: CommandLine, corpus: Path) -> None:
    assert cli("audit", corpus, "--ticker", "NOSUCH") == 2
    assert "no tagged values" in cli.err


def test_ingest_ends_with_an_audit(cli: CommandLine, folder: Path) -> None:
    made = [
        "ingest",
        folder / "in" / "ACME",
        "--corpus",
        folder / "audited",
        "--workers",
        1,
        "--audit",
    ]
    assert cli(*made) == 0
    assert "tagged values read right" in cli.out
