"""What holds for every format: the same bytes, the canary, nothing half-written."""

import re
from pathlib import Path
from typing import get_args

import pyarrow.parquet as pq
import pytest
from tests.support.publish_builders import files_in, published, written

from secqa.benchmark.dataset import read_benchmark
from secqa.benchmark.formats.publication import FORMATS, PublishOptions, publish_benchmark
from secqa.benchmark.formats.release import canary_of
from secqa.cli.benchmark.publish_command import PublishFormat
from secqa.errors import SecqaError

NO_ROOM = {"qrels.txt", "qrels/test.tsv", "topics.tsv"}
"""Files whose readers take every line for one of theirs."""


@pytest.mark.parametrize("to", FORMATS)
def test_the_same_benchmark_gives_the_same_bytes(to: str, tmp_path: Path) -> None:
    first, _ = published(tmp_path, to, "first")
    second, _ = published(tmp_path, to, "second")
    assert dict(files_in(first)) == dict(files_in(second))
    published(tmp_path, to, "first")  # and over what is there
    assert dict(files_in(first)) == dict(files_in(second))


@pytest.mark.parametrize("to", FORMATS)
def test_every_file_that_has_room_carries_the_canary(to: str, tmp_path: Path) -> None:
    out, release = published(tmp_path, to, canary=True)
    canary = canary_of(release.fingerprint)
    for name, content in files_in(out):
        text = str(pq.read_table(out / name).to_pylist()) if "parquet" in name else content.decode()
        assert (canary in text) == (name not in NO_ROOM), name
        if name.endswith("jsonl"):
            assert text.count(canary) == len(text.splitlines())


def test_a_canary_is_one_of_a_benchmark(tmp_path: Path) -> None:
    assert canary_of("a") == canary_of("a") != canary_of("b")
    assert re.search(r"GUID [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$", canary_of("a"))
    out, _ = published(tmp_path, "jsonl", canary=True)
    assert read_benchmark(out) == read_benchmark(tmp_path / "bench")
    again = publish_benchmark(out, tmp_path / "again", PublishOptions("inspect"))
    assert again.canary in (tmp_path / "again" / "samples.jsonl").read_text()


@pytest.mark.parametrize("to", FORMATS)
def test_without_a_canary_there_is_none(to: str, tmp_path: Path) -> None:
    out, _ = published(tmp_path, to)
    assert all(b"canary" not in content for _, content in files_in(out))


def test_the_own_form_is_the_benchmark(tmp_path: Path) -> None:
    out, _ = published(tmp_path, "jsonl", license="cc-by-4.0")
    own, copy = (dict(files_in(folder)) for folder in (tmp_path / "bench", out))
    assert copy.pop("card.md").startswith(own.pop("card.md").rstrip())
    assert copy == own
    assert "License: cc-by-4.0" in (out / "card.md").read_text()
    # Published once more, a card tells only of the last time.
    publish_benchmark(out, tmp_path / "again", PublishOptions("trec"))
    assert (tmp_path / "again" / "card.md").read_text().count("## As published") == 1


@pytest.mark.parametrize(
    ("how", "message"),
    [
        (PublishOptions("csv"), "--to csv: must be one of jsonl, parquet"),
        (PublishOptions("beir"), "needs the pages; give the benchmark's --corpus"),
        (PublishOptions("trec", corpus=Path("c")), "only --to beir takes pages"),
        (PublishOptions("beir", corpus=Path("none")), "none"),
    ],
)
def test_what_cannot_be_published_leaves_nothing(
    how: PublishOptions, message: str, tmp_path: Path
) -> None:
    written(tmp_path / "bench")
    with pytest.raises(SecqaError, match=message):
        publish_benchmark(tmp_path / "bench", tmp_path / "out", how)
    assert not (tmp_path / "out").exists()


def test_folders_that_hold_anything_else_are_refused(tmp_path: Path) -> None:
    bench = written(tmp_path / "bench")
    with pytest.raises(SecqaError, match="is the benchmark itself"):
        publish_benchmark(bench, bench, PublishOptions("jsonl", canary=True))
    with pytest.raises(SecqaError, match="not a benchmark"):
        publish_benchmark(tmp_path, tmp_path / "out", PublishOptions("jsonl"))
    out, _ = published(tmp_path, "huggingface")
    (out / "data" / "train.parquet").touch()
    with pytest.raises(SecqaError, match=r"data: holds train\.parquet"):
        publish_benchmark(bench, out, PublishOptions("huggingface"))


def test_a_damaged_benchmark_is_refused(tmp_path: Path) -> None:
    bench = written(tmp_path / "bench")
    (bench / "questions.jsonl").write_text("{\n")
    with pytest.raises(SecqaError, match="damaged"):
        publish_benchmark(bench, tmp_path / "out", PublishOptions("jsonl"))


def test_every_format_can_be_asked_for() -> None:
    assert set(get_args(PublishFormat)) == set(FORMATS)
