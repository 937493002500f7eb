"""Run read-only SQL over the tables of a corpus.

DuckDB can read and write files, load extensions and access the network, and the query is untrusted,
since a model may have written it. So the corpus is passed as tables in memory, all other access is
disabled before the query is parsed, and only a read-only query is run.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import date, datetime
from decimal import Decimal
from threading import Timer
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from secqa.corpus.corpus_address import CorpusPath
from secqa.corpus.corpus_rows import Entry, entry_rows
from secqa.corpus.corpus_schema import (
    ELEMENTS,
    FACTS,
    FOOTNOTES,
    MEMBER_VALUES,
    METRIC_VALUES,
    PAGES,
    TRUTH,
)
from secqa.corpus.corpus_store import Corpus, open_corpus
from secqa.corpus.lance_tables import Tables, rows_of
from secqa.data_table import DataTable
from secqa.errors import SecqaError
from secqa.extensions import needs_extra
from secqa.word_lists import any_of

if TYPE_CHECKING:
    import duckdb

DOCUMENTS = "documents"
METRICS = "metrics"
MEMBERS = "members"

# Words that SQL keeps for itself become others; renamed columns keep their meaning.
_RENAMED = {
    "start": "period_start",
    "end": "period_end",
    "row": "table_row",
    "column": "table_column",
    "table": "table_json",
}
_OF_DOCUMENT = ("document_id", "company", "ticker", "cik", "form")
_SOURCES = {
    PAGES: PAGES,
    ELEMENTS: ELEMENTS,
    FACTS: FACTS,
    FOOTNOTES: FOOTNOTES,
    METRICS: METRIC_VALUES,
    MEMBERS: MEMBER_VALUES,
}
_TABLES = (DOCUMENTS, *_SOURCES)
_LOCKED = (
    "SET enable_external_access = false",
    "SET python_enable_replacements = false",
    "SET autoinstall_known_extensions = false",
    "SET autoload_known_extensions = false",
    "SET lock_configuration = true",
)
_LIMITS: dict[str, str | bool | int | float | list[str]] = {
    "memory_limit": "2GB",
    "temp_directory": "",
}
_READING = {"SELECT", "EXPLAIN"}
_LONGEST = 60.0
"""Maximum seconds of a query."""
_MOST_ROWS = 1_000_000


def run_sql(sql: str, corpus_path: CorpusPath) -> DataTable:
    """Run one query over `documents`, `pages`, `elements`, `facts`, `footnotes`, `metrics` and
    `members`.

    Returns JSON values, dates as ISO. `metrics` is the fact table of whole companies, `members`
    that of their segments, regions and products. Raises `SecqaError` for a query that is invalid,
    does more than read, or accesses anything outside the corpus.
    """
    with needs_extra("sql", "SQL"):
        import duckdb
    corpus = open_corpus(corpus_path)
    connection = duckdb.connect(":memory:", config=_LIMITS)
    try:
        for setting in _LOCKED[:2]:
            connection.execute(setting)
        named = [name for name in _TABLES if any_of(name, any_case=True).search(sql)]
        for name in named:
            connection.register(name, _table(name, corpus, corpus.entries))
        for name in () if named else _TABLES:
            # For SHOW and DESCRIBE: columns, but no rows.
            with suppress(SecqaError):
                connection.register(name, _table(name, corpus, ()))
        for setting in _LOCKED[2:]:
            connection.execute(setting)
        _check_reads(connection, sql)
        with _for_seconds(connection):
            result = connection.execute(sql)
            columns = tuple(column[0] for column in result.description or ())
            fetched = result.fetchmany(_MOST_ROWS + 1)
        if len(fetched) > _MOST_ROWS:
            raise SecqaError(f"SQL: over {_MOST_ROWS:,} rows; add a LIMIT")
        rows = tuple(tuple(_plain(value) for value in row) for row in fetched)
    except duckdb.InterruptException:
        raise SecqaError(f"SQL: took over {_LONGEST:g} seconds; ask for less") from None
    except duckdb.Error as error:
        raise SecqaError(f"SQL: {_error_text(error)}") from None
    finally:
        connection.close()
    return DataTable(columns, rows)


@contextmanager
def _for_seconds(connection: "duckdb.DuckDBPyConnection") -> Iterator[None]:
    """Interrupt a query after a time limit."""
    timer = Timer(_LONGEST, connection.interrupt)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _check_reads(connection: "duckdb.DuckDBPyConnection", sql: str) -> None:
    statements = connection.extract_statements(sql)
    if len(statements) != 1:
        raise SecqaError(f"SQL: one statement at a time; this has {len(statements)}")
    kind = statements[0].type.name
    if kind not in _READING:
        raise SecqaError(f"SQL: {kind} is refused; a corpus is only read: use SELECT")


def _table(name: str, corpus: Corpus, entries: Sequence[Entry]) -> pa.Table:
    documents = entry_rows(list(entries))
    if name == DOCUMENTS:
        return documents.drop_columns(["revision"])
    rows = _rows(_SOURCES[name], corpus, [entry.revision for entry in entries])
    of = documents.select(["revision", *_OF_DOCUMENT])
    joined = rows.append_column("place", pa.array(range(rows.num_rows), pa.int64()))
    # Lists and structs cannot go through a join: the keys do, and order them afterwards.
    keys = joined.select(["revision", "place"]).join(of, "revision").sort_by("place")
    columns = {column: keys[column] for column in _OF_DOCUMENT}
    columns |= {_RENAMED.get(c, c): rows[c] for c in rows.schema.names if c != "revision"}
    return pa.table(columns)


def _rows(stored: str, corpus: Corpus, revisions: Sequence[str]) -> pa.Table:
    shown = stored in (PAGES, ELEMENTS)
    table = corpus.table(stored) if shown else Tables(corpus.path / TRUTH).opened(stored)
    if table is None:
        lacks = stored if shown else "facts"
        raise SecqaError(f"{corpus.path}: has no {lacks}; ingest its filings again")
    return rows_of(table, revisions)


def _plain(value: Any) -> Any:
    if isinstance(value, date | datetime):
        return value.isoformat()
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if value is None or isinstance(value, bool | int | float | str):
        return value
    return str(value)


def _error_text(error: "duckdb.Error") -> str:
    lines = [line.strip() for line in str(error).splitlines()]
    # What follows is the query again, with a mark under it that one line cannot show.
    kept = [line for line in lines if line and not line.startswith(("LINE ", "^"))]
    return " ".join(kept)
