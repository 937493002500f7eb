"""A benchmark on a newer corpus: the same questions, with what they come to there.

Queries, kinds and words are those of the benchmark: "latest" means a newer year, a stated year
stays. A question keeps its place in its id, and its whole id where neither its text nor a value
that it needs has changed. What changed is told, and so is what fell away and why.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from secqa.benchmark.basis import Basis, basis_of
from secqa.benchmark.dataset import Answer, Benchmark, Question, id_again
from secqa.benchmark.gate import gate
from secqa.benchmark.generate import Origin, benchmark_with
from secqa.benchmark.question import question_of
from secqa.benchmark.renewal.again import asked_again
from secqa.benchmark.source import Source
from secqa.benchmark.suite import Suite
from secqa.errors import CannotAnswer, SecqaError
from secqa.metrics.catalogue import Catalogue

What = Literal["the same", "another answer", "other evidence", "gone"]
WHATS: tuple[What, ...] = get_args(What)


@dataclass(frozen=True, slots=True)
class Change:
    """What became of a question."""

    question: Question
    """As it was."""
    what: What
    now: Question | None = None
    """None where it fell away."""
    why: str = ""
    """Why it did."""


def refresh(
    old: Benchmark, source: Source, catalogue: Catalogue, version: str, command: str
) -> tuple[Benchmark, tuple[Change, ...]]:
    """The benchmark anew, and what became of each question.

    Raises SecqaError where nothing can be asked any more.
    """
    defined = any(" is defined as: " in question.text for question in old.questions)
    basis = basis_of(source, catalogue, Suite(old.suite, metrics="all", definitions=defined))
    changes = tuple(_changes(old.questions, basis))
    questions = [change.now for change in changes if change.now is not None]
    if not questions:
        why = next((change.why for change in changes), "it has none")
        raise SecqaError(f"--refresh: none of its questions can be asked of this corpus ({why})")
    rejected = Counter(change.why for change in changes if change.what == "gone")
    origin = Origin(old.seed, version, command)
    return benchmark_with(questions, rejected, basis, origin), changes


def _changes(questions: Iterable[Question], basis: Basis) -> Iterable[Change]:
    against = gate(basis)
    for question in questions:
        try:
            draft = asked_again(question, basis)
            if reason := against(draft):
                raise CannotAnswer(reason)
            own_id = id_again(question.question_id, question.text, draft.gold.facts)
            made = question_of(draft, own_id, question.text, basis)
        except CannotAnswer as error:
            yield Change(question, "gone", None, str(error))
            continue
        now = replace(made, split=question.split)
        if question.query is None or question.why:
            now = replace(now, plain=question.plain)
        yield Change(question, _what(question, now), now)


def _what(old: Question, new: Question) -> What:
    if not same_answer(old.answer, new.answer):
        return "another answer"
    return "the same" if old.facts == new.facts else "other evidence"


def same_answer(one: Answer, other: Answer) -> bool:
    """Whether two answers are the same but for the last bits of a float."""
    ones, others = (item if isinstance(item, tuple) else (item,) for item in (one, other))
    return len(ones) == len(others) and all(map(_same, ones, others))


def _same(one: float | str | None, other: float | str | None) -> bool:
    if isinstance(one, str) or isinstance(other, str) or one is None or other is None:
        return one == other
    return abs(one - other) <= 1e-9 * max(abs(one), abs(other))


def summary(changes: Sequence[Change]) -> str:
    """ "100 questions: 71 the same, 20 another answer, 3 other evidence, 6 gone"."""
    counts = Counter(change.what for change in changes)
    told = [f"{counts[what]} {what}" for what in WHATS if counts[what]]
    return f"{len(changes)} questions: {', '.join(told)}"


def changes_text(changes: Sequence[Change], old: Benchmark) -> str:
    """What changed, as a section of a card."""
    lines = [
        f"## Changed since {old.fingerprint}, made from corpus {old.corpus}",
        "",
        f"{summary(changes)}.",
        "",
        "| question | was | is |",
        "|---|---|---|",
    ]
    for change in changes:
        if change.what == "the same":
            continue
        new_id = change.now.question_id if change.now else ""
        own = change.question.question_id
        called = own if new_id in ("", own) else f"{own}, now {new_id}"
        lines.append(
            f"| {called}: {_cell(change.question.text)} | {_was(change)} | {_is(change)} |"
        )
    return "\n".join([*lines, ""])


def _was(change: Change) -> str:
    return shown(change.question.answer)


def _is(change: Change) -> str:
    if change.now is None:
        return f"gone: {_cell(change.why)}"
    return shown(change.now.answer) + (", elsewhere" if change.what == "other evidence" else "")


def shown(answer: Answer) -> str:
    """An answer in a cell of a table."""
    parts = answer if isinstance(answer, tuple) else (answer,)
    texts = [f"{one:,.10g}" if isinstance(one, int | float) else str(one or "-") for one in parts]
    return _cell("; ".join(texts))


def _cell(text: str) -> str:
    cut = " ".join(text.split()).replace("|", "\\|")
    return cut if len(cut) <= 200 else f"{cut[:199]}…"
