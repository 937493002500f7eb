"""Rechecks the questions of an existing benchmark.

Gates may be newer than the benchmark, and facts can be changed by hand. Without a corpus only the
benchmark's own facts are there: the gates of the fact table look at those alone, quotes must print
the values, and names must not presume what does not hold. The corpus adds its whole fact table,
the pages of the evidence and the lines of statements.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from datetime import date

from secqa.benchmark.corpus_facts import CorpusFacts
from secqa.benchmark.dataset import Benchmark, Question
from secqa.benchmark.gates.row_names import has_metric_name, is_vague
from secqa.benchmark.gates.value_gates import printed_as_such
from secqa.benchmark.gates.witnesses import Witnesses
from secqa.benchmark.question_wording import circumstances
from secqa.facts.fact import MetricFact, StatedFact
from secqa.facts.table.doubt import doubts
from secqa.facts.table.gates.notes import shares_name, statement_differs
from secqa.facts.table.rows import Doubt, Gate, Key, key_of
from secqa.metrics.catalogue import Catalogue
from secqa.metrics.metric import names_that_hold
from secqa.query.query import Choose, lookups
from secqa.query.tree import nodes

_PLACES = 2
"""Decimals of amounts per share, and of rates that are printed in whole percent."""


@dataclass(frozen=True, slots=True)
class QuestionDoubt:
    """A reason to doubt a question."""

    question_id: str
    gate: str
    """One of `facts.table.rows.Gate`, or `value`, `printed`, `name`, `ranking`,
    `evidence`."""
    what: str
    """The fact it is about: `metric FY 2024 in ACME-10-K-2024`; "" for the question itself."""
    why: str


def recheck(
    benchmark: Benchmark, catalogue: Catalogue, source: CorpusFacts | None = None
) -> tuple[QuestionDoubt, ...]:
    """All doubts about the questions of a benchmark, in their order."""
    against = doubts(source.rows if source else _rows(benchmark), catalogue)
    if source is None:
        # A few facts of a company do not tell what kind it is.
        against = {key: d for key, d in against.items() if d.gate is not Gate.INDUSTRY}
    witnesses = Witnesses(source, catalogue) if source else None
    held = {key_of(row): row for row in source.rows} if source else {}
    return tuple(
        doubted
        for question in benchmark.questions
        for doubted in _of_question(question, catalogue, against, held, source, witnesses)
    )


def _of_question(
    question: Question,
    catalogue: Catalogue,
    against: dict[Key, Doubt],
    held: dict[Key, MetricFact],
    source: CorpusFacts | None,
    witnesses: Witnesses | None,
) -> Iterator[QuestionDoubt]:
    def doubted(gate: str, why: str, fact: StatedFact | None = None) -> QuestionDoubt:
        return QuestionDoubt(question.question_id, gate, _label(fact) if fact else "", why)

    for fact in question.facts:
        key = (fact.document_id, fact.metric, fact.fiscal_year, fact.fiscal_period)
        metric = catalogue.metrics.get(fact.metric)
        if metric is None:
            yield doubted("value", "the catalogue has no such metric", fact)
            continue
        # A part of a company has the key of a metric of its own, which no gate looks at.
        if key in against:
            yield doubted(against[key].gate.value, against[key].why, fact)
        if not fact.value:
            yield doubted("value", "the value is zero", fact)
        if not fact.evidence:
            yield doubted("evidence", "no page shows it", fact)
        if source is None:
            continue
        row = held.get(key)
        if row is not None and row.value != fact.value and not metric.axes:
            yield doubted(
                "value", f"the corpus has {row.value:,.10g}, not {fact.value:,.10g}", fact
            )
        if fact.evidence and not printed_as_such(fact, source.page_numbers):
            yield doubted("printed", "none of its pages prints the figure", fact)
        end = row.period_end if row is not None else None
        lines = source.lines_of(fact.document_id)
        other = statement_differs(fact, metric, lines, end)
        if other is not None:
            yield doubted(other.gate.value, other.why, fact)
        elif shares_name(fact, metric, lines):
            yield doubted("name", "another line of the statement is called the same", fact)
        if row is not None and witnesses is not None and witnesses.is_of_other_period(row):
            yield doubted("printed", "its cells stand in columns of another period", fact)
        if row is not None and not metric.axes and not has_metric_name(row, catalogue):
            yield doubted("name", "its rows are called otherwise", fact)
    if is_vague(question.query, catalogue):
        yield doubted("name", "several figures are called so, and no statement is named")
    for why in _against_names(question, catalogue):
        yield doubted("name", why)
    ranked = _ranked(question)
    if any(fact.value < 0 for fact in question.facts if fact.metric in ranked):
        yield doubted("ranking", "ranks values below zero")


def _label(fact: StatedFact) -> str:
    return f"{fact.metric} {fact.fiscal_period} {fact.fiscal_year} in {fact.document_id}"


def _ranked(question: Question) -> set[str]:
    """The metrics that companies or periods are chosen by."""
    chosen = (node.by for node in nodes(question.query) if isinstance(node, Choose))
    return {lookup.metric for by in chosen for lookup in lookups(by)}


def _against_names(question: Question, catalogue: Catalogue) -> Iterator[str]:
    """Yield names in the question that presume something untrue, such as a profit."""
    text = f" {question.text.lower()} "
    for metric_id in question.metrics:
        metric = catalogue.metrics.get(metric_id)
        if metric is None or metric.formula:
            continue
        facts = [fact for fact in question.facts if fact.metric == metric_id]
        fitting = names_that_hold(metric, circumstances(metric_id, facts))
        said = [name for name, _ in metric.presumes if _is_in(name, text)]
        longest = max(said, key=len, default="")
        if longest and longest not in fitting and not _within(longest, fitting, text):
            yield f"says {longest!r}, which presumes {dict(metric.presumes)[longest]}"


def _is_in(name: str, text: str) -> bool:
    return any(f" {name}{end}" in text for end in (" ", "?", ",", ".", "'", "’", ";"))


def _within(name: str, others: Sequence[str], text: str) -> bool:
    """Whether a name stands only within a longer one that fits."""
    return any(name in other.lower() and _is_in(other.lower(), text) for other in others)


def _rows(benchmark: Benchmark) -> list[MetricFact]:
    """Rebuild rows of T from the facts that a benchmark records."""
    rows: dict[Key, MetricFact] = {}
    for question in benchmark.questions:
        for fact in question.facts:
            row = _row(fact)
            rows.setdefault(key_of(row), row)
    return list(rows.values())


def _row(fact: StatedFact) -> MetricFact:
    # The company's name stands for its number, and the end of the fiscal year for the day: they
    # only tell which facts belong together.
    return MetricFact(
        **{field.name: getattr(fact, field.name) for field in fields(StatedFact)},
        cik=fact.company,
        form="",
        period_start=None,
        period_end=date(fact.fiscal_year, 12, 31),
        decimals=_decimals(fact),
        concept="",
    )


def _decimals(fact: StatedFact) -> int:
    """To how many decimals a value is exact, judged by its trailing zeros."""
    if fact.unit in ("pure", "USD/shares"):
        return _PLACES
    whole = f"{abs(fact.value):.0f}"
    return -(len(whole) - len(whole.rstrip("0"))) if fact.value else 0
