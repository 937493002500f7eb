"""Builders that `tests.facts.table.test_metric_rows` and other tests share."""

from secqa.facts.fact import MetricFact
from secqa.filings.document import Location
from secqa.metrics.catalogue import Catalogue
from secqa.metrics.metric import Metric

REVENUE = Metric(
    *("revenue", "total revenues", "USD", "duration"),
    synonyms=("net sales", "sales"),
    printed=("total net sales", "net sales"),
    not_printed=("cost of", "growth"),
    statement="income",
    concepts=("Revenues", "SalesRevenueNet"),
)
SHARES = Metric(
    *("shares_outstanding", "shares outstanding", "shares", "instant"),
    concepts=("CommonStockSharesOutstanding", "dei:EntityCommonStockSharesOutstanding"),
)
GROSS = Metric("gross", "gross", "USD", "duration", concepts=("Revenues-CostOfRevenue",))
PER_SHARE = Metric(
    *("dividends_per_share", "dividends per share", "USD/shares", "duration"),
    concepts=("DividendsPerShare",),
)
DIVIDENDS = Metric("dividends", "dividends", "USD", "duration", concepts=("Dividends",))
PEOPLE = Metric("employees", "number of employees", "count", "instant", people=True)
CATALOGUE = Catalogue({m.id: m for m in (REVENUE, SHARES, GROSS, PER_SHARE, DIVIDENDS, PEOPLE)})
SALES, SALES_BEFORE = Location(2, 3, 1, 1), Location(2, 3, 1, 2)
NOTE, HIGHLIGHT = Location(3, 4, 1, 1), Location(4, 5, 1, 1)


def pages(row: MetricFact) -> list[tuple[int, int]]:
    return [(place.page, place.grade) for place in row.evidence]
