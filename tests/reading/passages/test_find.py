"""What is told is found on the pages, or said not to be there."""

from pathlib import Path

import pytest
from tests.support.find_cases import STEEL, WHY, filing

from secqa.corpus.corpus_rows import rows_for
from secqa.corpus.corpus_store import Corpus, open_corpus
from secqa.corpus.corpus_writer import CorpusWriter
from secqa.retrieval.indexing.page_index import update_index
from secqa.systems.answer import Answer
from secqa.systems.make import SYSTEMS, make_system


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    folder: Path = tmp_path_factory.mktemp("told")
    other = "We depend on one forge in Texas for the supply of our bolts."
    with CorpusWriter(folder) as writer:
        writer.add(rows_for(filing("ACME-10-K-2024", "Acme Tools Inc.", "ACME", "1", STEEL)))
        writer.add(rows_for(filing("BOLT-10-K-2024", "Bolt Works Corp", "BOLT", "2", other)))
    made = open_corpus(folder)
    update_index(made)
    return made


def ask(corpus: Corpus, question: str, system: str = "codegen-docs") -> Answer:
    return make_system(system, corpus, pages=4).answer(question)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_answers_in_words(corpus: Corpus, system: str) -> None:
    answer = ask(corpus, "What does Acme say about supply risks?", system)
    assert answer.error == ""
    assert any(STEEL in one.text for one in answer.passages)
    assert answer.value == "\n\n".join(one.text for one in answer.passages)
    first = next(one for one in answer.passages if STEEL in one.text)
    assert (first.document_id, first.page, first.heading) == ("ACME-10-K-2024", 2, "Supply Risks")
    assert ("ACME-10-K-2024", 2) in answer.pages
    assert answer.unit == ""
    assert answer.readings == ()
    assert 0 < answer.confidence <= 1


def test_a_reason_is_told_not_a_number(corpus: Corpus) -> None:
    answer = ask(corpus, "Why did Acme's gross margin fall in 2024?")
    assert WHY in str(answer.value)


def test_companies_are_told_of_side_by_side(corpus: Corpus) -> None:
    answer = ask(corpus, "What do Acme and Bolt Works say about their supply risks?")
    assert {one.document_id for one in answer.passages} == {"ACME-10-K-2024", "BOLT-10-K-2024"}


def test_a_report_that_tells_of_both_years_is_asked_once(corpus: Corpus) -> None:
    answer = ask(corpus, "What does Acme say about supply risks in 2024 and in 2023?")
    texts = [one.text for one in answer.passages]
    assert any(STEEL in one for one in texts)
    assert len(texts) == len(set(texts))
    once = ask(corpus, "What does Acme say about supply risks in 2024?")
    assert texts == [one.text for one in once.passages]


def test_what_is_not_told_is_refused_with_what_comes_nearest(corpus: Corpus) -> None:
    answer = ask(corpus, "What does Acme say about its cryptocurrency mining in Kazakhstan?")
    assert answer.value is None
    assert answer.passages == ()
    assert "not found in these filings" in answer.error
    assert "ACME-10-K-2024 page" in answer.error


def test_a_change_that_its_part_of_a_report_does_not_state_is_not_looked_for_elsewhere(
    corpus: Corpus,
) -> None:
    answer = ask(corpus, "Have there been any changes to Acme's risk factors?")
    assert answer.passages == ()
    assert answer.error == "no statement that risk factors changed is found in ACME-10-K-2024"
