import random
from math import log2

import pytest

from secqa.evaluation.retrieval_scores import rank_measures


def test_ranks_by_hand() -> None:
    gold = {"q": {"a": 2, "b": 1}, "none found": {"a": 1}, "no evidence": {}}
    found = rank_measures(gold, {"q": ["c", "b", "a", "b"], "no evidence": ["c"]})
    gained = 1 / log2(3) + 2 / log2(4)
    best = 2 + 1 / log2(3)
    assert found["q"][1:] == pytest.approx((0.5, gained / best))
    assert found["none found"][1:] == found["no evidence"][1:] == (0.0, 0.0)


def test_a_primary_statement_first_is_worth_more() -> None:
    gold = {"q": {"statement": 2, "note": 1}}
    (*_, first), (*_, second) = (
        rank_measures(gold, {"q": order})["q"]
        for order in (["statement", "note"], ["note", "statement"])
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
    ours = rank_measures(gold, ranked)
    for query, found in theirs.items():
        assert ours[query][1:] == pytest.approx((found["recip_rank"], found["ndcg"]))
