"""Parquet and Hugging Face folders, read by the documented rules and by `datasets` itself."""

import json
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.support.publish_builders import made_benchmark, published, written

from secqa.benchmark.dataset import Question
from secqa.benchmark.formats.arrow_tables import arrow_type, schema_of, table_of
from secqa.benchmark.formats.publication import PublishOptions, publish_benchmark
from secqa.benchmark.formats.release import by_split, read_release
from secqa.errors import SecqaError
from secqa.query.query import Query


def from_row(row: dict[str, Any]) -> dict[str, Any]:
    """A question's record from its row: as the card says, two columns hold JSON."""
    record = row | {
        name: json.loads(row[name]) if row[name] is not None else None
        for name in ("answer", "query")
    }
    number = record.pop("answer_number")
    assert number == (record["answer"] if isinstance(record["answer"], float) else None)
    return record


def test_a_parquet_file_holds_the_records(tmp_path: Path) -> None:
    out, release = published(tmp_path, "parquet")
    table = pq.read_table(out / "questions.parquet")
    assert [from_row(row) for row in table.to_pylist()] == list(release.records)
    assert json.loads(table.schema.metadata[b"secqa"]) == release.header
    assert table.schema.field("answer_number").type == pa.float64()
    assert table["answer_number"].null_count < len(table)
    assert "hold JSON text: `answer`, `query`." in (out / "card.md").read_text()
    assert pa.types.is_float64(table.schema.field("facts").type.value_type.field("value").type)


def test_columns_do_not_depend_on_the_questions(tmp_path: Path) -> None:
    one = made_benchmark(6)
    bare = replace(one.questions[0], answer="Yes", companies=(), facts=(), query=None)
    schemas = []
    for name, questions in (("one", one.questions), ("bare", (bare,))):
        folder = written(tmp_path / name, replace(one, questions=questions))
        schemas.append(schema_of(read_release(folder).records))
    assert schemas[0] == schemas[1]


@dataclass(frozen=True)
class Part:
    """What a question may have one day."""

    names: tuple[str, ...]
    either: float | str
    maybe: bool | None


def test_types_follow_from_what_a_field_can_hold() -> None:
    assert arrow_type(str | None) == pa.string()
    assert arrow_type(tuple[int, ...]) == pa.list_(pa.int64())
    assert arrow_type(float | str) is None
    assert arrow_type(tuple[float | str, ...]) is None
    assert arrow_type(tuple[str, int]) is None
    assert arrow_type(dict[str, int]) is None
    assert arrow_type(Query | None) is None
    assert arrow_type(Part) is None  # one of its fields is JSON, so all of it is
    assert arrow_type(Question.__annotations__["companies"]) == pa.list_(pa.string())


def test_what_is_no_field_of_a_question_is_text() -> None:
    records: list[dict[str, Any]] = [
        {"question_id": "a", "answer": None, "canary": "c"},
        {"question_id": "b"},
    ]
    table = table_of(records, schema_of(records))
    assert table.schema.field("canary").type == pa.string()
    assert table.to_pylist()[0] == {
        "question_id": "a",
        "answer": None,
        "canary": "c",
        "answer_number": None,
    }


def test_splits_are_taken_from_the_records() -> None:
    records: list[dict[str, Any]] = [{"question_id": "a"}, {"question_id": "b", "split": "dev"}]
    assert by_split(records) == {"test": records[:1], "dev": records[1:]}
    assert by_split([]) == {"test": []}
    with pytest.raises(SecqaError, match=r"a: split '\.\./x': must be letters"):
        by_split([{"question_id": "a", "split": "../x"}])


def described(folder: Path) -> dict[str, Any]:
    """The YAML block that a dataset's README.md begins with."""
    yaml = pytest.importorskip("yaml")
    empty, block, _ = (folder / "README.md").read_text().split("---\n", 2)
    assert empty == ""
    read: dict[str, Any] = yaml.safe_load(block)
    return read


def test_a_dataset_folder_says_where_its_splits_are(tmp_path: Path) -> None:
    out, release = published(tmp_path, "huggingface", license='odd: "one"')
    card = described(out)
    assert card["license"] == 'odd: "one"'
    assert card["task_categories"] == ["question-answering"]
    assert card["size_categories"] == ["n<1K"]
    (config,) = card["configs"]
    assert config["config_name"] == "default"
    (part,) = config["data_files"]
    assert part["split"] == "test"
    rows = pq.read_table(out / part["path"]).to_pylist()
    assert [row["text"] for row in rows] == [record["text"] for record in release.records]


def test_datasets_loads_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("HF_HOME", str(tmp_path / "home"))
    datasets = pytest.importorskip("datasets")
    out, release = published(tmp_path, "huggingface")
    loaded = datasets.load_dataset(str(out), cache_dir=str(tmp_path / "cache"))
    assert list(loaded) == ["test"]
    assert [from_row(row) for row in loaded["test"]] == list(release.records)


def test_a_benchmark_becomes_datasets_without_a_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    datasets = pytest.importorskip("datasets")
    made = made_benchmark(6)
    splits = made.to_huggingface()
    assert isinstance(splits, datasets.DatasetDict)
    assert [from_row(row) for row in splits["test"]] == [json.loads(line) for line in made.lines]
    monkeypatch.setitem(sys.modules, "datasets", None)
    with pytest.raises(SecqaError, match=r"to_huggingface: .*pip install 'secqa\[datasets\]'"):
        made.to_huggingface()


def test_a_benchmark_without_questions_is_a_table_without_rows(tmp_path: Path) -> None:
    bench = written(tmp_path / "bench", replace(made_benchmark(6), questions=()))
    publish_benchmark(bench, tmp_path / "out", PublishOptions("huggingface"))
    assert pq.read_table(tmp_path / "out" / "data" / "test.parquet").num_rows == 0
