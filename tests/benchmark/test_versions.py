"""Yearly versions: question by question the same, each as of its year."""

from dataclasses import replace
from typing import Any

import pytest
from tests.support.yearly_tables import CATALOGUE, SUITE, amount, source_of_years

from secqa.benchmark.dataset import Benchmark
from secqa.benchmark.generation import Origin
from secqa.benchmark.renewal.yearly import (
    YearlyOptions,
    generate_versions,
    parse_versions,
    shifted,
    shifted_text,
    until,
)
from secqa.benchmark.suite import Suite
from secqa.errors import SecqaError
from secqa.query.leaves import Years
from secqa.query.period import Period
from secqa.query.query import Growth, Lookup, Query

YEARS = (2022, 2023, 2024)


def made(suite: Suite = SUITE, years: tuple[int, ...] = YEARS, **more: Any) -> dict[int, Benchmark]:
    wanted = replace(suite, count=12)
    return generate_versions(
        source_of_years(), CATALOGUE, wanted, Origin(7, "0", "cmd"), YearlyOptions(years, **more)
    )


def test_versions_ask_the_same_as_of_each_year() -> None:
    versions = made()
    assert list(versions) == list(YEARS)
    for questions in zip(*(one.questions for one in versions.values()), strict=True):
        newest = questions[-1]
        assert newest.query is not None
        for back, question in zip((2, 1, 0), questions, strict=True):
            assert question.query == shifted(newest.query, -back)
            assert question.text == shifted_text(newest.text, newest.query, -back)
            assert question.type == newest.type
            assert question.companies == newest.companies
            years = [(a.fiscal_year, b.fiscal_year)
                     for a, b in zip(question.facts, newest.facts, strict=True)]  # fmt: skip
            assert question.type in ("which_company", "which_year") or all(
                own + back == new for own, new in years
            )


def test_the_latest_is_that_of_the_version() -> None:
    suite = Suite("one", kinds=(("value_latest", 1.0),), metrics=("revenue", "net_income"))
    found = generate_versions(
        source_of_years(),
        CATALOGUE,
        replace(suite, count=3),
        Origin(7, "0", "cmd"),
        YearlyOptions(YEARS),
    )
    for year, benchmark in found.items():
        for question in benchmark.questions:
            (fact,) = question.facts
            company = ("ALD", "BIR", "CED", "DOG", "ELM").index(fact.ticker)
            assert question.answer == amount(company, fact.metric, year)
    texts = [[question.text for question in one.questions] for one in found.values()]
    assert texts[0] == texts[1] == texts[2]


def test_a_version_sees_no_later_report() -> None:
    source = until(source_of_years(), 2022)
    assert max(one.fiscal_year or 0 for one in source.documents) == 2022
    assert {row.document_id for row in source.rows} == {d.document_id for d in source.documents}
    assert source.fingerprint != source_of_years().fingerprint
    for year, benchmark in made().items():
        assert benchmark.until == year
        for question in benchmark.questions:
            assert all(int(fact.document_id[-4:]) <= year for fact in question.facts)


def test_the_same_seed_writes_the_same_versions() -> None:
    assert made() == made()


def test_versions_can_be_split() -> None:
    shares = (("train", 0.5), ("test", 0.5))
    wanted = replace(SUITE, count=8, partial=True)
    options = YearlyOptions((2023, 2024), shares=shares)
    found = generate_versions(source_of_years(), CATALOGUE, wanted, Origin(2, "0", "c"), options)
    splits = [[question.split for question in one.questions] for one in found.values()]
    assert splits[0] == splits[1] == ["train"] * 4 + ["test"] * 4


def test_what_only_one_collection_lacks_is_not_asked() -> None:
    suite = Suite("m", kinds=(("year_not_there", 1.0), ("growth", 1.0)), partial=True)
    found = made(suite)[2024]
    assert {question.type for question in found.questions} == {"growth"}
    assert found.rejected["not a question that another year has, too"]


@pytest.mark.parametrize("text", ["", "2021", "2021,x", "2021-2023", "2021,2021"])
def test_what_is_no_list_of_years_is_refused(text: str) -> None:
    with pytest.raises(SecqaError, match="--versions"):
        parse_versions(text)


def test_a_year_without_reports_is_told() -> None:
    with pytest.raises(SecqaError, match="no annual report of fiscal 2018"):
        made(years=(2018, 2024))


def test_only_stated_years_of_a_text_move() -> None:
    now, then = (Lookup("revenue", "A", Period(year)) for year in (2024, 2022))
    query = Query((Growth(now, then),))
    text = "From FY2022 to 2024, did 2023 Corp's $2024, 2,024 or 2022% grow?"
    assert (
        shifted_text(text, query, -1)
        == "From FY2021 to 2023, did 2023 Corp's $2024, 2,024 or 2022% grow?"
    )
    assert shifted_text(text, None, -1) == text


def test_all_stated_years_of_a_query_move() -> None:
    span = Years(first=Period(2020), final=Period(2022))
    assert shifted(span, 2) == Years(first=Period(2022), final=Period(2024))
    assert shifted(Years(last=3), 2) == Years(last=3)
    assert shifted(Period(back=1), 2) == Period(back=1)
