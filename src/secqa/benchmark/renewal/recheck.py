"""Rechecks the questions of an existing benchmark.

Gates may be newer than the benchmark, and its file can be changed by hand. Each question is asked
anew of its corpus, as for a newer one (`reissue.py`): it must still pass the gates, and have the
same answer by the same values. The gates of the fact table say why it lacks a value. Without a
corpus only the record is there.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from secqa.benchmark.corpus_facts import CorpusFacts
from secqa.benchmark.dataset import Benchmark, Question
from secqa.benchmark.question_wording import circumstances
from secqa.benchmark.renewal.reissue import QuestionChange, answer_cell, basis_for, changes_on
from secqa.benchmark.renewal.yearly import until
from secqa.facts.fact import StatedFact
from secqa.facts.table.doubt import doubts
from secqa.facts.table.rows import Doubt, Key
from secqa.metrics.catalogue import Catalogue
from secqa.metrics.metric import names_that_hold


@dataclass(frozen=True, slots=True)
class QuestionDoubt:
    """A reason to doubt a question."""

    question_id: str
    gate: str
    """One of `facts.table.rows.Gate`, or `value`, `name`, `evidence`, `question`."""
    what: str
    """The fact it is about: `metric FY 2024 in ACME-10-K-2024`; "" for the question itself."""
    why: str


def recheck(
    benchmark: Benchmark, catalogue: Catalogue, source: CorpusFacts | None = None
) -> tuple[QuestionDoubt, ...]:
    """All doubts about the questions of a benchmark, in their order."""
    against: Mapping[Key, Doubt] = {}
    changes: Sequence[QuestionChange | None] = [None] * len(benchmark.questions)
    if source is not None:
        against = doubts(source.rows, catalogue)
        seen = source if benchmark.until is None else until(source, benchmark.until)
        changes = tuple(changes_on(benchmark.questions, basis_for(benchmark, seen, catalogue)))
    found = []
    for question, change in zip(benchmark.questions, changes, strict=True):
        reasons = list(_against_record(question, catalogue, against))
        if change is not None and not reasons:
            reasons = list(_against_change(change))
        found += [QuestionDoubt(question.question_id, *reason) for reason in reasons]
    return tuple(found)


def _against_record(
    question: Question, catalogue: Catalogue, against: Mapping[Key, Doubt]
) -> Iterator[tuple[str, str, str]]:
    """Yield gate, fact and reason of what the record, or the fact table by itself, tells."""
    for fact in question.facts:
        label = f"{fact.metric} {fact.fiscal_period} {fact.fiscal_year} in {fact.document_id}"
        if fact.metric not in catalogue.metrics:
            yield "value", label, "the catalogue has no such metric"
            continue
        # A part of a company has the key of a metric of its own, which no gate looks at.
        doubt = against.get((fact.document_id, fact.metric, fact.fiscal_year, fact.fiscal_period))
        if doubt is not None:
            yield doubt.gate.value, label, doubt.why
        if not fact.value:
            yield "value", label, "the value is zero"
        if not fact.evidence:
            yield "evidence", label, "no page shows it"
    for why in _against_names(question, catalogue):
        yield "name", "", why


def _against_change(change: QuestionChange) -> Iterator[tuple[str, str, str]]:
    """Yield why a question is not the same on its corpus."""
    old, now = change.question, change.now
    if now is None:
        yield "question", "", change.why
    elif change.effect == "another answer":
        yield "value", "", f"the corpus answers {answer_cell(now.answer)}"
    elif list(map(_stated, old.facts)) != list(map(_stated, now.facts)):
        yield "value", "", "the corpus answers it by other values"


def _stated(fact: StatedFact) -> tuple[str, str, float]:
    return fact.document_id, fact.metric, fact.value


def _against_names(question: Question, catalogue: Catalogue) -> Iterator[str]:
    """Yield names in the question that presume something untrue, such as a profit."""
    text = f" {question.text.lower()} "
    for metric_id in question.metrics:
        metric = catalogue.metrics.get(metric_id)
        if metric is None or metric.formula:
            continue
        facts = [fact for fact in question.facts if fact.metric == metric_id]
        fitting = names_that_hold(metric, circumstances(metric_id, facts))
        names = [name for name, _ in metric.presumes if _is_in(name, text)]
        longest = max(names, key=len, default="")
        if longest and longest not in fitting and not _within(longest, fitting, text):
            yield f"says {longest!r}, which presumes {dict(metric.presumes)[longest]}"


def _is_in(name: str, text: str) -> bool:
    return any(f" {name}{end}" in text for end in (" ", "?", ",", ".", "'", "’", ";"))


def _within(name: str, others: Sequence[str], text: str) -> bool:
    """Whether a name stands only within a longer one that fits."""
    return any(name in other.lower() and _is_in(other.lower(), text) for other in others)
