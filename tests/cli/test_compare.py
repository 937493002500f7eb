"""`secqa compare` as a user meets it."""

import csv
import io
import json
from pathlib import Path

import pytest
from tests.support.command_line import CommandLine
from tests.support.compared_filings import write_compared_corpus


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_compared_corpus(tmp_path_factory.mktemp("compared") / "corpus")


def compare(cli: CommandLine, corpus: Path, *arguments: str) -> int:
    return cli("compare", *arguments, "--corpus", corpus)


def test_a_table_is_printed_with_notes(cli: CommandLine, corpus: Path) -> None:
    names = ("Acme Tools", "BOLT", "--metric", "revenue", "--years", "2022-2024")
    assert compare(cli, corpus, *names) == 0
    out = cli.out
    lines = [line.split() for line in out.splitlines()]
    assert out.startswith("Total revenues ($ millions)")
    assert lines[1] == ["FY2022", "FY2023", "FY2024", "change", "a", "year"]
    assert lines[2][:2] == ["Acme", "Tools"]
    assert lines[2][-5:] == ["810*", "1,000", "1,200", "+20.0%", "+21.7%"]
    assert "Restated: Acme Tools, total revenues, FY2022" in out


def test_json_has_values_with_pages(cli: CommandLine, corpus: Path) -> None:
    assert compare(cli, corpus, "ACME", "--metric", "net_margin", "--years", "2024", "--json") == 0
    data = json.loads(cli.out)
    (value,) = data["rows"][0]["values"]
    assert (data["periods"], value["value"]) == (["FY2024"], pytest.approx(0.2))
    assert value["worked_out"] == "net income / total revenues"
    assert (value["document"], value["page"]) == ("ACME-10-K-2024", 1)


def test_csv_has_a_row_for_each_value(cli: CommandLine, corpus: Path) -> None:
    assert compare(cli, corpus, "BOLT", "--metric", "revenue", "--years", "2024", "--csv", "-") == 0
    rows = list(csv.DictReader(io.StringIO(cli.out)))
    assert [(row["company"], row["value"]) for row in rows] == [("'=Bolt & Sons <b>", "90500000.0")]


@pytest.mark.parametrize(
    "wrong", [("--years", "someday"), ("--view", "upside-down"), ("--metric", "moonshine")]
)
def test_mistakes_are_one_line(cli: CommandLine, corpus: Path, wrong: tuple[str, str]) -> None:
    assert compare(cli, corpus, "ACME", "--metric", "revenue", *wrong) == 2
    assert cli.err.count("\n") == 1
