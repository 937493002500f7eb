"""Retrievers by name find pages alike to the eye of a system, each in its own way."""

from datetime import date
from pathlib import Path

import pytest
from tests.support.page_builders import metadata, report
from tests.support.vectors_cases import Stand

from secqa.corpus.corpus_rows import rows_for
from secqa.corpus.corpus_store import Corpus, open_corpus
from secqa.corpus.corpus_writer import CorpusWriter
from secqa.errors import SecqaError
from secqa.retrieval import retriever
from secqa.retrieval.indexing.page_index import update_index
from secqa.retrieval.retriever import BM25, RETRIEVERS, ChosenRetriever, open_retriever
from secqa.retrieval.vectors.dense import DenseSearch, update_vectors
from secqa.retrieval.vectors.store import open_store

QUESTION = "What was the net income of Acme in 2024?"


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    folder = tmp_path_factory.mktemp("found")
    with CorpusWriter(folder) as writer:
        for about in (
            metadata(),
            metadata("ACME-10-K-2022", fiscal_year=2022, period_end=date(2022, 12, 31)),
            metadata("BOLT-10-K-2024", "Bolt Works Corp", "BOLT", "0000000002"),
        ):
            writer.add(rows_for(report(about)))
    made = open_corpus(folder)
    update_index(made)
    update_vectors(made, DenseSearch(Stand(), open_store("lancedb", made, Stand.name)))
    return made


@pytest.fixture(params=RETRIEVERS)
def chosen(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> ChosenRetriever:
    """Each retriever; what sees meaning is a stand-in."""
    monkeypatch.setattr(retriever, "open_embedder", lambda name: Stand() if name == "s" else None)
    return ChosenRetriever(request.param, "none" if request.param == BM25 else "s")


def test_the_page_that_answers_is_among_the_first(corpus: Corpus, chosen: ChosenRetriever) -> None:
    found = open_retriever(chosen, corpus)(QUESTION, 8, ["ACME-10-K-2024"])
    assert {page.document_id for page in found} == {"ACME-10-K-2024"}
    assert 5 in [page.page for page in found]
    places = [(page.document_id, page.page) for page in found]
    assert len(set(places)) == len(places)
    assert len(open_retriever(chosen, corpus)(QUESTION, 2)) == 2


def test_what_is_not_to_be_seen_is_not_found(corpus: Corpus, chosen: ChosenRetriever) -> None:
    find = open_retriever(chosen, corpus.until(2023))
    assert {page.document_id for page in find(QUESTION, 20)} == {"ACME-10-K-2022"}
    assert find(QUESTION, 20, []) == ()
    with pytest.raises(SecqaError, match="not in the corpus"):
        find(QUESTION, 2, ["ACME-10-K-2024"])
    with pytest.raises(SecqaError, match="at least 1"):
        find(QUESTION, 0)


def test_words_find_the_company_and_year_of_a_page(corpus: Corpus) -> None:
    find = open_retriever(ChosenRetriever(BM25), corpus)
    for asked, document in (
        ("Acme fiscal year 2022 net income", "ACME-10-K-2022"),
        ("BOLT fiscal year 2024 net income", "BOLT-10-K-2024"),
    ):
        assert find(asked, 1)[0].document_id == document
    with pytest.raises(SecqaError, match="nothing to search for"):
        find("?!", 1)


@pytest.mark.parametrize(
    ("wanted", "problem"),
    [
        (ChosenRetriever("magic"), "unknown retriever; one of ranked, bm25, dense, hybrid"),
        (ChosenRetriever("dense"), "needs vectors; make them by `secqa index --embedder E`"),
        (ChosenRetriever("hybrid"), "needs vectors"),
        (ChosenRetriever("bm25", "openai:x"), "leave out --embedder"),
        (ChosenRetriever("ranked", store="milvus:x"), "--embedder"),
        (ChosenRetriever("dense", "local:/not/there"), "no such folder"),
    ],
)
def test_what_cannot_be_opened_is_said(
    corpus: Corpus, wanted: ChosenRetriever, problem: str
) -> None:
    with pytest.raises(SecqaError, match=problem) as told:
        open_retriever(wanted, corpus)
    assert "\n" not in str(told.value)


def test_labels_name_what_changes_pages(tmp_path: Path) -> None:
    assert ChosenRetriever().label == "ranked"
    assert ChosenRetriever("dense", "openai:x", "milvus:y").label == "dense, openai:x"
