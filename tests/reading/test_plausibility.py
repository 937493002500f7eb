"""Readings that cannot be right, alone or together."""

from dataclasses import dataclass, replace
from typing import cast

import pytest
from tests.support.page_builders import metadata, page, table

from secqa.corpus.corpus_store import Corpus
from secqa.filings.document import Document, Page, Statement
from secqa.reading.plausibility import contradiction
from secqa.reading.reading import Reading

BALANCE = table((("Cash", "$ 19,622", "$ 4,124"),), statement=Statement.BALANCE_SHEET)
STATED = table((("Equipment", "19", "4"),), caption="(in millions)")
PAGES = (page(1, BALANCE), page(2, table((("Equipment", "82,719", "82,719"),))), page(3, STATED))


@dataclass
class OneFiling:
    """A corpus with one filing."""

    filing: Document

    def document(self, _document_id: str) -> Document:
        return self.filing

    def page(self, _document_id: str, number: int) -> Page:
        return self.filing.pages[number - 1]


CORPUS = cast(Corpus, OneFiling(Document(metadata(), PAGES)))


def reading(
    value: float, metric: str = "", unit: str = "USD", page: int = 2, period: str = "2024"
) -> Reading:
    quote = metric or "line"
    where = Reading("?", value, unit, 1.0, "ACME-10-K-2024", page, 100 * page, 1, 1, quote=quote)
    return replace(where, metric=metric, period=period)


def against(*readings: Reading, counts: bool = False) -> str:
    return contradiction(readings, CORPUS, counts)


@pytest.mark.parametrize(("unit", "refused"), [("USD", True), ("count", False), ("", False)])
def test_an_amount_of_money_counts_nothing(unit: str, refused: bool) -> None:
    assert bool(against(reading(1.531e9, unit=unit), counts=True)) is refused
    assert against(reading(1.531e9, unit=unit)) == ""


def test_a_share_pays_no_thousands() -> None:
    assert "a share" in against(reading(8589, "dividends_per_share", "USD/shares"))
    assert against(reading(174.96, "eps_basic", "USD/shares")) == ""


def test_an_amount_of_another_size_than_its_statements_was_read_in_another_scale() -> None:
    assert "beyond all amounts" in against(reading(82_719e6, "accumulated_depreciation"))
    assert against(reading(82_719, "accumulated_depreciation")) == ""


def test_amounts_are_compared_where_they_stand_in_the_accounts_and_no_scale_is_stated() -> None:
    assert against(reading(82_719e6, "public_float")) == ""
    assert against(reading(19e6, "accumulated_depreciation", page=3)) == ""


def test_no_part_is_above_its_whole() -> None:
    part, whole = reading(35_626, "long_term_debt"), reading(27_552, "total_liabilities")
    assert "a part of" in against(part, whole)
    assert against(replace(part, value=27_600.0), whole) == ""
    assert against(part, replace(whole, period="2023")) == ""
    assert against(part, reading(27_552, "revenue")) == ""


@pytest.mark.parametrize(("current", "refused"), [(2866.0, True), (200.0, False), (0.0, False)])
def test_one_printed_amount_is_not_two_parts_of_the_debt(current: float, refused: bool) -> None:
    debts = reading(current, "debt_current"), reading(2866.0, "long_term_debt")
    assert ("read twice" in against(*debts)) is refused
