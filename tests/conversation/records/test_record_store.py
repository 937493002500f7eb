"""Records in MongoDB: by its wire protocol, and in a real server where MONGODB_URL names one."""

import json
import os
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.support.conversation_records import CLEANED, FINQA
from tests.support.corpus_commands_cases import run
from typer.testing import CliRunner

from secqa.cli.main import app
from secqa.conversation.records.record_layouts import records_from
from secqa.conversation.records.record_store import MongoRecords, open_records
from secqa.errors import SecqaError

if TYPE_CHECKING:
    from tests.support.mongo_wire import WireServer

pytestmark = pytest.mark.skipif(find_spec("pymongo") is None, reason="needs the MongoDB client")


@pytest.fixture
def wire() -> "Iterator[WireServer]":
    from tests.support.mongo_wire import wire_server

    with wire_server() as server:
        yield server


@pytest.fixture(params=["wire", "real"])
def address(request: pytest.FixtureRequest) -> str:
    if request.param == "wire":
        return str(request.getfixturevalue("wire").address)
    real = os.environ.get("MONGODB_URL")
    if not real:
        pytest.skip("no MongoDB server: MONGODB_URL is not set")
    return real


def test_records_are_kept_found_and_given_back(address: str) -> None:
    records = MongoRecords(address)
    assert records.add([CLEANED, FINQA, CLEANED]) == 2
    assert records.get(CLEANED["id"]) == records_from([CLEANED], "made")[0]
    assert records.search("ACME warehouses") == (CLEANED["id"],)
    assert records.search("nothing like it") == ()
    assert {CLEANED["id"], FINQA["id"]} <= set(records.search(""))
    with pytest.raises(SecqaError, match="no such record"):
        records.get("missing")


def test_a_file_is_loaded_by_a_command_and_talked_about(address: str, tmp_path: Path) -> None:
    path = tmp_path / "dev.json"
    path.write_text(json.dumps({"dev": [CLEANED], "test": [FINQA]}))
    for _ in range(2):
        loaded = CliRunner().invoke(app, ["records", str(path), "--into", address])
        assert loaded.output == f"2 records of {path} are there\n"
    said = CliRunner().invoke(
        app,
        ["chat", "--records", address, CLEANED["id"]],
        input="what were net sales in 2012?\n",
    )
    assert "1,200" in said.output or "1200" in said.output


def test_nothing_is_kept_of_a_file_with_another_layout(wire: "WireServer") -> None:
    with pytest.raises(SecqaError, match="not a layout of"):
        MongoRecords(wire.address).add([CLEANED, {"id": "x"}])
    assert not any(wire.documents.values())


def test_what_fails_is_one_line_without_the_password(
    wire: "WireServer", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire.refused = {"update", "find"}
    records = MongoRecords(wire.address)
    for work in (lambda: records.add([CLEANED]), lambda: records.search("acme")):
        with pytest.raises(SecqaError, match="not authorized") as caught:
            work()
        assert "\n" not in str(caught.value)
    monkeypatch.setattr("secqa.conversation.records.record_store._MILLISECONDS", 50)
    with pytest.raises(SecqaError, match=r"^mongodb://me@127\.0\.0\.1:1/base: ") as caught:
        open_records("mongodb://me:hush@127.0.0.1:1/base")
    assert "hush" not in str(caught.value)


def test_records_go_to_addresses_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "dev.json"
    path.write_text(json.dumps([CLEANED]))
    assert run("records", path, "--into", "folder") == 2
    assert "--into folder: not an address" in capsys.readouterr().err
