"""Requests for stand-ins are written, and their replies judged as the planner takes them."""

import json
from pathlib import Path

import pytest

import model_query

GROWTH = (
    '{"op": "growth", "of": {"metric": "revenue", "company": "ACM", "period": "FY2024"}, '
    '"base": {"metric": "revenue", "company": "ACM", "period": "FY2023"}}'
)
FORMULA = 'C("ACM", 2024, "revenue") / C("ACM", 2023, "revenue") - 1'
ACME = {"name": "Acme Inc.", "ticker": "ACM", "aliases": ["ACM"], "fiscal_years": [2023, 2024]}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    texts = ("How much did Acme grow in 2024?", "And Acme in 1990?", "Acme's sales growth in 2024?")
    rows = [
        {"id": f"w1-{at}", "question": text, "formula": formula, "unit": "fraction", "kind": "g"}
        for at, (text, formula) in enumerate(zip(texts, (FORMULA, None, FORMULA), strict=True))
    ]
    (tmp_path / "w1.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (tmp_path / "companies.json").write_text(json.dumps([ACME]))
    return tmp_path


def run(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> None:
    monkeypatch.setattr("sys.argv", ["model_query.py", *map(str, arguments)])
    model_query.main()


def test_requests_are_written_and_replies_judged(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    requests, replies, repairs = (folder / f"{name}.json" for name in ("asked", "said", "again"))
    run(monkeypatch, "prompts", requests, "--folder", folder)
    lines = [json.loads(line) for line in requests.read_text().splitlines()]
    assert {line["id"] for line in lines} == {"w1-0", "w1-1", "w1-2"}
    assert all("1990" in line["user"] for line in lines if line["id"] == "w1-1")
    assert FORMULA not in requests.read_text()
    said = {
        "w1-0": f'{{"outputs": [{GROWTH}]}}',
        "w1-1": f'{{"outputs": [{GROWTH.replace("2024", "1990")}]}}',
        "w1-2": '{"outputs": ["growth"]}',
    }
    written = [json.dumps({"id": name, "reply": text}) for name, text in said.items()]
    replies.write_text("\n".join(written))
    run(monkeypatch, "score", replies, "--folder", folder, "--repairs", repairs)
    told = capsys.readouterr().out
    assert "all: 66.7%" in told
    assert "(right 2, malformed 1)" in told
    assert "1 first replies malformed" in told
    assert json.loads(repairs.read_text())["id"] == "w1-2"
