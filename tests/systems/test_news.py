"""News is told from the current reports of its day, and refused where there are none."""

from dataclasses import replace
from datetime import date

import pytest
from tests.support.page_builders import metadata, page, standing_in

from secqa.corpus.corpus_rows import rows_for
from secqa.corpus.corpus_store import Corpus, open_corpus
from secqa.corpus.corpus_writer import CorpusWriter
from secqa.filings.document import Document, Page
from secqa.retrieval.indexing.page_index import update_index
from secqa.systems.answer import Answer
from secqa.systems.make import SYSTEMS, make_system

COVER = page(1, "# Acme Tools Inc.", "Check the appropriate box below to satisfy the rule.")
CHIEF = "On March 1, 2024, our board named Ann Lee, who led our mills, chief executive."
SOLD = "On May 6, 2024, we agreed to sell our forge in Texas to Bolt Works for $40 million."
RESULTS = "Acme Tools Inc. today announced net income of $12 million for its first quarter."
STEEL = ("Steel cost us more than a year ago.", "Steel cost us as much as before.")


def current(day: date, *pages: Page) -> Document:
    about = metadata(f"ACME-8-K-{day}", form="8-K", fiscal_period="")
    return Document(replace(about, fiscal_year=None, period_end=day), (COVER, *pages))


def quarterly(quarter: int, told: str) -> Document:
    about = metadata(f"ACME-10-Q-2024-Q{quarter}", form="10-Q", fiscal_period=f"Q{quarter}")
    about = replace(about, period_end=date(2024, 3 * quarter, 30))
    return Document(about, (page(1, "# Results of Operations", f"We made tools. {told}"),))


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    officer = page(2, "# Item 5.02 Departure of Directors or Certain Officers", CHIEF)
    signed = page(4, "# SIGNATURES", "The registrant has duly caused this report to be signed.")
    sale = page(2, "# Item 1.01 Entry into a Material Definitive Agreement", SOLD)
    exhibits = page(3, "# Item 9.01 Exhibits", "Exhibit 99.1 is the press release of this day.")
    release = page(4, "# Exhibit 99.1", "Contact: Ann Lee, 555 0100", "# ACME EARNS MORE", RESULTS)
    documents = (
        current(date(2024, 3, 1), standing_in("5.02", officer), standing_in("5.02", signed)),
        current(
            date(2024, 5, 6),
            standing_in("1.01", sale),
            standing_in("9.01", exhibits),
            standing_in("9.01", release),
        ),
        quarterly(1, STEEL[0]),
        quarterly(2, STEEL[1]),
    )
    folder = tmp_path_factory.mktemp("news")
    with CorpusWriter(folder) as writer:
        for document in documents:
            writer.add(rows_for(document))
    made = open_corpus(folder)
    update_index(made)
    return made


def ask(corpus: Corpus, question: str, system: str = "codegen-docs") -> Answer:
    return make_system(system, corpus, pages=4).answer(question)


def test_an_item_is_told_with_its_title(corpus: Corpus) -> None:
    answer = ask(corpus, "What did Acme announce on March 1, 2024?")
    (told,) = answer.passages
    assert told.text == f"Item 5.02 Departure of Directors or Certain Officers\n{CHIEF}"
    assert (told.document_id, told.page, told.section) == ("ACME-8-K-2024-03-01", 2, "5.02")


def test_the_latest_is_told_where_no_time_is_named(corpus: Corpus) -> None:
    (told,) = ask(corpus, "Acme news").passages
    assert SOLD in told.text


def test_reports_of_a_year_are_told_side_by_side(corpus: Corpus) -> None:
    told = ask(corpus, "What did Acme announce in 2024?").passages
    assert [one.section for one in told] == ["5.02", "1.01"]


def test_a_release_is_told_from_its_headline(corpus: Corpus) -> None:
    (told,) = ask(corpus, "latest press release of Acme").passages
    assert told.text == f"ACME EARNS MORE\n{RESULTS}"


@pytest.mark.parametrize(
    ("question", "why"),
    [
        (
            "What did Acme announce in June 2019?",
            "no Form 8-K of Acme Tools for 2019-06-30; it has 2024-05-06, 2024-03-01",
        ),
        ("What did Acme announce on April 2, 2024?", "no Form 8-K of Acme Tools for 2024-04-02"),
        ("last three 8-Ks of Acme", "not 3 Form 8-Ks of Acme Tools; it has 2024-05-06, 2024-03-01"),
        (
            "last two press releases of Acme",
            "not 2 press releases of Acme Tools; it has 2024-05-06",
        ),
        (
            "What did Acme announce about its chief executive in June 2019?",
            "no report of Acme Tools for 2019-06-30",
        ),
    ],
)
def test_what_was_not_reported_then_is_refused(corpus: Corpus, question: str, why: str) -> None:
    answer = ask(corpus, question)
    assert answer.value is None
    assert why in answer.error


def test_the_last_reports_are_told_side_by_side(corpus: Corpus) -> None:
    told = ask(corpus, "What do Acme's last two 10-Qs say about the cost of steel?").passages
    assert {one.document_id for one in told} == {"ACME-10-Q-2024-Q1", "ACME-10-Q-2024-Q2"}
    (latest,) = {
        one.document_id
        for one in ask(corpus, "What does Acme's latest 10-Q say about the cost of steel?").passages
    }
    assert latest == "ACME-10-Q-2024-Q2"


def test_a_report_of_the_quarter_named_is_told(corpus: Corpus) -> None:
    question = "What does Acme's 10-Q for Q1 2024 say about the cost of steel?"
    told = ask(corpus, question).passages
    assert {one.document_id for one in told} == {"ACME-10-Q-2024-Q1"}


def test_without_a_time_the_newest_report_is_told_and_earlier_ones_where_it_tells_nothing(
    corpus: Corpus,
) -> None:
    told = ask(corpus, "What does Acme say about the cost of steel?").passages
    assert {one.document_id for one in told} == {"ACME-10-Q-2024-Q2"}
    each = ask(corpus, "What did Acme say about the cost of steel in each quarter?").passages
    assert [one.document_id for one in each] == ["ACME-10-Q-2024-Q1", "ACME-10-Q-2024-Q2"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_tells_news(corpus: Corpus, system: str) -> None:
    answer = ask(corpus, "What did Acme announce on March 1, 2024?", system)
    assert CHIEF in str(answer.value)
    assert {one.document_id[:8] for one in answer.passages} == {"ACME-8-K"}
