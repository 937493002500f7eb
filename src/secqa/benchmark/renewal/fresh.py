"""What is new and what was asked before: further reasons against a draft.

A benchmark is fresh where no model can have read its answers: told by reports on periods after a
day, and in no benchmark before. Metadata of reports have no day of filing, so the last day of the
report's period stands for it: no report is filed before that.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import date

from secqa.benchmark.basis import Basis
from secqa.benchmark.dataset import Question
from secqa.benchmark.draft import Draft
from secqa.benchmark.gate import nothing_against
from secqa.benchmark.select import ReasonAgainst
from secqa.benchmark.truth import Truth
from secqa.benchmark.wording import plain_text
from secqa.errors import CannotAnswer
from secqa.parsing.ground import ground
from secqa.query.query import Query

Against = Callable[[Basis], ReasonAgainst]
"""Reasons against drafts of a basis."""


def nothing_more(_basis: Basis) -> ReasonAgainst:
    """No further reasons."""
    return nothing_against


def all_of(*several: Against) -> Against:
    """The first reason of several."""

    def over(basis: Basis) -> ReasonAgainst:
        reasons = [against(basis) for against in several]
        return lambda draft: next((told for one in reasons if (told := one(draft))), "")

    return over


def told_after(day: date) -> Against:
    """Against what a report tells whose period ended on that day or before."""

    def over(basis: Basis) -> ReasonAgainst:
        ends = {one.document_id: one.period_end for one in basis.source.documents}

        def reason(draft: Draft) -> str:
            documents = [fact.document_id for fact in draft.gold.facts]
            documents += [passage.document_id for passage in draft.passages]
            found = [ends.get(one) for one in documents]
            fresh = all(end is not None and end > day for end in found)
            return "" if fresh else "told by an older report"

        return reason

    return over


def not_asked_before(questions: Iterable[Question]) -> Against:
    """Against what other questions ask: in the same words, or of the same companies and periods."""
    asked = tuple(questions)

    def over(basis: Basis) -> ReasonAgainst:
        truth, catalogue = basis.truth, basis.catalogue
        # Grounded here it is what the words mean now, its plain text what they meant then.
        known = {key for question in asked for key in _asked(question, truth)}

        def reason(draft: Draft) -> str:
            keys = {f"query {draft.query} {_what(draft)}"}
            keys |= {f"passage {one.document_id} {one.heading}" for one in draft.passages}
            if draft.grounded is not None:
                keys.add(f"query {Query(draft.grounded.outputs)} ")
                keys.add(f"plain {plain_text(draft, catalogue)}")
            return "asked before" if keys & known else ""

        return reason

    return over


def _what(draft: Draft) -> str:
    """Tells apart drafts that look nothing up."""
    return draft.kind if draft.query is None else ""


def _asked(question: Question, truth: Truth) -> set[str]:
    keys = {f"plain {question.plain}"}
    keys |= {f"passage {one.document_id} {one.heading}" for one in question.passages}
    if question.query is not None:
        keys.add(f"query {question.query} ")
        # A company that is not here cannot be asked about again.
        with suppress(CannotAnswer):
            keys.add(f"query {Query(ground(question.query, truth.known).outputs)} ")
    return keys
