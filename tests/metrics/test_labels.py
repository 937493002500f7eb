"""What printed labels mean, learned from tags."""

import numpy as np
import pytest

from estimators import classifier_arrays, pruned
from secqa.learning.linear import classifier_from
from secqa.metrics.catalogue import load_catalogue
from secqa.metrics.label_model import LabelledRow, LabelModel


@pytest.mark.parametrize(
    ("text", "metric"),
    [
        ("Shares used in diluted per share computation", "shares_diluted"),
        ("Cost of sales, including buying and occupancy costs", "cost_of_revenue"),
        ("Net cash (used in) investing activities", "investing_cash_flow"),
        ("Payments to acquire property and equipment", "capital_expenditure"),
    ],
)
def test_a_label_that_the_catalogue_does_not_list_is_understood(text: str, metric: str) -> None:
    listed = load_catalogue()[metric].printed
    model = LabelModel.load()
    assert text.lower() not in listed
    assert model.metrics[int(model.scores([text])[0].argmax())] == metric


def test_scores_are_one_row_a_text_and_one_column_a_metric() -> None:
    model = LabelModel.load()
    scores = model.scores(["Goodwill", "zzz"])
    assert scores.shape == (2, len(model.metrics))
    assert scores.sum(axis=1).max() <= 1.0001
    assert model.metrics[int(scores[0].argmax())] == "goodwill"
    assert scores[0].max() > 0.3 > scores[1].max()


def test_what_stands_around_a_label_tells_what_it_is() -> None:
    model = LabelModel.load()
    deferred = model.places["deferred_tax_expense"]
    lines = [
        LabelledRow("Deferred income taxes", ("Adjustments",), "cash_flow"),
        LabelledRow("Deferred income taxes", ("Liabilities",), "balance_sheet"),
    ]
    flow, sheet = model.line_scores(lines)
    assert flow[0, deferred] > 0.5 > sheet[0, deferred]
    assert flow[1, deferred] == sheet[1, deferred]


def test_it_knows_no_metric_that_the_catalogue_has_not() -> None:
    assert set(LabelModel.load().metrics) <= set(load_catalogue().metrics)


def test_a_model_keeps_its_largest_weights_and_can_be_kept() -> None:
    dense = np.zeros((4, 2), np.float32)
    dense[1] = [3, -3]
    dense[2] = [0.1, 0]
    model = pruned(dense, np.zeros(2, np.float32), ["a", "b"], kept=2)
    again = classifier_from(classifier_arrays(model))
    assert again.classes == ("a", "b")
    assert np.array_equal(again.scores([[1], [2]]), model.scores([[1], [2]]))
    assert again.scores([[1]])[0, 0] > 0.99
    assert again.scores([[2]])[0].tolist() == [0.5, 0.5]
