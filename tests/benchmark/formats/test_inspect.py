"""Inspect samples, as documented and by `inspect_ai` itself."""

import json
from pathlib import Path

import pytest
from tests.support.publish_builders import published

from secqa.benchmark.formats.text_files import target_of


@pytest.mark.parametrize(
    ("answer", "target"),
    [
        (648000000.0, "648000000"),
        (-0.125, "-0.125"),
        ("Yes", "Yes"),
        (["Nvidia", 1.5], "Nvidia; 1.5"),
        (None, "cannot answer"),
    ],
)
def test_a_target_is_text(answer: object, target: str) -> None:
    assert target_of(answer) == target


def test_a_sample_tells_a_solver_neither_gold_nor_program(tmp_path: Path) -> None:
    out, release = published(tmp_path, "inspect")
    samples = [json.loads(line) for line in (out / "samples.jsonl").read_text().splitlines()]
    for sample, record in zip(samples, release.records, strict=True):
        assert set(sample) == {"id", "input", "target", "metadata"}
        assert sample["input"] == record["text"]
        assert sample["id"] == record["question_id"]
        assert sample["metadata"].items() <= record.items()
        assert not {"answer", "facts", "program", "query"} & set(sample["metadata"])


def test_inspect_reads_the_samples(tmp_path: Path) -> None:
    reader = pytest.importorskip("inspect_ai.dataset")
    out, release = published(tmp_path, "inspect")
    samples = list(reader.json_dataset(str(out / "samples.jsonl")))
    assert [sample.id for sample in samples] == [one["question_id"] for one in release.records]
    assert [sample.input for sample in samples] == [one["text"] for one in release.records]
    assert all(sample.target for sample in samples)
    assert not any({"answer", "program"} & set(sample.metadata) for sample in samples)
