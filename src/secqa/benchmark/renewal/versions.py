"""Yearly versions (SEC-QA, 5.3): the same questions asked as of each of several years.

The version of a year is of a corpus that ends with that fiscal year: "latest" is its latest, and
a stated year is as far back from it as in the newest version. Only what every version can answer
is asked, in the same words, of the same companies, so that scores can be compared.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from datetime import date
from random import Random
from typing import Any

from secqa.benchmark.basis import Basis, basis_of
from secqa.benchmark.dataset import Benchmark
from secqa.benchmark.draft import Draft
from secqa.benchmark.gate import gate
from secqa.benchmark.generate import Origin, written
from secqa.benchmark.renewal.fresh import Against, nothing_more
from secqa.benchmark.renewal.splits import Shares, choose_split
from secqa.benchmark.select import ReasonAgainst
from secqa.benchmark.source import Source
from secqa.benchmark.stream import draft_of
from secqa.benchmark.suite import Suite
from secqa.benchmark.wording import question_text
from secqa.errors import CannotAnswer, SecqaError
from secqa.metrics.catalogue import Catalogue
from secqa.query.period import Period
from secqa.query.query import Query, nodes

_YEAR = re.compile(r"(?<![\d,.$])\d{4}(?![\d%]|[,.]\d)")


def parse_versions(text: str) -> tuple[int, ...]:
    """ "2021,2022" -> years in order; SecqaError for anything else."""
    parts = [part.strip() for part in text.split(",")]
    if not all(re.fullmatch(r"(?:19|20)\d\d", part) for part in parts):
        raise SecqaError(f"--versions {text}: must be fiscal years by comma: 2021,2022,2023")
    years = tuple(sorted({int(part) for part in parts}))
    if len(years) < 2:
        raise SecqaError(f"--versions {text}: must be two years or more, or nothing is compared")
    return years


def until(source: Source, year: int) -> Source:
    """What a corpus that ends with that fiscal year would have held."""
    documents = tuple(one for one in source.documents if one.ends_by(year))
    kept = {one.document_id for one in documents}
    return replace(
        source,
        rows=tuple(row for row in source.rows if row.document_id in kept),
        parts=tuple(row for row in source.parts if row.document_id in kept),
        documents=documents,
        fingerprint=source.fingerprint_of(documents),
    )


def generate_versions(
    source: Source,
    catalogue: Catalogue,
    suite: Suite,
    years: Sequence[int],
    origin: Origin,
    against: Against = nothing_more,
    shares: Shares = (),
) -> dict[int, Benchmark]:
    """A benchmark of each year, question by question the same.

    Raises SecqaError where a year has no reports, or all versions together too few questions.
    """
    bases = {year: basis_of(until(source, year), catalogue, suite) for year in years}
    for year, basis in bases.items():
        if not any(
            one.fiscal_year == year and one.form == "10-K" for one in basis.source.documents
        ):
            raise SecqaError(f"--versions: the corpus has no annual report of fiscal {year}")
    newest = max(years)
    older = {year: replace(basis, suite=_any_year(suite)) for year, basis in bases.items()}
    del older[newest]
    found: dict[str, dict[int, Draft]] = {}
    also = _in_all(newest, older, bases[newest], against, found)
    basis, seed = bases[newest], origin.seed
    chosen = choose_split(basis, seed, shares, also)
    rng = Random(f"{seed}/wording")
    texts = [
        question_text(one, catalogue, rng, suite.wording, suite.definitions)
        for one in chosen.drafts
    ]
    made = {}
    for year, own in bases.items():
        drafts = [d if year == newest else found[d.key][year] for d in chosen.drafts]
        said = tuple(
            shifted_text(text, one.query, year - newest)
            for text, one in zip(texts, chosen.drafts, strict=True)
        )
        as_of = replace(chosen, drafts=tuple(drafts), texts=said)
        made[year] = replace(written(as_of, own, origin), until=year)
    return made


def _any_year(suite: Suite) -> Suite:
    """Years of the suite are those of the newest version."""
    return replace(suite, years=Suite("").years)


def _in_all(
    newest: int,
    older: Mapping[int, Basis],
    basis: Basis,
    against: Against,
    found: dict[str, dict[int, Draft]],
) -> ReasonAgainst:
    """Against what one of the older versions cannot ask; keeps their drafts in `found`."""
    also = against(basis)
    gates = {year: gate(one) for year, one in older.items()}

    def reason(draft: Draft) -> str:
        if draft.query is None or draft.grounded is None:
            return "not a question that another year has, too"
        if told := also(draft):
            return told
        versions = {}
        for year, one in older.items():
            made = _as_of(draft, year - newest, one)
            if made is None or gates[year](made):
                return "not in all versions"
            versions[year] = made
        found[draft.key] = versions
        return ""

    return reason


def _as_of(draft: Draft, by: int, basis: Basis) -> Draft | None:
    """The same question so many years on; None where T has no answer, or the latest reports are
    not that much older."""
    try:
        query = shifted(draft.query, by)
        made = draft_of(draft.kind, query, basis.truth, basis.catalogue, basis.by_name)
    except CannotAnswer:
        return None
    return made if made.grounded == shifted(draft.grounded, by) else None


def shifted(tree: Any, by: int) -> Any:
    """A query with all years that it states so many later."""
    if isinstance(tree, tuple):
        return tuple(shifted(one, by) for one in tree)
    if isinstance(tree, Period):
        year = None if tree.year is None else tree.year + by
        return replace(tree, year=year, end=tree.end and _moved(tree.end, by))
    if not is_dataclass(tree) or isinstance(tree, type):
        return tree
    return replace(tree, **{one.name: shifted(getattr(tree, one.name), by) for one in fields(tree)})


def _moved(day: date, by: int) -> date:
    try:
        return day.replace(year=day.year + by)
    except ValueError:
        return day.replace(year=day.year + by, day=28)


def shifted_text(text: str, query: Query | None, by: int) -> str:
    """A question's text with the years that its query states so many later."""
    stated = {one.year for one in nodes(query) if isinstance(one, Period) and one.year}
    stated |= {one.end.year for one in nodes(query) if isinstance(one, Period) and one.end}

    def moved(found: re.Match[str]) -> str:
        year = int(found[0])
        return str(year + by) if year in stated else found[0]

    return _YEAR.sub(moved, text)
