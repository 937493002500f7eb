"""The functions of the sandbox over a fact table: what a system does that reads without a fault."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from secqa.facts.fact import MetricFact
from secqa.filings.document import Metadata
from secqa.metrics.catalogue import Catalogue
from secqa.parsing.entities.company_index import CompanyIndex
from secqa.parsing.figure_question import parse_sentence
from secqa.query.period import Period
from secqa.retrieval.select import DocumentFilter, documents_for
from secqa.systems.page_source import figure_of_part

NOBODY = CompanyIndex(())


def functions_over(
    rows: Iterable[MetricFact],
    documents: Sequence[Metadata],
    catalogue: Catalogue,
    read: set[MetricFact],
    parts: Iterable[MetricFact] = (),
) -> dict[str, Callable[..., Any]]:
    """Documents are really selected; what is read from them is added to `read`.

    `parts` are revenues in lines of their own, which are named by the part and the figure.
    """
    revenue = figure_of_part(catalogue["revenue"])
    lines = {(r.document_id, f"{r.member} {revenue}", r.fiscal_year): r for r in parts}
    printed = {(r.document_id, r.metric, r.fiscal_year, r.fiscal_period): r for r in rows}

    def extract_value(question: str, pages: Sequence[str]) -> float | None:
        atomic = parse_sentence(question, NOBODY, catalogue)
        assert atomic, question
        period = atomic.lookup.period
        assert isinstance(period, Period)
        name = f"Q{period.quarter}" if period.quarter else "FY"
        name += " YTD" if period.span == "to_date" else ""
        for document in pages:
            fact = lines.get((document, atomic.lookup.line, period.year or 0)) or printed.get(
                (document, atomic.lookup.metric, period.year or 0, name)
            )
            if fact is not None:
                read.add(fact)
                return fact.value
        return None

    return {
        "select_documents": lambda **given: list(documents_for(documents, DocumentFilter(**given))),
        "retrieve_relevant_pages": lambda question, found: list(found),
        "extract_value": extract_value,
    }
