"""Rows under named columns, as programs and notebooks take them.

The package needs no library of data frames: `to_pandas` and `to_polars` use the one that is
installed, and anything that reads Arrow streams takes a table as it is.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from importlib import import_module
from typing import Any

from secqa.errors import SecqaError

_ROWS_SHOWN = 20
_CELL_WIDTH = 60
"""Characters of a cell in a notebook."""


@dataclass(frozen=True, slots=True)
class DataTable:
    """Rows of equal length under their columns."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    @classmethod
    def of(cls, columns: Sequence[str], rows: Iterator[Sequence[Any]]) -> "DataTable":
        """A table of rows as they come."""
        return cls(tuple(columns), tuple(map(tuple, rows)))

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Each row by column."""
        return (dict(zip(self.columns, row, strict=True)) for row in self.rows)

    def __getitem__(self, column: str) -> tuple[Any, ...]:
        """The values of a column; SecqaError for an unknown one."""
        if column not in self.columns:
            raise SecqaError(f"{column}: no such column; there are {', '.join(self.columns)}")
        place = self.columns.index(column)
        return tuple(row[place] for row in self.rows)

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
        """A `pandas.DataFrame`; SecqaError where pandas is not installed."""
        return _library("pandas").DataFrame(list(self.rows), columns=list(self.columns))

    def to_polars(self) -> Any:
        """A `polars.DataFrame`; SecqaError where polars is not installed."""
        return _library("polars").DataFrame(
            list(self.rows), schema=list(self.columns), orient="row", infer_schema_length=None
        )

    def to_arrow(self) -> Any:
        """A `pyarrow.Table`."""
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
