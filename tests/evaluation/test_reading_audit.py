"""The reading rate: which values are asked for, and how what is read is counted."""

from dataclasses import replace
from datetime import date

import pytest
from tests.support.fact_rows import metric_fact

from secqa.evaluation.reading_audit import Audited, in_one_line, rates
from secqa.evaluation.verdict import is_within_margin
from secqa.facts.fact import Evidence
from secqa.filings.document import Metadata
from secqa.reading.reading import Reading

ACME = Metadata("ACME-10-K-2024", "Acme", "ACME", "1", "10-K", 2024, "FY", date(2024, 12, 31))
PLACE = Evidence("ACME-10-K-2024", 1, 0, 1, 1, 2, "Sales | 200")
FACT = metric_fact(ACME, "revenue", 200.0, decimals=0, evidence=(PLACE,))


def audited(value: float | None, confidence: float = 0.5, metric: str = "revenue") -> Audited:
    reading = Reading("?", value, confidence=confidence)
    return Audited(replace(FACT, metric=metric), (1,), reading)


@pytest.mark.parametrize(
    ("read", "outcome"), [(201.9, "right"), (203.0, "wrong"), (-200.0, "wrong"), (None, "none")]
)
def test_a_value_is_right_within_one_percent(read: float | None, outcome: str) -> None:
    assert audited(read).outcome == outcome


def test_nothing_is_near_zero() -> None:
    assert is_within_margin(0.0, 0.0)
    assert not is_within_margin(0.001, 0.0)


def test_what_is_read_worst_comes_first() -> None:
    cells = [audited(200.0), audited(7.0, metric="cash"), audited(200.0, metric="cash")]
    assert rates(cells, "metric") == {"cash": (1, 1, 0), "revenue": (1, 0, 0)}
    assert rates(cells) == {"all": (2, 1, 0)}


def test_the_rate_in_one_line() -> None:
    cells = [audited(200.0, 0.9), audited(200.0, 0.8), audited(7.0, 0.3), audited(None, 0.0)]
    line = in_one_line(cells)
    assert line.startswith("50.0% of 4 tagged values read right, 25.0% wrong, 25.0% not found")
    assert "the surest 50% are 98% right" in line
