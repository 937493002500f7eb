"""The sign of a printed number: by the name of its row, the row's other years, and the sums."""

import pytest

from secqa.filings.document import Statement, Table
from secqa.metrics.catalogue import load_catalogue
from secqa.reading.structure.signs import sign
from secqa.reading.structure.table_rows import rows_of

ROWS = (
    ("Cost of products", "(80)", "(70)"),
    ("Pension cost (benefit)", "(8)", "(7)"),
    ("Gain on sale", "(5)", "4"),
    ("Income before income taxes", "97,311", "68,614"),
    ("Provision for income taxes", "(19,087)", "9,265"),
    ("Equity-method investments, net of tax", "(554)", "(101)"),
    ("Net income", "77,670", "77,778"),
)
TABLE = Table(
    (("", "2024", "2023"), *ROWS),
    1,
    ("", "2024", "2023"),
    (0.0,) * (len(ROWS) + 1),
    statement=Statement.INCOME,
)


@pytest.mark.parametrize(
    ("row", "metric", "signs"),
    [
        (0, "", (-1, -1)),
        (1, "", (1, 1)),
        (2, "", (-1, 1)),
        (4, "income_tax", (-1, -1)),
    ],
)
def test_signs_of_rows(row: int, metric: str, signs: tuple[float, ...]) -> None:
    one = rows_of(TABLE)[row]
    known = load_catalogue()[metric] if metric else None
    assert tuple(sign(one, cell, known, TABLE) for cell in one.cells) == signs
