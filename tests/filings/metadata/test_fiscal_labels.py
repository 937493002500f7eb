"""How a filing without tags is labelled by fiscal year and quarter."""

import pytest

from secqa.filings.document import Document
from secqa.filings.read import read_bytes


def document(end: str, text: str, name: str = "report.htm") -> Document:
    body = f"<p>Form 10-Q</p><p>For the quarterly period ended {end}</p><p>{text}</p>"
    return read_bytes(f"<html><body>{body}</body></html>".encode(), name).document


JUNE_YEAR = "Balance sheets as of {} and June 30, 2022. Our last Form 10-K was for June 30, 2022."
"""Of a company whose years end in June."""


@pytest.mark.parametrize(
    ("end", "text", "label"),
    [
        ("September 30, 2022", JUNE_YEAR.format("September 30, 2022"), (2023, "Q1")),
        ("December 31, 2022", JUNE_YEAR.format("December 31, 2022"), (2023, "Q2")),
        ("March 31, 2023", JUNE_YEAR.format("March 31, 2023"), (2023, "Q3")),
        ("December 31, 2022", "In the first quarter, as of September 24, 2022", (2023, "Q1")),
        ("March 24, 2024", "The 36 weeks ended, 12 weeks ended; the 36 weeks", (2024, "Q3")),
        ("May 31, 2023", "Nine months ended and the nine months ended were", (2023, "Q3")),
    ],
)  # fmt: skip
def test_the_last_year_end_lengths_and_names_tell_the_quarter_outside_tables(
    end: str, text: str, label: tuple[int, str]
) -> None:
    read = document(end, text).metadata
    assert (read.fiscal_year, read.fiscal_period) == label
    assert {"fiscal_year", "fiscal_period"} <= set(read.guessed)


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("In fiscal 2023, fiscal 2023 and fiscal 2024 we sold goods.", 2024),
        ("In fiscal 2023, fiscal 2023 and fiscal 2022 we sold goods.", 2023),
        ("We sold goods.", 2024),
    ],
)
def test_the_years_on_both_sides_number_a_year_that_ends_in_january(text: str, year: int) -> None:
    close = "Balance sheets as of July 31, 2023 and January 31, 2023; six months ended, six months"
    read = document("July 31, 2023", f"{close}. {text}").metadata
    assert (read.fiscal_year, read.fiscal_period) == (year, "Q2")


def test_weak_or_contrary_evidence_is_a_warning() -> None:
    [warning] = document("June 30, 2023", "Six months passed, nine months come.").warnings[:1]
    assert "sure; votes for Q1, Q2, Q3" in warning
    assert "nothing in its text" in document("June 30, 2023", "Sales rose.").warnings[0]
    sure = JUNE_YEAR.format("March 31, 2023") * 3
    [warning] = document("March 31, 2023", sure, "ACME 2023 Q1.htm").warnings[:1]
    assert warning == "fiscal 2023 Q3 by its text, 2023 Q1 by its file name"
