"""What parts of a table or a late date mean for the year asked about."""

from tests.support.reading_tables import metadata, page, table

from secqa.filings.document import Statement, Table
from secqa.metrics.catalogue import load_catalogue
from secqa.reading.reader import read_by_rule
from secqa.reading.reading import Reading
from secqa.reading.structure.columns import ReadPeriod
from secqa.reading.target import metric_target

CATALOGUE = load_catalogue()
QUARTERS = table(
    """
    Quarter ended | 2024 | 2023
    March | $ 0.20 | $ 0.10
    June | 0.20 | 0.10
    September | 0.25 | 0.10
    December | 0.25 | 0.10
    Total | $ 0.90 | $ 0.40
    """,
    caption="Cash dividends declared per common share were:",
)


def read(metric: str, *content: Table | str, year: int = 2024, title: str = "") -> Reading:
    target = metric_target(CATALOGUE[metric], ReadPeriod(year))
    return read_by_rule("?", target, [(metadata(2024), page(*content, title=title))])


def test_quarters_of_something_else_are_passed_over() -> None:
    prices = table(QUARTERS_OF_PRICES, caption="Closing prices of common stock were:")
    assert read("dividends_per_share", prices).value is None


QUARTERS_OF_PRICES = """
    Quarter ended | 2024 | 2023
    March | $ 20.10 | $ 10.10
    June | 20.20 | 10.10
    September | 25.30 | 10.10
    December | 25.20 | 10.10
    """


def test_people_counted_soon_after_the_year_are_its_own() -> None:
    said = "Acme employed approximately 55,000 employees as of January 31, 2025."
    assert read("employees", said).value == 55_000
    assert read("employees", said, year=2023).value is None


def test_what_was_charged_is_not_what_is_owed() -> None:
    income = table(
        "(in millions) | 2024 | 2023\nIncome taxes | 50 | 40", statement=Statement.INCOME
    )
    owed = read("income_taxes_payable", income)
    assert owed.value is None or owed.confidence < 0.4


def test_a_caption_tells_more_than_the_title_of_its_note() -> None:
    goodwill = table(
        """
        (in millions) | East | Total
        Balance at December 31, 2023 | 10 | 30
        Balance at December 31, 2024 | 11 | 31
        """,
        caption="The changes in the carrying amount of goodwill were as follows:",
    )
    assert read("goodwill", goodwill, title="Note 9. Goodwill and Intangible Assets").value == 3.1e7
    other = read("intangible_assets", goodwill, title="Note 9. Goodwill and Intangible Assets")
    assert other.value is None
