"""Values of segments, regions and products by labels that no row prints whole."""

from datetime import date

import pytest
from tests.support.reading_tables import metadata, page, table

from secqa.filings.document import Table
from secqa.metrics.catalogue import Catalogue
from secqa.reading.reader import read_value_of
from secqa.reading.reading import Reading
from secqa.reading.structure.columns import ReadPeriod
from secqa.reading.target import label_target

OWN = metadata(2024, date(2024, 12, 31))


def read(label: str, *tables: Table, title: str = "Segments", year: int = 2024) -> Reading:
    pages = [(OWN, page(*tables, title=title))]
    return read_value_of("?", label_target(label, "USD", ReadPeriod(year)), pages, Catalogue({}))


REGIONS = table(
    "| 2024 | 2023\nEurope | $30 | $25\nNorth America | 50 | 45\nTotal | 80 | 70",
    caption="Net sales by region (in millions)",
)
ASSETS = table(
    "| 2024 | 2023\nEurope | $9 | $8\nNorth America | 7 | 6",
    caption="Property and equipment, net by region (in millions)",
)


@pytest.mark.parametrize(
    ("label", "value"),
    [
        ("Europe revenue", 30e6),
        ("sales of North America", 50e6),
        ("long-lived assets in Europe", 9e6),
        ("Asia revenue", None),
        ("Europe net income", None),
        ("Europe cost of revenue", None),
        ("Europe income tax", None),
        ("Europe inventory", None),
    ],
)
def test_the_row_is_the_part_and_the_caption_the_figure(label: str, value: float | None) -> None:
    assert read(label, REGIONS, ASSETS).value == value


def test_the_year_before() -> None:
    assert read("Europe revenue", REGIONS, year=2023).value == 25e6


def test_the_column_is_the_part() -> None:
    note = table(
        "Year ended December 31, 2024 (in millions) | Engines | Wings | Total\n"
        "Net sales | 5 | 6 | 11\nOperating profit | 2 | 3 | 5\nTotal assets | 20 | 30 | 50"
    )
    assert read("Wings operating income", note).value == 3e6
    assert read("Wings sales", note).value == 6e6
    assert read("assets of Engines", note).value == 20e6


def test_the_section_is_the_part() -> None:
    note = table(
        "(in millions) | 2024 | 2023\nEngines:\n  Net sales | 5 | 4\n  Operating profit | 2 | 1\n"
        "Wings:\n  Net sales | 6 | 7\n  Operating profit | 3 | 2"
    )
    assert read("Wings operating profit", note).value == 3e6


def test_years_as_rows_below_the_part() -> None:
    note = table(
        "(in millions) | | Net Sales | Total Assets\nENGINES | 2024 | $5 | $20\n| 2023 | 4 | 19\n"
        "WINGS | 2024 | 6 | 30\n| 2023 | 7 | 29"
    )
    assert read("Wings sales", note).value == 6e6
    assert read("Wings assets", note, year=2023).value == 29e6


def test_years_of_any_century_below_two_labels() -> None:
    note = table(
        "(in millions) | | | Net Sales\nENGINES | Asia | 2000 | $5\n| Asia | 1999 | 4\n"
        "| Africa | 1999 | 3"
    )
    assert read("Engines Asia sales", note, year=1999).value == 4e6


def test_a_table_of_any_length_is_read() -> None:
    lines = "\n".join(f"Europe | {number} | 5" for number in range(20_000))
    assert read("Europe revenue", table(f"(in millions) | 2024 | 2023\n{lines}")).value is not None


def test_two_columns_of_labels() -> None:
    note = table(
        "(in millions) | | 2024 | 2023\nAspirin | United States | $5 | $4\n"
        "| International | 3 | 2\n| Total | $8 | $6\nIodine | United States | 1 | 1",
        caption="Net revenues",
    )
    assert read("Aspirin sales", note).value == 8e6
    assert read("Aspirin revenue in the United States", note).value == 5e6
    assert read("Aspirin International sales", note, year=2023).value == 2e6


def test_balances_of_parts_in_a_table_of_movements() -> None:
    note = table(
        "(in millions) | Engines | Wings\nBalance at December 31, 2023 | 4 | 5\n"
        "Acquisitions | 1 | 1\nBalance at December 31, 2024 | 5 | 6",
        caption="Changes in goodwill",
    )
    assert read("Wings goodwill", note).value == 6e6
    assert read("Wings goodwill", note, year=2023).value == 5e6


def test_another_figure_of_the_part_is_unlikely() -> None:
    assert read("Europe depreciation", REGIONS).value is None


def test_no_kind_of_income_is_another() -> None:
    note = table("(in millions) | 2024 | 2023\nEngines:\n  Operating profit | 2 | 1")
    assert read("Engines operating income", note).value == 2e6
    assert read("Engines gross profit", note).value is None
    assert read("Engines net income", note).value is None


def test_totals_below_the_heading_of_a_part_are_not_its_own() -> None:
    note = table(
        "(in millions) | 2024 | 2023\nEngines:\n  Net sales | 5 | 4\n"
        "Consolidated:\n  Net sales | 50 | 40\n  Total assets | 70 | 60"
    )
    assert read("Engines net sales", note, title="Engines").value == 5e6
    assert read("Engines total assets", note, title="Engines").value is None


def test_revenue_of_one_kind_is_not_the_revenue_of_a_region() -> None:
    kinds = table(
        "(in millions) | 2024 | 2023\nProduct revenue:\n  Europe | 20 | 15\n  Asia | 9 | 8"
    )
    whole = table("(in millions) | 2024 | 2023\nRevenue:\n  Europe | 30 | 25\n  Asia | 19 | 18")
    assert read("Europe revenue", kinds, whole).value == 30e6
    assert read("Europe product revenue", kinds, whole).value == 20e6


def test_shares_of_a_total_are_no_amounts() -> None:
    shares = table(
        "| 2024 | 2023\nCapital expenditures | $ 52 | $ 44\n"
        "Europe | 22.3% | 20.1%\nAsia | 45.5 | 40.2",
        caption="Capital expenditures by segment (in millions)",
    )
    assert read("Asia capital expenditures", shares).value is None


def test_a_scale_above_a_later_column_is_that_columns() -> None:
    variance = table(
        "| 2024 | 2023 | Due to price (in billions)\nEurope | $ 154 | $ 157 | $ 1.4",
        caption="Net sales by region",
    )
    assert read("Europe revenue", variance, REGIONS).value == 154e6


@pytest.mark.parametrize(
    "caption", ["vehicle sales (vehicles in thousands)", "worldwide employment"]
)
def test_counts_of_things_and_people_are_no_revenue(caption: str) -> None:
    counts = table("| 2024 | 2023\nEurope | 3,296 | 3,464", caption=f"The table shows {caption}:")
    sales = table("| 2024 | 2023\nEurope | $ 30 | $ 25", caption="Net sales by region")
    assert read("Europe revenue", counts).value is None
    assert read("Europe revenue", counts, sales).value == 30e6
