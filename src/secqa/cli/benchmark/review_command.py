"""`secqa review`: a person accepts, edits or rejects the questions of a benchmark.

One key a question, with Enter. The review can stop and go on later.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import typer

from secqa.benchmark.corpus_facts import corpus_facts
from secqa.benchmark.dataset import Benchmark, Question, read_benchmark
from secqa.benchmark.renewal.recheck import recheck
from secqa.benchmark.review import (
    Verdict,
    decide,
    decisions_of,
    single_line,
    user,
    waiting,
    write_accepted,
)
from secqa.cli.terminal import command_line, cut, input_line, print_json
from secqa.corpus.corpus_address import CorpusPath
from secqa.corpus.corpus_store import open_corpus
from secqa.errors import SecqaError
from secqa.metrics.catalogue import load_catalogue
from secqa.systems.value_words import value_text

_KEYS: dict[str, Verdict] = {"a": "accept", "e": "edit", "r": "reject", "s": "skip"}
_PROMPT = "[a]ccept  [e]dit text  [r]eject  [s]kip  [q]uit > "
_LINES = 3
"""Places of a value that are shown."""
_WIDTH = 160


def review(benchmark: Path, accepted: Path | None = None, by: str = "") -> None:
    """Accept, edit or reject the questions of a benchmark.

    Every decision is kept at once in review.jsonl beside the questions, with who and when; the
    next review goes on where this one stopped.
    """
    read = read_benchmark(benchmark)
    if accepted is not None:
        made = write_accepted(read, benchmark, accepted, command_line())
        typer.echo(f"{accepted}: {len(made.questions)} questions ({made.fingerprint})")
    else:
        _review(read, benchmark, " ".join(by.split()) or user())


def _review(read: Benchmark, folder: Path, who: str) -> None:
    left = waiting(read, decisions_of(folder))
    done = len(read.questions) - len(left)
    for place, question in enumerate(left, done + 1):
        typer.echo(f"\n{place} of {len(read.questions)}  {question.question_id}  {question.type}")
        for line in question_lines(question):
            typer.echo(line)
        if not _decide(folder, question, who):
            break
    typer.echo(_summary(read, folder))


def _decide(folder: Path, question: Question, who: str) -> bool:
    """Ask until the person decides; False where they stop."""
    while (key := input_line(_PROMPT)) is not None and key.strip().lower() not in ("q", "quit"):
        verdict = _KEYS.get(key.strip().lower()[:1])
        if verdict is None:
            typer.echo("a, e, r, s or q, then Enter")
            continue
        text = input_line("text > ") if verdict == "edit" else question.text
        if text is None:
            return False
        try:
            words = single_line(text)
        except SecqaError as error:
            typer.echo(str(error))
            continue
        decide(folder, question, verdict, words, who)
        return True
    return False


def question_lines(question: Question) -> Iterator[str]:
    """A question for its reviewer: text, plain form, answer, and the places of its values."""
    yield f"  {question.text}"
    if question.plain and question.plain != question.text:
        yield f"  plain:  {question.plain}"
    answers = question.answer if isinstance(question.answer, tuple) else (question.answer,)
    texts = ("none: " + question.why if one is None else value_text(one, question.unit)
            for one in answers)  # fmt: skip
    yield f"  answer: {cut('; '.join(texts), 4 * _WIDTH)}"
    for fact in question.facts:
        value = value_text(fact.value, fact.unit)
        period = f"{fact.fiscal_year} {fact.fiscal_period}"
        yield f"  {fact.company}, {fact.metric}, {period}: {value}"
        for place in sorted(fact.evidence, key=lambda one: -one.grade)[:_LINES]:
            yield f"    {place.document_id} page {place.page}: {cut(place.quote, _WIDTH)}"
    for passage in question.passages:
        yield f"  {passage.document_id} page {passage.page}: {cut(passage.heading, _WIDTH)}"


def _summary(read: Benchmark, folder: Path) -> str:
    decided = decisions_of(folder)
    own = [decided[q.question_id].decision for q in read.questions if q.question_id in decided]
    counts = [f"{number} {what}" for what, number in sorted(Counter(own).items())]
    left = len(read.questions) - len(own)
    return f"{folder}: {', '.join([*counts, f'{left} to go'])}"


def validate(benchmark: Path, corpus: CorpusPath | None = None, as_json: bool = False) -> None:
    """List doubts about the questions of a benchmark.

    With the corpus each question is asked anew: it goes through the checks of new questions, and
    must have the same answer. Without it only the benchmark's own record is looked at. Exit code 1
    where a question is doubted.
    """
    read = read_benchmark(benchmark)
    catalogue = open_corpus(corpus).catalogue if corpus is not None else load_catalogue()
    doubts = recheck(read, catalogue, corpus_facts(corpus) if corpus is not None else None)
    questions = len({one.question_id for one in doubts})
    if as_json:
        print_json({"questions": len(read.questions), "doubted": [asdict(one) for one in doubts]})
    else:
        for one in doubts:
            typer.echo(
                f"{one.question_id}  {one.gate}: {f'{one.what}: ' * bool(one.what)}{one.why}"
            )
        typer.echo(f"{benchmark}: {questions} of {len(read.questions)} questions are doubted")
    if doubts:
        raise typer.Exit(1)
