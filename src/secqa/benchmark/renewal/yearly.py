"""Make yearly versions of a benchmark (SEC-QA, 5.3): the same questions as of several years.

The version of a year uses a corpus that ends with that fiscal year: "latest" means that year, and
stated years are as far back from it as in the newest version. A question is used only if every
version can answer it, in the same words and for the same companies, so that scores are comparable.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from secqa.benchmark.basis import Basis, basis_of
from secqa.benchmark.corpus_facts import CorpusFacts
from secqa.benchmark.dataset import Benchmark
from secqa.benchmark.draft import Draft
from secqa.benchmark.draft_selection import ReasonAgainst
from secqa.benchmark.gate import gate
from secqa.benchmark.generation import Origin, write_questions
from secqa.benchmark.question_wording import question_text
from secqa.benchmark.renewal.restrictions import Against, Shares, all_of, choose_split
from secqa.benchmark.suite import Suite
from secqa.errors import CannotAnswer, SecqaError
from secqa.filings.dates import STATED_YEAR, YEAR
from secqa.metrics.catalogue import Catalogue
from secqa.query.period import Period
from secqa.query.query import Query
from secqa.query.tree import Tree, map_nodes, nodes


def parse_versions(text: str) -> tuple[int, ...]:
    """Parse years: "2021,2022". Raises SecqaError for other texts."""
    parts = [part.strip() for part in text.split(",")]
    if not all(YEAR.fullmatch(part) for part in parts):
        raise SecqaError(f"--versions {text}: must be fiscal years by comma: 2021,2022,2023")
    years = tuple(sorted({int(part) for part in parts}))
    if len(years) < 2:
        raise SecqaError(f"--versions {text}: give at least two years to compare")
    return years


def until(source: CorpusFacts, year: int) -> CorpusFacts:
    """The part of a corpus up to that fiscal year."""
    documents = tuple(report for report in source.documents if report.ends_by(year))
    kept = {report.document_id for report in documents}
    return replace(
        source,
        rows=tuple(row for row in source.rows if row.document_id in kept),
        parts=tuple(row for row in source.parts if row.document_id in kept),
        documents=documents,
        fingerprint=source.fingerprint_of(documents),
    )


@dataclass(frozen=True, slots=True)
class YearlyOptions:
    """The years of the versions, and restrictions of their questions."""

    years: Sequence[int]
    against: Against = field(default_factory=all_of)
    shares: Shares = ()


@dataclass(slots=True)
class OlderVersions:
    """The drafts of older years for each draft of the newest."""

    bases: Mapping[int, Basis]
    newest: int
    drafts: dict[str, dict[int, Draft]] = field(default_factory=dict)
    """Key of the newest draft -> year -> the draft of that year."""

    def reasons(self, also: ReasonAgainst) -> ReasonAgainst:
        """Reject drafts that one of the older versions cannot ask."""
        gates = {year: gate(basis) for year, basis in self.bases.items()}

        def reason(draft: Draft) -> str:
            if draft.query is None or draft.grounded is None:
                return "not a question that another year has, too"
            if why := also(draft):
                return why
            versions = {}
            for year, basis in self.bases.items():
                version = _as_of(draft, year - self.newest, basis)
                if version is None or gates[year](version):
                    return "not in all versions"
                versions[year] = version
            self.drafts[draft.key] = versions
            return ""

        return reason


def generate_versions(
    source: CorpusFacts, catalogue: Catalogue, suite: Suite, origin: Origin, options: YearlyOptions
) -> dict[int, Benchmark]:
    """One benchmark per year, with the same questions in the same order.

    Raises SecqaError if a year has no reports, or if too few questions suit all versions.
    """
    bases = {year: basis_of(until(source, year), catalogue, suite) for year in options.years}
    for year, basis in bases.items():
        reports = basis.source.documents
        if not any(one.fiscal_year == year and one.form == "10-K" for one in reports):
            raise SecqaError(f"--versions: the corpus has no annual report of fiscal {year}")
    newest = max(options.years)
    # The years of the suite are those of the newest version.
    any_year = replace(suite, years=Suite("").years)
    older = OlderVersions(
        {year: replace(basis, suite=any_year) for year, basis in bases.items() if year != newest},
        newest,
    )
    also = older.reasons(options.against(bases[newest]))
    selection = choose_split(bases[newest], origin.seed, options.shares, also)
    rng = Random(f"{origin.seed}/wording")
    texts = [
        question_text(draft, catalogue, rng, suite.wording, suite.definitions)
        for draft in selection.drafts
    ]
    benchmarks = {}
    for year, basis in bases.items():
        drafts = selection.drafts
        shifted_texts = (
            shifted_text(text, draft.query, year - newest)
            for text, draft in zip(texts, drafts, strict=True)
        )
        if year != newest:
            drafts = tuple(older.drafts[draft.key][year] for draft in drafts)
        version = replace(selection, drafts=drafts, texts=tuple(shifted_texts))
        benchmarks[year] = replace(write_questions(version, basis, origin), until=year)
    return benchmarks


def _as_of(draft: Draft, by: int, basis: Basis) -> Draft | None:
    """The same question `by` years later; None if that year has no answer or no report."""
    assert draft.query is not None
    try:
        version = basis.draft_of(draft.kind, shifted(draft.query, by))
    except CannotAnswer:
        return None
    return version if version.grounded == shifted(draft.grounded, by) else None


def shifted(query: Tree, by: int) -> Tree:
    """A query with all stated years moved by `by` years."""

    def later(node: Any) -> Any:
        is_stated = isinstance(node, Period) and node.year is not None
        return replace(node, year=node.year + by) if is_stated else node

    return map_nodes(query, later)


def shifted_text(text: str, query: Query | None, by: int) -> str:
    """A question's text with the stated years of its query moved by `by` years."""
    stated = {node.year for node in nodes(query) if isinstance(node, Period)}

    def later(match: re.Match[str]) -> str:
        year = int(match[0])
        return str(year + by) if year in stated else match[0]

    return STATED_YEAR.sub(later, text)
