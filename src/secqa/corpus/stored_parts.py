"""Store the original files of documents, to show pages as printed.

Original files contain tags, which a system that answers questions must not see. So, like facts,
they are in a separate database below the corpus, which no `Corpus` opens.
"""

from collections.abc import Sequence

import pyarrow as pa

from secqa.corpus.corpus_address import CorpusPath
from secqa.corpus.corpus_schema import ORIGINALS, SCHEMAS
from secqa.corpus.lance_tables import Tables, quoted
from secqa.filings.containers.parts import Part
from secqa.filings.read import LARGEST

_CODEC = "zstd"
_LEVEL = 9
"""Compresses HTML to 5% in 15 ms per megabyte; level 12 saves 3% in four times the time."""


def original_rows(revision: str, parts: Sequence[Part]) -> pa.Table:
    """The rows of the parts of a filing."""
    codec = pa.Codec(_CODEC, compression_level=_LEVEL)
    columns = {
        "revision": [revision] * len(parts),
        "part": list(range(len(parts))),
        "type": [part.type for part in parts],
        "name": [part.name for part in parts],
        "size": [len(part.data) for part in parts],
        "data": [codec.compress(part.data, asbytes=True) for part in parts],
    }
    return pa.table(columns, schema=SCHEMAS[ORIGINALS])


def stored_parts(corpus: CorpusPath, revision: str) -> tuple[Part, ...]:
    """The parts of a filing; empty if the corpus does not store them."""
    table = Tables(corpus / ORIGINALS).opened(ORIGINALS)
    if table is None:
        return ()
    rows = table.rows(where=f"revision = {quoted([revision])}").sort_by("part").to_pylist()
    return tuple(Part(row["type"], row["name"], _unpacked(row)) for row in rows)


def _unpacked(row: dict[str, object]) -> bytes:
    size, data = row["size"], row["data"]
    if not isinstance(size, int) or not isinstance(data, bytes) or not 0 <= size <= LARGEST:
        return b""
    return bytes(pa.decompress(data, size, codec=_CODEC, asbytes=True))
