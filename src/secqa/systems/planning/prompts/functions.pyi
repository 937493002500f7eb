from typing import Any

def select_documents(
    companies: list[str] | None = None,
    stock_symbols: list[str] | None = None,
    form_types: list[str] | None = None,
    fiscal_years: list[int] | None = None,
    financial_period_end_date_range_start: str | None = None,
    financial_period_end_date_range_end: str | None = None,
) -> list[str]:
    """Documents that meet every condition given; [] when there are none.

    companies: short names, such as "Home Depot". A document counts if either its company
        or its symbol is among those given.
    stock_symbols: such as "HD".
    form_types: "10-K" annual, "10-Q" quarterly, "8-K" current reports.
    fiscal_years: as each company numbers its own years.
    financial_period_end_date_range_start, ..._end: the period that the document covers ends
        between these days, "yyyy-mm-dd", both included.
    """

def select_document(
    companies: list[str] | None = None,
    stock_symbols: list[str] | None = None,
    form_types: list[str] | None = None,
    fiscal_years: list[int] | None = None,
    financial_period_end_date_range_start: str | None = None,
    financial_period_end_date_range_end: str | None = None,
) -> list[str]:
    """Another name of select_documents."""

def retrieve_relevant_pages(question: str, documents: list[str] | None = None) -> list[str]:
    """The few pages of these documents (of all, when left out) that best fit the question."""

def extract_value(question: str, pages: list[str]) -> Any:
    """What the pages answer to a question about one single figure.

    Money is a float in US dollars, a count a plain float, a percentage a fraction (1% is
    0.01), a question to be answered with yes or no "Yes" or "No". None where the pages do
    not print it.
    """
