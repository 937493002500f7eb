"""Brands are found to be of the company that prints them on page after page."""

from pathlib import Path

import pytest
from tests.support.page_builders import metadata, page

from secqa.corpus.corpus_rows import rows_for
from secqa.corpus.corpus_store import Corpus, open_corpus
from secqa.corpus.corpus_writer import CorpusWriter
from secqa.filings.document import Document
from secqa.retrieval.indexing.page_index import update_index
from secqa.retrieval.select import company_printing


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    folder: Path = tmp_path_factory.mktemp("whose")
    own = [
        page(n, "# Stores", f"Sales of Zippo Mart shops grew in region {n}.") for n in range(1, 8)
    ]
    rival = [
        page(1, "# Rivals", "We compete with Zippo Mart."),
        page(2, "# Tools", "Nails by Karl."),
    ]
    with CorpusWriter(folder) as writer:
        writer.add(rows_for(Document(metadata("ACME-10-K", "Acme Inc.", "ACME", "1"), tuple(own))))
        writer.add(
            rows_for(Document(metadata("BOLT-10-K", "Bolt Corp", "BOLT", "2"), tuple(rival)))
        )
    made = open_corpus(folder)
    update_index(made)
    return made


def test_a_name_printed_on_many_pages_is_its_companys(corpus: Corpus) -> None:
    found = company_printing(corpus, "Zippo Mart's")
    assert found is not None
    assert found.ticker == "ACME"


@pytest.mark.parametrize("name", ["Karl", "Unheard", "Mart Zippo", "the"])
def test_a_name_printed_rarely_or_never_is_nobodys(corpus: Corpus, name: str) -> None:
    assert company_printing(corpus, name) is None
