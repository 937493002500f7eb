"""Metrics are found by the longest phrase, and what narrows them is not overlooked."""

import pytest
from secqa.understanding.metric_links import link_metrics

from secqa.metrics.catalogue import Metric, load_catalogue

CATALOGUE = load_catalogue()


def links(text: str) -> list[str]:
    return [
        link.metric.id if link.metric else f"? {link.label}"
        for link in link_metrics(text, CATALOGUE)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("R&D expenses and SG&A of ¤¤¤", ["research_and_development", "sga"]),
        ("net income per share", ["eps_diluted"]),
        (
            "net sales, gross profit, operating income",
            ["revenue", "gross_profit", "operating_income"],
        ),
        ("revenue, net income", ["revenue", "net_income"]),
        ("Total Stockholders’ Equity", ["equity"]),
        (
            "long term debt and current portion of long-term debt",
            ["long_term_debt", "current_long_term_debt"],
        ),
        ("the gross margin % and the profit margin", ["gross_margin", "net_margin"]),
        ("debt/equity ratio", ["debt_to_equity"]),
        ("purchases of PP&E", ["capital_expenditure"]),
        ("accounts receivables turnover", ["receivables_turnover"]),
        ("How many people does ¤¤¤ employ?", ["employees"]),
        ("How many shares did ¤¤¤ have outstanding?", ["shares_outstanding"]),
        (
            "How much did ¤¤¤ spend on buybacks and dividends?",
            ["share_repurchases", "dividends_paid"],
        ),
        ("revenue growth of ¤¤¤", ["revenue"]),
        ("cost of sales", ["cost_of_revenue"]),
        ("the reported consolidated revenue of ¤¤¤", ["revenue"]),
    ],
)
def test_known(text: str, expected: list[str]) -> None:
    assert links(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("What was ¤¤¤'s data center revenue in     ?", ["? data center revenue"]),
        ("What was ¤¤¤'s iPhone revenue?", ["? iPhone revenue"]),
        ("the revenue from Google Cloud at ¤¤¤", ["? Google Cloud revenue"]),
        ("¤¤¤'s adjusted EBITDA", ["? adjusted EBITDA"]),
        ("the unbilled receivables of ¤¤¤", ["? unbilled receivables"]),
        ('What is ¤¤¤\'s "Reserve for crew advances"?', ["? Reserve for crew advances"]),
        ('the "Goodwill" of ¤¤¤', ["goodwill"]),
        (
            "What were ¤¤¤'s proceeds from divestiture of businesses?",
            ["? proceeds from divestiture of businesses"],
        ),
    ],
)
def test_not_in_the_catalogue(text: str, expected: list[str]) -> None:
    assert links(text) == expected


@pytest.mark.parametrize(
    "text",
    ["", "What is ¤¤¤?", "Who is the CEO of ¤¤¤?", "Why did ¤¤¤ restructure?", "How risky is ¤¤¤?"],
)
def test_nothing_to_look_up(text: str) -> None:
    assert links(text) == []


@pytest.mark.parametrize("metric", CATALOGUE.metrics.values(), ids=lambda m: m.id)
def test_every_name_and_synonym_leads_to_its_metric(metric: Metric) -> None:
    growth = {
        "revenue_growth": "revenue",
        "net_income_growth": "net_income",
        "eps_growth": "eps_diluted",
    }
    expected = growth.get(metric.id, metric.id)
    for phrase in (metric.name, *metric.synonyms):
        assert links(f"What is the {phrase} of ¤¤¤?") == [expected], phrase


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("What share of ¤¤¤'s net sales came from services?", ["revenue", "? services net sales"]),
        (
            "What percentage of revenue was interchange fees?",
            ["revenue", "? interchange fees revenue"],
        ),
        ("What percentage of revenue was net income?", ["revenue", "net_income"]),
        ("What is ¤¤¤'s bottom line per diluted share?", ["eps_diluted"]),
        ("What was ¤¤¤'s profit per share, basic?", ["eps_basic"]),
        ("How much did ¤¤¤ sell?", ["revenue"]),
        ("How much did ¤¤¤ lay out for ships acquired?", ["? ships acquired"]),
        ("¤¤¤ bought back how much of its own common stock?", ["share_repurchases"]),
        ("How much did ¤¤¤ make from royalties?", ["? royalties"]),
        (
            "share repurchases of the company that has the highest stock-based compensation",
            ["share_repurchases", "stock_compensation"],
        ),
    ],
)
def test_lines_and_verbs_of_free_wording(text: str, expected: list[str]) -> None:
    assert links(text) == expected


def test_a_margin_of_any_amount_is_by_revenue() -> None:
    (link,) = link_metrics("What is the EBITDA % margin of ¤¤¤?", CATALOGUE)
    assert link.metric is not None
    assert link.metric.formula == "ebitda / revenue"
    assert links("the gross margin of ¤¤¤") == ["gross_margin"]
