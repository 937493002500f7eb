"""A corpus of four small filings of two companies, with tags: restated, split, doubtful values."""

from dataclasses import replace
from datetime import date
from hashlib import sha256
from pathlib import Path

from tests.support.fact_rows import metric_fact

from secqa.corpus.corpus_rows import rows_for
from secqa.corpus.corpus_schema import revision_of
from secqa.corpus.corpus_store import open_corpus
from secqa.corpus.corpus_writer import CorpusWriter
from secqa.facts.fact import Evidence, MetricFact
from secqa.facts.table.fact_store import database_rows
from secqa.filings.document import Document, Element, ElementType, Metadata, Page
from secqa.metrics.catalogue import load_catalogue
from secqa.retrieval.indexing.page_index import update_index

CATALOGUE = load_catalogue()
ENDS = {"Q1": (3, 31), "Q2": (6, 30), "Q3": (9, 30), "Q3 YTD": (9, 30), "FY": (12, 31)}
STARTS = {"Q2": 4, "Q3": 7}
Values = dict[str, dict[tuple[int, str], float]]

ACME = ("Acme Tools Corp", "ACME", "0000000001")
BOLT = ("=Bolt & Sons <b>", "BOLT", "0000000002")
FILINGS: list[tuple[tuple[str, str, str], str, int, str, Values]] = [
    (
        ACME,
        "10-K",
        2022,
        "FY",
        {
            "revenue": {(2022, "FY"): 800e6, (2021, "FY"): 500e6},
            "net_income": {(2022, "FY"): -40e6, (2021, "FY"): 50e6},
            "eps_diluted": {(2022, "FY"): -0.4, (2021, "FY"): 2.0},
            "shares_diluted": {(2022, "FY"): 100e6, (2021, "FY"): 25e6},
        },
    ),
    (
        ACME,
        "10-Q",
        2024,
        "Q3",
        {"revenue": {(2024, "Q3"): 280e6, (2024, "Q3 YTD"): 820e6}},
    ),
    (
        ACME,
        "10-K",
        2024,
        "FY",
        {
            "revenue": {(2024, "FY"): 1200e6, (2023, "FY"): 1000e6, (2022, "FY"): 810e6},
            "net_income": {(2024, "FY"): 240e6, (2023, "FY"): 200e6, (2022, "FY"): -40e6},
            "eps_diluted": {(2024, "FY"): 0.6, (2023, "FY"): 0.5, (2022, "FY"): -0.1},
            "shares_diluted": {(2024, "FY"): 400e6, (2023, "FY"): 400e6, (2022, "FY"): 400e6},
            "total_assets": {(2024, "FY"): 2400e6},
        },
    ),
    (
        BOLT,
        "10-K",
        2024,
        "FY",
        {
            "revenue": {(2024, "FY"): 90.5e6, (2023, "FY"): 80e6},
            "cost_of_revenue": {(2024, "FY"): -30e6},
        },
    ),
]


def _filing(
    company: tuple[str, str, str], form: str, year: int, period: str, values_by_metric: Values
) -> tuple[Document, list[MetricFact]]:
    """A filing of one page, which prints a line for each value."""
    name, ticker, cik = company
    document_id = f"{ticker}-{form}-{year}" + ("" if period == "FY" else f"-{period}")
    metadata = replace(
        Metadata(document_id, name, ticker, cik, form, year, period, date(year, *ENDS[period])),
        fiscal_year_end="12-31",
        sha256=sha256(document_id.encode()).hexdigest(),
    )
    rows: list[MetricFact] = []
    elements: list[Element] = []
    for metric_id, values in values_by_metric.items():
        for (own_year, called), value in values.items():
            line = f"{CATALOGUE[metric_id].name} {called} {own_year} {value}"
            place = Evidence(document_id, 1, len(elements), -1, -1, 2, line)
            elements.append(Element(len(elements), ElementType.NARRATIVE_TEXT, line, 1))
            metric = CATALOGUE[metric_id]
            balance = metric.period == "instant"
            rows.append(
                metric_fact(
                    metadata,
                    metric_id,
                    value,
                    own_year,
                    fiscal_period=called,
                    period_start=None if balance else date(own_year, STARTS.get(called, 1), 1),
                    period_end=date(own_year, *ENDS[called]),
                    unit=metric.unit,
                    decimals=-5 if metric.unit in ("USD", "shares") else 2,
                    evidence=(place,),
                )
            )
    return Document(metadata, (Page(1, "1", tuple(elements)),)), rows


def write_compared_corpus(folder: Path) -> Path:
    """Write the corpus to a folder."""
    with CorpusWriter(folder) as writer:
        for filing in FILINGS:
            document, rows = _filing(*filing)
            revision = revision_of(document.metadata.sha256)
            writer.add(rows_for(document, database_rows(revision, (), rows)))
    update_index(open_corpus(folder))
    return folder
