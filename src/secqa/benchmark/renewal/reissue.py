"""Asks the questions of a benchmark again on a newer corpus.

Queries, kinds and words stay: "latest" means a newer year, a stated year stays. A question without
an answer must still have none, a passage must still stand in its report. A question keeps its
place in its id, and its whole id if neither its text nor a value changed. The card lists the
changes, and which questions are gone and why.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import isclose
from typing import Literal, get_args

from secqa.benchmark.basis import Basis, basis_of
from secqa.benchmark.corpus_facts import CorpusFacts
from secqa.benchmark.dataset import Answer, Benchmark, Question
from secqa.benchmark.draft import Draft, interpret, renewed_id
from secqa.benchmark.gate import gate
from secqa.benchmark.generation import Origin, benchmark_with, question_of
from secqa.benchmark.grammar.draft_kinds import premise
from secqa.benchmark.grammar.passage_kinds import passages_of
from secqa.benchmark.suite import Suite
from secqa.errors import CannotAnswer, SecqaError
from secqa.metrics.catalogue import Catalogue
from secqa.parsing.ground import ground
from secqa.query.query import Arithmetic, Query

FALSE_PREMISE = "false_premise"
Effect = Literal["the same", "another answer", "other evidence", "gone"]
EFFECTS: tuple[Effect, ...] = get_args(Effect)
_EQUAL = 1e-9
"""Relative difference of floats that are equal but for rounding."""
_CELL = 200
"""Most characters of a table cell."""


@dataclass(frozen=True, slots=True)
class QuestionChange:
    """The effect of a new corpus on a question."""

    question: Question
    """The old question."""
    effect: Effect
    now: Question | None = None
    """None if it is gone."""
    why: str = ""
    """Why it is gone."""


def reissue(
    old: Benchmark, source: CorpusFacts, catalogue: Catalogue, version: str, command: str
) -> tuple[Benchmark, tuple[QuestionChange, ...]]:
    """The benchmark on another corpus, and the change of each question.

    Raises SecqaError if no question can be asked any more.
    """
    basis = basis_for(old, source, catalogue)
    changes = tuple(changes_on(old.questions, basis))
    questions = [change.now for change in changes if change.now is not None]
    if not questions:
        why = next((change.why for change in changes), "it has none")
        raise SecqaError(f"--refresh: none of its questions can be asked of this corpus ({why})")
    rejected = Counter(change.why for change in changes if change.effect == "gone")
    origin = Origin(old.seed, version, command)
    return benchmark_with(questions, rejected, basis, origin), changes


def basis_for(old: Benchmark, source: CorpusFacts, catalogue: Catalogue) -> Basis:
    """What the questions of a benchmark can be asked of, whatever its suite was."""
    defined = any(" is defined as: " in question.text for question in old.questions)
    return basis_of(source, catalogue, Suite(old.suite, metrics="all", definitions=defined))


def changes_on(questions: Iterable[Question], basis: Basis) -> Iterator[QuestionChange]:
    """What becomes of questions on a corpus."""
    reason_against = gate(basis)
    for question in questions:
        try:
            draft = redraft(question, basis)
            if reason := reason_against(draft):
                raise CannotAnswer(reason)
            name = renewed_id(question.question_id, question.text, draft.gold.facts)
            now = question_of(draft, name, question.text, basis)
        except CannotAnswer as error:
            yield QuestionChange(question, "gone", None, str(error))
            continue
        now = replace(now, split=question.split)
        if question.query is None or question.why:
            now = replace(now, plain=question.plain)
        if not same_answer(question.answer, now.answer):
            yield QuestionChange(question, "another answer", now)
        else:
            same = question.facts == now.facts
            yield QuestionChange(question, "the same" if same else "other evidence", now)


def redraft(question: Question, basis: Basis) -> Draft:
    """The draft of a question over another corpus; CannotAnswer, with why, if it has none."""
    companies = tuple(basis.by_name[one] for one in question.companies if one in basis.by_name)
    blank = Draft(question.type, companies, question.metrics, None, None)
    if question.passages:
        _require_passages(question, basis)
        return replace(blank, passages=question.passages)
    if question.query is None:
        raise CannotAnswer("it has no query")
    if question.type == FALSE_PREMISE:
        return _still_false(blank, question, question.query, basis)
    if not question.why:
        return basis.draft_of(question.type, question.query)
    try:
        interpret(ground(question.query, basis.table.known), basis.table, basis.catalogue)
    except CannotAnswer:
        return replace(blank, query=question.query, why=question.why)
    raise CannotAnswer("it can be answered now")


def _require_passages(question: Question, basis: Basis) -> None:
    try:
        documents = [basis.source.document(one.document_id) for one in question.passages]
    except SecqaError:
        raise CannotAnswer("its report is missing") from None
    pairs = zip(question.passages, documents, strict=True)
    if not all(passage in passages_of(document) for passage, document in pairs):
        raise CannotAnswer("its passage is gone")


def _still_false(blank: Draft, question: Question, query: Query, basis: Basis) -> Draft:
    """The draft of a question with a false premise, if that is still false."""
    change = query.outputs[0]
    assert isinstance(change, Arithmetic)
    both = ground(Query((change.right, change.left)), basis.table.known)
    answers = interpret(both, basis.table, basis.catalogue).answers
    false = premise(*(answer if isinstance(answer, float) else 0.0 for answer in answers))
    if false is None or false.truth != question.why.partition(",")[0]:
        raise CannotAnswer("its premise is true now")
    return replace(blank, query=query, why=false.why, also=false.also)


def same_answer(first: Answer, second: Answer) -> bool:
    """Whether two answers are the same but for the last bits of a float."""
    firsts, seconds = (part if isinstance(part, tuple) else (part,) for part in (first, second))
    return len(firsts) == len(seconds) and all(map(_same, firsts, seconds))


def _same(first: float | str | None, second: float | str | None) -> bool:
    if not isinstance(first, int | float) or not isinstance(second, int | float):
        return first == second
    return isclose(first, second, rel_tol=_EQUAL)


def summary(changes: Sequence[QuestionChange]) -> str:
    """ "100 questions: 71 the same, 20 another answer, 3 other evidence, 6 gone"."""
    counts = Counter(change.effect for change in changes)
    parts = [f"{counts[effect]} {effect}" for effect in EFFECTS if counts[effect]]
    return f"{len(changes)} questions: {', '.join(parts)}"


def changes_text(changes: Sequence[QuestionChange], old: Benchmark) -> str:
    """The changes as a section of a card."""
    lines = [
        f"## Changed since {old.fingerprint}, made from corpus {old.corpus}",
        "",
        f"{summary(changes)}.",
        "",
        "| question | was | is |",
        "|---|---|---|",
    ]
    for change in changes:
        if change.effect == "the same":
            continue
        name, now = change.question.question_id, change.now
        label = f"{name}, now {now.question_id}" if now and now.question_id != name else name
        if now is None:
            present = f"gone: {_cell(change.why)}"
        else:
            elsewhere = ", elsewhere" if change.effect == "other evidence" else ""
            present = answer_cell(now.answer) + elsewhere
        lines.append(
            f"| {label}: {_cell(change.question.text)} | {answer_cell(change.question.answer)} | "
            f"{present} |"
        )
    return "\n".join([*lines, ""])


def answer_cell(answer: Answer) -> str:
    """An answer in a cell of a table."""
    parts = answer if isinstance(answer, tuple) else (answer,)
    texts = [
        f"{part:,.10g}" if isinstance(part, int | float) else str(part or "-") for part in parts
    ]
    return _cell("; ".join(texts))


def _cell(text: str) -> str:
    line = " ".join(text.split()).replace("|", "\\|")
    return line if len(line) <= _CELL else f"{line[: _CELL - 1]}…"
