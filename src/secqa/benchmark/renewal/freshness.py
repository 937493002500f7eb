"""Reasons against drafts that an older benchmark asks, or older reports answer.

A benchmark is fresh if no model can have read its answers: reports on periods after a day state
them, and no older benchmark asks for them. The metadata of reports have no filing date, so the
last day of the period stands for it: no report is filed before that.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import date

from secqa.benchmark.basis import Basis
from secqa.benchmark.dataset import Question
from secqa.benchmark.draft import Draft
from secqa.benchmark.draft_selection import ReasonAgainst, no_reason
from secqa.benchmark.fact_table import FactTable
from secqa.benchmark.question_wording import plain_text
from secqa.errors import CannotAnswer
from secqa.parsing.ground import ground
from secqa.query.query import Query

Against = Callable[[Basis], ReasonAgainst]
"""Reasons against drafts of a basis."""


def nothing_more(_basis: Basis) -> ReasonAgainst:
    """No further reasons."""
    return no_reason


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
