"""The functions of figure 7 as programs see them, in programs built as the paper's."""

from collections.abc import Sequence

import pytest

from secqa.corpus.corpus_store import Corpus
from secqa.errors import SecqaError
from secqa.filings.document import Metadata, Page
from secqa.parsing.figure_question import Question
from secqa.reading.reading import Reading
from secqa.retrieval.retriever import OWN_RANKING, open_retriever
from secqa.systems.ahead import search_once
from secqa.systems.functions import bind, page_by_name
from secqa.systems.page_source import Tools, Trail
from secqa.systems.sandbox.run import run_program

LIKE_FIGURE_6 = """
from functions import (
    select_documents,
    retrieve_relevant_pages,
    extract_value
)
debts = {}
for company, symbol in zip(["Acme", "Bolt"], ["ACME", "BOLT"]):
    question = f"What is the total debt of {company} ({symbol}) in 2024 in US dollars?"
    documents = select_documents(stock_symbols=[symbol], form_types=["10-K"], fiscal_years=[2024])
    pages = retrieve_relevant_pages(question, documents)
    debts[company] = extract_value(question, pages)
lowest = min(debts, key=lambda x: debts.get(x))
with open("answer.txt", "w") as f:
    f.write(debts[lowest])
"""
LIKE_FIGURE_8 = """
from functions import select_document
from functions import retrieve_relevant_pages
from functions import extract_value
documents = select_document(companies=["Acme"], form_types=["10-K"], fiscal_years=[2024])
question = "How much did Acme pay in dividends in 2024, in USD?"
value = extract_value(question, pages=retrieve_relevant_pages(question, documents))
with open("answer.txt", "w") as f:
    f.write("Yes" if float(value) > 0 else "No")
"""


def first_page(question: Question, pages: Sequence[tuple[Metadata, Page]]) -> Reading:
    """Reads the number of the first page given."""
    return Reading(str(question), float(pages[0][1].number) if pages else None)


def tools(corpus: Corpus, selects_documents: bool = True) -> Tools:
    search = search_once(open_retriever(OWN_RANKING, corpus), 2)
    return Tools(corpus, search, first_page, selects_documents)


@pytest.mark.parametrize(
    ("program", "answer", "documents"),
    [
        (LIKE_FIGURE_6, "6.0", ["ACME-10-K-2024", "BOLT-10-K-2024"]),
        (LIKE_FIGURE_8, "Yes", ["ACME-10-K-2024"]),
    ],
)
def test_the_papers_programs_run(
    corpus: Corpus, program: str, answer: str, documents: list[str]
) -> None:
    trail = Trail()
    outcome = run_program(program, bind(tools(corpus), trail))
    assert outcome.error == ""
    assert outcome.answer_text == answer
    assert list(trail.documents) == documents
    assert len(trail.pages) == 2 * len(documents)
    assert len(trail.readings) == len(documents)


def test_no_document_is_an_empty_list_and_no_value(corpus: Corpus) -> None:
    functions = bind(tools(corpus), Trail())
    assert functions["select_documents"](companies=["Nobody"]) == []
    assert functions["retrieve_relevant_pages"]("net income", []) == []
    assert functions["extract_value"]("net income", []) is None


def test_pages_are_named_by_document_and_place(corpus: Corpus) -> None:
    functions = bind(tools(corpus), Trail())
    pages = functions["retrieve_relevant_pages"]("Total assets?", ["ACME-10-K-2024"])
    assert isinstance(pages, list)
    assert pages[0] == "ACME-10-K-2024#6"
    assert page_by_name(corpus, pages[0])[1].number == 6


def test_without_selection_programs_search_everything(corpus: Corpus) -> None:
    functions = bind(tools(corpus, selects_documents=False), Trail())
    assert functions["select_documents"](companies=["Nobody"])
    pages = functions["retrieve_relevant_pages"]("Acme's total assets?", ["BOLT-10-K-2024"])
    assert isinstance(pages, list)
    assert all(page.startswith("ACME") for page in pages)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        ("retrieve_relevant_pages(5)", "question must be text"),
        ("retrieve_relevant_pages('x' * 10**6)", "question is too long; at most 10,000"),
        ("retrieve_relevant_pages(None, [])", "question must be text"),
        ("retrieve_relevant_pages('debt', 7)", "documents must be a list"),
        ("retrieve_relevant_pages('debt', 'ACME-10-K-2024')", "documents must be a list"),
        ("retrieve_relevant_pages('debt', [['ACME-10-K-2024']])", "documents must be a list"),
        ("retrieve_relevant_pages('debt', ['x'] * 10**5)", "documents is too long"),
        ("retrieve_relevant_pages('debt', ['NONE-10-K-2024'])", "NONE-10-K-2024"),
        ("select_documents(fiscal_years=[None])", "fiscal_years must be a list"),
        ("select_documents(fiscal_years=2024)", "fiscal_years must be a list"),
        ("select_documents(fiscal_years=['abc'])", "not a year"),
        ("select_documents(fiscal_years=['9' * 9000])", "not a year"),
        ("select_documents(companies='Acme')", "companies must be a list"),
        ("select_documents(companies=[5])", "companies must be a list"),
        ("select_documents(stock_symbols={'ACME': 1})", "stock_symbols must be a list"),
        ("select_documents(financial_period_end_date_range_start=5)", "must be text"),
        ("select_documents(financial_period_end_date_range_start='9' * 9000)", "date"),
        ("extract_value('debt', 5)", "pages must be a list"),
        ("extract_value('debt', [5])", "pages must be a list"),
        ("extract_value('debt', ['ACME-10-K-2024#' + '9' * 9000])", "not a page"),
        ("extract_value('debt', ['ACME-10-K-2024#\u0663'])", "not a page"),
        ("extract_value('debt')", "missing a required argument"),
    ],
)
def test_wrong_arguments_are_errors_of_the_program(corpus: Corpus, call: str, error: str) -> None:
    begin = "from functions import select_documents, retrieve_relevant_pages, extract_value\n"
    outcome = run_program(begin + call, bind(tools(corpus), Trail()))
    assert error in outcome.error
    assert len(outcome.error) <= 500


@pytest.mark.parametrize("name", ["", "ACME-10-K-2024", "ACME-10-K-2024#x", "ACME-10-K-2024#99"])
def test_a_name_of_no_page_is_refused(corpus: Corpus, name: str) -> None:
    with pytest.raises(SecqaError, match="page"):
        page_by_name(corpus, name)
