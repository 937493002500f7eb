"""How often the offline reader gives the tagged value, by metric: `python benchmarks/reading.py`.

Gold is the fact table of each filing: what its inline XBRL says for the metrics of the catalogue.
Each row becomes an atomic question in words, put to the reader with some of the filing's pages:
the pages where the value is tagged with three others drawn by seed (`tagged`), or the pages of
the primary statements with those (`statements`). The reader sees pages without tags. Companies
are split by the hash of their ticker: rules are designed on one half and checked on the other.

    python benchmarks/reading.py ../shared/data/filings --half check --failures 20
"""

import argparse
import hashlib
import json
import random
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from secqa.facts.fact import MetricFact
from secqa.facts.table.metric_rows import metric_facts
from secqa.facts.tags.ixbrl import facts_of
from secqa.filings.document import Document, Metadata, Page
from secqa.filings.read import read_filing
from secqa.metrics.catalogue import Catalogue, load_catalogue
from secqa.parsing.entities.company_index import CompanyIndex, companies_of
from secqa.parsing.figure_question import parse_question
from secqa.reading.reader import read_value
from secqa.reading.reading import Reading

USUAL = (
    "revenue", "cost_of_revenue", "gross_profit", "operating_income", "pretax_income",
    "income_tax", "net_income", "eps_diluted", "eps_basic", "shares_diluted", "shares_basic",
    "research_and_development", "sga", "interest_expense", "depreciation_amortization",
    "stock_compensation", "operating_cash_flow", "capital_expenditure", "investing_cash_flow",
    "financing_cash_flow", "dividends_paid", "share_repurchases", "total_assets",
    "current_assets", "cash", "short_term_investments", "receivables", "inventory", "ppe_net",
    "goodwill", "intangible_assets", "accounts_payable", "current_liabilities",
    "total_liabilities", "equity", "retained_earnings",
)  # fmt: skip
_UNITS = {"USD": " in US dollars", "USD/shares": " in US dollars"}
_QUARTERS = {"Q1": "first", "Q2": "second", "Q3": "third", "Q4": "fourth"}
_DISTRACTORS = 3


@dataclass(frozen=True, slots=True)
class Case:
    """One question with its gold and what was read."""

    fact: MetricFact
    question: str
    in_statement: bool
    """Its value is tagged in the metric's primary statement."""
    reading: Reading
    seconds: float

    @property
    def outcome(self) -> str:
        """`right`, `wrong` or `none`."""
        if not isinstance(self.reading.value, float | int):
            return "none"
        close = 0.01 * abs(self.fact.value)
        return "right" if abs(self.reading.value - self.fact.value) <= close else "wrong"


def main() -> None:
    arguments = _arguments()
    catalogue = load_catalogue()
    paths = sorted(arguments.folder.glob("*/10-[KQ]-*.html.gz"))
    if not paths:
        sys.exit(f"{arguments.folder}: no filings like TICKER/10-K-2024.html.gz")
    documents = []
    for path in paths:
        if arguments.form in path.name and _half(path.parent.name) in arguments.half:
            filing = read_filing(path)
            documents.append(
                (
                    filing.document,
                    metric_facts(filing.document, facts_of(filing), catalogue),
                )
            )
    companies = companies_of([document.metadata for document, _ in documents])
    cases = [
        case
        for document, facts in documents
        for case in _cases(document, facts, catalogue, companies, arguments)
    ]
    if arguments.json:
        print(json.dumps(_summary(cases), indent=1))
    else:
        _print(cases)
        _print_failures(cases, arguments.failures)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("../shared/data/filings"))
    parser.add_argument("--half", nargs="+", choices=("design", "check"), default=["check"])
    parser.add_argument("--form", choices=("10-K", "10-Q"), default="10-K")
    parser.add_argument("--pages", choices=("tagged", "statements"), default="tagged")
    parser.add_argument("--metric", help="only this metric")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--failures", type=int, default=0, help="print this many")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def _half(ticker: str) -> str:
    return "design" if hashlib.sha256(ticker.encode()).digest()[0] % 2 else "check"


def _cases(
    document: Document,
    facts: Sequence[MetricFact],
    catalogue: Catalogue,
    companies: CompanyIndex,
    arguments: argparse.Namespace,
) -> Iterator[Case]:
    draw = random.Random(f"{arguments.seed} {document.metadata.document_id}")
    statements = [page for page in document.pages if _has_statement(page)]
    by_number = {page.number: page for page in document.pages}
    for fact in facts:
        tagged = sorted({evidence.page for evidence in fact.evidence})
        if not tagged or "YTD" in fact.fiscal_period or arguments.metric not in (None, fact.metric):
            continue
        chosen = draw.sample(document.pages, min(_DISTRACTORS, len(document.pages)))
        if arguments.pages == "statements":
            chosen += statements
        else:
            chosen += [by_number[number] for number in tagged]
        pages = _unique(chosen, document.metadata)
        question = _question(fact, catalogue)
        start = time.perf_counter()
        reading = read_value(parse_question(question, companies, catalogue), pages, catalogue)
        seconds = time.perf_counter() - start
        in_statement = any(evidence.grade == 2 for evidence in fact.evidence)
        yield Case(fact, question, in_statement, reading, seconds)


def _has_statement(page: Page) -> bool:
    return any(element.table and element.table.statement for element in page.elements)


def _unique(pages: Sequence[Page], metadata: Metadata) -> list[tuple[Metadata, Page]]:
    return [(metadata, page) for page in {page.number: page for page in pages}.values()]


def _question(fact: MetricFact, catalogue: Catalogue) -> str:
    metric = catalogue[fact.metric]
    unit = _UNITS.get(metric.unit, "")
    when = f"fiscal year {fact.fiscal_year}"
    if fact.fiscal_period in _QUARTERS:
        when = f"the {_QUARTERS[fact.fiscal_period]} quarter of {when}"
    return f"What is the {metric.name} of {fact.company} ({fact.ticker}) in {when}{unit}?"


def _summary(cases: Sequence[Case]) -> dict[str, object]:
    groups: dict[str, list[Case]] = defaultdict(list)
    for case in cases:
        groups[case.fact.metric].append(case)
    usual = [case for case in cases if case.fact.metric in USUAL and case.in_statement]
    seconds = sorted(case.seconds for case in cases)
    return {
        "all": _counts(cases),
        "usual, in a statement": _counts(usual),
        "in a statement": _counts([case for case in cases if case.in_statement]),
        "elsewhere": _counts([case for case in cases if not case.in_statement]),
        "metrics": {metric: _counts(group) for metric, group in groups.items()},
        "confidence": _by_confidence(cases),
        "milliseconds": {
            "median": 1000 * seconds[len(seconds) // 2] if seconds else 0.0,
            "95%": 1000 * seconds[int(len(seconds) * 0.95)] if seconds else 0.0,
        },
    }


def _counts(cases: Sequence[Case]) -> dict[str, int]:
    outcomes = [case.outcome for case in cases]
    return {name: outcomes.count(name) for name in ("right", "wrong", "none")}


def _by_confidence(cases: Sequence[Case]) -> dict[str, dict[str, int]]:
    """Right and wrong among the readings of at least this confidence."""
    return {
        f">= {least}": _counts([case for case in cases if case.reading.confidence >= least])
        for least in (0.3, 0.5, 0.6, 0.7, 0.8, 0.9)
    }


def _print(cases: Sequence[Case]) -> None:
    summary = _summary(cases)
    metrics = summary.pop("metrics")
    milliseconds = summary.pop("milliseconds")
    confidence = summary.pop("confidence")
    assert isinstance(metrics, dict)
    assert isinstance(confidence, dict)
    for title, counts in (metrics | summary).items():
        print(_line(title, counts))
    for title, counts in confidence.items():
        print(_line(f"confidence {title}", counts))
    print(f"milliseconds a question: {milliseconds}")


def _line(title: str, counts: dict[str, int]) -> str:
    total = sum(counts.values())
    share = 100 * counts["right"] / total if total else 0.0
    return f"{title:30} {total:6} {share:6.1f}%  wrong {counts['wrong']:4}  none {counts['none']:4}"


def _print_failures(cases: Sequence[Case], most: int) -> None:
    failed = [case for case in cases if case.outcome != "right"]
    for case in failed[:most]:
        evidence, read = case.fact.evidence[0], case.reading
        print(f"\n{case.question}\n  gold {case.fact.value:,} p{evidence.page}: {evidence.quote}")
        print(f"  read {read.value} ({read.confidence}) p{read.page}: {read.quote[:200]}")
        print(f"  {read.why}")


if __name__ == "__main__":
    main()
