import random
from math import log2

import pytest

from secqa.evaluation.retrieval_scores import rank_measures


def test_ranks_by_hand() -> None:
    _, reciprocal_rank, ndcg = rank_measures({"a": 2, "b": 1}, ["c", "b", "a", "b"])
    gained = 1 / log2(3) + 2 / log2(4)
    best = 2 + 1 / log2(3)
    assert (reciprocal_rank, ndcg) == pytest.approx((0.5, gained / best))
    assert rank_measures({"a": 1}, [])[1:] == rank_measures({}, ["c"])[1:] == (0.0, 0.0)


def test_a_primary_statement_first_is_worth_more() -> None:
    gold = {"statement": 2, "note": 1}
    (*_, first), (*_, second) = (
        rank_measures(gold, order) for order in (["statement", "note"], ["note", "statement"])
    )
    assert first == pytest.approx(1.0)
    assert second < first


def test_random_runs_are_measured_as_by_pytrec_eval() -> None:
    pytrec_eval = pytest.importorskip("pytrec_eval")
    numbers = random.Random(7)
    pages = [f"D-{place}#{place}" for place in range(30)]
    gold, ranked = {}, {}
    for query in map(str, range(1000)):
        gold[query] = {
            page: numbers.choice((1, 2)) for page in numbers.sample(pages, numbers.randint(1, 8))
        }
        ranked[query] = numbers.sample(pages, numbers.randint(1, 30))
    runs = {q: {page: 1 / rank for rank, page in enumerate(own, 1)} for q, own in ranked.items()}
    theirs = pytrec_eval.RelevanceEvaluator(gold, {"recip_rank", "ndcg"}).evaluate(runs)
    for query, found in theirs.items():
        ours = rank_measures(gold[query], ranked[query])
        assert ours[1:] == pytest.approx((found["recip_rank"], found["ndcg"]))
