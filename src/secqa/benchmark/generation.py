"""Generates a benchmark from a corpus and its fact table.

All chance comes from the seed, with one generator a kind, so that a kind's questions stay when a
suite gains another kind.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from functools import partial
from itertools import islice
from random import Random

from secqa.benchmark.basis import Basis, basis_of
from secqa.benchmark.complexity import complexity_of, difficulty_of
from secqa.benchmark.conventions import printed_slack
from secqa.benchmark.corpus_facts import CorpusFacts
from secqa.benchmark.dataset import AlternativeAnswer, Answer, Benchmark, Question
from secqa.benchmark.draft import Draft, question_id
from secqa.benchmark.draft_selection import (
    ReasonAgainst,
    Stream,
    drafts,
    next_good,
    no_reason,
    select,
)
from secqa.benchmark.gate import difficulty_in, gate
from secqa.benchmark.grammar.question_kinds import KINDS, UNANSWERABLE
from secqa.benchmark.question_wording import plain_text, question_text
from secqa.benchmark.suite import Suite
from secqa.errors import SecqaError
from secqa.facts.fact import MetricFact, StatedFact
from secqa.metrics.catalogue import Catalogue
from secqa.systems.planning.compile import compile_query


@dataclass(frozen=True, slots=True)
class Origin:
    """How a benchmark was made, for its header."""

    seed: int
    version: str
    """Of secqa."""
    command: str


@dataclass(frozen=True, slots=True)
class Selection:
    """The drafts of a benchmark, and how many each reason turned away."""

    drafts: tuple[Draft, ...]
    rejected: Counter[str]
    splits: tuple[str, ...] = ()
    """The split of each draft, if companies are split."""
    texts: tuple[str, ...] = ()
    """The text of each draft, if they have words already."""


def generate(
    source: CorpusFacts,
    catalogue: Catalogue,
    suite: Suite,
    origin: Origin,
    also: ReasonAgainst = no_reason,
) -> Benchmark:
    """Make a benchmark; `also` gives further reasons against a draft.

    Raises SecqaError when the corpus cannot fill a kind or has too few questions to give.
    """
    basis = basis_of(source, catalogue, suite)
    return write_questions(choose(basis, origin.seed, also), basis, origin)


def choose(basis: Basis, seed: int, also: ReasonAgainst = no_reason) -> Selection:
    """As many drafts as the suite wants; SecqaError if there are fewer."""
    suite = basis.suite
    selected, rejected = select(streams(basis, seed), suite.count, gate(basis, also), suite.partial)
    if selected:
        check_is_answerable(suite, (bool(draft.why) for draft in selected))
    return Selection(tuple(selected), rejected)


def check_is_answerable(suite: Suite, unanswerable: Iterable[bool]) -> None:
    """SecqaError where a suite wants questions with answers, and each of these has none."""
    wants_answers = any(kind not in UNANSWERABLE for kind, _ in suite.kinds)
    if wants_answers and all(unanswerable):
        raise SecqaError(
            f"suite {suite.name}: only questions without an answer are left; widen the years, the "
            "filing dates or the metrics"
        )


def write_questions(selection: Selection, basis: Basis, origin: Origin) -> Benchmark:
    """The benchmark of selected drafts, every question in words."""
    suite, seed = basis.suite, origin.seed
    rng = Random(f"{seed}/wording")
    texts = selection.texts or tuple(
        question_text(draft, basis.catalogue, rng, suite.wording, suite.definitions)
        for draft in selection.drafts
    )
    splits = selection.splits or ("",) * len(texts)
    rows = zip(selection.drafts, texts, splits, strict=True)
    questions = []
    for ordinal, (draft, text, split) in enumerate(rows, 1):
        name = question_id(suite.name, seed, ordinal, text, draft.gold.facts)
        questions.append(replace(question_of(draft, name, text, basis), split=split))
    return benchmark_with(questions, selection.rejected, basis, origin)


def benchmark_with(
    questions: Iterable[Question], rejected: Mapping[str, int], basis: Basis, origin: Origin
) -> Benchmark:
    """Questions with their origin."""
    return Benchmark(
        tuple(questions),
        basis.suite.name,
        origin.seed,
        origin.version,
        basis.source.fingerprint,
        origin.command,
        dict(sorted(rejected.items())),
    )


def question_of(draft: Draft, name: str, text: str, basis: Basis) -> Question:
    """The question with this id and text; CannotAnswer if no program can work it out."""
    gold, table, catalogue = draft.gold, basis.table, basis.catalogue
    industries = frozenset(basis.industries.get(company.cik, "") for company in draft.companies)
    complexity = complexity_of(draft, table)
    program = ""
    if draft.grounded is not None:
        program = compile_query(draft.grounded, text, table.known, catalogue, industries).text
    slacks = map(printed_slack, gold.facts if draft.is_one_figure else ())
    return Question(
        question_id=name,
        text=text,
        type=draft.kind,
        answer=_answer(draft),
        unit=gold.unit,
        companies=tuple(company.name for company in draft.companies),
        metrics=draft.metrics,
        facts=tuple(map(_stated_fact, gold.facts)),
        complexity=complexity,
        program=program,
        query=draft.query,
        plain=plain_text(draft, catalogue) or text,
        why=draft.why,
        passages=draft.passages,
        also=_alternatives(draft, basis),
        slack=max(slacks, default=0.0),
        difficulty=difficulty_of(draft, complexity),
        witnesses=basis.witnesses.fewest(gold.facts),
    )


def _stated_fact(fact: MetricFact) -> StatedFact:
    """The part of a row of the fact table that a question keeps."""
    return StatedFact(**{field.name: getattr(fact, field.name) for field in fields(StatedFact)})


def _alternatives(draft: Draft, basis: Basis) -> tuple[AlternativeAnswer, ...]:
    """Other right answers to a question for one figure that the question does not define."""
    worked_out = draft.gold.worked_out
    if not draft.is_one_figure or (basis.suite.definitions and worked_out):
        return draft.also
    return basis.alternatives(worked_out[0] if worked_out else draft.gold.facts[0])


def _answer(draft: Draft) -> Answer:
    if draft.passages:
        return draft.passages[0].text
    answers = draft.gold.answers
    return answers[0] if len(answers) == 1 else answers or None


def capacity(
    source: CorpusFacts,
    catalogue: Catalogue,
    suite: Suite,
    seed: int,
    most: int,
    also: Callable[[Basis], ReasonAgainst] = lambda _basis: no_reason,
) -> dict[str, Counter[str]]:
    """How many questions of each kind and difficulty a corpus has, up to `most` of a kind."""
    basis = basis_of(source, catalogue, suite)
    against = gate(basis, also(basis))
    counts = {}
    for stream in streams(basis, seed):
        good = iter(partial(next_good, stream.drafts, against, Counter()), None)
        counts[stream.kind] = Counter(difficulty_in(draft, basis) for draft in islice(good, most))
    return counts


def streams(basis: Basis, seed: int) -> list[Stream]:
    """All drafts that may be asked, by kind, each kind with its own generator."""
    return [
        Stream(kind, share, drafts(KINDS[kind], basis.draw(Random(f"{seed}/{kind}"))))
        for kind, share in basis.suite.kinds
    ]
