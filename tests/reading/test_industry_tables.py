"""Tables as companies of single industries print them."""

from tests.support.reading_tables import metadata, metric, page, table

from secqa.filings.document import Page, Statement, Table
from secqa.metrics.metric import Metric
from secqa.reading.reader import read_by_rule
from secqa.reading.reading import Reading
from secqa.reading.structure.columns import ReadPeriod
from secqa.reading.target import label_target, metric_target

OWN = metadata()


def read(asked: Metric, *pages: Page) -> Reading:
    target = metric_target(asked, ReadPeriod(2024))
    return read_by_rule("?", target, [(OWN, one) for one in pages])


def income(body: str, caption: str = "(in millions, except per share data)") -> Table:
    return table(body, caption=caption, statement=Statement.INCOME)


def test_one_large_figure_tells_that_a_column_is_printed_in_full() -> None:
    body = "| 2024\nNet income | $8,669,760\nPrepaid | 102,130\nOperating costs | 947,780"
    costs = metric("operating costs")
    assert read(costs, page(income(body, caption=""))).value == 947_780


def test_a_line_of_one_class_of_shares_stands_under_its_heading() -> None:
    body = "| 2024\nClass A Stock:\nDiluted earnings per share | 5.56\n"
    body += "Class B Stock:\nDiluted earnings per share | 5.16"
    asked = label_target("Class B stock diluted earnings per share", "", ReadPeriod(2024))
    found = read_by_rule("?", asked, [(OWN, page(income(body)))])
    assert found.value == 5.16


def test_units_of_a_partnership_are_counted_as_its_shares() -> None:
    units = metric("shares outstanding", unit="shares", period="instant", statement="")
    cover = "The registrant had 412,330,110 common units outstanding at February 19, 2025."
    assert read(units, page(cover)).value == 412_330_110
    awards = "There were 412,330,110 restricted stock units outstanding at February 19, 2025."
    assert read(units, page(awards)).value is None


def test_net_revenue_below_interest_expense_goes_before_the_total_above_it() -> None:
    revenue = metric("revenue", "total revenues", "net revenues")
    body = "| 2024\nFees | 9\nTotal revenues | 14\nInterest expense | (2)\nNet revenues | 12"
    assert read(revenue, page(income(body))).value == 12e6
    assert read(revenue, page(income("| 2024\nTotal revenues | 14\nFees | 9"))).value == 14e6
