"""What a company's filings print, as a question names it: lines of its own, and its parts."""

from contextlib import suppress

import pytest
from tests.support.known_companies import COMPANIES

from secqa.corpus.company_wordings import RowLabel
from secqa.errors import CannotAnswer
from secqa.metrics.catalogue import load_catalogue
from secqa.parsing.entities.label_mentions import Lines, key_of
from secqa.parsing.grammar.fitted import load_fitted
from secqa.parsing.grammar.metric_links import names_of
from secqa.parsing.grammar.question_mentions import Mentions, find_mentions
from secqa.parsing.understand import understand
from secqa.query.leaves import Companies
from secqa.query.tree import nodes

CATALOGUE = load_catalogue()
PRINTED = Lines(
    (
        RowLabel("Film exhibition costs", 4, 2),
        RowLabel("Fuel", 5, 2),
        RowLabel("Purchased transportation", 2, 2),
        RowLabel("Reserve for crew advances (Note 4)", 1, 1),
        RowLabel("Total revenues", 3, 2),
        RowLabel("Revenue passenger miles (RPMs)", 2, 0),
        RowLabel("Gross margin on home sales", 2, 0),
        RowLabel("Salaries and related costs", 2, 1),
        RowLabel("Available seat miles (millions)", 2, 0),
        RowLabel('Cost per available seat mile ("CASM") (cents)', 2, 0),
        RowLabel("Provision for (benefit from) income taxes", 3, 1),
        RowLabel("Total Company", 3, 0),
        RowLabel("Average", 3, 0),
        RowLabel("Euro", 3, 0),
        # Segments, regions and products.
        RowLabel("Rails", 3, 0),
        RowLabel("Anvils, Bolts & Nuts", 3, 0),
        RowLabel("Google Cloud", 3, 0),
        RowLabel("North Coast", 3, 0),
        RowLabel("Wearables and Home", 3, 0),
        RowLabel("Investment banking", 3, 1),
    )
)


def found(question: str) -> Mentions:
    return find_mentions(
        question, COMPANIES, load_fitted(), lambda _company: PRINTED, names_of(CATALOGUE)
    )


def told(question: str) -> list[str]:
    """What is looked up: a metric, a line in quotation marks, and of which part."""
    return [
        (f'"{k.line}"' if k.line else k.metrics[0]) + (f" of {k.part}" if k.part else "")
        for k in found(question).links
    ]


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("How large were Intel's film exhibition costs?", "Film exhibition costs"),
        ("What did Intel pay for purchased transportation?", "Purchased transportation"),
        (
            "What is Intel's reserve for crew advances?",
            "Reserve for crew advances (Note 4)",
        ),
        ("What was Intel's fuel in 2024?", "Fuel"),
        ("What were Intel's salaries and related costs in 2024?", "Salaries and related costs"),
        ("What were Intel's revenue passenger miles?", "Revenue passenger miles (RPMs)"),
        ("What was Intel's gross margin on home sales?", "Gross margin on home sales"),
        (
            "How many available seat miles did Intel have in 2024?",
            "Available seat miles (millions)",
        ),
        ("What was Intel's CASM?", 'Cost per available seat mile ("CASM") (cents)'),
        ('What is Intel\'s "Sundry items" in 2023?', "Sundry items"),
        ("What is 'Sundry items' of Intel in 2023?", "Sundry items"),
    ],
)
def test_a_line_is_meant_as_it_is_printed(question: str, line: str) -> None:
    assert told(question) == [f'"{line}"']


@pytest.mark.parametrize(
    ("question", "metric"),
    [
        ("What were Intel's total revenues?", "revenue"),
        ("What was Intel's provision for income taxes in 2024?", "income_tax"),
        ("What was Intel's provision for (benefit from) income taxes in 2024?", "income_tax"),
        ("What was the net income of that company, Intel, in 2024?", "net_income"),
        ("What was the average net income of Intel and AMD in 2024?", "net_income"),
        ('What is the "Goodwill" of Intel?', "goodwill"),
        ("How much fuel-efficient goodwill does Intel have?", "goodwill"),
        ("What was Intel's revenue in euros in 2023?", "revenue"),
    ],
)
def test_a_line_that_says_no_more_than_a_metric_is_the_metric(question: str, metric: str) -> None:
    assert told(question) == [metric]


@pytest.mark.parametrize(
    ("question", "link"),
    [
        ("What was the revenue of Intel's Rails segment in 2024?", "revenue of Rails"),
        ("What was the revenue of the Rails division of Intel in 2024?", "revenue of Rails"),
        (
            "What was Intel's Rails segment operating income in 2024?",
            "operating_income of Rails",
        ),
        ("What was the revenue of Intel in North Coast in 2024?", "revenue of North Coast"),
        (
            "What was the revenue of Intel's Anvils, Bolts & Nuts segment in 2024?",
            "revenue of Anvils, Bolts & Nuts",
        ),
        (
            "What were net sales of Wearables and Home at Intel?",
            "revenue of Wearables and Home",
        ),
        ("what was the revenue of intel's rails segment in 2024?", "revenue of Rails"),
        ("What were the total assets of Intel's Rails business?", "total_assets of Rails"),
        ("What was Intel's investment banking revenue?", "revenue of Investment banking"),
    ],
)
def test_a_part_that_is_named_narrows_the_metric(question: str, link: str) -> None:
    assert told(question) == [link]


def test_two_parts_are_two_look_ups() -> None:
    question = "What was the revenue of Intel's Rails segment and its North Coast segment?"
    assert told(question) == ["revenue of Rails", "revenue of North Coast"]


@pytest.mark.parametrize(
    ("question", "outputs"),
    [
        (
            "Report Intel's Rails, North Coast and Google Cloud revenue for 2024.",
            ["revenue of Rails", "revenue of North Coast", "revenue of Google Cloud"],
        ),
        (
            "Combined revenue of Rails and North Coast at Intel in 2024?",
            ["sum over segments Rails, North Coast of [revenue of each]"],
        ),
        (
            "Ratio of Rails revenue to North Coast revenue at Intel in 2024",
            ["(revenue of Rails / revenue of North Coast)"],
        ),
        (
            "How much bigger was Intel's Rails revenue than its North Coast revenue in 2024?",
            ["(revenue of Rails - revenue of North Coast)"],
        ),
        (
            "total of intels rails and north coast sales 2024?",
            ["sum over segments Rails, North Coast of [revenue of each]"],
        ),
        (
            "By how much did the operating loss of Intel's Rails widen from 2022 to 2024?",
            ["(operating income of Rails - operating income of Rails in FY2022)"],
        ),
        ("What share of Intel's 2024 sales came from Rails?", ["(revenue of Rails / revenue)"]),
        ("Intel rails share of net sales 2024", ["(revenue of Rails / revenue)"]),
    ],
)
def test_parts_are_related_as_companies_are(question: str, outputs: list[str]) -> None:
    query = understand(question, COMPANIES, CATALOGUE, lambda _company: PRINTED).query
    texts = [str(one).replace(" in FY2024", "") for one in query.figures.outputs]
    assert [text.replace(" of Intel", "") for text in texts] == outputs


@pytest.mark.parametrize(
    "question",
    ["Which Intel segment had the lowest sales in 2024?", "Which Intel division earns most?"],
)
def test_no_figure_of_the_company_tells_which_part(question: str) -> None:
    with suppress(CannotAnswer):
        assert not understand(question, COMPANIES, CATALOGUE).query.figures.outputs


def test_a_question_about_one_company_is_none_about_all() -> None:
    question = "Which Intel segment had the lowest sales in 2024?"
    query = understand(question, COMPANIES, CATALOGUE).query
    assert not any(isinstance(node, Companies) for node in nodes(query))


@pytest.mark.parametrize(
    "question",
    [
        "Which of Intel's stores has the best fuel?",
        "How much do people like Intel's Rails?",
        "What did Intel's rivals say of purchased goods?",
    ],
)
def test_a_label_among_other_words_is_no_line(question: str) -> None:
    assert all(not link.line for link in found(question).links)


def test_labels_are_found_by_their_words() -> None:
    assert key_of("Loss (gain) on the divestitures, net") == key_of("loss gain divestiture")
    line = PRINTED.line_of("reserve for crew advances")
    assert line is not None
    assert line.label == "Reserve for crew advances (Note 4)"
    assert PRINTED.line_of("sundries") is None


def test_the_line_that_most_rows_have_counts() -> None:
    lines = Lines(
        (
            RowLabel("Goods (a)", 1, 0),
            RowLabel("Goods (b)", 9, 0),
            RowLabel("Goods (c)", 2, 1),
        )
    )
    line = lines.line_of("goods")
    assert line is not None
    assert line.label == "Goods (c)"


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("What was the revenue of Intel for Intel Foundry in 2023?", "Intel Foundry"),
        ("What was Intel's revenue for Foundry in 2023?", "Foundry"),
        ("What was the revenue of Intel for Intel Anvils in 2023?", "Intel Anvils"),
        ("What was Intel's revenue for Rails in 2023?", "Rails"),
    ],
)
def test_a_part_may_bear_the_name_of_the_company(question: str, part: str) -> None:
    own = Lines(
        (
            *PRINTED.printed,
            RowLabel("Foundry", 2, 0),
            RowLabel("Intel Foundry", 3, 0),
            RowLabel("Intel Anvils", 3, 0),
        )
    )
    mentions = find_mentions(
        question, COMPANIES, load_fitted(), lambda _company: own, names_of(CATALOGUE)
    )
    assert [link.part for link in mentions.links] == [part]
