"""Parts of a report: the same names in every form; pages are found where such things are told."""

from dataclasses import replace
from pathlib import Path

import pytest
from tests.retrieval.pieces import metadata, page, report, standing_in

from secqa.corpus.rows import rows_for
from secqa.corpus.store import Corpus, open_corpus
from secqa.corpus.writer import CorpusWriter
from secqa.filings.document import Document
from secqa.metrics.catalogue import load_catalogue
from secqa.retrieval.index import update_index
from secqa.retrieval.page_types import rows_with_figures, type_pages
from secqa.retrieval.parts import part_of, statement_pages
from secqa.retrieval.rank import retrieve_pages

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
        ("DEF 14A", "", "governance"),
        ("DEFA14A", "", "governance"),
        ("20-F", "", ""),
        ("S-1/A", "", ""),
    ],
)
def test_forms_share_names(form: str, section: str, part: str) -> None:
    assert part_of(form, section, among_statements=False) == part


def behind_the_items() -> Document:
    """A report whose statements stand in Item 15, with an index of exhibits after them."""
    made = report()
    pages = [standing_in("II/7", one) for one in made.pages[:4]]
    pages += [standing_in("IV/15", one) for one in made.pages[4:]]
    notes = page(8, "# Note 1", "Our policies are usual ones.")
    listed = page(9, "# Exhibit Index", "Bylaws of the company.")
    pages += [standing_in("IV/15", notes), standing_in("IV/15", listed)]
    return replace(made, pages=tuple(pages))


def test_statements_behind_the_last_items_are_told_from_exhibits() -> None:
    document = behind_the_items()
    labels = [rows_with_figures(one) for one in document.pages]
    types = type_pages(document.pages, labels, load_catalogue())
    assert statement_pages(document, types) == {5, 6, 7, 8}
    assert part_of("10-K", "IV/15", among_statements=True) == "statements"


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
