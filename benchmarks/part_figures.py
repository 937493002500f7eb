"""Figures of segments, regions and products, with and without a report that has them.

    python benchmarks/part_figures.py CORPUS [--count 24] [--seed 5]

Asked are figures that annual reports tag for a part of the company, and others that they tag for no
part of it, such as its employees or its income tax: those are to be refused, though a few are
printed without a tag. The query is given; only reading is measured.
"""

import argparse
import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from secqa.corpus.corpus_store import Corpus, open_corpus
from secqa.errors import SecqaError
from secqa.facts.table.sql import run_sql
from secqa.query.period import Period
from secqa.query.query import Lookup, Query
from secqa.systems.make import answer_query

TAGGED = {
    "revenue": ("revenue", 3), "operating_income": ("operating_income", 2),
    "goodwill": ("goodwill", 1), "depreciation": ("depreciation_amortization", 1),
    "capital_expenditure": ("capital_expenditure", 1), "assets": ("total_assets", 1),
}  # fmt: skip
"""By the end of a name such as `segment_assets`: the metric to ask for, and its weight."""
UNTAGGED = (
    "net_income", "employees", "long_term_debt", "research_and_development", "inventory",
    "dividends_paid", "gross_profit", "income_tax", "cost_of_revenue", "operating_cash_flow", "sga",
)  # fmt: skip
OF_ONE_COMPANY = 6
"""At most this many figures of a metric are of one company."""
SURE = 0.8


@dataclass(frozen=True, slots=True)
class PartCase:
    """One look-up; `value` is None for a figure that is tagged for no part."""

    lookup: Lookup
    value: float | None


def cases_of(corpus: Path, count: int, seed: int) -> Iterator[PartCase]:
    """Draw look-ups by seed."""
    rows = run_sql(
        "select company, fiscal_year, metric, value, member, document_id from members"
        " where form = '10-K' and fiscal_period = 'FY' order by all",
        corpus,
    ).rows
    tagged = defaultdict(list)
    parts: set[tuple[str, int, str]] = set()
    for company, year, name, value, part, document in rows:
        if document.endswith(f"-{year}"):
            parts.add((company, year, part))
            tagged[name.partition("_")[2]].append((company, year, part, value))
    rng = random.Random(seed)
    for name, (metric, weight) in TAGGED.items():
        of_company: Counter[str] = Counter()
        for company, year, part, value in rng.sample(tagged[name], len(tagged[name])):
            of_company[company] += 1
            if of_company[company] <= OF_ONE_COMPANY and of_company.total() <= count * weight:
                yield PartCase(Lookup(metric, company, Period(year), part=part), value)
    for metric in UNTAGGED:
        for company, year, part in rng.sample(sorted(parts), min(count // 2, len(parts))):
            yield PartCase(Lookup(metric, company, Period(year), part=part), None)


def answer(case: PartCase, corpus: Corpus) -> tuple[float | None, float]:
    """The value and its confidence."""
    try:
        read = answer_query(Query((case.lookup,)), corpus)
    except SecqaError:
        return None, 0.0
    return (read.value if isinstance(read.value, float) else None), read.confidence


def agrees(value: float, gold: float | None) -> bool:
    """Whether a value is within 1% of the gold value."""
    return gold is not None and abs(value - gold) <= 0.01 * abs(gold)


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--count", type=int, default=24)
    parser.add_argument("--seed", type=int, default=5)
    options = parser.parse_args()
    corpus = open_corpus(options.corpus)
    table: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for case in cases_of(options.corpus, options.count, options.seed):
        value, confidence = answer(case, corpus)
        sure = confidence >= SURE
        right = value is not None and agrees(value, case.value)
        group = "not tagged" if case.value is None else "tagged"
        for name in (f"{group}: {case.lookup.metric}", f"{group}: all"):
            table[name].update(asked=1, right=right, sure=sure, wrong=sure and not right)
    print(f"{'':44}asked  right  from {SURE:.2f} on  wrong of these")
    for name, counts in sorted(table.items()):
        print(
            f"{name:44}{counts['asked']:5}{counts['right']:7}{counts['sure']:14}{counts['wrong']:16}"
        )


if __name__ == "__main__":
    main()
