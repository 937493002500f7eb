"""Values that stand in notes: leases, schedules of payments, prose in the tables' scale."""

import pytest
from tests.support.reading_tables import metadata, page, table

from secqa.filings.document import Statement, Table
from secqa.metrics.catalogue import load_catalogue
from secqa.reading.reader import read_by_rule
from secqa.reading.reading import Reading
from secqa.reading.structure.columns import ReadPeriod
from secqa.reading.target import metric_target

CATALOGUE = load_catalogue()
LEASES = table(
    """
    (in millions) | 2024 | 2023
    Assets
    Operating | $70 | $60
    Finance | 9 | 8
    Total lease assets | $79 | $68
    Liabilities
    Operating
      Current | $10 | $11
      Noncurrent | 50 | 40
    Finance
      Current | 3 | 2
      Noncurrent | 4 | 5
    Total lease liabilities | $67 | $58
    """,
    caption="Leases on the balance sheet are:",
)
BRACKETS = table(
    """
    (in millions) | 2024 | 2023
    Operating lease liabilities (current) | 10 | 11
    Operating lease liabilities (non-current) | 50 | 40
    """
)


def read(metric: str, *content: Table | str, year: int = 2024, title: str = "") -> Reading:
    target = metric_target(CATALOGUE[metric], ReadPeriod(year))
    return read_by_rule("?", target, [(metadata(2024), page(*content, title=title))])


@pytest.mark.parametrize(
    ("metric", "year", "value"),
    [
        ("operating_lease_assets", 2024, 7e7),
        ("operating_lease_current", 2024, 1e7),
        ("operating_lease_noncurrent", 2023, 4e7),
    ],
)
def test_leases_split_by_sections(metric: str, year: int, value: float) -> None:
    assert read(metric, LEASES, year=year, title="Note 9. Leases").value == value


def test_current_in_brackets_is_a_part_of_the_name() -> None:
    assert read("operating_lease_current", BRACKETS).value == 1e7
    assert read("operating_lease_noncurrent", BRACKETS).value == 5e7


def test_prose_counts_like_the_tables_where_it_names_no_scale() -> None:
    said = "Advertising expense was $187 and $170 in 2024 and 2023, respectively."
    assert read("advertising", said, LEASES).value == 1.87e8
    assert read("advertising", said, LEASES, year=2023).value == 1.7e8
    assert read("advertising", said).value is None
    assert read("advertising", said, "We paid $5 million.", LEASES).value is None


def test_a_sentence_about_the_whole_goes_before_one_about_a_part() -> None:
    whole = "Advertising expense was $18 million in 2024."
    part = "Within marketing, our local advertising expense was $5 million in 2024."
    assert read("advertising", part, whole).value == 1.8e7


PROPERTY = table(
    """
    (in millions) | 2024 | 2023
    Land | 10 | 9
    Machinery | 90 | 81
     | 100 | 90
    Less: Accumulated depreciation | (40) | (30)
    Total | $60 | $60
    """,
    caption="Property, plant and equipment, net:",
)
RATES = table(
    """
    | 2024 | 2023
    Federal statutory rate | 21.0% | 21.0%
    Foreign taxes | (2.0) | 1.0
    Income tax expense (benefit) | 19.0% | 22.0%
    """
)
COSTS = table(
    """
    (in millions) | 2024 | 2023
    Total revenues | 100 | 90
    Cost of products | (50) | (45)
    Cost of services | (20) | (15)
    Total costs and expenses | (70) | (60)
    General and administrative expense | (10) | (10)
    """,
    statement=Statement.INCOME,
)
FLOWS = table(
    """
    (in millions) | 2024 | 2023
    Net income | 9 | 8
    Earnings from equity method investments | (3) | 2
    Net cash provided by operating activities | 20 | 18
    """,
    statement=Statement.CASH_FLOW,
)


def test_adjustments_take_off_what_was_earned() -> None:
    assert read("equity_method_income", FLOWS).value == 3e6
    assert read("equity_method_income", FLOWS, year=2023).value == -2e6
    assert read("net_income", FLOWS).value == 9e6


def test_net_interest_that_was_paid_is_negative() -> None:
    paid = table("(in millions) | 2024\nInterest, net | 5", statement=Statement.INCOME)
    earned = table("(in millions) | 2024\nNet interest income | 5", statement=Statement.INCOME)
    assert read("net_interest_income", paid).value == -5e6
    assert read("net_interest_income", earned).value == 5e6


def test_shares_in_a_label_are_counted_as_the_table_says() -> None:
    sheet = table(
        """
        (in thousands, except par value) | 2024 | 2023
        Class A stock: 2,096,982 and 1,995,414 shares issued and outstanding; Class B stock: \
102,141 and 102,656 shares issued and outstanding | 2 | 2
        """,
        statement=Statement.BALANCE_SHEET,
    )
    assert read("shares_outstanding", sheet).value == 2_199_123_000


def test_a_cost_among_the_revenues_is_no_cost_of_revenue() -> None:
    income = table(
        """
        (in millions) | 2024 | 2023
        Revenues
          Rooms | 80 | 70
          Reimbursed costs | 4 | 3
          Total revenues | 84 | 73
        Expenses
          Rooms | 50 | 40
        """,
        statement=Statement.INCOME,
    )
    found = read("cost_of_revenue", income)
    assert found.value is None or found.confidence < 0.55
