"""`secqa convert`."""

import json
from pathlib import Path

import pytest
from tests.support.ingest_filings import filing_html, write_filing
from typer.testing import CliRunner

from secqa.cli.main import app
from secqa.errors import SecqaError


@pytest.fixture
def filing(tmp_path: Path) -> Path:
    return write_filing(tmp_path / "ACME" / "10-K-2024.html.gz")


@pytest.mark.parametrize(
    ("to", "begins"), [("json", '{"schema"'), ("markdown", "<!--"), ("html", "<!doc")]
)
def test_prints_one_format(filing: Path, to: str, begins: str) -> None:
    result = CliRunner().invoke(app, ["convert", str(filing), "--to", to])
    assert result.exit_code == 0
    assert result.stdout.startswith(begins)


def test_writes_a_file(filing: Path, tmp_path: Path) -> None:
    out = tmp_path / "new" / "acme.json"
    result = CliRunner().invoke(app, ["convert", str(filing), "--to", "json", "--out", str(out)])
    assert result.exit_code == 0
    assert result.stdout == ""
    assert json.loads(out.read_text())["pages"]
    assert list(out.parent.iterdir()) == [out]


def test_warns_on_standard_error(tmp_path: Path) -> None:
    path = tmp_path / "cut.html"
    path.write_text(filing_html()[:-300])
    result = CliRunner().invoke(app, ["convert", str(path), "--to", "markdown"])
    assert result.exit_code == 0
    assert "truncated" in result.stderr
    assert "truncated" not in result.stdout


def test_a_place_that_cannot_be_written_is_one_line(filing: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    out = tmp_path / "file" / "x.json"
    with pytest.raises(SecqaError, match="give another place"):
        CliRunner().invoke(
            app, ["convert", str(filing), "--to", "json", "--out", str(out)], catch_exceptions=False
        )
    assert not out.exists()


def test_prints_the_schema_of_its_json() -> None:
    result = CliRunner().invoke(app, ["convert", "--schema"])
    assert json.loads(result.stdout)["title"] == "DocumentRecord"
