"""The four systems answer, refuse, and show what they did."""

import pytest

from secqa.corpus.corpus_store import Corpus
from secqa.errors import SecqaError
from secqa.retrieval.plain_search import fuse
from secqa.retrieval.rank import RankedPage
from secqa.retrieval.retriever import ChosenRetriever
from secqa.systems.make import SYSTEMS, make_system


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_system_answers_a_plain_question(corpus: Corpus, name: str) -> None:
    system = make_system(name, corpus, pages=4)
    answer = system.answer("What was Acme's net income in 2024?")
    assert system.name == name
    assert answer.value == pytest.approx(680e6)
    assert answer.unit == "USD"
    assert answer.error == ""
    assert answer.documents[0] == "ACME-10-K-2024"
    assert answer.pages[0] == ("ACME-10-K-2024", 5)
    assert answer.readings[0].page == 5
    assert "680" in answer.readings[0].quote
    assert 0 < answer.confidence <= 1
    assert answer.seconds > 0
    assert answer.calls >= 1


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize(
    ("question", "value", "unit"),
    [
        ("What is the operating margin of Acme in 2024?", 900 / 5200, "pure"),
        ("What is Acme's free cash flow in fiscal 2024?", 670e6, "USD"),
        ("What was Acme's revenue growth from 2023 to 2024?", 5200 / 4900 - 1, "pure"),
        ("Did Acme pay dividends in 2024?", "Yes", ""),
        ("How many employees does Bolt Works have?", 12300, "count"),
    ],
)
def test_every_system_calculates(
    corpus: Corpus, name: str, question: str, value: float | str, unit: str
) -> None:
    answer = make_system(name, corpus).answer(question)
    assert answer.error == ""
    assert answer.value == (value if isinstance(value, str) else pytest.approx(value))
    assert answer.unit == unit
    assert "extract_value" in answer.program


def test_a_later_report_answers_for_a_year_without_one(corpus: Corpus) -> None:
    answer = make_system("codegen-docs", corpus).answer("What was Acme's net income in 2023?")
    assert answer.value == pytest.approx(602e6)
    assert answer.documents == ("ACME-10-K-2024",)


def test_vanilla_calculates_from_its_pages_alone(corpus: Corpus) -> None:
    question = "What is the operating margin of Acme in 2024 and what are its total assets?"
    few, many = (make_system("vanilla", corpus, k).answer(question) for k in (1, 8))
    assert isinstance(many.value, tuple)
    assert many.value == pytest.approx((900 / 5200, 4100e6))
    assert few.value is None  # assets stand on another page
    for answer in (few, many):
        read = [(one.document_id, one.page) for one in answer.readings if one.value is not None]
        assert set(read) <= set(answer.pages)


def test_multi_query_searches_for_each_company_and_year(corpus: Corpus) -> None:
    answer = make_system("multi-query", corpus, 2).answer(
        "Which had the higher net income in 2024, Acme or Bolt Works?"
    )
    # The best page of each search comes before the second of any.
    assert set(answer.pages[:2]) == {("ACME-10-K-2024", 5), ("BOLT-10-K-2024", 5)}
    assert isinstance(answer.value, str)


@pytest.mark.parametrize("name", SYSTEMS)
def test_plain_retrieval_is_enough_for_a_plain_question(corpus: Corpus, name: str) -> None:
    bm25 = ChosenRetriever("bm25")
    answer = make_system(name, corpus, 4, retriever=bm25).answer(
        "What was Acme's net income in 2024?"
    )
    assert answer.value == pytest.approx(680e6)
    assert len(answer.pages) == 4


def test_only_selected_documents_are_read(corpus: Corpus) -> None:
    answer = make_system("codegen-docs", corpus).answer("What was BOLT's net income in 2024?")
    assert {document for document, _ in answer.pages} == {"BOLT-10-K-2024"}


@pytest.mark.parametrize("name", SYSTEMS)
def test_several_values_are_several_outputs(corpus: Corpus, name: str) -> None:
    answer = make_system(name, corpus).answer(
        "What were the total assets and goodwill of Acme in 2024?"
    )
    assert answer.value == (4100e6, 220e6)


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("What was the net income of Zebra Corp in 2024?", "company"),
        ("What was Acme's revenue in 1999?", "1999"),
        ("What is the weather?", "no "),
    ],
)
def test_what_is_out_of_reach_is_refused_with_a_reason(
    corpus: Corpus, question: str, reason: str
) -> None:
    answer = make_system("codegen-docs", corpus).answer(question)
    assert answer.value is None
    assert reason in answer.error
    assert "\n" not in answer.error


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("question", ["", "?", "net income", "¤ µ #"])
def test_no_question_is_too_strange(corpus: Corpus, name: str, question: str) -> None:
    answer = make_system(name, corpus).answer(question)
    assert (answer.value is None) == bool(answer.error)


def test_more_pages_are_more_pages(corpus: Corpus) -> None:
    for pages in (1, 3):
        answer = make_system("vanilla", corpus, pages=pages).answer("Acme's total assets in 2024?")
        assert len(answer.pages) == pages


@pytest.mark.parametrize(
    ("name", "pages", "model", "message"),
    [
        ("magic", 8, "offline", "magic: unknown system; one of vanilla"),
        ("vanilla", 0, "offline", "at least 1"),
        ("vanilla", 8, "gpt", "gpt: not a model"),
    ],
)
def test_what_cannot_be_made_is_said(
    corpus: Corpus, name: str, pages: int, model: str, message: str
) -> None:
    with pytest.raises(SecqaError, match=message):
        make_system(name, corpus, pages=pages, model=model)


def test_lists_of_pages_are_fused_by_agreement() -> None:
    def found(*pages: int) -> tuple[RankedPage, ...]:
        return tuple(RankedPage("A", page, 1.0, {}) for page in pages)

    fused = fuse([found(1, 2, 3), found(4, 2, 5), found(2, 6, 7)])
    assert [page.page for page in fused] == [2, 1, 4, 6, 3, 5, 7]
