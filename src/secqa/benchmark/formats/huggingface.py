"""A folder that `datasets.load_dataset` reads and the Hugging Face hub shows.

`data/SPLIT.parquet`, and a README.md whose YAML block names them, as
https://huggingface.co/docs/hub/datasets-manual-configuration and `datasets-cards` have it.
"""

import json

from secqa.benchmark.formats.columns import schema_of, told_json
from secqa.benchmark.formats.jsonl import sealed_questions
from secqa.benchmark.formats.note import card_with_note
from secqa.benchmark.formats.parquet import parquet_bytes
from secqa.benchmark.formats.release import Files, Release, by_split, marked

README = "README.md"
_LOADING = "`datasets.load_dataset(FOLDER)` gives its splits, one row a question."
_SIZES = (
    (1_000, "n<1K"),
    (10_000, "1K<n<10K"),
    (100_000, "10K<n<100K"),
    (1_000_000, "100K<n<1M"),
)


def huggingface_files(release: Release) -> Files:
    """The splits, and the card that begins with where they are."""
    records = marked(release)
    schema = schema_of(records)
    splits = by_split(records)
    card = _front_matter(release, list(splits)) + card_with_note(
        release, _LOADING + told_json(schema)
    )
    return {
        **{
            f"data/{split}.parquet": parquet_bytes(rows, schema, release)
            for split, rows in splits.items()
        },
        **sealed_questions(release),
        README: card,
    }


def _front_matter(release: Release, splits: list[str]) -> bytes:
    header = release.header
    name = json.dumps(f"secqa {header['suite']}, seed {header['seed']} ({release.fingerprint})")
    lines = [
        "---",
        f"pretty_name: {name}",
        *([f"license: {json.dumps(release.license)}"] if release.license else []),
        "language:",
        "- en",
        "task_categories:",
        "- question-answering",
        "tags:",
        "- finance",
        "- sec-filings",
        "size_categories:",
        f"- {_size(len(release.records))}",
        "configs:",
        "- config_name: default",
        "  data_files:",
    ]
    for split in splits:
        lines += [f"  - split: {json.dumps(split)}", f"    path: data/{split}.parquet"]
    return "\n".join([*lines, "---", "", ""]).encode()


def _size(questions: int) -> str:
    return next((name for most, name in _SIZES if questions < most), "n>1M")
