"""What a company's filings print, as a question names it."""

import pytest
from secqa.understanding.lines import Lines, link_lines, unprinted
from secqa.understanding.links import MASK
from secqa.understanding.metric_links import link_metrics

from secqa.corpus.wordings import Line
from secqa.metrics.catalogue import load_catalogue

CATALOGUE = load_catalogue()
PRINTED = Lines(
    (
        Line("Film exhibition costs", 4, 2),
        Line("Membership and other income", 3, 2),
        Line("Fuel", 5, 2),
        Line("Data Center", 9, 0),
        Line("Purchased transportation", 2, 2),
        Line("Reserve for crew advances (Note 4)", 1, 1),
        Line("Total revenues", 3, 2),
        Line("Revenue passenger miles (RPMs)", 2, 0),
        Line("Revenue growth", 2, 0),
        Line("Gross margin on home sales", 2, 0),
        Line("Loss (gain) on divestitures – net", 2, 1),
        Line("Equity investments", 3, 2),
        Line("Pension expense", 2, 0),
        Line('Cost per available seat mile ("CASM") (cents)', 2, 0),
    )
)


def told(text: str) -> list[str]:
    masked = text.replace("Acme", MASK * 4)
    links = link_lines(link_metrics(masked, CATALOGUE), masked, [PRINTED])
    return [link.metric.id if link.metric else f"? {link.label}" for link in links]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("How large were Acme's film exhibition costs?", "Film exhibition costs"),
        ("What was Acme's membership and other income?", "Membership and other income"),
        ("Acme's fuel bill?", "Fuel"),
        ("What did Acme pay for purchased transportation?", "Purchased transportation"),
        ("What is Acme's reserve for crew advances?", "Reserve for crew advances (Note 4)"),
        ("What gain did Acme book on divestitures?", "Loss (gain) on divestitures – net"),
        ("How large was Acme's expense for pensions?", "Pension expense"),
        ("How large was Acme's expense for fuel?", "Fuel"),
        ("What was Acme's CASM?", 'Cost per available seat mile ("CASM") (cents)'),
    ],
)
def test_a_printed_line_is_meant_in_its_own_spelling(text: str, expected: str) -> None:
    assert told(text) == [f"? {expected}"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("What were Acme's total revenues?", "revenue"), ("Acme's other income?", "other_income")],
)
def test_a_line_that_says_no_more_than_a_metric_is_the_metric(text: str, expected: str) -> None:
    assert told(text) == [expected]


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("What was Acme's data center revenue?", ""),
        ("What was Acme's stock price?", "stock price"),
        ('What is the "stock price" of Acme?', ""),
        ("How big was the loss Acme booked on selling businesses?", "loss on selling businesses"),
        ("What was Acme's loss on equity investments?", "loss on equity investments"),
        ("What was Acme's income from partners?", "income from partners"),
        ("What was Acme's loss for the year?", ""),
        ("What was the profit of the retailer Acme?", ""),
        ("What was Acme's income from operations?", ""),
    ],
)
def test_what_no_filing_prints_is_not_looked_for(text: str, missing: str) -> None:
    masked = text.replace("Acme", MASK * 4)
    assert unprinted(link_metrics(masked, CATALOGUE), text, PRINTED) == missing


def test_a_line_of_any_table_that_holds_a_metric_and_more_is_meant() -> None:
    assert told("What were Acme's revenue passenger miles?") == ["? Revenue passenger miles (RPMs)"]
    assert told("What was Acme's revenue growth?") != ["? Revenue growth"]
    assert told("Acme's gross margin on home sales?") == ["? Gross margin on home sales"]
