"""A choice among options, learned and kept."""

from secqa.learning.choice import Group, choice_from
from secqa.learning.fit import fit_choice, fit_odds


def test_it_prefers_what_is_right_and_counts_shared_features() -> None:
    options = ({"a": 1.0}, {"b": 1.0}, {"a": 1.0})
    groups = [Group(options, (1, 2), ({"x": 1.0}, {"y": 1.0}), (0, 0, 1))] * 20
    learned = fit_choice(groups, 0.1)
    kept = choice_from(**learned.arrays())
    for choice in (learned, kept):
        assert choice.score({"y": 1.0}) > choice.score({"x": 1.0})
        assert choice.score({"b": 1.0}) > choice.score({"a": 1.0})
        assert choice.score({"never seen": 1.0}) == 0


def test_odds_of_numbers() -> None:
    rows = [{"lead": at / 20} for at in range(20)]
    odds = fit_odds(rows, [row["lead"] > 0.5 for row in rows])
    assert odds.probability({"lead": 0.9}) > 0.5 > odds.probability({"lead": 0.1})
