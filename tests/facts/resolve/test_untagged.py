"""A value is found wherever its figure stands beside its name, and nowhere else."""

import pytest
from tests.support.fact_filings import METADATA, table

from secqa.facts.resolve.untagged import UntaggedValue, untagged_mentions
from secqa.filings.document import Document, Element, ElementType, Location, Page
from secqa.metrics.catalogue import load_catalogue

REVENUE = load_catalogue()["revenue"]


def prose(text: str, page: int = 1, index: int = 0) -> Element:
    return Element(index, ElementType.NARRATIVE_TEXT, text, page)


def found(
    *elements: Element, value: float = 1.234e9, known: tuple[int, ...] = ()
) -> list[Location]:
    pages = tuple(Page(element.page, "", (element,)) for element in elements)
    sought = UntaggedValue(REVENUE, value, frozenset({"1,234"}), frozenset(known))
    (mentions,) = untagged_mentions(Document(METADATA, pages), [sought])
    return [mention.place for mention in mentions]


@pytest.mark.parametrize(
    "amount",
    ["1,234", "$1,234 million", "$1,234.0 million", "$1.23 billion", "$1.234  billion"],
)
def test_revenue_in_a_sentence_as_tagged_or_rounded(amount: str) -> None:
    assert found(prose(f"Total revenue came to {amount}, as in 2023.")) == [Location(1, 0)]


@pytest.mark.parametrize(
    "amount",
    # Another number, too few digits, another word, another size, more places than are rounded to.
    ["1,235", "$1.2 billion", "1,234 billion", "$1,233 million", "$1.2340 billion"],
)
def test_another_amount_in_a_sentence(amount: str) -> None:
    assert found(prose(f"Total revenue came to {amount}, as in 2023.")) == []


def test_rounded_amounts_are_those_of_the_value_even_where_it_lies_between_two() -> None:
    said = prose("Revenue was $1,234.5 million, or 1.23 billion, or $1.235 billion.")
    assert found(said, value=1.2345e9) == [Location(1, 0)]
    assert found(prose("Revenue was $1,235 million."), value=1.2344e9) == []
    assert found(prose("Revenue was $0.999 million."), value=999e3) == []


def test_a_sentence_about_something_else() -> None:
    assert found(prose("We have 1,234 employees.")) == []


def test_pages_that_are_known_and_the_first_mention_of_others() -> None:
    said = "Total revenue was 1,234."
    elements = [prose(said, page, index) for index, page in enumerate((1, 2, 3, 3))]
    assert found(*elements, known=(2,)) == [Location(1, 0), Location(3, 2)]


def test_a_row_is_named_by_its_label_or_by_the_heading_above() -> None:
    rows = [
        ["", "2024", "2023"],
        ["Revenue", "", ""],
        ["By product", "900", "800"],
        ["Total", "$1,234", "1,100"],
        ["Costs", "", ""],
        ["Total", "1,234", "1,000"],
        ["Total revenue (1)", "77", "(1,234)"],
    ]
    shown = Element(4, ElementType.TABLE, "", 2, table=table(rows, None))
    assert found(shown) == [Location(2, 4, 3, 1)]
    below = Element(4, ElementType.TABLE, "", 2, table=table([rows[0], *rows[4:]], None))
    assert found(below) == [Location(2, 4, 3, 2)]


CASH, FLOW = (load_catalogue()[name] for name in ("cash", "operating_cash_flow"))


@pytest.mark.parametrize(
    ("said", "is_cash"),
    [
        ("Operating cash flow was 1,234.", False),
        ("Cash was 1,234 after all bills.", True),
        ("Operating cash flow was strong, and cash came to 1,234.", True),
        ("Cash and operating cash flow were 1,234 and 600, respectively.", True),
    ],
)
def test_a_name_within_a_longer_name_of_another_metric(said: str, is_cash: bool) -> None:
    sought = [
        UntaggedValue(one, 1.234e9, frozenset({"1,234"}), frozenset()) for one in (CASH, FLOW)
    ]
    document = Document(METADATA, (Page(1, "", (prose(said),)),))
    assert bool(untagged_mentions(document, sought)[0]) == is_cash
