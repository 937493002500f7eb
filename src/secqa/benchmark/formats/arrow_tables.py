"""Parquet files and Hugging Face datasets: a row a question, its facts nested.

The columns follow from the fields of `Question`, not from the values, so that two benchmarks or
splits always have the same ones. A field of several types (an answer is a number, a text, or
several) or without end (the query) is a column of JSON text; `answer_number` has an answer that is
a number as one.
"""

import io
import json
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Union, get_args, get_origin, get_type_hints

import pyarrow as pa
import pyarrow.parquet as pq

from secqa.benchmark.dataset import Question, json_line
from secqa.benchmark.formats.release import FormatFiles, Release, by_split
from secqa.extensions import needs_extra
from secqa.query.query import Query
from secqa.reading.reading import Passage

if TYPE_CHECKING:
    from datasets import DatasetDict

FILE = "questions.parquet"
README = "README.md"
ANSWER, NUMBER = "answer", "answer_number"
_TYPES: dict[object, pa.DataType] = {
    str: pa.string(),
    float: pa.float64(),
    int: pa.int64(),
    bool: pa.bool_(),
}
_SCORE = (Passage, "score")
"""Records of gold passages lack it."""
_SIZES = (
    (1_000, "n<1K"),
    (10_000, "1K<n<10K"),
    (100_000, "10K<n<100K"),
    (1_000_000, "100K<n<1M"),
)


def parquet_layout(release: Release) -> FormatFiles:
    """One Parquet file, with the benchmark's header as metadata."""
    records = release.records
    schema = schema_of(records)
    loading = f"`{FILE}` has one row a question." + _json_note(schema)
    return FormatFiles({FILE: _parquet(records, schema, release)}, loading)


def huggingface_layout(release: Release) -> FormatFiles:
    """A folder that `datasets.load_dataset` reads and the Hugging Face hub shows.

    `data/SPLIT.parquet`, and a README.md whose YAML block names them, as in
    https://huggingface.co/docs/hub/datasets-manual-configuration and `datasets-cards`.
    """
    records = release.records
    schema = schema_of(records)
    splits = by_split(records)
    loading = "`datasets.load_dataset(FOLDER)` gives its splits, one row a question."
    return FormatFiles(
        {f"data/{name}.parquet": _parquet(rows, schema, release) for name, rows in splits.items()},
        loading + _json_note(schema),
        README,
        _front_matter(release, list(splits)),
    )


def datasets_of(records: Iterable[dict[str, Any]]) -> "DatasetDict":
    """Records as `datasets` has them, by split, with the columns that publishing gives them."""
    with needs_extra("datasets", "to_huggingface"):
        from datasets import Dataset, DatasetDict
    rows = tuple(records)
    schema = schema_of(rows)
    splits = by_split(rows)
    return DatasetDict({name: Dataset(table_of(part, schema)) for name, part in splits.items()})


def schema_of(records: Iterable[Mapping[str, Any]]) -> pa.Schema:
    """The columns of some records: their fields of `Question`, others as text."""
    types = _column_types()
    names = dict.fromkeys(name for record in records for name in record)
    columns = [(name, types.get(name) or pa.string()) for name in names]
    return pa.schema([*columns, (NUMBER, pa.float64())] if ANSWER in names else columns)


def table_of(records: Iterable[Mapping[str, Any]], schema: pa.Schema) -> pa.Table:
    """Records as a table, fields of several types as JSON."""
    json_names = _json_names(schema)
    rows = []
    for record in records:
        answer = record.get(ANSWER)
        row = {**record, NUMBER: answer if isinstance(answer, int | float) else None}
        for name in json_names:
            if row.get(name) is not None:
                row[name] = json.dumps(row[name], ensure_ascii=False)
        rows.append(row)
    return pa.Table.from_pylist(rows, schema=schema)


def arrow_type(hint: Any) -> pa.DataType | None:
    """The Arrow type of a field; None if it can have values of several types."""
    if hint in _TYPES:
        return _TYPES[hint]
    if get_origin(hint) in (Union, UnionType):
        types = [part for part in get_args(hint) if part is not NoneType]
        return arrow_type(types[0]) if len(types) == 1 else None
    if get_origin(hint) is tuple:
        part, *rest = get_args(hint)
        inner = arrow_type(part) if rest == [...] else None
        return pa.list_(inner) if inner is not None else None
    if is_dataclass(hint) and hint is not Query:
        hints = get_type_hints(hint)
        names = [field.name for field in fields(hint) if (hint, field.name) != _SCORE]
        parts = [(name, arrow_type(hints[name])) for name in names]
        return pa.struct(parts) if all(part is not None for _, part in parts) else None
    return None


def _column_types() -> dict[str, pa.DataType | None]:
    return {name: arrow_type(hint) for name, hint in get_type_hints(Question).items()}


def _json_names(schema: pa.Schema) -> list[str]:
    types = _column_types()
    return [name for name in schema.names if name in types and types[name] is None]


def _json_note(schema: pa.Schema) -> str:
    names = [f"`{name}`" for name in _json_names(schema)]
    number = f" `{NUMBER}` has an answer that is a number." if NUMBER in schema.names else ""
    return f" Columns that hold JSON text: {', '.join(names)}.{number}" if names else ""


def _parquet(records: Iterable[Mapping[str, Any]], schema: pa.Schema, release: Release) -> bytes:
    marks = {"secqa": json_line(release.header)}
    out = io.BytesIO()
    pq.write_table(table_of(records, schema.with_metadata(marks)), out, compression="zstd")
    return out.getvalue()


def _front_matter(release: Release, splits: list[str]) -> str:
    """The YAML block of a dataset card; JSON is YAML, too."""
    header, count = release.header, len(release.records)
    files = [{"split": split, "path": f"data/{split}.parquet"} for split in splits]
    about = {
        "pretty_name": f"secqa {header['suite']}, seed {header['seed']} ({release.fingerprint})",
        **({"license": release.license} if release.license else {}),
        "language": ["en"],
        "task_categories": ["question-answering"],
        "tags": ["finance", "sec-filings"],
        "size_categories": [next((size for most, size in _SIZES if count < most), "n>1M")],
        "configs": [{"config_name": "default", "data_files": files}],
    }
    return f"---\n{json.dumps(about, ensure_ascii=False, indent=1)}\n---\n\n"
