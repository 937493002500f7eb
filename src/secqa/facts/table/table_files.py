"""Values of metrics -> files that other programs read: CSV, one value a line, and Parquet."""

import csv
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any

from secqa.errors import SecqaError
from secqa.facts.table.compound import Found, stated_parts

_COLUMNS = (
    *("company", "ticker", "cik", "document_id", "form", "fiscal_year", "fiscal_period"),
    *("period_start", "period_end", "metric", "member", "value", "unit", "decimals"),
    *("concept", "formula"),
)


def write_csv(rows: Sequence[Found], path: Path) -> None:
    """Write values as CSV, one a line, places as `page:row:column/grade`.

    `-` is standard output. Raises SecqaError when the file cannot be written.
    """
    lines = (
        [*("" if cell is None else cell for cell in _cells(row).values()), _places(row)]
        for row in rows
    )
    write_csv_rows((*_COLUMNS, "places"), lines, path)


def write_csv_rows(columns: Sequence[str], rows: Iterable[Sequence[Any]], path: Path) -> None:
    """Write rows under their columns; as `write_csv`."""
    if str(path) == "-":
        _write(columns, rows, sys.stdout)
        return
    try:
        with path.open("w", newline="", encoding="utf-8") as file:
            _write(columns, rows, file)
    except OSError as error:
        raise _unwritable(path, error) from error


def write_parquet(rows: Sequence[Found], path: Path) -> None:
    """Write values as Parquet, one a row.

    `evidence` lists every place with page, element, row, column, grade and quote, and the metric
    it shows: of a value that is worked out, those of all its parts.
    Raises SecqaError when the file cannot be written.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    place = pa.struct(
        [
            ("metric", pa.string()),
            ("fiscal_year", pa.int32()),
            ("document_id", pa.string()),
            *((name, pa.int32()) for name in ("page", "element", "row", "column", "grade")),
            ("quote", pa.string()),
        ]
    )
    kinds = {"fiscal_year": pa.int32(), "decimals": pa.int32(), "value": pa.float64()}
    kinds |= {"period_start": pa.date32(), "period_end": pa.date32()}
    schema = pa.schema(
        [(name, kinds.get(name, pa.string())) for name in _COLUMNS]
        + [("not_applicable", pa.list_(pa.string())), ("evidence", pa.list_(place))]
    )
    records = [
        _cells(row)
        | {"not_applicable": getattr(row, "not_applicable", ()), "evidence": _evidence(row)}
        for row in rows
    ]
    try:
        pq.write_table(pa.Table.from_pylist(records, schema=schema), path)
    except OSError as error:
        raise _unwritable(path, error) from error


def _cells(row: Found) -> dict[str, Any]:
    # What is worked out has no concept, what is stated no formula.
    return {name: getattr(row, name, None) for name in _COLUMNS}


def _evidence(row: Found) -> list[dict[str, Any]]:
    return [
        {"metric": part.metric, "fiscal_year": part.fiscal_year, **asdict(place)}
        for part in stated_parts(row)
        for place in part.evidence
    ]


def _places(row: Found) -> str:
    return " ".join(
        f"{place.page}:{place.row}:{place.column}/{place.grade}"
        for part in stated_parts(row)
        for place in part.evidence
    )


def _write(columns: Sequence[str], rows: Iterable[Sequence[Any]], file: IO[str]) -> None:
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)


def _unwritable(path: Path, error: OSError) -> SecqaError:
    return SecqaError(f"{path}: cannot be written ({error.strerror}); give another file")
