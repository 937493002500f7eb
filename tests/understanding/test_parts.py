"""Metrics of a segment, region or product are lines of it, never the company's totals."""

import pytest
from secqa.understanding.companies import Company
from secqa.understanding.lines import Lines
from secqa.understanding.question import Ask, understand
from secqa.understanding.wanted import Kind, Over
from tests.understanding.made import COMPANIES

from secqa.corpus.wordings import Line
from secqa.metrics.catalogue import load_catalogue

CATALOGUE = load_catalogue()
LABELS = (
    "Rails",
    "Anvils, Bolts & Nuts",
    "Google Cloud",
    "Raytheon",
    "North Coast",
    "Wearables and Home",
    "Total net sales",
)
PRINTED = Lines(tuple(Line(label, 3, 0) for label in LABELS))


def asked(question: str) -> Ask:
    return understand(question, COMPANIES, CATALOGUE, lines_of=lambda _company: PRINTED)


def told(question: str) -> list[str]:
    return [link.metric.id if link.metric else link.label for link in asked(question).metrics]


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("What was the revenue of Intel's Rails segment in 2024?", "Rails revenue"),
        ("What was the revenue of the Rails division of Intel in 2024?", "Rails revenue"),
        ("What was Intel's Rails segment operating income in 2024?", "Rails operating income"),
        ("How much operating profit did Intel earn in its Rails unit?", "Rails operating profit"),
        ("In its Rails segment, how much revenue did Intel have in 2024?", "Rails revenue"),
        (
            "What was the revenue of Intel's Anvils, Bolts & Nuts segment in 2024?",
            "Anvils, Bolts & Nuts revenue",
        ),
        (
            "What was Intel's Anvils, Bolts & Nuts revenue in 2024?",
            "Anvils, Bolts & Nuts revenue",
        ),
        ("What was the revenue of Alphabet's Google Cloud segment?", "Google Cloud revenue"),
        ("What were the total assets of Intel's Rails business?", "Rails total assets"),
        ("What was the revenue of Intel in North Coast in 2024?", "North Coast revenue"),
        ("What operating income did Intel make on Rails in 2024?", "Rails operating income"),
        ("What were net sales of Wearables and Home at Intel?", "Wearables and Home net sales"),
        ("what was the revenue of Intel's rails segment in 2024?", "rails revenue"),
        ("What was the revenue of Intel's U.S. Spoons segment?", "U.S. Spoons revenue"),
        ("On average, what did Intel's Rails segment sell in 2023 and 2024?", "Rails sales"),
    ],
)
def test_a_part_that_is_named_makes_the_metric_its_line(question: str, line: str) -> None:
    assert told(question) == [line]
    assert not asked(question).strangers
    assert not asked(question).unexplained


@pytest.mark.parametrize(
    "question",
    [
        "What was the revenue of Intel's Spoons segment in 2024?",
        "What was the revenue of Intel in Atlantis in 2024?",
        "How much revenue did Intel get from Atlantis in 2024?",
        "What were net sales of Spoons at Intel in 2024?",
    ],
)
def test_a_part_that_no_row_has_is_still_no_total(question: str) -> None:
    assert "revenue" not in told(question)


@pytest.mark.parametrize(
    ("question", "metrics"),
    [
        ("What was the revenue of Intel's operating segments in 2024?", ["revenue"]),
        ("What was the revenue of Intel's business in 2024?", ["revenue"]),
        ("What was the revenue of Intel in fiscal year 2024 in US dollars?", ["revenue"]),
        ("Revenue of Intel in December 2024?", ["revenue"]),
        ("What was Intel's depreciation for 2024 from its cash flow statement?", ["depreciation"]),
    ],
)
def test_what_names_no_part_leaves_the_metric(question: str, metrics: list[str]) -> None:
    assert [name.partition("_")[0] for name in told(question)] == metrics


def test_two_parts_are_two_lines() -> None:
    question = "What was the revenue of Intel's Rails segment and its Google Cloud segment?"
    assert told(question) == ["Rails revenue", "Google Cloud revenue"]


def test_two_parts_are_compared_with_each_other() -> None:
    question = "Did Intel's Rails segment have higher revenue than its Google Cloud segment?"
    assert asked(question).wanted.over is Over.METRICS


def test_a_share_of_the_total_keeps_the_total() -> None:
    question = "What share of Intel's revenue came from the Rails segment in 2024?"
    assert told(question) == ["revenue", "Rails segment revenue"]
    for slice_of in ("What slice of", "What piece of", "How big a chunk of"):
        assert told(question.replace("What share of", slice_of)) == told(question)


def test_a_part_with_a_name_of_its_company_is_the_part() -> None:
    covers = [Company(name="RTX Corporation", ticker="RTX", aliases=("Raytheon Technologies",))]
    ask = understand(
        "What was the revenue of RTX's Raytheon segment in 2024?",
        covers,
        CATALOGUE,
        lines_of=lambda _company: PRINTED,
    )
    assert [link.label for link in ask.metrics] == ["Raytheon revenue"]


@pytest.mark.parametrize(
    ("question", "lines"),
    [
        ("Sum of North Coast and Rails sales at Intel, 2024", ["North Coast sales", "Rails sales"]),
        ("Intel's sales in North Coast 2024 vs Rails 2024", ["North Coast sales", "Rails sales"]),
        ("What were Intel's Raytheon, North Coast and Rails sales in 2024?",
         ["Raytheon sales", "North Coast sales", "Rails sales"]),
        ("I need Intel's Rails's 2024 revenue", ["Rails revenue"]),
        ("Intel Rails fiscal 2024 operating income", ["Rails operating income"]),
        ("Rails as a share of Intel's revenue in 2024", ["Rails", "revenue"]),
        ("Rails share of Intel revenue in 2024", ["Rails", "revenue"]),
        ("Intel's ratio of Rails to Raytheon in 2024", ["Rails", "Raytheon"]),
    ],
)  # fmt: skip
def test_each_part_that_is_listed_is_a_line(question: str, lines: list[str]) -> None:
    assert told(question) == lines
    assert asked(question).undone == ""


def test_a_ratio_of_a_part_is_worked_out_from_its_lines() -> None:
    (link,) = asked("What was the Rails operating margin of Intel in 2024?").metrics
    assert (link.label, link.over) == ("Rails operating income", "Rails revenues")


def test_a_line_that_is_a_change_is_not_changed_again() -> None:
    lines = Lines((Line("Comparable sales (% change)", 3, 1), Line("Rails", 3, 1)))

    def kind(question: str) -> Kind:
        return understand(question, COMPANIES, CATALOGUE, lambda _company: lines).wanted.kind

    assert kind("Intel comparable sales growth 2024") is Kind.VALUE
    assert kind("Intel Rails revenue growth 2024") is Kind.GROWTH


def test_parts_that_a_list_names_are_looked_for_in_its_order() -> None:
    expected = ["Rails sales", "Raytheon sales", "Wearables and Home sales"]
    listed = "Intel 2024 sales by segment: Rails, Raytheon, Wearables"
    assert told(listed) == expected
    assert told(f"{listed} (in that order)") == expected
    assert (
        told("What were Intel's 2024 sales by segment: Rails, Raytheon, and Wearables?") == expected
    )


def test_a_printed_part_counts_beside_a_word_that_no_line_has() -> None:
    assert told("Revenue of Intel's trains & Rails segment in 2024") == ["Rails Revenue"]
    assert told("Revenue of Intel's North & Rails segment in 2024") == ["North & Rails Revenue"]
    assert told("Revenue of Intel's Latin Rails segment in 2024") == ["Latin Rails Revenue"]
