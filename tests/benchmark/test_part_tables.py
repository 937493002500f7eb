"""What a part of a company is asked for has to be named in the table that tells it."""

from dataclasses import replace

import pytest
from tests.support.benchmark_tables import made_parts
from tests.support.filing_markup import document

from secqa.benchmark.gates.absent_terms import has_sales_between_parts
from secqa.benchmark.gates.row_names import is_about_part
from secqa.facts.fact import Evidence, MetricFact
from secqa.filings.document import Document
from secqa.metrics.catalogue import load_catalogue

CATALOGUE = load_catalogue()
BODY = """<p>{above}</p><table>
<tr><td></td><td>2024</td></tr><tr><td>{row}</td><td>{cell}</td></tr>
<tr><td>Devices</td><td>5,000</td></tr><tr><td>Services</td><td>3,000</td></tr>
</table>"""


def devices(above: str, row: str) -> tuple[MetricFact, Document]:
    """A value of Devices, and a report whose table prints it."""
    label, _, cell = row.partition(" | ")
    read = document(BODY.format(above=above, row=label, cell=cell))
    table = next(one for one in read.elements if one.table is not None)
    place = Evidence("page", table.page, table.index, 2, 1, 1, "Devices | 5,000")
    return replace(made_parts()[0], member="Devices", evidence=(place,)), read


@pytest.mark.parametrize(
    ("above", "label", "told"),
    [
        ("Net sales by segment were as follows:", "Segment:", True),
        ("By segment:", "Total revenues:", True),
        ("By segment:", "Orders received:", False),
    ],
)
def test_the_table_names_what_it_tells(above: str, label: str, told: bool) -> None:
    fact, read = devices(above, label)
    assert is_about_part(fact, CATALOGUE["revenue"], None, read) is told


@pytest.mark.parametrize(("whole", "told"), [(8e9, True), (9e9, False), (None, True)])
def test_a_table_of_balances_prints_the_whole_as_well(whole: float | None, told: bool) -> None:
    fact, read = devices("Goodwill:", "Total | 8,000")
    assert is_about_part(fact, CATALOGUE["goodwill"], whole, read) is told


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("Inter-segment sales | 2,355", True),
        ("Intersegment revenue | —", False),
        ("Segment sales | 8,000", False),
    ],
)
def test_sales_between_segments_are_seen(row: str, expected: bool) -> None:
    assert has_sales_between_parts(*devices("Net sales by segment:", row)) is expected
