"""Define the columns of all tables of a corpus.

A corpus is a folder of Lance tables with the content of documents (`documents`, `pages`,
`elements`, `wordings`). Folders below it hold the tagged values (`truth`: `facts` with `footnotes`,
`metric_values` of companies, `member_values` of segments, regions and products) and the original
files (`originals`). The separation lets a system that answers questions open the documents without
their tags.

Each row has a `revision`, a prefix of the SHA-256 of its file; only `documents` maps it to a
document. Rows are visible once that entry exists, so one commit replaces an old revision.
"""

import pyarrow as pa

SCHEMA_VERSION = 1
"""Incremented when a column changes its name or meaning; corpora of other versions are refused."""

DOCUMENTS = "documents"
PAGES = "pages"
ELEMENTS = "elements"
WORDINGS = "wordings"
FACTS = "facts"
METRIC_VALUES = "metric_values"
MEMBER_VALUES = "member_values"
FOOTNOTES = "footnotes"
PAGE_INDEX = "page_index"
"""Table of searchable pages (`retrieval.indexing`); its rows are removed with their document."""
ORIGINALS = "originals"
"""Table of original files, and the folder of its database."""

TRUTH = "truth"
"""Folder of the database of facts and metric values."""

VERSION_KEY = b"secqa.schema"


def _fields(*columns: tuple[str, pa.DataType]) -> pa.Schema:
    metadata = {VERSION_KEY: str(SCHEMA_VERSION).encode()}
    return pa.schema([pa.field(name, kind) for name, kind in columns], metadata=metadata)


_TEXT = pa.string()
_NUMBER = pa.int32()
_TEXTS = pa.list_(_TEXT)

PLACE_COLUMNS = (("page", _NUMBER), ("element", _NUMBER), ("row", _NUMBER), ("column", _NUMBER))

_VALUE_COLUMNS = (
    ("revision", _TEXT),
    ("fiscal_year", _NUMBER),
    ("fiscal_period", _TEXT),
    ("period_start", pa.date32()),
    ("period_end", pa.date32()),
    ("metric", _TEXT),
    ("value", pa.float64()),
    ("unit", _TEXT),
    ("decimals", _NUMBER),
    ("concept", _TEXT),
    ("evidence", pa.list_(pa.struct([*PLACE_COLUMNS, ("grade", _NUMBER), ("quote", _TEXT)]))),
)

SCHEMAS: dict[str, pa.Schema] = {
    DOCUMENTS: _fields(
        ("revision", _TEXT),
        ("document_id", _TEXT),
        ("company", _TEXT),
        ("ticker", _TEXT),
        ("cik", _TEXT),
        ("form", _TEXT),
        ("fiscal_year", _NUMBER),
        ("fiscal_period", _TEXT),
        ("period_end", pa.date32()),
        ("fiscal_year_end", _TEXT),
        ("accession", _TEXT),
        ("tickers", _TEXTS),
        ("source", _TEXT),
        ("sha256", _TEXT),
        ("guessed", _TEXTS),
        ("warnings", _TEXTS),
        ("pages", _NUMBER),
        ("elements", _NUMBER),
        ("tables", _NUMBER),
        ("facts", _NUMBER),
        ("metric_values", _NUMBER),
    ),
    PAGES: _fields(
        ("revision", _TEXT),
        ("page", _NUMBER),
        ("label", _TEXT),
        ("title", _TEXT),
        ("tables", _NUMBER),
        ("artificial", pa.bool_()),
    ),
    ELEMENTS: _fields(
        ("revision", _TEXT),
        ("page", _NUMBER),
        ("element", _NUMBER),
        ("type", _TEXT),
        ("text", _TEXT),
        ("section", _TEXT),
        ("level", _NUMBER),
        ("path", _TEXTS),
        ("table", _TEXT),  # compact JSON; null for other elements
    ),
    WORDINGS: _fields(
        ("revision", _TEXT),
        ("kind", _TEXT),  # "line": a row label; "name": another name of the company
        ("text", _TEXT),
        ("rows", _NUMBER),
        ("statements", _NUMBER),
    ),
    FACTS: _fields(
        ("revision", _TEXT),
        ("fact_id", _TEXT),
        ("concept", _TEXT),
        ("value", pa.float64()),
        ("text", _TEXT),
        ("printed", _TEXT),
        ("unit", _TEXT),
        ("decimals", _NUMBER),
        ("start", pa.date32()),
        ("end", pa.date32()),
        ("dimensions", pa.list_(pa.struct([("axis", _TEXT), ("member", _TEXT)]))),
        ("nil", pa.bool_()),
        ("hidden", pa.bool_()),
        *PLACE_COLUMNS,
        ("statement", _TEXT),
    ),
    METRIC_VALUES: _fields(*_VALUE_COLUMNS),
    MEMBER_VALUES: _fields(*_VALUE_COLUMNS, ("member", _TEXT)),
    FOOTNOTES: _fields(("revision", _TEXT), ("fact_id", _TEXT), ("text", _TEXT)),
    ORIGINALS: _fields(
        ("revision", _TEXT),
        ("part", _NUMBER),  # 0 is the main document
        ("type", _TEXT),
        ("name", _TEXT),
        ("size", pa.int64()),  # bytes, uncompressed
        ("data", pa.large_binary()),
    ),
}

SHOWN = (PAGES, ELEMENTS, WORDINGS)
"""Tables of the corpus database besides `documents`."""

HIDDEN = (FACTS, METRIC_VALUES, MEMBER_VALUES, FOOTNOTES)
"""Tables of the truth database."""


def revision_of(sha256: str) -> str:
    """The key of all rows of a file with this hash."""
    return sha256[:16]
