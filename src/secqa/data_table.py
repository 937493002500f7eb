"""Tables of rows and named columns for programs and notebooks.

No data frame library is required: `to_pandas` and `to_polars` import theirs when called, and any
library that reads Arrow streams accepts a table directly.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from importlib import import_module
from typing import Any

from secqa.errors import SecqaError

_ROWS_SHOWN = 20
_CELL_WIDTH = 60
"""Maximum characters of a cell in a notebook."""


@dataclass(frozen=True, slots=True)
class DataTable:
    """Rows of equal length under their columns."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    @classmethod
    def of(cls, columns: Sequence[str], rows: Iterator[Sequence[Any]]) -> "DataTable":
        """Build a table from an iterator of rows."""
        return cls(tuple(columns), tuple(map(tuple, rows)))

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Iterate over the rows as dicts by column name."""
        return (dict(zip(self.columns, row, strict=True)) for row in self.rows)

    def __getitem__(self, column: str) -> tuple[Any, ...]:
        """The values of a column; raises SecqaError for an unknown column."""
        if column not in self.columns:
            raise SecqaError(f"{column}: no such column; there are {', '.join(self.columns)}")
        index = self.columns.index(column)
        return tuple(row[index] for row in self.rows)

    def __repr__(self) -> str:
        return f"<DataTable: {len(self):,} rows of {', '.join(self.columns)}>"

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(column)}</th>" for column in self.columns)
        body = "".join(
            f"<tr>{''.join(f'<td>{escape(_cell(value))}</td>' for value in row)}</tr>"
            for row in self.rows[:_ROWS_SHOWN]
        )
        more = f"<p>{_ROWS_SHOWN} of {len(self):,} rows</p>" if len(self) > _ROWS_SHOWN else ""
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"

    def to_pandas(self) -> Any:
        """Convert to a `pandas.DataFrame`; raises SecqaError if pandas is not installed."""
        return _library("pandas").DataFrame(list(self.rows), columns=list(self.columns))

    def to_polars(self) -> Any:
        """Convert to a `polars.DataFrame`; raises SecqaError if polars is not installed."""
        return _library("polars").DataFrame(
            list(self.rows), schema=list(self.columns), orient="row", infer_schema_length=None
        )

    def to_arrow(self) -> Any:
        """Convert to a `pyarrow.Table`."""
        return _library("pyarrow").table({column: list(self[column]) for column in self.columns})

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.to_arrow().__arrow_c_stream__(requested_schema)


def _cell(value: object) -> str:
    text = "" if value is None else f"{value:,.10g}" if isinstance(value, float) else str(value)
    return text if len(text) <= _CELL_WIDTH else f"{text[: _CELL_WIDTH - 1]}…"


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise SecqaError(f"{name}: not installed; pip install {name}") from None
