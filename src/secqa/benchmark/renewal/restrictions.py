"""Restricts which drafts a new benchmark may ask: split by company, newer than a day, not known.

A company falls into a split (`train=0.6,dev=0.2,test=0.2`) by the hash of its CIK and the seed,
whatever other companies there are, so that it stays there when the corpus grows. No question has
companies of two splits, and what is learned on one split says nothing of the companies of another.

A benchmark is fresh if no model can have read its answers: reports on periods after a day state
them, and no older benchmark asks for them. The metadata of reports have no filing date, so the
last day of the period stands for it: no report is filed before that.
"""

import hashlib
import math
import re
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from datetime import date

from secqa.benchmark.basis import Basis
from secqa.benchmark.dataset import Question
from secqa.benchmark.draft import Draft
from secqa.benchmark.draft_selection import ReasonAgainst, no_reason
from secqa.benchmark.fact_table import Entity, FactTable
from secqa.benchmark.generation import Selection, choose
from secqa.benchmark.question_wording import plain_text
from secqa.errors import CannotAnswer, SecqaError
from secqa.parsing.ground import ground
from secqa.query.query import Lookup, Query
from secqa.query.tree import nodes

Shares = tuple[tuple[str, float], ...]
"""Splits in order, each with its share of companies and questions; together 1."""
_NAME = re.compile(r"\w{1,40}", re.ASCII)
_ROUNDING = 1e-6
"""Error of sums and products of shares that floating point may make."""
_EXAMPLE = "write it as train=0.6,dev=0.2,test=0.2"


def parse_shares(text: str) -> Shares:
    """The splits of an option; SecqaError for anything else."""
    shares: dict[str, float] = {}
    for part in text.split(","):
        name, _, number = (piece.strip() for piece in part.partition("="))
        try:
            share = float(number)
        except ValueError:
            share = 0.0
        if not _NAME.fullmatch(name) or not 0 < share <= 1 or name in shares:
            raise SecqaError(
                f"--split {text}: {part.strip()!r} is not a name with a share; {_EXAMPLE}"
            )
        shares[name] = share
    total = math.fsum(shares.values())
    if abs(total - 1) > _ROUNDING:
        raise SecqaError(f"--split {text}: the shares add up to {total:g}, not 1; {_EXAMPLE}")
    return tuple(shares.items())


def split_of(cik: str, seed: int, shares: Shares) -> str:
    """The split of a company."""
    drawn = int(hashlib.sha256(f"{seed}/{cik}".encode()).hexdigest()[:13], 16) / 16**13
    for name, share in shares[:-1]:
        if drawn < share:
            return name
        drawn -= share
    return shares[-1][0]


def choose_split(
    basis: Basis, seed: int, shares: Shares, also: ReasonAgainst = no_reason
) -> Selection:
    """As many questions as the suite wants, each split its share of them; one split without name
    where there are no shares.

    SecqaError where a split has no company, or too few questions.
    """
    if not shares:
        return choose(basis, seed, also)
    drafts: list[Draft] = []
    splits: list[str] = []
    rejected: Counter[str] = Counter()
    counts = _counts(basis.suite.count, shares)
    for name, _ in shares:
        if not counts[name]:
            continue
        own = _companies_of(basis, seed, shares, name)
        suite = replace(basis.suite, companies=tuple(one.cik for one in own), count=counts[name])
        try:
            chosen = choose(
                replace(basis, suite=suite), seed, _within(name, basis, seed, shares, also)
            )
        except SecqaError as error:
            raise SecqaError(f"split {name}: {error}") from None
        drafts += chosen.drafts
        splits += [name] * len(chosen.drafts)
        rejected += chosen.rejected
    return Selection(tuple(drafts), rejected, tuple(splits))


def _within(
    name: str, basis: Basis, seed: int, shares: Shares, also: ReasonAgainst
) -> ReasonAgainst:
    """Reject questions that name or use a company of another split, also in a grounded query."""
    ciks = {company.name: company.cik for company in basis.table.companies}

    def reason(draft: Draft) -> str:
        found = {company.cik for company in draft.companies}
        found |= {fact.cik for fact in draft.gold.facts}
        found |= {ciks.get(one, one) for one in _unknown(draft)}
        if any(split_of(cik, seed, shares) != name for cik in found):
            return "its companies are in different splits"
        return also(draft)

    return reason


def _unknown(draft: Draft) -> Iterable[str]:
    """Companies that are asked about though no report is there: they fall into a split by name."""
    if draft.gold.facts or draft.companies:
        return ()
    return [
        one.company
        for one in nodes(draft.query)
        if isinstance(one, Lookup) and isinstance(one.company, str)
    ]


def _companies_of(basis: Basis, seed: int, shares: Shares, name: str) -> list[Entity]:
    allowed = basis.suite.companies and {one.cik for one in basis.companies}
    found = [
        company
        for company in basis.table.companies
        if split_of(company.cik, seed, shares) == name and (not allowed or company.cik in allowed)
    ]
    if not found:
        raise SecqaError(
            f"--split: no company falls into {name} by seed {seed}; take another --seed or fewer "
            "splits"
        )
    return found


def _counts(count: int, shares: Shares) -> dict[str, int]:
    """How many questions each split gets; those left over go to the largest remainders."""
    counts = {name: int(count * share + _ROUNDING) for name, share in shares}
    left = sorted(shares, key=lambda one: counts[one[0]] - count * one[1])
    for name, _ in left[: count - sum(counts.values())]:
        counts[name] += 1
    return counts


Against = Callable[[Basis], ReasonAgainst]
"""Reasons against drafts of a basis."""


def all_of(*rules: Against) -> Against:
    """The first reason of several."""

    def over(basis: Basis) -> ReasonAgainst:
        reasons = [against(basis) for against in rules]
        return lambda draft: next(filter(None, (reason(draft) for reason in reasons)), "")

    return over


def newer_than(day: date) -> Against:
    """Against drafts that need a report whose period ended on that day or before."""

    def over(basis: Basis) -> ReasonAgainst:
        ends = {report.document_id: report.period_end for report in basis.source.documents}

        def reason(draft: Draft) -> str:
            reports = {fact.document_id for fact in draft.gold.facts}
            reports |= {passage.document_id for passage in draft.passages}
            needed = [ends.get(report) for report in reports]
            fresh = all(end is not None and end > day for end in needed)
            return "" if fresh else "told by an older report"

        return reason

    return over


def not_in(questions: Iterable[Question]) -> Against:
    """Against drafts that ask as other questions, in the same words or for the same periods."""
    older = tuple(questions)

    def over(basis: Basis) -> ReasonAgainst:
        # The query grounded here is the present meaning of the words, the plain text the old one.
        known = {key for question in older for key in _keys(question, basis.table)}

        def reason(draft: Draft) -> str:
            kind = draft.kind if draft.query is None else ""
            keys = {f"query {draft.query} {kind}"}
            keys |= {f"passage {one.document_id} {one.heading}" for one in draft.passages}
            if draft.grounded is not None:
                keys.add(f"query {Query(draft.grounded.outputs)} ")
                keys.add(f"plain {plain_text(draft, basis.catalogue)}")
            return "asked before" if keys & known else ""

        return reason

    return over


def _keys(question: Question, table: FactTable) -> set[str]:
    keys = {f"plain {question.plain}"}
    keys |= {f"passage {one.document_id} {one.heading}" for one in question.passages}
    if question.query is not None:
        keys.add(f"query {question.query} ")
        # No draft is about a company that is not in this corpus.
        with suppress(CannotAnswer):
            keys.add(f"query {Query(ground(question.query, table.known).outputs)} ")
    return keys
