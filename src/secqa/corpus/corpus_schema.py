"""What is kept on disk: the columns of every table of a corpus.

A corpus is a folder with a LanceDB database of what documents show (`documents`, `pages`,
`elements`, `wordings`) and, in databases of their own below it, what their tags say (`truth`:
`facts` and their `footnotes`, `metric_values` of whole companies, `member_values` of their
segments, regions, products) and the files they were read from (`originals`). They are apart so
that whoever answers questions can be given the first without the others.

Rows carry a `revision`, the start of the hash of the bytes they were read from, and only
the line in `documents` says which document that is. A document's rows count from the moment
its line is there, and a new revision takes the place of an old one in one commit.
"""

import pyarrow as pa

SCHEMA_VERSION = 1
"""Raised whenever a column changes its name or meaning: older corpora are then refused."""

DOCUMENTS = "documents"
PAGES = "pages"
ELEMENTS = "elements"
WORDINGS = "wordings"
FACTS = "facts"
METRIC_VALUES = "metric_values"
MEMBER_VALUES = "member_values"
FOOTNOTES = "footnotes"
PAGE_INDEX = "page_index"
"""Table of pages to search (`retrieval.indexing`); its rows come and go with their document."""
ORIGINALS = "originals"
"""Table of files, and the folder inside the corpus of the database that holds it alone."""

TRUTH = "truth"
"""Folder inside the corpus of the database that holds facts and metric values."""

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
        ("table", _TEXT),  # compact JSON, null where the element is no table
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
"""Tables of the corpus database with one row a piece of a document, or a wording."""

HIDDEN = (FACTS, METRIC_VALUES, MEMBER_VALUES, FOOTNOTES)
"""Tables of the truth database."""


def revision_of(sha256: str) -> str:
    """The key of all rows read from bytes with this hash."""
    return sha256[:16]
