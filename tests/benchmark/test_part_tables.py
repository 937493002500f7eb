"""What a part of a company is asked for has to be named in the table that tells it."""

from dataclasses import replace

import pytest
from tests.support.benchmark_tables import made_parts
from tests.support.filing_markup import document

from secqa.benchmark.gates.row_names import is_about_part
from secqa.facts.fact import Evidence
from secqa.metrics.catalogue import load_catalogue

CATALOGUE = load_catalogue()
BODY = """<p>{above}</p><table>
<tr><td></td><td>2024</td></tr><tr><td>{row}</td><td></td></tr>
<tr><td>Devices</td><td>5,000</td></tr><tr><td>Services</td><td>3,000</td></tr>
</table>"""


@pytest.mark.parametrize(
    ("above", "label", "told"),
    [
        ("Net sales by segment were as follows:", "Segment:", True),
        ("By segment:", "Total revenues:", True),
        ("By segment:", "Orders received:", False),
    ],
)
def test_the_table_names_what_it_tells(above: str, label: str, told: bool) -> None:
    read = document(BODY.format(above=above, row=label))
    table = next(one for one in read.elements if one.table is not None)
    place = Evidence("page", table.page, table.index, 2, 1, 1, "Devices | 5,000")
    fact = replace(made_parts()[0], member="Devices", evidence=(place,))
    assert is_about_part(fact, CATALOGUE["revenue"], None, read) is told


@pytest.mark.parametrize(("whole", "told"), [(8e9, True), (9e9, False), (None, True)])
def test_a_table_of_balances_prints_the_whole_as_well(whole: float | None, told: bool) -> None:
    read = document(BODY.format(above="Goodwill:", row="Total | 8,000"))
    table = next(one for one in read.elements if one.table is not None)
    place = Evidence("page", table.page, table.index, 2, 1, 1, "Devices | 5,000")
    fact = replace(made_parts()[0], member="Devices", evidence=(place,))
    assert is_about_part(fact, CATALOGUE["goodwill"], whole, read) is told
