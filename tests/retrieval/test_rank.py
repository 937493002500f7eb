"""Ranked pages: the right one first, for reasons that add up."""

from datetime import date

import pytest
from tests.support.page_builders import metadata, report

from secqa.corpus.corpus_rows import rows_for
from secqa.corpus.corpus_store import Corpus, open_corpus
from secqa.corpus.corpus_writer import CorpusWriter
from secqa.errors import SecqaError
from secqa.retrieval.indexing.chunking import element_chunks
from secqa.retrieval.indexing.page_index import update_index
from secqa.retrieval.page_query import page_query
from secqa.retrieval.rank import retrieve_pages

REPORTS = (
    report(metadata()),
    report(metadata("ACME-10-K-2023", fiscal_year=2023, period_end=date(2023, 12, 31))),
    report(metadata("BOLT-10-K-2024", "Bolt Works Corp", "BOLT", "0000000002"), marked=False),
)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    folder = tmp_path_factory.mktemp("corpus")
    with CorpusWriter(folder) as writer:
        for document in REPORTS:
            writer.add(rows_for(document))
    made = open_corpus(folder)
    update_index(made)
    return made


@pytest.mark.parametrize("document_id", ["ACME-10-K-2024", "BOLT-10-K-2024"])
@pytest.mark.parametrize(
    ("question", "page"),
    [
        ("What was the net income in fiscal year 2024 in US dollars?", 5),
        ("How much was spent on R&D?", 5),
        ("total assets", 6),
        ("What is its goodwill?", 6),
        ("How much did Acme pay for dividends in FY24?", 7),
        ("capital expenditures in millions, rounded to one decimal place", 7),
        ("How many people does the company employ?", 1),
        ("According to the balance sheet, what are the inventories?", 6),
    ],
)
def test_the_right_page_comes_first(
    corpus: Corpus, document_id: str, question: str, page: int
) -> None:
    assert retrieve_pages(corpus, question, 1, [document_id])[0].page == page


@pytest.mark.parametrize(
    "question",
    ["Why did net sales grow?", "What drove net income?"],
)
def test_a_metric_that_words_are_about_does_not_ask_for_its_statement(
    corpus: Corpus, question: str
) -> None:
    assert retrieve_pages(corpus, question, 1, ["ACME-10-K-2024"])[0].page in (2, 4)


def test_a_quarter_asked_for_is_no_period(corpus: Corpus) -> None:
    query = page_query("In which quarter of 2024 was revenue highest?", corpus)
    assert "quarterly financial data" in query.sections
    query = page_query("What was revenue in the third quarter of 2024?", corpus)
    assert "quarterly financial data" not in query.sections


def test_a_task_around_a_question_changes_nothing(corpus: Corpus) -> None:
    plain = "What is Acme's gross margin in 2024?"
    dressed = (
        "Assume that you are a credit analyst. What is Acme's gross margin in 2024? If gross "
        "margin is not useful for such a company, then state that and explain why."
    )
    first, second = (retrieve_pages(corpus, question, 3) for question in (plain, dressed))
    assert [page.page for page in first] == [page.page for page in second]


@pytest.mark.parametrize("question", ["net income of Acme in 2024", "Who earned most?", "latest"])
def test_a_corpus_as_it_was_finds_nothing_later(corpus: Corpus, question: str) -> None:
    found = retrieve_pages(corpus.until(2023), question, 20)
    assert {page.document_id for page in found} == {"ACME-10-K-2023"}
    assert retrieve_pages(corpus.until(2020), question, 20) == ()


def test_another_company_is_no_answer(corpus: Corpus) -> None:
    found = retrieve_pages(corpus, "net income of Bolt in 2024", 20)
    assert {page.document_id for page in found} == {"BOLT-10-K-2024"}


def test_the_parts_of_a_compound_metric_are_found(corpus: Corpus) -> None:
    question = "What is the free cash flow margin?"
    pages = [ranked.page for ranked in retrieve_pages(corpus, question, 2, ["ACME-10-K-2024"])]
    assert sorted(pages) == [5, 7]


def test_a_page_comes_once_and_scores_fall(corpus: Corpus) -> None:
    ranked = retrieve_pages(corpus, "net income", 50, ["ACME-10-K-2024"])
    assert sorted(page.page for page in ranked) == list(range(1, 8))
    scores = [page.score for page in ranked]
    assert scores == sorted(scores, reverse=True)


def test_signals_add_up_to_the_score(corpus: Corpus) -> None:
    for page in retrieve_pages(corpus, "What were Acme's total assets in 2024?", 5):
        assert sum(page.signals.values()) == pytest.approx(page.score, abs=0.001)
        assert all(share > 0 for share in page.signals.values())


@pytest.mark.parametrize(
    ("question", "document_id"),
    [
        ("What was Acme's net income in 2023?", "ACME-10-K-2023"),
        ("What was the net income of Bolt Works?", "BOLT-10-K-2024"),
        ("ACME net income", "ACME-10-K-2024"),
        ("What was the net income of Acme in 2022?", "ACME-10-K-2023"),
    ],
)
def test_the_collection_is_searched_for_the_right_report(
    corpus: Corpus, question: str, document_id: str
) -> None:
    best = retrieve_pages(corpus, question, 1)[0]
    assert (best.document_id, best.page) == (document_id, 5)


def test_only_the_documents_given_are_searched(corpus: Corpus) -> None:
    ranked = retrieve_pages(corpus, "Acme's net income", 20, ["BOLT-10-K-2024"])
    assert {page.document_id for page in ranked} == {"BOLT-10-K-2024"}
    assert retrieve_pages(corpus, "Acme's net income", 20, []) == ()


def test_many_documents_are_searched_like_a_collection(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = ["ACME-10-K-2024", "BOLT-10-K-2024"]
    monkeypatch.setattr("secqa.retrieval.rank._MANY_PAGES", 10)
    ranked = retrieve_pages(corpus, "net income of Bolt", 20, both)
    assert ranked[0].document_id == "BOLT-10-K-2024"
    assert {page.document_id for page in ranked} == set(both)


def test_the_passage_is_the_chunk_that_matched(corpus: Corpus) -> None:
    best = retrieve_pages(corpus, "number of employees", 1, ["ACME-10-K-2024"])[0]
    chunks = element_chunks(corpus.page(best.document_id, best.page))
    assert "12,300" in chunks[best.chunk].text


@pytest.mark.parametrize(
    ("question", "k", "documents", "message"),
    [
        ("", 1, None, "nothing to search for"),
        ("? !", 1, None, "nothing to search for"),
        ("net income", 0, None, "at least 1"),
        ("net income", 1, ["NONE-10-K-2024"], "NONE-10-K-2024: not in the corpus"),
    ],
)
def test_what_cannot_be_searched_is_refused(
    corpus: Corpus, question: str, k: int, documents: list[str] | None, message: str
) -> None:
    with pytest.raises(SecqaError, match=message):
        retrieve_pages(corpus, question, k, documents)


def test_the_same_search_gives_the_same_pages(corpus: Corpus) -> None:
    first = retrieve_pages(corpus, "operating margin", 10)
    assert retrieve_pages(corpus, "operating margin", 10) == first


@pytest.mark.parametrize(("label", "page"), [("Dividends paid", 7), ("Goodwill", 6)])
def test_a_quoted_line_is_found_where_a_statement_prints_it(
    corpus: Corpus, label: str, page: int
) -> None:
    question = f'What is the "{label}" of Acme that employees and net sales speak of in 2024?'
    assert retrieve_pages(corpus, question, 1, ["ACME-10-K-2024"])[0].page == page
