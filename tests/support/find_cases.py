"""Builders that `tests.reading.passages.test_find` and other tests share."""

from tests.support.page_builders import metadata, page

from secqa.filings.document import Document

STEEL = "We depend on a single mill in Ohio for the steel in our hammers."


WHY = "Gross margin decreased in 2024 primarily due to higher prices of steel and freight."


def filing(document_id: str, company: str, ticker: str, cik: str, risk: str) -> Document:
    return Document(
        metadata(document_id, company, ticker, cik),
        (
            page(1, "# Overview", f"{company} makes tools for homes. It sells them in stores."),
            page(
                2,
                "# Supply Risks",
                f"{risk} An outage there would delay our shipments to customers.",
                "# Competition",
                "Many rivals sell tools that are cheaper than ours. Some are much larger.",
            ),
            page(
                3,
                "# Gross Margin",
                f"{WHY} The decrease was partially offset by better prices.",
                "# Legal Matters",
                "A former dealer sued us in Delaware over a broken contract. We deny all claims.",
            ),
        ),
    )
