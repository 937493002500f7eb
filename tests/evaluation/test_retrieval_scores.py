from dataclasses import replace

import ir_measures
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ir_measures import RR, Qrel, ScoredDoc, SetF, SetP, SetR, nDCG
from tests.support.run_builders import made_benchmark, right_answer

from secqa.benchmark.dataset import Question
from secqa.evaluation.retrieval_scores import SetScores, rank_measures, retrieval_score
from secqa.reading.reading import Passage
from secqa.systems.answer import Answer


def question_of(kind: str) -> Question:
    return next(question for question in made_benchmark().questions if question.type == kind)


def with_pages(question: Question, pages: list[tuple[str, int]]) -> Answer:
    return replace(right_answer(question), pages=tuple(pages))


def test_pages_and_documents_are_measured_as_sets() -> None:
    question = question_of("value_latest")
    document = question.facts[0].document_id  # evidence on its pages 40 and 61
    prediction = with_pages(question, [(document, 40), (document, 3), ("other", 61), ("other", 2)])
    found = retrieval_score(question, prediction)
    assert found.pages == SetScores(0.25, 0.5, 1 / 3)
    assert found.documents == SetScores(0.5, 1.0, 2 / 3)
    assert found.facts == 1.0
    assert found.retrieved == 4


def test_fact_recall_asks_for_one_page_of_every_value() -> None:
    question = question_of("difference_between_companies")
    first, second = question.facts
    half = with_pages(question, [(first.document_id, 61), (second.document_id, 5)])
    assert retrieval_score(question, half).facts == 0.5


def test_nothing_retrieved_counts_as_nothing_found() -> None:
    question = question_of("value_latest")
    found = retrieval_score(question, with_pages(question, []))
    assert found.pages == found.documents == SetScores(0.0, 0.0, 0.0)
    assert (found.facts, found.retrieved) == (0.0, 0)


def test_a_passage_is_found_by_its_page() -> None:
    passage = Passage("AW-10-K-2024", 3, "I/1", "Human Capital", "We employ people.")
    question = replace(question_of("value_latest"), facts=(), passages=(passage,), answer="We")
    there = with_pages(question, [("AW-10-K-2024", 3)])
    found = retrieval_score(question, there)
    assert found.pages == found.documents == SetScores(1.0, 1.0, 1.0)
    assert (found.facts, found.expected) == (1.0, True)
    elsewhere = with_pages(question, [("AW-10-K-2024", 4)])
    assert retrieval_score(question, elsewhere).facts == 0.0


def test_what_cannot_be_answered_has_nothing_to_retrieve() -> None:
    question = replace(question_of("value_latest"), facts=(), answer=None, why="no such company")
    found = retrieval_score(question, with_pages(question, [("AW-10-K-2024", 3)]))
    assert found.expected is False


@given(
    st.dictionaries(st.sampled_from("abcdef"), st.integers(0, 2), min_size=1),
    st.lists(st.sampled_from("abcdefgh"), max_size=8),
)
def test_ranking_is_measured_as_by_trec_eval(grades: dict[str, int], ranked: list[str]) -> None:
    items = list(dict.fromkeys(ranked))
    measures = (SetP, SetR, SetF(beta=1.0), RR, nDCG)
    qrels = [Qrel("q", item, grade) for item, grade in grades.items()]
    run = [ScoredDoc("q", item, float(-rank)) for rank, item in enumerate(items)]
    official = {m.measure: m.value for m in ir_measures.iter_calc(measures, qrels, run)}
    found, reciprocal_rank, ndcg = rank_measures(grades, ranked)
    ours = (found.precision, found.recall, found.f1, reciprocal_rank, ndcg)
    assert ours == pytest.approx([official.get(measure, 0.0) for measure in measures])
