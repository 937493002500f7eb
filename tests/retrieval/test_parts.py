"""Parts of a report: the same names in every form; pages are found where such things are told."""

from pathlib import Path

import pytest
from tests.support.page_builders import metadata, page, standing_in

from secqa.corpus.corpus_rows import rows_for
from secqa.corpus.corpus_store import Corpus, open_corpus
from secqa.corpus.corpus_writer import CorpusWriter
from secqa.filings.document import Document
from secqa.retrieval.indexing.page_index import update_index
from secqa.retrieval.rank import retrieve_pages
from secqa.retrieval.topics import part_of

SUED = "A court may hear a lawsuit over our tools, and litigation is costly."


@pytest.mark.parametrize(
    ("form", "section", "part"),
    [
        ("10-K", "I/2", "properties"),
        ("10-Q", "I/2", "discussion"),
        ("10-K", "", "cover"),
        ("10-K/A", "II/7", "discussion"),
        ("10-K", "III/11", "governance"),
        ("10-K", "IV/15", "exhibits"),
        ("8-K", "5.02", "event"),
        ("8-K", "9.01", "attachment"),
        ("", "", "discussion"),
        ("6-K", "", "discussion"),
        ("20-F", "", ""),
        ("S-1/A", "", ""),
    ],
)
def test_forms_share_names(form: str, section: str, part: str) -> None:
    assert part_of(form, section) == part


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    pages = (
        standing_in("I/1", page(1, "# Competition", "Few firms make such tools.")),
        standing_in("I/1A", page(2, "# Risks", SUED)),
        standing_in("II/8", page(3, "# Notes", SUED)),
        standing_in("IV/15", page(4, "# Exhibits", SUED)),
        standing_in("II/7", page(5, "# Results", "Competition, competition, competition.")),
    )
    folder: Path = tmp_path_factory.mktemp("parts")
    with CorpusWriter(folder) as writer:
        writer.add(rows_for(Document(metadata(), pages)))
    made = open_corpus(folder)
    update_index(made)
    return made


def test_of_equal_pages_the_one_in_the_right_part_is_first(corpus: Corpus) -> None:
    found = retrieve_pages(corpus, "Is there any lawsuit?", 3)
    assert [one.page for one in found] == [3, 2, 4]


def test_a_title_that_says_it_all_beats_mentions(corpus: Corpus) -> None:
    assert retrieve_pages(corpus, "Who is the competition?", 1)[0].page == 1
