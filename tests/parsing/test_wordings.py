"""Metrics are found by how people call them: a line of `wordings.txt` is a wording | a metric.

Nothing was fitted on these wordings, which were written before the linker was. What the catalogue
itself calls a metric has to lead to it for good.
"""

import pytest
from tests.support.cases import cases
from tests.support.known_companies import COMPANIES

from secqa.metrics.catalogue import load_catalogue
from secqa.metrics.metric import Metric
from secqa.parsing.grammar.fitted import load_fitted
from secqa.parsing.grammar.metric_links import MetricNames, name_words, names_of
from secqa.parsing.grammar.question_mentions import find_mentions

CATALOGUE = load_catalogue()
NAMES = names_of(CATALOGUE)
LINES = cases("parsing/wordings.txt")


def linked(question: str, names: MetricNames = NAMES) -> list[str]:
    """The metrics of a question, in order."""
    found = find_mentions(question, COMPANIES, load_fitted(), names=names)
    return [link.metrics[0] for link in found.links]


def test_most_wordings_lead_to_their_metric() -> None:
    missed = [(text, metric) for text, metric in LINES if linked(text) != [metric]]
    print(*missed, sep="\n")
    assert 1 - len(missed) / len(LINES) > 0.8


def test_wordings_name_metrics_that_there_are() -> None:
    assert {metric for _, metric in LINES} <= set(CATALOGUE.metrics)


def phrases(metric: Metric) -> tuple[str, ...]:
    """What the catalogue calls a metric, and no other one besides."""
    said = (metric.name, *metric.synonyms)
    return tuple(text for text in said if NAMES.ids.get(name_words(text)) == metric.id)


def test_every_metric_has_a_name_of_its_own() -> None:
    assert [m.id for m in CATALOGUE.metrics.values() if not m.axes and not phrases(m)] == []


def test_every_name_and_synonym_leads_to_its_metric() -> None:
    metrics = {text: metric.id for metric in CATALOGUE.metrics.values() for text in phrases(metric)}
    found = {text: linked(f"What is the {text} of Apple in 2024?") for text in metrics}
    assert found == {text: [metric] for text, metric in metrics.items()}


def test_hardly_a_name_is_that_of_two_metrics() -> None:
    whole = [m for m in CATALOGUE.metrics.values() if not m.axes]
    assert sum(len(m.synonyms) + 1 - len(phrases(m)) for m in whole) <= 2


@pytest.mark.parametrize(
    ("question", "metrics"),
    [
        ("R&D expenses and SG&A of Apple", ["research_and_development", "sga"]),
        (
            "net sales, gross profit and operating income of Apple",
            ["revenue", "gross_profit", "operating_income"],
        ),
        ("Which of Apple and Intel has more goodwill?", ["goodwill"]),
        ("the tier 1 capital ratio of Wells Fargo", ["tier1_capital_ratio"]),
        ("Who is the CEO of Apple?", []),
        ("What is Apple?", []),
        ("", []),
        ("Amazon's current and quick ratio in 2023", ["current_ratio", "quick_ratio"]),
        ("Amazon's current and total assets in 2023", ["current_assets", "total_assets"]),
        (
            "Apple's operating, investing and financing cash flows in 2023",
            ["operating_cash_flow", "investing_cash_flow", "financing_cash_flow"],
        ),
        ("Apple's dividends and net income in 2023", ["dividends_paid", "net_income"]),
    ],
)
def test_several_metrics_and_none(question: str, metrics: list[str]) -> None:
    assert linked(question) == metrics


def test_metrics_that_nobody_was_asked_about_are_known_by_their_names() -> None:
    own = MetricNames({name_words("till receipts"): "till_receipts"})
    for question in ("What were Apple's till receipts in 2024?",
                     "Which of Apple and Intel had the higher till receipts in 2024?"):  # fmt: skip
        assert linked(question, own) == ["till_receipts"]
    assert linked("What did Apple's till receive in 2024?", own) != ["till_receipts"]


def test_a_whole_name_says_more_than_a_wording_within_it() -> None:
    names = MetricNames({name_words("cash with restrictions"): "restricted_cash"})
    assert linked("What was Apple's cash with restrictions in 2024?", names) == ["restricted_cash"]
    # Who asks for more has not said the name alone.
    question = "What was Apple's goodwill and its inventory in 2024?"
    assert linked(question) == ["goodwill", "inventory"]
