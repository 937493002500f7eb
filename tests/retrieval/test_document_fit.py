"""Which documents fit a question, and the reasons given."""

from dataclasses import replace
from datetime import date

from tests.support.page_builders import metadata

from secqa.parsing.entities.company_index import companies_of
from secqa.retrieval.document_fit import (
    DocumentHints,
    FiledDocuments,
    document_fit,
    fitting_documents,
)

ACME = metadata()
EARLIER = metadata("ACME-10-K-2022", fiscal_year=2022, period_end=date(2022, 12, 31))
QUARTER = replace(
    metadata("ACME-10-Q-2024-Q2", period_end=date(2024, 6, 30)), form="10-Q", fiscal_period="Q2"
)
BOLT = metadata("BOLT-10-K-2024", "Bolt Works Corp", "BOLT", "0000000002")
ALL = FiledDocuments((EARLIER, QUARTER, BOLT, ACME))


def about(**said: object) -> DocumentHints:
    known = companies_of(ALL)
    acme = next(company for company in known if company.ticker == ACME.ticker)
    return replace(DocumentHints(companies=(acme,), latest=2024), **said)  # type: ignore[arg-type]


def first(about: DocumentHints) -> str:
    return fitting_documents(about, ALL)[0].document_id


def test_other_companies_are_left_out() -> None:
    assert all("ACME" in fit.document_id for fit in fitting_documents(about(), ALL))


def test_nothing_is_selected_when_no_company_is_named() -> None:
    assert fitting_documents(DocumentHints(years=(2024,)), ALL) == ()


def test_year_quarter_form_and_date_choose() -> None:
    assert first(about(years=(2022,))) == "ACME-10-K-2022"
    assert first(about(years=(2024,))) == "ACME-10-K-2024"
    assert first(about(years=(2024,), quarter=2)) == "ACME-10-Q-2024-Q2"
    assert first(about(forms=("10-Q",))) == "ACME-10-Q-2024-Q2"
    assert first(about(day=date(2024, 6, 30), forms=("10-Q",))) == "ACME-10-Q-2024-Q2"


def test_no_year_means_the_latest() -> None:
    assert first(about()) == "ACME-10-K-2024"


def test_a_later_report_carries_the_year_and_says_so() -> None:
    fit = document_fit(about(years=(2023,)), ACME)
    assert "fiscal year 2024, carries 2023" in fit.reasons
    assert fit.worth > document_fit(about(years=(2025,)), ACME).worth


def test_reasons_name_the_company() -> None:
    assert document_fit(about(), ACME).reasons[0] == f"company {ACME.company}"
    assert not any("company" in reason for reason in document_fit(about(), BOLT).reasons)


def test_the_best_of_many_are_the_same_as_when_each_is_looked_at() -> None:
    filings = FiledDocuments(
        replace(
            metadata(f"{name}-{form}-{year}", f"{name} Corp", name, cik),
            form=form,
            fiscal_year=year,
            fiscal_period="FY" if form == "10-K" else "Q2",
            period_end=date(year, 12 if form == "10-K" else 6, 30),
        )
        for name, cik in (("AAA", "0000000011"), ("BBB", ""), ("CCC", "0000000013"))
        for form in ("10-K", "10-Q")
        for year in (2021, 2022, 2023, 2024)
    )
    known = companies_of(filings)
    for said in (
        DocumentHints(latest=2024),
        DocumentHints(companies=known[1:2], years=(2022,), latest=2024),
        DocumentHints(years=(2023,), quarter=2),
        DocumentHints(day=date(2022, 6, 30)),
    ):
        each = sorted(filings, key=lambda document: -document_fit(said, document).worth)
        assert filings.best(said, 5) == tuple(each[:5])
