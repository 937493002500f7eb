"""The figures of the sample against the real filings they come from."""

import gzip
import hashlib
from pathlib import Path

import pytest

from secqa.facts.tags.ixbrl import facts_of
from secqa.filings.read import read_filing
from secqa.sample.figures import load_sources

SOURCES = load_sources()


@pytest.mark.parametrize("name", ["PG-10-K-2025", "KO-10-Q-2025-Q2"])
def test_every_figure_is_tagged_in_its_source(name: str, shared_data: Path) -> None:
    source = SOURCES[name]
    path = shared_data / "filings" / source.file
    assert hashlib.sha256(gzip.decompress(path.read_bytes())).hexdigest() == source.sha256
    tagged = {
        (fact.concept, fact.dimensions, fact.start, fact.end, fact.value)
        for fact in facts_of(read_filing(path))
    }
    for figure in source.figures.values():
        value = None if figure.value is None else float(figure.value)
        dimensions = tuple(sorted(figure.dimensions))
        assert (figure.concept, dimensions, figure.start, figure.end, value) in tagged
