"""A small corpus to answer from: two companies, two years."""

from datetime import date

import pytest
from tests.support.page_builders import metadata, report

from secqa.corpus.corpus_rows import rows_for
from secqa.corpus.corpus_store import Corpus, open_corpus
from secqa.corpus.corpus_writer import CorpusWriter
from secqa.retrieval.indexing.page_index import update_index


@pytest.fixture(scope="session")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    folder = tmp_path_factory.mktemp("small-corpus")
    with CorpusWriter(folder) as writer:
        for about in (
            metadata(),
            metadata("ACME-10-K-2022", fiscal_year=2022, period_end=date(2022, 12, 31)),
            metadata("BOLT-10-K-2024", "Bolt Works Corp", "BOLT", "0000000002"),
        ):
            writer.add(rows_for(report(about)))
    made = open_corpus(folder)
    update_index(made)
    return made
