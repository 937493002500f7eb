"""One Parquet file: a row a question, its facts nested, the benchmark's header as metadata."""

import io
from collections.abc import Iterable, Mapping
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from secqa.benchmark.dataset import CANARY, CARD, json_line
from secqa.benchmark.formats.columns import schema_of, table_of, told_json
from secqa.benchmark.formats.jsonl import sealed_questions
from secqa.benchmark.formats.note import card_with_note
from secqa.benchmark.formats.release import Files, Release, marked

FILE = "questions.parquet"
_LOADING = f"`{FILE}` has one row a question."


def parquet_files(release: Release) -> Files:
    """The file, and its card."""
    records = marked(release)
    schema = schema_of(records)
    return {
        **sealed_questions(release),
        CARD: card_with_note(release, _LOADING + told_json(schema)),
        FILE: parquet_bytes(records, schema, release),
    }


def parquet_bytes(
    records: Iterable[Mapping[str, Any]], schema: pa.Schema, release: Release
) -> bytes:
    """Records as a Parquet file that says which benchmark they are of."""
    header = {**release.header, **({CANARY: release.canary} if release.canary else {})}
    marks = {"secqa": json_line(header)}
    table = table_of(records, schema.with_metadata(marks))
    out = io.BytesIO()
    pq.write_table(table, out, compression="zstd")
    return out.getvalue()
