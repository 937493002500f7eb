"""`secqa corpus` tells what it found and did, and its exit code says whether all is well."""

from pathlib import Path

import lance
from tests.ingest.maintenance.conftest import ACME, OTHER, fill
from typer.testing import CliRunner

from secqa.cli.main import app


def run(*arguments: object) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["corpus", *map(str, arguments)])
    return result.exit_code, result.output


def test_damage_is_told_mended_and_gone(tmp_path: Path) -> None:
    path = fill(tmp_path / "c", ACME, OTHER)
    assert run("check", path) == (0, f"{path}: sound, 2 documents\n")
    table = lance.dataset(path / "pages.lance")
    table.delete("revision = '" + table.to_table()["revision"][0].as_py() + "' AND page = 2")
    code, said = run("check", path)
    assert code == 1
    assert "pages: not the rows that are told of 1 documents: ACME-10-K-2024" in said
    code, said = run("repair", path)
    assert code == 0
    assert "taken away: ACME-10-K-2024; ingest acme.html" in said
    assert run("check", path) == (0, f"{path}: sound, 1 documents\n")


def test_copies_and_merges_are_counted(tmp_path: Path) -> None:
    path = fill(tmp_path / "c", ACME)
    assert " tables copied, 0 already there" in run("copy", path, tmp_path / "d")[1]
    assert run("merge", path, tmp_path / "d", "--into", tmp_path / "e") == (
        0,
        f"{tmp_path / 'e'}: 1 documents added, 1 already there\n",
    )
    code, said = run("compact", tmp_path / "e", "--keep-hours", "0")
    assert (code, "MB saved" in said) == (0, True)
